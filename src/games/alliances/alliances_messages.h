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
    X(ALLIANCES_MSG_ORANGE_CHAIN, "orange-chain", "", "orange (chain)") \
    X(ALLIANCES_MSG_PURPLE_CHAIN, "purple-chain", "", "purple (chain)") \
    X(ALLIANCES_MSG_GREEN_CHAIN, "green-chain", "", "green (chain)") \
    X(ALLIANCES_MSG_ORANGE_FENCE, "orange-fence", "", "orange (fence)") \
    X(ALLIANCES_MSG_PURPLE_FENCE, "purple-fence", "", "purple (fence)") \
    X(ALLIANCES_MSG_GREEN_FENCE, "green-fence", "", "green (fence)") \
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
    X(ALLIANCES_MSG_ONE_DISC, "one-disc", "R4.1", "a move places one disc") \
    X(ALLIANCES_MSG_LESSON_GOAL, "lesson-goal", "", "Win two of the three colours. No disc belongs to a player: both place discs of any colour. Here Player 1 has won orange with a chain from side to side.") \
    X(ALLIANCES_MSG_LESSON_1, "lesson-1", "", "You are Player 1. To win orange you may use orange discs and purple ones, your ally. Complete the chain between the orange sides.") \
    X(ALLIANCES_MSG_LESSON_1_RIGHT, "lesson-1-right", "", "Right. Orange and purple in any mixture make the chain.") \
    X(ALLIANCES_MSG_LESSON_1_WRONG_1, "lesson-1-wrong-1", "", "Green is not your ally here. It blocks you and helps Player 2.") \
    X(ALLIANCES_MSG_LESSON_1_WRONG_2, "lesson-1-wrong-2", "", "The chain still has a gap in the middle. Close it with orange or purple.") \
    X(ALLIANCES_MSG_LESSON_2, "lesson-2", "", "Each colour has another ally. For purple your ally is green. Win purple.") \
    X(ALLIANCES_MSG_LESSON_2_RIGHT, "lesson-2-right", "", "Right. Purple and green connect the purple sides.") \
    X(ALLIANCES_MSG_LESSON_2_WRONG_1, "lesson-2-wrong-1", "", "Orange blocks you in purple. Use purple or green.") \
    X(ALLIANCES_MSG_LESSON_2_WRONG_2, "lesson-2-wrong-2", "", "The chain from the lower left to the upper right still has a gap.") \
    X(ALLIANCES_MSG_LESSON_3, "lesson-3", "", "Now you are Player 2, and your allies are the others: for orange it is green. Win orange.") \
    X(ALLIANCES_MSG_LESSON_3_RIGHT, "lesson-3-right", "", "Right. The same board, but other discs help you. The chart beside the board always shows your allies.") \
    X(ALLIANCES_MSG_LESSON_3_WRONG_1, "lesson-3-wrong-1", "", "Purple is the ally of Player 1 and blocks you. Use orange or green.") \
    X(ALLIANCES_MSG_LESSON_3_WRONG_2, "lesson-3-wrong-2", "", "The chain from the top to the bottom still has a gap in row d.") \
    X(ALLIANCES_MSG_LESSON_4, "lesson-4", "", "You are Player 1 again. Player 2 will complete the orange chain on d6. Stop it with the colour that blocks Player 2.") \
    X(ALLIANCES_MSG_LESSON_4_RIGHT, "lesson-4-right", "", "Right. Purple is your ally in orange and blocks Player 2.") \
    X(ALLIANCES_MSG_LESSON_4_WRONG_1, "lesson-4-wrong-1", "", "Your disc completed the chain for Player 2. Discs belong to nobody: any move may win a colour for the opponent.") \
    X(ALLIANCES_MSG_LESSON_4_WRONG_2, "lesson-4-wrong-2", "", "Player 2 now plays on d6 and wins orange. Place the blocking colour there.") \
    X(ALLIANCES_MSG_LESSON_5, "lesson-5", "", "If your opponent can no longer connect a colour, it is yours: this is a fence. Player 2 cannot use purple in orange. Cut off the lower orange side.") \
    X(ALLIANCES_MSG_LESSON_5_RIGHT, "lesson-5-right", "", "Right. Player 2 can never reach the lower side, so orange is yours.") \
    X(ALLIANCES_MSG_LESSON_5_WRONG_1, "lesson-5-wrong-1", "", "That cell is the right one, but this colour helps Player 2. Only purple blocks here.") \
    X(ALLIANCES_MSG_LESSON_5_WRONG_2, "lesson-5-wrong-2", "", "There is still a way to the lower side between the two purple discs.") \
    X(ALLIANCES_MSG_LESSON_6, "lesson-6", "", "You have won orange. Win a second colour, and you win the game.") \
    X(ALLIANCES_MSG_LESSON_6_RIGHT, "lesson-6-right", "", "Right. Two of three colours: you win.") \
    X(ALLIANCES_MSG_LESSON_6_WRONG_1, "lesson-6-wrong-1", "", "No second colour yet. For purple you use purple and green; the purple discs of your orange chain help as well.") \
    X(ALLIANCES_MSG_LESSON_7, "lesson-7", "", "You are Player 2. A chain of one colour alone between its own sides decides two colours at once. Win the game.") \
    X(ALLIANCES_MSG_LESSON_7_RIGHT, "lesson-7-right", "", "Right. The orange chain is a fence in another colour at the same time.") \
    X(ALLIANCES_MSG_LESSON_7_WRONG_1, "lesson-7-wrong-1", "", "You won one colour. With another colour in the gap you would have won two.") \
    X(ALLIANCES_MSG_LESSON_7_WRONG_2, "lesson-7-wrong-2", "", "Close the gap in the middle of the orange chain.") \
    X(ALLIANCES_MSG_POS_SUPPLY, "pos-supply", "R1.1", "the board has more discs of a colour than the supply") \
    X(ALLIANCES_MSG_POS_NOT_WON, "pos-not-won", "R7.2", "a colour counts as won, but its winner is not connected in it and the opponent is not blocked") \
    X(ALLIANCES_MSG_POS_WON, "pos-won", "R7.2", "a colour counts as open, but a player is connected or blocked in it")
/* clang-format on */

typedef enum AlliancesMessage {
    ALLIANCES_MESSAGES(MESSAGE_NAME) ALLIANCES_MESSAGE_COUNT
} AlliancesMessage;

extern const MessageDef ALLIANCES_MESSAGE[ALLIANCES_MESSAGE_COUNT];

#endif
