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
    X(DIAVOLO_MSG_PANEL_LAST_TURN, "panel-last-turn", "", "last move") \
    X(DIAVOLO_MSG_REDS, "reds", "", "Red's") \
    X(DIAVOLO_MSG_TERRITORY, "territory", "", "territory") \
    X(DIAVOLO_MSG_COLOUR_WHITE, "colour-white", "", "white") \
    X(DIAVOLO_MSG_COLOUR_RED, "colour-red", "", "red") \
    X(DIAVOLO_MSG_OVER, "game-over", "R6", "the game is over") \
    X(DIAVOLO_MSG_FORM, "move-form", "R9.4", "a move is two lands such as u1,1+d1,2, a bridge such as 3,1-2,2, swap or pass") \
    X(DIAVOLO_MSG_SECOND, "second-land", "R4.3", "a second land must follow after a +, as in u1,1+d1,2") \
    X(DIAVOLO_MSG_NO_POINT, "no-point", "R1.2", "'{text}' is not a point of a board of side {n}") \
    X(DIAVOLO_MSG_NO_FIELD, "no-field", "R1.3", "'{text}' is not a field of a board of side {n}") \
    X(DIAVOLO_MSG_NO_CORNERS, "no-corners", "R1.3", "these three points are not the corners of a field") \
    X(DIAVOLO_MSG_FULL, "field-full", "R4.4", "{cell} already holds a {colour} land") \
    X(DIAVOLO_MSG_BLOCKED, "field-blocked", "R5.4", "{cell} is blocked by the bridge {from}-{to}") \
    X(DIAVOLO_MSG_GROUP, "group-size", "R4.1", "{cell} would join a group of {n}: {cells}") \
    X(DIAVOLO_MSG_GROUP_AFTER, "group-size-after", "R4.1", "after {first}, {cell} would join a group of {n}: {cells}") \
    X(DIAVOLO_MSG_ISLAND, "island-touches", "R4.2", "{cell} would make an island that touches the {n:land|lands} {cells} by a corner") \
    X(DIAVOLO_MSG_ISLAND_AFTER, "island-touches-after", "R4.2", "after {first}, {cell} would make an island that touches the {n:land|lands} {cells} by a corner") \
    X(DIAVOLO_MSG_TOUCH, "touches-island", "R4.2", "{cell} touches the island at {cells} by a corner") \
    X(DIAVOLO_MSG_TOUCH_AFTER, "touches-island-after", "R4.2", "after {first}, {cell} touches the island at {cells} by a corner") \
    X(DIAVOLO_MSG_PARTNER, "no-second-field", "R4.3", "{cell} is legal alone, but leaves no legal field for the second land") \
    X(DIAVOLO_MSG_WHITE_FIRST, "white-first-move", "R3.1", "White's first move must be two lands") \
    X(DIAVOLO_MSG_RED_FIRST, "red-first-move", "R7", "Red's first move must be two lands or swap") \
    X(DIAVOLO_MSG_EDGE, "not-adjacent", "R5.5", "{from} and {to} are not adjacent; a bridge is exactly one edge long") \
    X(DIAVOLO_MSG_CORNER, "not-a-corner", "R5.1", "{cell} is not a corner of a {colour} land") \
    X(DIAVOLO_MSG_TAKEN, "point-taken", "R5.2", "{cell} is taken by the bridge {from}-{to}") \
    X(DIAVOLO_MSG_BESIDE, "land-beside", "R5.3", "the field {cell} beside this bridge holds a {colour} land") \
    X(DIAVOLO_MSG_SWAP_EARLY, "swap-early", "R3.2", "only Red may swap, in reply to White's first move") \
    X(DIAVOLO_MSG_SWAP_LATE, "swap-late", "R3.3", "a swap is possible only as Red's first move") \
    X(DIAVOLO_MSG_NO_PASS, "no-pass", "R6.1", "{side} may not pass while two lands can be placed, for example {first}+{second}") \
    X(DIAVOLO_MSG_SECOND_FIELD, "second-field", "R4.3", "{cell} is a point; select a field for the second land") \
    X(DIAVOLO_MSG_NO_BRIDGE, "no-bridge", "R5", "no bridge can end at {cell}: every adjacent point is taken or not a corner of a {colour} land, or a land is beside the edge") \
    X(DIAVOLO_MSG_BRIDGE_END, "bridge-end", "R5", "{cell} is a field; a bridge ends at a point adjacent to {from}") \
    X(DIAVOLO_MSG_ONE_FIELD, "one-field", "R4", "a land takes one field, {cell}, and no other cell") \
    X(DIAVOLO_MSG_TWO_ENDS, "two-ends", "R5.5", "a bridge has two ends, {from} and {to}, and no other cell") \
    X(DIAVOLO_MSG_LESSON_GOAL, "lesson-goal", "", "Have more points at the end. An island of four lands scores 1 point, and islands that bridges connect score more: two 3 points, three 6, four 10.") \
    X(DIAVOLO_MSG_LESSON_1, "lesson-1", "", "A move is two lands. Four lands of one colour that are connected by their sides are an island. Complete an island.") \
    X(DIAVOLO_MSG_LESSON_1_RIGHT, "lesson-1-right", "", "Right. Four connected lands: your first island.") \
    X(DIAVOLO_MSG_LESSON_1_WRONG_1, "lesson-1-wrong-1", "", "That is no island yet. Place both lands so that all four are connected by their sides.") \
    X(DIAVOLO_MSG_LESSON_2, "lesson-2", "", "Your two lands need not be next to each other. Complete two islands in one move.") \
    X(DIAVOLO_MSG_LESSON_2_RIGHT, "lesson-2-right", "", "Right. One land for each island.") \
    X(DIAVOLO_MSG_LESSON_2_WRONG_1, "lesson-2-wrong-1", "", "That is one island. The other land could complete the second one.") \
    X(DIAVOLO_MSG_LESSON_2_WRONG_2, "lesson-2-wrong-2", "", "Each of your two groups has three lands. Add one land to each.") \
    X(DIAVOLO_MSG_LESSON_3, "lesson-3", "", "An island must not touch another group of your colour, not even at one corner. Complete an island that touches none.") \
    X(DIAVOLO_MSG_LESSON_3_RIGHT, "lesson-3-right", "", "Right. On d2,1 the island would have touched your other land at a corner.") \
    X(DIAVOLO_MSG_LESSON_3_WRONG_1, "lesson-3-wrong-1", "", "The group of three needs one more land. Look above it, far from your other land.") \
    X(DIAVOLO_MSG_LESSON_4, "lesson-4", "", "Instead of two lands a move may be one bridge. It goes along one edge between corners of your lands. Connect the islands.") \
    X(DIAVOLO_MSG_LESSON_4_RIGHT, "lesson-4-right", "", "Right. Two connected islands score 3 points instead of 2.") \
    X(DIAVOLO_MSG_LESSON_4_WRONG_1, "lesson-4-wrong-1", "", "The islands are not connected. Select a corner of one island, then the nearest corner of the other.") \
    X(DIAVOLO_MSG_LESSON_5, "lesson-5", "", "The fields on both sides of a bridge must be empty. Connect the islands in spite of the red land.") \
    X(DIAVOLO_MSG_LESSON_5_RIGHT, "lesson-5-right", "", "Right. Only one edge was free, and the fields beside it are closed to both players now.") \
    X(DIAVOLO_MSG_LESSON_5_WRONG_1, "lesson-5-wrong-1", "", "The islands are not connected. Look for an edge that has no land beside it.") \
    X(DIAVOLO_MSG_LESSON_6, "lesson-6", "", "A group of up to three lands is a territory. It scores nothing but carries bridges. Connect the islands by way of the territory.") \
    X(DIAVOLO_MSG_LESSON_6_RIGHT, "lesson-6-right", "", "Right. Two bridges and a territory connect the islands.") \
    X(DIAVOLO_MSG_LESSON_6_WRONG_1, "lesson-6-wrong-1", "", "The upper island is not connected. Build a bridge from the territory on the left up to it.") \
    X(DIAVOLO_MSG_LESSON_7, "lesson-7", "", "The larger a network, the more another island adds. Build the bridge that scores most.") \
    X(DIAVOLO_MSG_LESSON_7_RIGHT, "lesson-7-right", "", "Right. A network of three islands scores 6 points: you gained 2.") \
    X(DIAVOLO_MSG_LESSON_7_WRONG_1, "lesson-7-wrong-1", "", "Two single islands score 3 instead of 2: 1 point more. Another bridge adds 2.") \
    X(DIAVOLO_MSG_LESSON_7_WRONG_2, "lesson-7-wrong-2", "", "That adds no points. Connect an island to the network on the left.") \
    X(DIAVOLO_MSG_POS_ENDS, "pos-ends", "R5.1", "both ends of a bridge must be corners of lands of its colour") \
    X(DIAVOLO_MSG_POS_POINT, "pos-point", "R2.4", "a point can carry only one bridge end") \
    X(DIAVOLO_MSG_POS_BLOCKED, "pos-blocked", "R5.4", "a bridge blocks a field with a land") \
    X(DIAVOLO_MSG_POS_GROUP, "pos-group", "R4.1", "a group must not have more than four lands") \
    X(DIAVOLO_MSG_POS_TOUCH, "pos-touch", "R4.2", "an island must not touch another group of its colour") \
    X(DIAVOLO_MSG_POS_TURN, "pos-turn", "R7", "the other side is to move in this phase of the game") \
    X(DIAVOLO_MSG_POS_NOT_EMPTY, "pos-not-empty", "R7", "before the first move the board must be empty") \
    X(DIAVOLO_MSG_POS_ADJACENT, "pos-adjacent", "R5.5", "a bridge joins two adjacent points")
/* clang-format on */

/* The rows of islands come first in the array. */
typedef enum DiavoloMessage {
    DIAVOLO_MESSAGES_BEFORE = ISLANDS_MESSAGE_COUNT - 1,
    DIAVOLO_MESSAGES(MESSAGE_NAME) DIAVOLO_MESSAGE_COUNT
} DiavoloMessage;

extern const MessageDef DIAVOLO_MESSAGE[DIAVOLO_MESSAGE_COUNT];

#endif
