/* ponte_messages.h - all that Ponte del Diavolo says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_PONTE_MESSAGES_H
#define GAMES_PONTE_MESSAGES_H

#include "games/islands/islands_messages.h"

/* clang-format off */
#define PONTE_MESSAGES(X) \
    X(PONTE_MSG_WHITE, "white", "", "White") \
    X(PONTE_MSG_BLACK, "black", "", "Black") \
    X(PONTE_MSG_VARIANT_CONTEST, "variant:contest", "", "Contest rules: swap, no passing, unlimited bridges") \
    X(PONTE_MSG_VARIANT_OFFICIAL, "variant:official", "", "Official: the published game, 40 stones per side, 15 shared bridges") \
    X(PONTE_MSG_VARIANT_OPEN, "variant:open", "", "Open: as on online sites, with passing") \
    X(PONTE_MSG_VARIANT_CONTEST_SIZE_8, "variant:contest;size=8", "", "Smaller board: 8 × 8") \
    X(PONTE_MSG_VARIANT_CONTEST_SIZE_4, "variant:contest;size=4", "", "Tiny board: 4 × 4") \
    X(PONTE_MSG_TIP_1, "tip-1", "", "On your turn, place two stones in any order, or build one bridge.") \
    X(PONTE_MSG_TIP_2, "tip-2", "", "Four connected stones form an island. Five are forbidden, and an island may not touch your other stones, even at a corner.") \
    X(PONTE_MSG_TIP_3, "tip-3", "", "A bridge connects two of your stones across empty cells. Select one end, then the other.") \
    X(PONTE_MSG_PIECE_STONE, "piece-stone", "", "{side} stone") \
    X(PONTE_MSG_PIECE_BRIDGE, "piece-bridge", "", "{side} bridge") \
    X(PONTE_MSG_SWAP, "swap", "", "swap sides") \
    X(PONTE_MSG_PASS, "pass", "", "pass") \
    X(PONTE_MSG_PANEL_TURN, "panel-turn", "", "turn") \
    X(PONTE_MSG_PANEL_WHITES_SEAT, "panel-whites-seat", "", "White's seat") \
    X(PONTE_MSG_PANEL_BRIDGES_LEFT, "panel-bridges-left", "", "bridges left") \
    X(PONTE_MSG_PANEL_LAST_TURN, "panel-last-turn", "", "last turn") \
    X(PONTE_MSG_BLACKS, "blacks", "", "Black's")
/* clang-format on */

/* The rows of islands come first in the array. */
typedef enum PonteMessage {
    PONTE_MESSAGES_BEFORE = ISLANDS_MESSAGE_COUNT - 1,
    PONTE_MESSAGES(MESSAGE_NAME) PONTE_MESSAGE_COUNT
} PonteMessage;

extern const MessageDef PONTE_MESSAGE[PONTE_MESSAGE_COUNT];

#endif
