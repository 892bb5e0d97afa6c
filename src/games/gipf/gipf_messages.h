/* gipf_messages.h - all that GIPF says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_GIPF_MESSAGES_H
#define GAMES_GIPF_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define GIPF_MESSAGES(X) \
    X(GIPF_MSG_WHITE, "white", "", "White") \
    X(GIPF_MSG_BLACK, "black", "", "Black") \
    X(GIPF_MSG_VARIANT_4_4_15_15, "variant:4,4,15,15", "", "Basic game: 15 pieces per side") \
    X(GIPF_MSG_VARIANT_STANDARD, "variant:standard", "", "Standard: three GIPF-pieces per side on the board") \
    X(GIPF_MSG_VARIANT_TOURNAMENT, "variant:tournament", "", "Tournament: enter as many GIPF-pieces as you like") \
    X(GIPF_MSG_VARIANT_3_3_10_10, "variant:3,3,10,10", "", "Small: rows of three, 10 pieces per side") \
    X(GIPF_MSG_VARIANT_2_3_5_5, "variant:2,3,5,5", "", "Tiny: side 2, 5 pieces per side") \
    X(GIPF_MSG_TIP_1, "tip-1", "", "To push in a piece, select a dot on the rim and then the spot next to it.") \
    X(GIPF_MSG_TIP_2, "tip-2", "", "A row of four of your colour leaves the board. Your pieces return to your reserve; opposing pieces that extend the row are captured.") \
    X(GIPF_MSG_TIP_3, "tip-3", "", "You lose if you have no piece left to push in.") \
    X(GIPF_MSG_PIECE_STONE, "piece-stone", "", "{side} piece") \
    X(GIPF_MSG_PIECE_STACK, "piece-stack", "", "{side} GIPF-piece") \
    X(GIPF_MSG_CELL_DOT, "cell-dot", "", "dot") \
    X(GIPF_MSG_GIPF_PIECE, "gipf-piece", "", "GIPF-piece") \
    X(GIPF_MSG_SINGLE_PIECE, "single-piece", "", "single piece") \
    X(GIPF_MSG_PANEL_RESERVE, "panel-reserve", "", "reserve") \
    X(GIPF_MSG_PANEL_ON_THE_BOARD, "panel-on-the-board", "", "on the board") \
    X(GIPF_MSG_PANEL_LOST, "panel-lost", "", "lost") \
    X(GIPF_MSG_PANEL_OPENING, "panel-opening", "", "opening") \
    X(GIPF_MSG_MUST_ENTER_A_GIPF_PIECE, "must-enter-a-gipf-piece", "", "must enter a GIPF-piece") \
    X(GIPF_MSG_MAY_ENTER_GIPF_PIECES, "may-enter-gipf-pieces", "", "may enter GIPF-pieces") \
    X(GIPF_MSG_REASON_RESERVE, "reason:reserve-empty", "", "{loser} has no piece to enter") \
    X(GIPF_MSG_REASON_DEADLOCK, "reason:deadlock", "", "the board is full and {loser} cannot push") \
    X(GIPF_MSG_REASON_STACKS, "reason:gipf-lost", "", "{loser} has no GIPF-piece left on the board") \
    X(GIPF_MSG_RESULT_RESERVE, "result-reserve", "", "{loser} has no piece to enter; {winner} has {n} in reserve") \
    X(GIPF_MSG_RESULT_STACKS, "result-stacks", "", "{loser} has no GIPF-piece left on the board; {winner} has {n}") \
    X(GIPF_MSG_RESULT_NO_STACKS, "result-no-stacks", "", "neither side has a GIPF-piece left on the board, and {winner} pushed last") \
    X(GIPF_MSG_ROW, "row", "", "row") \
    X(GIPF_MSG_CHOOSE_ROW, "choose-row", "", "row {row}") \
    X(GIPF_MSG_CHOOSE_ALL, "choose-all", "", "row {row}: all GIPF-pieces are removed") \
    X(GIPF_MSG_CHOOSE_STAY, "choose-stay", "", "row {row}: {n:this GIPF-piece stays|these GIPF-pieces stay}: {cells}") \
    X(GIPF_MSG_EFFECT_ROW, "effect-row", "", "{side} has a row: {cells}") \
    X(GIPF_MSG_EFFECT_ROW_STAYS, "effect-row-stays", "", "{side}: this row of GIPF-pieces stays on the board: {cells}") \
    X(GIPF_MSG_EFFECT_RETURN, "effect-returned", "", "{side}: {n} {n:piece|pieces} returned") \
    X(GIPF_MSG_EFFECT_RETURN_STACKS, "effect-returned-gipf", "", "{side}: {n} pieces returned; {m} {m:GIPF-piece counts as two|GIPF-pieces count as two each}") \
    X(GIPF_MSG_EFFECT_CAPTURE, "effect-captured", "", "{n} {n:piece|pieces} captured from {side}") \
    X(GIPF_MSG_EFFECT_CAPTURE_STACKS, "effect-captured-gipf", "", "{n} pieces captured from {side}; {m} {m:GIPF-piece counts as two|GIPF-pieces count as two each}") \
    X(GIPF_MSG_OVER, "gipf-over", "R7", "the game is over") \
    X(GIPF_MSG_FORM, "form", "R10.4", "a move is a dot and a spot such as a1-b2, then for each choice of rows its two ends as in /e2-e5") \
    X(GIPF_MSG_NODE, "node", "R2.1", "'{text}' is not a point of a board of side {n}") \
    X(GIPF_MSG_NOT_A_DOT, "not-a-dot", "R3.1", "{cell} is a spot; a piece enters from one of the dots around the board") \
    X(GIPF_MSG_NOT_A_SPOT, "not-a-spot", "R3.1", "{cell} is a dot; a piece is pushed onto a spot") \
    X(GIPF_MSG_NOT_ADJACENT, "not-adjacent", "R3.1", "{dot} and {spot} are not adjacent") \
    X(GIPF_MSG_ROWS_FIRST, "rows-first", "R5.3", "{side} must first choose the row to remove: {rows}") \
    X(GIPF_MSG_PUSH_FIRST, "push-first", "R5.3", "there is no row to choose; a push comes first") \
    X(GIPF_MSG_RESERVE, "reserve", "R3.4", "{side} has too few pieces in reserve for this: {n}") \
    X(GIPF_MSG_MUST_STACK, "must-stack", "R9.1", "the first move of {side} must enter a GIPF-piece, written with a leading G") \
    X(GIPF_MSG_NO_STACKS_LATER, "no-stacks-later", "R9.2", "{side} may not enter GIPF-pieces after its first single piece") \
    X(GIPF_MSG_NO_STACKS_HERE, "no-stacks-here", "R8.1", "{side} may not enter GIPF-pieces in this variant") \
    X(GIPF_MSG_FULL, "full", "R3.3", "the line from {dot} is full: there is no gap to push into") \
    X(GIPF_MSG_ALL_FULL, "all-full", "R3.3", "every line from {dot} is full: there is no gap to push into") \
    X(GIPF_MSG_NOT_A_ROW, "not-a-row", "R5.3", "the rows to choose from are {rows}") \
    X(GIPF_MSG_NOT_IN_SPAN, "not-in-span", "R8.2", "{cell} is not a GIPF-piece of the row that is removed") \
    X(GIPF_MSG_ROW_BY_ONE, "row-by-one", "R5.3", "one spot of a row is enough to choose it: {cells} are too many") \
    X(GIPF_MSG_PUSH_DONE, "push-done", "R3.1", "a push is a dot and a spot: {cell} is one cell too many") \
    X(GIPF_MSG_LESSON_GOAL, "lesson-goal", "", "Make your opponent run out of pieces. Every move takes a piece from your reserve, and only rows of four bring pieces back.") \
    X(GIPF_MSG_LESSON_1, "lesson-1", "", "A move pushes a piece in: select a dot on the rim, then the spot next to it. Push in a piece so that another piece moves.") \
    X(GIPF_MSG_LESSON_1_RIGHT, "lesson-1-right", "", "Right. The piece that was there moved on by one spot, and the pieces behind it would have moved too.") \
    X(GIPF_MSG_LESSON_1_WRONG_1, "lesson-1-wrong-1", "", "That spot was empty, so nothing moved. Choose a dot beside a piece.") \
    X(GIPF_MSG_LESSON_2, "lesson-2", "", "Three of your pieces are in a line. Add a fourth to make a row.") \
    X(GIPF_MSG_LESSON_2_RIGHT, "lesson-2-right", "", "Right. A row of four leaves the board, and its pieces return to your reserve.") \
    X(GIPF_MSG_LESSON_2_WRONG_1, "lesson-2-wrong-1", "", "There is no row of four yet. Push a piece to the end of the line of three.") \
    X(GIPF_MSG_LESSON_3, "lesson-3", "", "There is a gap between your pieces. Push so that a piece on the board closes it.") \
    X(GIPF_MSG_LESSON_3_RIGHT, "lesson-3-right", "", "Right. The pushed piece closed the gap, and your new piece took its place.") \
    X(GIPF_MSG_LESSON_3_WRONG_1, "lesson-3-wrong-1", "", "The gap is still open. Push along the same line, from the side of the single piece.") \
    X(GIPF_MSG_LESSON_4, "lesson-4", "", "Opposing pieces that touch your row on its line are captured. You can make two rows: make the one that captures.") \
    X(GIPF_MSG_LESSON_4_RIGHT, "lesson-4-right", "", "Right. The black piece is out of the game: Black has one piece less for good.") \
    X(GIPF_MSG_LESSON_4_WRONG_1, "lesson-4-wrong-1", "", "This row brings your pieces back, but no opposing piece touches it. The other row captures.") \
    X(GIPF_MSG_LESSON_4_WRONG_2, "lesson-4-wrong-2", "", "That makes no row. Look for three of your pieces that end at a black one.") \
    X(GIPF_MSG_LESSON_5, "lesson-5", "", "One push can make two rows that cross. You then choose the row that leaves. Make both rows and choose the one that captures.") \
    X(GIPF_MSG_LESSON_5_RIGHT, "lesson-5-right", "", "Right. Only one of two crossing rows leaves completely, so take the one that costs your opponent a piece.") \
    X(GIPF_MSG_LESSON_5_WRONG_1, "lesson-5-wrong-1", "", "This row captures nothing. Make both rows again and choose the other one.") \
    X(GIPF_MSG_LESSON_5_WRONG_2, "lesson-5-wrong-2", "", "That makes no row. Look for the corner where two lines of three meet.") \
    X(GIPF_MSG_LESSON_6, "lesson-6", "", "This is the last piece in your reserve. Make a row, or you lose: a push across a line can complete it as well.") \
    X(GIPF_MSG_LESSON_6_RIGHT, "lesson-6-right", "", "Right. Four pieces are back in your reserve, and you play on.") \
    X(GIPF_MSG_LESSON_6_WRONG_1, "lesson-6-wrong-1", "", "Your reserve would be empty, and you would lose on your next turn. Push the piece above the line of three down into it.") \
    X(GIPF_MSG_LESSON_7, "lesson-7", "", "In the standard game each side begins with GIPF-pieces, the ringed ones. Who has none left on the board loses. Capture Black's last one.") \
    X(GIPF_MSG_LESSON_7_RIGHT, "lesson-7-right", "", "Right. Black has no GIPF-piece left, and you win.") \
    X(GIPF_MSG_LESSON_7_WRONG_1, "lesson-7-wrong-1", "", "You captured a single piece. The GIPF-piece would decide the game.") \
    X(GIPF_MSG_LESSON_7_WRONG_2, "lesson-7-wrong-2", "", "You let the GIPF-piece stay. Choose that it leaves with the row.") \
    X(GIPF_MSG_LESSON_7_WRONG_3, "lesson-7-wrong-3", "", "That makes no row. The ringed black piece is at the end of a line of three.") \
    X(GIPF_MSG_LESSON_8, "lesson-8", "", "Your row contains your only GIPF-piece. A GIPF-piece in a row may stay on the board. Make the row and let yours stay.") \
    X(GIPF_MSG_LESSON_8_RIGHT, "lesson-8-right", "", "Right. Your GIPF-piece stays on the board, and you are still in the game.") \
    X(GIPF_MSG_LESSON_8_WRONG_1, "lesson-8-wrong-1", "", "Your last GIPF-piece left the board, so you lose. Let it stay.") \
    X(GIPF_MSG_LESSON_8_WRONG_2, "lesson-8-wrong-2", "", "That makes no row. Complete the line of three with the ringed piece.") \
    X(GIPF_MSG_POS_STACKS, "pos-stacks", "R8.1", "there are no GIPF-pieces in the basic game") \
    X(GIPF_MSG_POS_PIECES, "pos-pieces", "R1.3", "a side has more pieces on the board and in reserve than it owns") \
    X(GIPF_MSG_POS_ROW, "pos-row", "R10.3", "there is a complete row on the board, which is removed before the next move")
/* clang-format on */

typedef enum GipfMessage { GIPF_MESSAGES(MESSAGE_NAME) GIPF_MESSAGE_COUNT } GipfMessage;

extern const MessageDef GIPF_MESSAGE[GIPF_MESSAGE_COUNT];

#endif
