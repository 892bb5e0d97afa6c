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
    X(ALLIANCES_MSG_EDGE_ORANGE, "cell-edge-orange", "", "orange side") \
    X(ALLIANCES_MSG_EDGE_PURPLE, "cell-edge-purple", "", "purple side") \
    X(ALLIANCES_MSG_EDGE_GREEN, "cell-edge-green", "", "green side") \
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
    X(ALLIANCES_MSG_REASON_TWO, "reason:two-colours", "", "{winner} has won two of the three colours") \
    X(ALLIANCES_MSG_RESULT_2_0, "result-2-0", "", "2 colours to 0, {a} and {b}") \
    X(ALLIANCES_MSG_RESULT_2_1, "result-2-1", "", "2 colours to 1, {a} and {b} against {c}") \
    X(ALLIANCES_MSG_RESULT_3_0, "result-3-0", "", "3 colours to 0, {a}, {b} and {c}") \
    X(ALLIANCES_MSG_CHAIN, "chain", "", "chain") \
    X(ALLIANCES_MSG_FENCE, "fence", "", "fence") \
    X(ALLIANCES_MSG_PLACES, "places", "", "{side} places a disc on {cells} ({subject})") \
    X(ALLIANCES_MSG_WINS_CHAIN, "wins-chain", "", "{side} wins {subject} with a chain") \
    X(ALLIANCES_MSG_WINS_FENCE, "wins-fence", "", "{side} wins {subject} with a fence") \
    X(ALLIANCES_MSG_WHY_CHAIN, "why-chain", "R5.1", "player {p} has won {colour}: a chain of {n} {colour} and {ally} {n:disc|discs} joins its two sides") \
    X(ALLIANCES_MSG_WHY_FENCE, "why-fence", "R5.2", "player {p} has won {colour}: a fence of {n} {ally} {n:disc|discs} separates its two sides for player {q}") \
    X(ALLIANCES_MSG_HELPS_YOU, "helps-you", "", "{disc} helps you win {mine}") \
    X(ALLIANCES_MSG_HELPS_OPPONENT, "helps-opponent", "", "{disc} helps your opponent win {theirs}") \
    X(ALLIANCES_MSG_HELPS_YOU_OPPONENT, "helps-you-opponent", "", "{disc} helps you win {mine}, your opponent {theirs}") \
    X(ALLIANCES_MSG_HELPS_BOTH, "helps-both", "", "{disc} helps both win {disc}") \
    X(ALLIANCES_MSG_HELPS_YOU_BOTH, "helps-you-both", "", "{disc} helps you win {mine}, both {disc}") \
    X(ALLIANCES_MSG_HELPS_OPPONENT_BOTH, "helps-opponent-both", "", "{disc} helps your opponent win {theirs}, both {disc}") \
    X(ALLIANCES_MSG_HELPS_ALL, "helps-all", "", "{disc} helps you win {mine}, your opponent {theirs}, both {disc}") \
    X(ALLIANCES_MSG_OVER, "two-colours-won", "R6.1", "the game is over: player {n} has two colours") \
    X(ALLIANCES_MSG_FORM, "form", "R7.1", "a move is a colour (o, p or g), an @ and a cell, as in {move}") \
    X(ALLIANCES_MSG_NOT_A_CELL, "not-a-cell", "R2.1", "'{name}' is not a cell of a board of side {n}") \
    X(ALLIANCES_MSG_TAKEN, "taken", "R4.1", "{cell} already holds a disc ({colour}); place a disc on an empty cell") \
    X(ALLIANCES_MSG_SUPPLY, "supply", "R4.2", "all {n} {colour} discs are on the board") \
    X(ALLIANCES_MSG_ON_EDGE, "on-edge", "R4.1", "{cell} is a side of the board ({colour}); place a disc on an empty cell") \
    X(ALLIANCES_MSG_ONE_DISC, "one-disc", "R4.1", "a move places one disc")
/* clang-format on */

typedef enum AlliancesMessage {
    ALLIANCES_MESSAGES(MESSAGE_NAME) ALLIANCES_MESSAGE_COUNT
} AlliancesMessage;

extern const MessageDef ALLIANCES_MESSAGE[ALLIANCES_MESSAGE_COUNT];

#endif
