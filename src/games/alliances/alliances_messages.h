/* alliances_messages.h - all that Alliances says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_ALLIANCES_MESSAGES_H
#define GAMES_ALLIANCES_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define ALLIANCES_MESSAGES(X) \
    X(ALLIANCES_MSG_PLAYER1, "player1", "", "Player 1") \
    X(ALLIANCES_MSG_PLAYER2, "player2", "", "Player 2") \
    X(ALLIANCES_MSG_VARIANT_7, "variant:7", "", "Side 7: the standard board") \
    X(ALLIANCES_MSG_VARIANT_6, "variant:6", "", "Side 6") \
    X(ALLIANCES_MSG_VARIANT_5, "variant:5", "", "Side 5: a shorter game") \
    X(ALLIANCES_MSG_VARIANT_4, "variant:4", "", "Side 4: a short game") \
    X(ALLIANCES_MSG_VARIANT_3, "variant:3", "", "Side 3: tiny") \
    X(ALLIANCES_MSG_TIP_1, "tip-1", "", "Select a cell and choose the colour of the disc. Both players use all colours.") \
    X(ALLIANCES_MSG_TIP_2, "tip-2", "", "You and your opponent have different allies. The chart shows which two colours connect your sides.") \
    X(ALLIANCES_MSG_TIP_3, "tip-3", "", "Win two of the three colours, each with a chain from side to side or with a fence.") \
    X(ALLIANCES_MSG_PIECE_ORANGE, "piece-orange", "", "orange disc") \
    X(ALLIANCES_MSG_PIECE_PURPLE, "piece-purple", "", "purple disc") \
    X(ALLIANCES_MSG_PIECE_GREEN, "piece-green", "", "green disc") \
    X(ALLIANCES_MSG_CELL_EDGE, "cell-edge", "", "edge of the board") \
    X(ALLIANCES_MSG_ORANGE, "orange", "", "orange") \
    X(ALLIANCES_MSG_PURPLE, "purple", "", "purple") \
    X(ALLIANCES_MSG_GREEN, "green", "", "green") \
    X(ALLIANCES_MSG_PANEL_COLOURS_WON, "panel-colours-won", "", "colours won") \
    X(ALLIANCES_MSG_PANEL_WINS_ORANGE_WITH, "panel-wins-orange-with", "", "wins orange with") \
    X(ALLIANCES_MSG_PANEL_WINS_PURPLE_WITH, "panel-wins-purple-with", "", "wins purple with") \
    X(ALLIANCES_MSG_PANEL_WINS_GREEN_WITH, "panel-wins-green-with", "", "wins green with") \
    X(ALLIANCES_MSG_PANEL_ORANGE_DISCS_LEFT, "panel-orange-discs-left", "", "orange discs left") \
    X(ALLIANCES_MSG_PANEL_PURPLE_DISCS_LEFT, "panel-purple-discs-left", "", "purple discs left") \
    X(ALLIANCES_MSG_PANEL_GREEN_DISCS_LEFT, "panel-green-discs-left", "", "green discs left") \
    X(ALLIANCES_MSG_NONE, "none", "", "none") \
    X(ALLIANCES_MSG_ONE, "one", "", "{a}") \
    X(ALLIANCES_MSG_TWO, "two", "", "{a}, {b}") \
    X(ALLIANCES_MSG_BOTH, "both", "", "{a} and {b}") \
    X(ALLIANCES_MSG_REASON_TWO, "reason:two-colours", "", "{winner} has won two of the three colours")
/* clang-format on */

typedef enum AlliancesMessage {
    ALLIANCES_MESSAGES(MESSAGE_NAME) ALLIANCES_MESSAGE_COUNT
} AlliancesMessage;

extern const MessageDef ALLIANCES_MESSAGE[ALLIANCES_MESSAGE_COUNT];

#endif
