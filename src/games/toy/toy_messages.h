/* toy_messages.h - all that the toy says to people. */
#ifndef GAMES_TOY_MESSAGES_H
#define GAMES_TOY_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define TOY_MESSAGES(X) \
    X(TOY_MSG_WHITE, "white", "", "White") \
    X(TOY_MSG_BLACK, "black", "", "Black") \
    X(TOY_MSG_VARIANT_8, "variant:8", "", "8 cells: the standard board") \
    X(TOY_MSG_VARIANT_5, "variant:5", "", "5 cells") \
    X(TOY_MSG_VARIANT_12, "variant:12", "", "12 cells") \
    X(TOY_MSG_TIP_1, "tip-1", "", "Select a free cell to place a stone. You may place a second one.") \
    X(TOY_MSG_TIP_2, "tip-2", "", "Or select one of your stones and a free cell beside it to hop.") \
    X(TOY_MSG_PIECE, "piece-stone", "", "stone of {side}") \
    X(TOY_MSG_ROW, "row", "", "row") \
    X(TOY_MSG_STONES, "panel-stones", "", "stones") \
    X(TOY_MSG_FREE_CELLS, "panel-free-cells", "", "free cells") \
    X(TOY_MSG_STOP, "stop", "", "one stone is enough") \
    X(TOY_MSG_STOPS, "stops", "", "{side} stops after one stone") \
    X(TOY_MSG_WINS, "wins", "", "{side} wins with {n} stones in a row: {cells}") \
    X(TOY_MSG_REASON_ROW, "reason:row", "", "{winner} has four stones in a row") \
    X(TOY_MSG_REASON_MAJORITY, "reason:majority", "", "the board is full and {winner} has more stones than {loser}") \
    X(TOY_MSG_MAJORITY_NUMBERS, "majority-numbers", "", "the board is full and {winner} has {n} {n:stone|stones}, {loser} {m}") \
    X(TOY_MSG_REASON_EVEN, "reason:even", "", "the board is full and both sides have equally many stones") \
    X(TOY_MSG_SECOND, "second", "T6", "after the first stone comes + and a second cell, or .") \
    X(TOY_MSG_CELL, "cell", "T1", "a cell is a letter from a to {last}") \
    X(TOY_MSG_HOP_END, "hop-end", "T3", "a hop ends on a cell from a to {last}") \
    X(TOY_MSG_OVER, "toy-over", "T4, T5", "the game is over") \
    X(TOY_MSG_NOT_YOURS, "not-yours", "T3", "{cell} holds no stone of {side}") \
    X(TOY_MSG_NOT_ADJACENT, "not-adjacent", "T3", "a stone hops to an adjacent cell, and {to} is not adjacent to {from}") \
    X(TOY_MSG_OCCUPIED, "occupied", "T2", "there is a stone on {cell}") \
    X(TOY_MSG_NO_HOP, "no-hop", "T3", "the stone on {cell} cannot hop: no adjacent cell is free") \
    X(TOY_MSG_ONE_CELL, "one-cell", "T2", "a stone is placed on one cell") \
    X(TOY_MSG_ONE_HOP, "one-hop", "T3", "a hop ends on the adjacent cell")
/* clang-format on */

typedef enum ToyMessage { TOY_MESSAGES(MESSAGE_NAME) TOY_MESSAGE_COUNT } ToyMessage;

extern const MessageDef TOY_MESSAGE[TOY_MESSAGE_COUNT];

#endif
