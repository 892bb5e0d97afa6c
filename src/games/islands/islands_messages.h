/* islands_messages.h - what the games of islands and bridges have in common to say.  Each of them puts
 * these rows first in its catalogue, and their translations into its own strings.<language>.txt. */
#ifndef GAMES_ISLANDS_MESSAGES_H
#define GAMES_ISLANDS_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define ISLANDS_MESSAGES(X) \
    X(ISLANDS_MSG_REASON_POINTS, "reason:points", "", "{winner} has more points") \
    X(ISLANDS_MSG_REASON_ISLANDS, "reason:islands", "", "equal points, but {winner} has more islands") \
    X(ISLANDS_MSG_REASON_BRIDGES, "reason:bridges", "", "equal points and islands, but {winner} has more bridges") \
    X(ISLANDS_MSG_REASON_TIE, "reason:tie", "", "points, islands and bridges are equal") \
    X(ISLANDS_MSG_WON_POINTS, "won-by-points", "", "{winner} has more points ({a} to {b})") \
    X(ISLANDS_MSG_WON_ISLANDS, "won-by-islands", "", "equal points ({p}), but {winner} has more islands ({a} to {b})") \
    X(ISLANDS_MSG_WON_BRIDGES, "won-by-bridges", "", "equal points and islands, but {winner} has more bridges ({a} to {b})") \
    X(ISLANDS_MSG_WON_TIE, "won-by-tie", "", "points ({p}), islands ({i}) and bridges ({b}) are equal, and {winner} wins a tie") \
    X(ISLANDS_MSG_DRAWN_TIE, "drawn-by-tie", "", "points ({p}), islands ({i}) and bridges ({b}) are equal") \
    X(ISLANDS_MSG_ISLAND, "island", "", "island") \
    X(ISLANDS_MSG_NETWORK, "network", "", "network") \
    X(ISLANDS_MSG_FORM_ISLAND, "form-island", "", "{side} completes an island: +{n} {n:point|points}") \
    X(ISLANDS_MSG_FORM_NETWORK, "form-network", "", "{side} connects {n} {n:island|islands}: +{m} {m:point|points}") \
    X(ISLANDS_MSG_PANEL_POINTS, "panel-points", "", "points") \
    X(ISLANDS_MSG_PANEL_ISLANDS, "panel-islands", "", "islands") \
    X(ISLANDS_MSG_PANEL_SINGLE_ISLANDS, "panel-single-islands", "", "single islands") \
    X(ISLANDS_MSG_PANEL_BRIDGES, "panel-bridges", "", "bridges") \
    X(ISLANDS_MSG_PANEL_NETWORKS, "panel-networks", "", "networks") \
    X(ISLANDS_MSG_MANY, "many", "", "many")
/* clang-format on */

typedef enum IslandsMessage { ISLANDS_MESSAGES(MESSAGE_NAME) ISLANDS_MESSAGE_COUNT } IslandsMessage;

extern const MessageDef ISLANDS_MESSAGE[ISLANDS_MESSAGE_COUNT];

#endif
