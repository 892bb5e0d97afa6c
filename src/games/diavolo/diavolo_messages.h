/* diavolo_messages.h - all that DiavoloPP says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_DIAVOLO_MESSAGES_H
#define GAMES_DIAVOLO_MESSAGES_H

#include "games/islands/islands_messages.h"

/* clang-format off */
#define DIAVOLO_MESSAGES(X) \
    X(DIAVOLO_MSG_WHITE, "white", "", "White") \
    X(DIAVOLO_MSG_RED, "red", "", "Red") \
    X(DIAVOLO_MSG_VARIANT_3, "variant:3", "", "Side 3: about a minute") \
    X(DIAVOLO_MSG_VARIANT_5, "variant:5", "", "Side 5: a short game") \
    X(DIAVOLO_MSG_VARIANT_8, "variant:8", "", "Side 8: the standard board") \
    X(DIAVOLO_MSG_VARIANT_10, "variant:10", "", "Side 10: a long game") \
    X(DIAVOLO_MSG_VARIANT_20, "variant:20", "", "Side 20: a very long game") \
    X(DIAVOLO_MSG_VARIANT_30, "variant:30", "", "Side 30: 900 cells") \
    X(DIAVOLO_MSG_TIP_1, "tip-1", "", "On your turn, place two lands, or build one bridge by selecting its two end points.") \
    X(DIAVOLO_MSG_TIP_2, "tip-2", "", "Four connected lands form an island. A fifth land may not join it.") \
    X(DIAVOLO_MSG_TIP_3, "tip-3", "", "Bridges join islands into networks. The more islands a network has, the more each one counts.") \
    X(DIAVOLO_MSG_PIECE_LAND, "piece-land", "", "{side} land") \
    X(DIAVOLO_MSG_PIECE_BRIDGE, "piece-bridge", "", "{side} bridge") \
    X(DIAVOLO_MSG_CELL_POINT, "cell-point", "", "point") \
    X(DIAVOLO_MSG_SWAP, "swap", "", "swap sides") \
    X(DIAVOLO_MSG_PASS, "pass", "", "pass") \
    X(DIAVOLO_MSG_PANEL_SEAT, "panel-seat", "", "seat") \
    X(DIAVOLO_MSG_PANEL_LAST_TURN, "panel-last-turn", "", "last turn") \
    X(DIAVOLO_MSG_REDS, "reds", "", "Red's")
/* clang-format on */

/* The rows of islands come first in the array. */
typedef enum DiavoloMessage {
    DIAVOLO_MESSAGES_BEFORE = ISLANDS_MESSAGE_COUNT - 1,
    DIAVOLO_MESSAGES(MESSAGE_NAME) DIAVOLO_MESSAGE_COUNT
} DiavoloMessage;

extern const MessageDef DIAVOLO_MESSAGE[DIAVOLO_MESSAGE_COUNT];

#endif
