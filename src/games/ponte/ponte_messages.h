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
    X(PONTE_MSG_SYNTAX, "syntax", "R9.2", "a move is two cells such as a1,b2, a bridge such as a1-c1, swap or pass") \
    X(PONTE_MSG_SECOND_MISSING, "second-missing", "R3.1", "a second stone must follow after a comma, as in a1,b2") \
    X(PONTE_MSG_OVER, "game-over", "R5.3", "the game is over") \
    X(PONTE_MSG_SWAP_LATE, "swap-late", "R2.2", "only Black may swap, as the second move of the game") \
    X(PONTE_MSG_PASS_EARLY, "pass-early", "R5.2", "a pass is legal only if the side to move cannot place two stones") \
    X(PONTE_MSG_NO_PASS, "no-pass", "R5.1", "this variant has no pass") \
    X(PONTE_MSG_OCCUPIED, "occupied", "R3.1", "{cell} holds a stone") \
    X(PONTE_MSG_COVERED, "covered", "R3.1", "{cell} is under the bridge {a}-{b}") \
    X(PONTE_MSG_TWICE, "named-twice", "R3.1", "{cell} is named twice; a move places stones on two different cells") \
    X(PONTE_MSG_NO_SECOND, "no-second-cell", "R3.1", "{cell} leaves no legal cell for the second stone of the move") \
    X(PONTE_MSG_NO_PAIR, "no-pair", "R3.1", "{cell}: there is no legal way to place two stones") \
    X(PONTE_MSG_GROUP_SIZE, "group-size", "R3.2", "{cell} would join a group of {n}: {cells}") \
    X(PONTE_MSG_ISLAND_CORNER, "island-corner", "R3.3", "{cell} would make the island {cells} touch the stone {stone} by a corner") \
    X(PONTE_MSG_CORNER, "corner", "R3.3", "{cell} touches the island at {stone} by its corner") \
    X(PONTE_MSG_BRIDGE_LENGTH, "bridge-length", "R4.1", "{a}-{b} is not the length of a bridge") \
    X(PONTE_MSG_BRIDGE_OWNER, "bridge-owner", "R4.2", "{a}-{b}: {cell} holds no stone of the side to move") \
    X(PONTE_MSG_BRIDGE_END, "bridge-end", "R4.3", "{a}-{b}: {cell} already carries a bridge") \
    X(PONTE_MSG_BRIDGE_STONE, "bridge-stone", "R4.4", "{a}-{b} would cover the stone on {cell}") \
    X(PONTE_MSG_BRIDGE_COVERED, "bridge-covered", "R4.5", "{a}-{b} would cover {cell}, which is under the bridge {c}-{d}") \
    X(PONTE_MSG_BRIDGE_CROSSES, "bridge-crosses", "R4.6", "{a}-{b} would cross the bridge {c}-{d}") \
    X(PONTE_MSG_NO_BRIDGE_LEFT, "no-bridge-left", "R8.2", "no bridge is left in the supply") \
    X(PONTE_MSG_END_USED, "end-used", "R4.3", "{cell} already carries a bridge") \
    X(PONTE_MSG_NO_PARTNER, "no-partner", "R4.2", "{side} has no other stone at bridge distance from {cell}") \
    X(PONTE_MSG_NO_BRIDGE, "no-bridge", "R4", "no bridge from {cell} is legal; the stones at bridge distance are {cells}") \
    X(PONTE_MSG_TOO_MANY, "too-many-cells", "R2.3", "{cell} is one cell too many; a move is two stones or one bridge") \
    X(PONTE_MSG_SANDBANK, "sandbank", "", "sandbank") \
    X(PONTE_MSG_TAKES_STONE, "takes-stone", "", "{side} takes over the stone on {cells}") \
    X(PONTE_MSG_SKIPPED, "skipped", "", "{side} cannot move and is skipped") \
    X(PONTE_MSG_PIECE_STONE, "piece-stone", "", "{side} stone") \
    X(PONTE_MSG_PIECE_BRIDGE, "piece-bridge", "", "{side} bridge") \
    X(PONTE_MSG_SWAP, "swap", "", "swap sides") \
    X(PONTE_MSG_PASS, "pass", "", "pass") \
    X(PONTE_MSG_PANEL_TURN, "panel-turn", "", "move") \
    X(PONTE_MSG_PANEL_WHITES_SEAT, "panel-whites-seat", "", "White's seat") \
    X(PONTE_MSG_PANEL_BRIDGES_LEFT, "panel-bridges-left", "", "bridges left") \
    X(PONTE_MSG_PANEL_LAST_TURN, "panel-last-turn", "", "last move") \
    X(PONTE_MSG_BLACKS, "blacks", "", "Black's") \
    X(PONTE_MSG_LESSON_GOAL, "lesson-goal", "", "Have more points at the end. An island of four stones scores 1 point, and islands that bridges connect score more: two 3 points, three 6, four 10.") \
    X(PONTE_MSG_LESSON_1, "lesson-1", "", "A move is two stones. Four stones of one colour that are connected by their sides are an island. Complete an island.") \
    X(PONTE_MSG_LESSON_1_RIGHT, "lesson-1-right", "", "Right. Four connected stones: your first island.") \
    X(PONTE_MSG_LESSON_1_WRONG_1, "lesson-1-wrong-1", "", "That is no island yet. Place both stones so that they touch your two stones by their sides.") \
    X(PONTE_MSG_LESSON_2, "lesson-2", "", "Your two stones need not be next to each other. Complete two islands in one move.") \
    X(PONTE_MSG_LESSON_2_RIGHT, "lesson-2-right", "", "Right. One stone for each island.") \
    X(PONTE_MSG_LESSON_2_WRONG_1, "lesson-2-wrong-1", "", "That is one island. The other stone could complete the second one.") \
    X(PONTE_MSG_LESSON_2_WRONG_2, "lesson-2-wrong-2", "", "Each of your two groups has three stones. Add one stone to each.") \
    X(PONTE_MSG_LESSON_3, "lesson-3", "", "Five connected stones are forbidden. Complete the island in the middle with exactly four stones.") \
    X(PONTE_MSG_LESSON_3_RIGHT, "lesson-3-right", "", "Right. On d3 a stone would have joined five, so a4 was the only cell.") \
    X(PONTE_MSG_LESSON_3_WRONG_1, "lesson-3-wrong-1", "", "Your three stones in the row are not an island yet. Look at both ends of the row and beside it.") \
    X(PONTE_MSG_LESSON_4, "lesson-4", "", "An island must not touch another stone of your colour, not even at a corner. Complete the island so that it touches none.") \
    X(PONTE_MSG_LESSON_4_RIGHT, "lesson-4-right", "", "Right. On c3 or b4 the island would have touched a stone of yours at a corner.") \
    X(PONTE_MSG_LESSON_4_WRONG_1, "lesson-4-wrong-1", "", "The group of three needs one more stone. Try the cell to the right of c2.") \
    X(PONTE_MSG_LESSON_5, "lesson-5", "", "Instead of two stones a move may be one bridge. It connects two of your stones that are two cells or a knight's move apart. Connect the islands.") \
    X(PONTE_MSG_LESSON_5_RIGHT, "lesson-5-right", "", "Right. Two connected islands score 3 points instead of 2.") \
    X(PONTE_MSG_LESSON_5_WRONG_1, "lesson-5-wrong-1", "", "The islands are not connected. Select c3 and then a stone of the other island.") \
    X(PONTE_MSG_LESSON_6, "lesson-6", "", "The cells under a bridge must be free of stones. Connect the islands in spite of the black stone.") \
    X(PONTE_MSG_LESSON_6_RIGHT, "lesson-6-right", "", "Right. Only c3 was free, and no stone can be placed there now.") \
    X(PONTE_MSG_LESSON_6_WRONG_1, "lesson-6-wrong-1", "", "The islands are not connected. Build a bridge over the free cell between them.") \
    X(PONTE_MSG_LESSON_7, "lesson-7", "", "The larger a network, the more another island adds. Build the bridge that scores most.") \
    X(PONTE_MSG_LESSON_7_RIGHT, "lesson-7-right", "", "Right. Three connected islands score 6 points: 2 more than before.") \
    X(PONTE_MSG_LESSON_7_WRONG_1, "lesson-7-wrong-1", "", "Two single islands score 3 instead of 2: 1 point more. Another bridge adds 2.") \
    X(PONTE_MSG_LESSON_7_WRONG_2, "lesson-7-wrong-2", "", "That adds no points. Connect an island to the network on the left.") \
    X(PONTE_MSG_LESSON_8, "lesson-8", "", "Black wants to connect b4 and b2. A stone on b3 would join five. Stop Black with a bridge: bridges never cross.") \
    X(PONTE_MSG_LESSON_8_RIGHT, "lesson-8-right", "", "Right. Your bridge covers b3, so Black's islands stay apart.") \
    X(PONTE_MSG_LESSON_8_WRONG_1, "lesson-8-wrong-1", "", "Now Black builds the bridge from b4 to b2. Cover b3 with a bridge of your own.") \
    X(PONTE_MSG_POS_GROUP, "pos-group", "R3.2", "a group has more than four stones") \
    X(PONTE_MSG_POS_TOUCH, "pos-touch", "R3.3", "an island touches another stone of its colour") \
    X(PONTE_MSG_POS_BRIDGE, "pos-bridge", "R4", "a bridge is not legal: it joins two stones of one colour at bridge distance, and nothing is under it or across it") \
    X(PONTE_MSG_POS_SUPPLY, "pos-supply", "R8.2", "a colour has more stones than its supply allows") \
    X(PONTE_MSG_POS_SWAP, "pos-swap", "R2.2", "a swap is offered only to Black on turn 2, with only White's two stones on the board") \
    X(PONTE_MSG_POS_SKIPPED, "pos-skipped", "R5.1", "the side to move has no action and is skipped")
/* clang-format on */

/* The rows of islands come first in the array. */
typedef enum PonteMessage {
    PONTE_MESSAGES_BEFORE = ISLANDS_MESSAGE_COUNT - 1,
    PONTE_MESSAGES(MESSAGE_NAME) PONTE_MESSAGE_COUNT
} PonteMessage;

extern const MessageDef PONTE_MESSAGE[PONTE_MESSAGE_COUNT];

#endif
