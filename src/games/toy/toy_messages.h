/* toy_messages.h - all that the toy says to people. */
#ifndef GAMES_TOY_MESSAGES_H
#define GAMES_TOY_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define TOY_MESSAGES(X) \
    X(TOY_MSG_WHITE, "white", "", "White") \
    X(TOY_MSG_BLACK, "black", "", "Black") \
    X(TOY_MSG_PIECE, "piece", "", "stone of {side}") \
    X(TOY_MSG_STONES, "panel-stones", "", "stones") \
    X(TOY_MSG_FREE_CELLS, "panel-free-cells", "", "free cells") \
    X(TOY_MSG_STOP, "stop", "", "one stone is enough") \
    X(TOY_MSG_REASON_ROW, "reason:row", "", "{winner} has four stones in a row") \
    X(TOY_MSG_REASON_MAJORITY, "reason:majority", "", "the board is full and {winner} has more stones than {loser}") \
    X(TOY_MSG_REASON_EVEN, "reason:even", "", "the board is full and both sides have equally many stones") \
    X(TOY_MSG_SECOND, "second", "T6", "after the first stone comes + and a second cell, or .") \
    X(TOY_MSG_CELL, "cell", "T1", "a cell is a letter from a to {last}") \
    X(TOY_MSG_HOP_END, "hop-end", "T3", "a hop ends on a cell from a to {last}") \
    X(TOY_MSG_OVER, "toy-over", "T4, T5", "the game is over") \
    X(TOY_MSG_NOT_YOURS, "not-yours", "T3", "{cell} holds no stone of {side}") \
    X(TOY_MSG_NOT_ADJACENT, "not-adjacent", "T3", "a stone hops to an adjacent cell, and {to} is not adjacent to {from}") \
    X(TOY_MSG_OCCUPIED, "occupied", "T2", "there is a stone on {cell}")
/* clang-format on */

typedef enum ToyMessage { TOY_MESSAGES(MESSAGE_NAME) TOY_MESSAGE_COUNT } ToyMessage;

extern const MessageDef TOY_MESSAGE[TOY_MESSAGE_COUNT];

#endif
