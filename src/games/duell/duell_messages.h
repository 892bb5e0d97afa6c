/* duell_messages.h - all that Duell says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_DUELL_MESSAGES_H
#define GAMES_DUELL_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define DUELL_MESSAGES(X) \
    X(DUELL_MSG_WHITE, "white", "", "White") \
    X(DUELL_MSG_BLACK, "black", "", "Black") \
    X(DUELL_MSG_VARIANT_DEFAULT, "variant:", "", "Standard rules: mate, or the far king square") \
    X(DUELL_MSG_VARIANT_KING_CAPTURE, "variant:king-capture", "", "King capture: the king must actually be captured") \
    X(DUELL_MSG_VARIANT_NOCAPTURE_100, "variant:nocapture=100", "", "Draw after 100 plies without a capture") \
    X(DUELL_MSG_VARIANT_ANNOUNCE, "variant:announce=required", "", "Announce attacks yourself: DUELL and DUELL-MATT") \
    X(DUELL_MSG_TIP_1, "tip-1", "", "Drag a die square by square. It tips over its edges and moves exactly as far as the number on its top.") \
    X(DUELL_MSG_TIP_2, "tip-2", "", "A die may turn one corner on its way. To undo a step, go back one square.") \
    X(DUELL_MSG_TIP_3, "tip-3", "", "Attack the king so that it cannot be saved, or bring your own king to the far king square.") \
    X(DUELL_MSG_PIECE_DIE, "piece-die", "", "{side} die, top {top}, north {north}, east {east}, south {south}, west {west}") \
    X(DUELL_MSG_PIECE_KING, "piece-king", "", "{side} king") \
    X(DUELL_MSG_CELL_GOAL, "cell-goal", "", "king square") \
    X(DUELL_MSG_PANEL_DICE_LOST, "panel-dice-lost", "", "dice lost") \
    X(DUELL_MSG_PANEL_PLIES_WITHOUT_CAPTURE, "panel-plies-without-capture", "", "plies without capture") \
    X(DUELL_MSG_PANEL_DUELL, "panel-duell", "", "DUELL") \
    X(DUELL_MSG_ANNOUNCE_DUELL, "announce-duell", "", "DUELL") \
    X(DUELL_MSG_ANNOUNCE_MATE, "announce-duell-matt", "", "DUELL-MATT") \
    X(DUELL_MSG_OF, "of", "", "{n} of {limit}") \
    X(DUELL_MSG_THE_KING_IS_ATTACKED, "the-king-is-attacked", "", "the king is attacked") \
    X(DUELL_MSG_THE_KING_CANNOT_BE_SAVED, "the-king-cannot-be-saved", "", "the king cannot be saved") \
    X(DUELL_MSG_FORM, "move-form", "R8.1", "a move is a start square, - or x, and a target square, as in D1-e6") \
    X(DUELL_MSG_OVER, "game-over", "R6", "the game is over") \
    X(DUELL_MSG_EMPTY, "empty-square", "R4.1", "{cell} is empty: a move starts with a die of the side to move") \
    X(DUELL_MSG_ENEMY, "enemy-die", "R4.1", "{cell} holds a die of {other}, and {side} is to move") \
    X(DUELL_MSG_DISTANCE, "distance", "R4.1", "the die on {from} shows {n} and rolls exactly {n} {n:square|squares}, and {to} is {away} away") \
    X(DUELL_MSG_KING_DISTANCE, "king-distance", "R4.1", "the king on {from} rolls exactly 1 square, and {to} is {away} away") \
    X(DUELL_MSG_BLOCKED, "blocked", "R4.3", "the path from {from} to {to} is blocked on {cell}: every square before the last must be empty") \
    X(DUELL_MSG_BOTH_BLOCKED, "both-blocked", "R4.3", "both paths from {from} to {to} are blocked, on {cell} and on {cell2}: every square before the last must be empty") \
    X(DUELL_MSG_OWN, "own-die", "R4.4", "{cell} holds a die of the same side, which cannot be captured") \
    X(DUELL_MSG_KING_STEPS, "king-steps", "R5.2", "{side}'s king would step to {king}, which is attacked from {cells}") \
    X(DUELL_MSG_KING_STAYS, "king-stays", "R5.2", "{side}'s king would stay attacked on {king} from {cells}") \
    X(DUELL_MSG_KING_EXPOSED, "king-exposed", "R5.2", "{side}'s king would be exposed to attack on {king} from {cells}") \
    X(DUELL_MSG_AMBIGUOUS, "ambiguous", "R8.3", "two paths lead from {from} to {to} and leave the die in different orientations: write {turn} or {turn2}") \
    X(DUELL_MSG_CASE, "case", "R8.4", "a capital letter marks the column that the die rolls along; write {turn}") \
    X(DUELL_MSG_CASE_BENT, "case-bent", "R8.4", "a capital letter marks the column that the die rolls along; write {turn} or {turn2}") \
    X(DUELL_MSG_SEPARATOR, "separator", "R8.4", "- is for a free target and x for a capture; write {turn}") \
    X(DUELL_MSG_MUST_ANNOUNCE, "must-announce", "R7.4", "this move attacks {side}'s king: announce DUELL, written {turn}") \
    X(DUELL_MSG_MUST_ANNOUNCE_MATE, "must-announce-mate", "R7.4", "this move leaves {side} no legal move: announce DUELL-MATT, written {turn}") \
    X(DUELL_MSG_ANNOUNCED_MATE, "announced-mate", "R7.4", "{side} still has a legal move, so this is not DUELL-MATT: announce DUELL, written {turn}") \
    X(DUELL_MSG_ANNOUNCE_NOTHING, "announce-nothing", "R7.4", "this move does not attack {side}'s king: announce nothing, written {turn}") \
    X(DUELL_MSG_NOT_ADJACENT, "not-adjacent", "R2.2", "a die rolls from square to square, and {to} is not adjacent to {from}") \
    X(DUELL_MSG_BACK, "rolls-back", "R4.2", "a die never rolls back, from {from} to {to}") \
    X(DUELL_MSG_SECOND_BEND, "second-bend", "R4.2", "a die turns one corner at most, and this path turns again on {cell}") \
    X(DUELL_MSG_TOO_LONG, "too-long", "R4.1", "the die on {from} shows {n} and rolls exactly {n} {n:square|squares}, so {to} is too far") \
    X(DUELL_MSG_KING_TOO_LONG, "king-too-long", "R4.1", "the king on {from} rolls exactly 1 square, so {to} is too far") \
    X(DUELL_MSG_IN_THE_WAY, "in-the-way", "R4.3", "the path is blocked on {cell}: every square before the last must be empty") \
    X(DUELL_MSG_STUCK, "stuck", "R4.3", "the die on {from} cannot roll {n} {n:square|squares}: every path is blocked or leaves the board") \
    X(DUELL_MSG_STUCK_PATH, "stuck-path", "R4.3", "the die on {from} cannot roll {n} {n:square|squares} over {cell}: every such path is blocked or leaves the board") \
    X(DUELL_MSG_STUCK_KING, "stuck-king", "R4.4", "the king on {from} cannot move: its own dice are on all adjacent squares") \
    X(DUELL_MSG_KING_UNSAFE, "king-unsafe", "R5.2", "the king on {from} cannot move: every free square beside it is attacked") \
    X(DUELL_MSG_LEAVES_KING, "leaves-king", "R5.2", "every move of the die on {from} would leave {side}'s king on {king} attacked") \
    X(DUELL_MSG_LEAVES_KING_PATH, "leaves-king-path", "R5.2", "every move of the die on {from} over {cell} would leave {side}'s king on {king} attacked") \
    X(DUELL_MSG_PATH, "path", "", "first {first}, then {second}: shows {n}") \
    X(DUELL_MSG_NORTH, "north", "", "north") \
    X(DUELL_MSG_EAST, "east", "", "east") \
    X(DUELL_MSG_SOUTH, "south", "", "south") \
    X(DUELL_MSG_WEST, "west", "", "west") \
    X(DUELL_MSG_LOSES_DIE, "loses-die", "", "{side} loses the die on {cells}") \
    X(DUELL_MSG_LOSES_KING, "loses-king", "", "{side} loses the king on {cells}") \
    X(DUELL_MSG_CALL_DUELL, "call-duell", "", "Duell!") \
    X(DUELL_MSG_CALL_MATE, "call-duell-matt", "", "Duell-Matt!") \
    X(DUELL_MSG_CHECK, "check", "", "{subject} {side}'s king is attacked") \
    X(DUELL_MSG_MATE, "mate", "", "{subject} {side}'s king is attacked and cannot be saved") \
    X(DUELL_MSG_REACHES_GOAL, "reaches-goal", "", "{side}'s king reaches the king square {cells}") \
    X(DUELL_MSG_MATE_FROM, "mate-from", "", "{loser}'s king on {king} is attacked from {cells} and cannot be saved") \
    X(DUELL_MSG_GOAL_REACHED, "goal-reached", "", "{winner}'s king has reached {king}, the king square of {loser}") \
    X(DUELL_MSG_NO_CAPTURE_FOR, "no-capture-for", "", "nothing has been captured for {n} {n:ply|plies}") \
    X(DUELL_MSG_REASON_KING_SQUARE, "reason:king-square", "", "{winner}'s king has reached the king square of {loser}") \
    X(DUELL_MSG_REASON_MATE, "reason:mate", "", "{loser}'s king is attacked and cannot be saved") \
    X(DUELL_MSG_REASON_BLOCKADE, "reason:blockade", "", "{loser} has no move that does not give up the king") \
    X(DUELL_MSG_REASON_KING_CAPTURED, "reason:king-captured", "", "{loser}'s king is captured") \
    X(DUELL_MSG_REASON_NO_CAPTURE, "reason:no-capture", "", "nothing has been captured for too long") \
    X(DUELL_MSG_LESSON_GOAL, "lesson-goal", "", "Attack the opponent's king so that it has no escape, or bring your own king to the opponent's king square, E8 for White and E1 for Black.") \
    X(DUELL_MSG_LESSON_1, "lesson-1", "", "A die rolls exactly as many squares as its top shows. Roll the die on C3 up to C6.") \
    X(DUELL_MSG_LESSON_1_RIGHT, "lesson-1-right", "", "Right. It showed 3 and rolled three squares. Now it shows another number: that is its next distance.") \
    X(DUELL_MSG_LESSON_1_WRONG_1, "lesson-1-wrong-1", "", "That is a legal move, but the task is C6: three squares straight up.") \
    X(DUELL_MSG_LESSON_2, "lesson-2", "", "On its way a die may turn one corner. Roll to D5. The way up column C is blocked, so roll to the side first.") \
    X(DUELL_MSG_LESSON_2_RIGHT, "lesson-2-right", "", "Right. One square to the right, then two up: three in all.") \
    X(DUELL_MSG_LESSON_2_WRONG_1, "lesson-2-wrong-1", "", "Not D5. Roll one square to the right to D3, then up to D4 and D5.") \
    X(DUELL_MSG_LESSON_3, "lesson-3", "", "Two ways lead to D5, and the way decides which number comes up. Roll to D5 so that the die shows 2.") \
    X(DUELL_MSG_LESSON_3_RIGHT, "lesson-3-right", "", "Right. Up first, then to the side: the face on its left, 2, came up last.") \
    X(DUELL_MSG_LESSON_3_WRONG_1, "lesson-3-wrong-1", "", "The right square, but the die shows 5. Take the other way.") \
    X(DUELL_MSG_LESSON_3_WRONG_2, "lesson-3-wrong-2", "", "Not D5. It is one square to the right and two up, in either order.") \
    X(DUELL_MSG_LESSON_4, "lesson-4", "", "A die that ends on an enemy die captures it. Capture the black die.") \
    X(DUELL_MSG_LESSON_4_RIGHT, "lesson-4-right", "", "Right. Only the last square counts: all squares before it must be empty.") \
    X(DUELL_MSG_LESSON_4_WRONG_1, "lesson-4-wrong-1", "", "Nothing was captured. The black die is one column to the right and two rows up.") \
    X(DUELL_MSG_LESSON_5, "lesson-5", "", "If a die could roll onto the king next, the king is attacked: Duell! Roll your die so that it attacks the king.") \
    X(DUELL_MSG_LESSON_5_RIGHT, "lesson-5-right", "", "Right. The die shows 6, and the king is exactly six squares away.") \
    X(DUELL_MSG_LESSON_5_WRONG_1, "lesson-5-wrong-1", "", "No attack: the number on top must be exactly the distance to the king. Try to show 6 on E2.") \
    X(DUELL_MSG_LESSON_6, "lesson-6", "", "Your king is attacked by the 3 on E4. You must answer: move the king, block the way, or capture. Capture the attacker.") \
    X(DUELL_MSG_LESSON_6_RIGHT, "lesson-6-right", "", "Right. Your die showed 1, and the attacker was one square away.") \
    X(DUELL_MSG_LESSON_6_WRONG_1, "lesson-6-wrong-1", "", "The king escapes, but the attacker stays. Your die on F4 can capture it.") \
    X(DUELL_MSG_LESSON_7, "lesson-7", "", "A king that reaches the opponent's king square wins at once. Win.") \
    X(DUELL_MSG_LESSON_7_RIGHT, "lesson-7-right", "", "Right. It would have won even under attack.") \
    X(DUELL_MSG_LESSON_7_WRONG_1, "lesson-7-wrong-1", "", "A capture is good, but your king could win at once. It is one square away from E8.") \
    X(DUELL_MSG_LESSON_7_WRONG_2, "lesson-7-wrong-2", "", "The king square is E8, one square above your king.") \
    X(DUELL_MSG_LESSON_8, "lesson-8", "", "An attack without an answer is mate and wins. Find the roll after which every step of the king stays under attack.") \
    X(DUELL_MSG_LESSON_8_RIGHT, "lesson-8-right", "", "Right. Mate: the king is attacked wherever it goes.") \
    X(DUELL_MSG_LESSON_8_WRONG_1, "lesson-8-wrong-1", "", "That attacks the king, but it can escape. Another square leaves it no way out.") \
    X(DUELL_MSG_LESSON_8_WRONG_2, "lesson-8-wrong-2", "", "The king is not attacked. Its distance must be exactly the number on top after the roll.") \
    X(DUELL_MSG_POS_KINGS, "pos-kings", "R9.2", "each side has one king") \
    X(DUELL_MSG_POS_DICE, "pos-dice", "R9.2", "a side has more than eight dice") \
    X(DUELL_MSG_POS_GOAL, "pos-goal", "R9.2", "the king of the side to move is on the enemy king square, so the game is over") \
    X(DUELL_MSG_POS_CAPTURE, "pos-capture", "R9.2", "the side to move could capture the king, which the previous move cannot have allowed")
/* clang-format on */

typedef enum DuellMessage { DUELL_MESSAGES(MESSAGE_NAME) DUELL_MESSAGE_COUNT } DuellMessage;

extern const MessageDef DUELL_MESSAGE[DUELL_MESSAGE_COUNT];

#endif
