/* hex_messages.h - all that Hex says to people. */
#ifndef GAMES_HEX_MESSAGES_H
#define GAMES_HEX_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define HEX_MESSAGES(X) \
    X(HEX_MSG_WHITE, "white", "", "White") \
    X(HEX_MSG_BLACK, "black", "", "Black") \
    X(HEX_MSG_VARIANT_11, "variant:11", "", "11 cells per side: the standard board") \
    X(HEX_MSG_VARIANT_13, "variant:13", "", "13 cells per side") \
    X(HEX_MSG_VARIANT_7, "variant:7", "", "7 cells per side: a short game") \
    X(HEX_MSG_VARIANT_5, "variant:5", "", "5 cells per side: tiny") \
    X(HEX_MSG_VARIANT_NO_SWAP, "variant:11;swap=off", "", "11 cells per side, without the swap") \
    X(HEX_MSG_TIP_1, "tip-1", "", "Connect your two edges of the board with a chain of stones.") \
    X(HEX_MSG_TIP_2, "tip-2", "", "Select an empty cell to place a stone. Stones never move.") \
    X(HEX_MSG_TIP_3, "tip-3", "", "Black may answer the first stone with a swap and take it over.") \
    X(HEX_MSG_STONE, "piece-stone", "", "stone of {side}") \
    X(HEX_MSG_EDGE_WHITE, "cell-edge-white", "", "edge of White") \
    X(HEX_MSG_EDGE_BLACK, "cell-edge-black", "", "edge of Black") \
    X(HEX_MSG_EDGES, "panel-edges", "", "edges") \
    X(HEX_MSG_STONES, "panel-stones", "", "stones") \
    X(HEX_MSG_TOP_AND_BOTTOM, "top-and-bottom", "", "top and bottom") \
    X(HEX_MSG_LEFT_AND_RIGHT, "left-and-right", "", "left and right") \
    X(HEX_MSG_SWAP, "swap", "", "swap") \
    X(HEX_MSG_CHAIN, "chain", "", "chain") \
    X(HEX_MSG_CONNECTS, "connects", "", "{side} connects its two edges with a {subject}") \
    X(HEX_MSG_REASON_CONNECTION, "reason:connection", "", "{winner} has connected its two edges") \
    X(HEX_MSG_FORM, "form", "R5.3", "a move is a cell such as a1, with a letter from a to {last}, or swap") \
    X(HEX_MSG_ROW, "row", "R5.3", "the row is a number from 1 to {n}") \
    X(HEX_MSG_OVER, "hex-over", "R3.1", "the game is over") \
    X(HEX_MSG_SWAP_OFF, "swap-off", "R4.2", "this variant has no swap") \
    X(HEX_MSG_SWAP_LATE, "swap-late", "R4.1", "only Black may swap, as the second move of the game") \
    X(HEX_MSG_OCCUPIED, "occupied", "R2.1", "{cell} is occupied") \
    X(HEX_MSG_ON_EDGE, "on-edge", "R2.1", "{cell} is an edge of the board; a stone goes on an empty cell") \
    X(HEX_MSG_ONE_STONE, "one-stone", "R2.1", "a move places one stone")
/* clang-format on */

typedef enum HexMessage { HEX_MESSAGES(MESSAGE_NAME) HEX_MESSAGE_COUNT } HexMessage;

extern const MessageDef HEX_MESSAGE[HEX_MESSAGE_COUNT];

#endif
