/* term_messages.h - all that the terminal itself says to people.  Translations are in
 * strings.<language>.txt; what people type, commands and options, is English in every language. */
#ifndef TERM_TERM_MESSAGES_H
#define TERM_TERM_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define TERM_MESSAGES(X) \
    X(TERM_MSG_UNDONE, "term-undone", "", "Undone.") \
    X(TERM_MSG_VALUE_USAGE, "term-value-usage", "", "Type `value`, `value on` or `value off`.") \
    X(TERM_MSG_VALUE_HIDDEN, "term-value-hidden", "", "Tablebase values are now hidden.") \
    X(TERM_MSG_VALUE_UNKNOWN, "term-value-unknown", "", "This position is not in a tablebase.") \
    X(TERM_MSG_VALUE_WIN, "term-value-win", "", "{side} wins in {n} {n:move|moves} (tablebase)") \
    X(TERM_MSG_VALUE_DRAW, "term-value-draw", "", "A draw with best play (tablebase)") \
    X(TERM_MSG_MOVES_COUNT, "term-moves-count", "", "{n} {n:move|moves}.") \
    X(TERM_MSG_MOVES_CUT, "term-moves-cut", "", "{count} moves, the first {n} shown; `moves PREFIX` shows fewer.") \
    X(TERM_MSG_MOVES_STARTING, "term-moves-starting", "", "moves that start with {text}: {n}") \
    X(TERM_MSG_SAVED, "term-saved", "", "Saved to {file}.") \
    X(TERM_MSG_LOADED, "term-loaded", "", "Loaded a game of {game} with {n} {n:move|moves}.") \
    X(TERM_MSG_SAVED_IN, "term-saved-in", "", "The game is saved in {file}.") \
    X(TERM_MSG_NO_RULES, "term-no-rules", "", "There are no rules in that language; available are {text}.") \
    X(TERM_MSG_MENU_GAME, "term-menu-game", "", "Which game? A number from 1 to {n} or a name, q to quit [1]:") \
    X(TERM_MSG_MENU_LEVEL, "term-menu-level", "", "Level of the computer, 1 (easy) to 10 (strong), or 2p for two players [{n}]:") \
    X(TERM_MSG_MENU_NO_GAME, "term-menu-no-game", "", "'{text}' is not a game of this list.") \
    X(TERM_MSG_MENU_NO_LEVEL, "term-menu-no-level", "", "'{text}' is not a level.") \
    X(TERM_MSG_NO_RULINGS, "term-no-rulings", "", "This game has no numbered rulings.") \
    X(TERM_MSG_NOT_PAUSED, "term-not-paused", "", "No program is paused.") \
    X(TERM_MSG_HELP_HEAD, "term-help-head", "", "Type a move in notation, or one of these commands:") \
    X(TERM_MSG_HELP_TYPED, "term-help-typed", "", "Any other text typed after : is a move.") \
    X(TERM_MSG_DID_YOU_MEAN, "term-did-you-mean", "", "Did you mean the command `{command}`?") \
    X(TERM_MSG_UNKNOWN_COMMAND, "term-unknown-command", "", "unknown command; `help` lists all commands") \
    X(TERM_MSG_NO_ARGUMENT, "term-no-argument", "", "`{command}` takes no argument.") \
    X(TERM_MSG_MISSING_ARGUMENT, "term-missing-argument", "", "Missing argument; usage: {command}.") \
    X(TERM_MSG_EXPECTED_COUNT, "term-expected-count", "", "expected a number of moves") \
    X(TERM_MSG_LINE_LONG, "term-line-long", "", "This line is too long.") \
    X(TERM_MSG_HINT, "term-hint", "", "Hint: {turn}") \
    X(TERM_MSG_SEARCHING, "term-searching", "", "Searching for the best move.") \
    X(TERM_MSG_THINKS, "term-thinks", "", "{side} thinks") \
    X(TERM_MSG_THINKS_INTERRUPT, "term-thinks-interrupt", "", "{side} thinks; Ctrl-C interrupts.") \
    X(TERM_MSG_HINT_INTERRUPT, "term-hint-interrupt", "", "The engine thinks; Ctrl-C interrupts.") \
    X(TERM_MSG_DEPTH, "term-depth", "", "depth {n}") \
    X(TERM_MSG_NODES, "term-nodes", "", "{count} nodes") \
    X(TERM_MSG_WINS_IN, "term-wins-in", "", "wins in {n}") \
    X(TERM_MSG_LOSES_IN, "term-loses-in", "", "loses in {n}") \
    X(TERM_MSG_PUZZLE_POINTS, "term-puzzle-points", "", "{side} to move: exactly one move wins.") \
    X(TERM_MSG_PUZZLE_WIN, "term-puzzle-win", "", "{side} to move wins within {n} moves of both sides. Find the move.") \
    X(TERM_MSG_PUZZLE_RIGHT, "term-puzzle-right", "", "Right: {turn}. Play on to the win.") \
    X(TERM_MSG_PUZZLE_WRONG, "term-puzzle-wrong", "", "{turn} is not the solution. Take it back (undo) and try again.") \
    X(TERM_MSG_INTERRUPTED, "term-interrupted", "", "Interrupted.") \
    X(TERM_MSG_OVER, "term-prompt-over", "", "over") \
    X(TERM_MSG_PAUSED_SHORT, "term-prompt-paused", "", "{side} (paused)") \
    X(TERM_MSG_GREET, "term-greet", "", "{side} is {name}") \
    X(TERM_MSG_GREET_HELP, "term-greet-help", "", "`help` lists the commands, `map` labels the cells of the board.") \
    X(TERM_MSG_GREET_REPLAY, "term-greet-replay", "", "`help` lists the commands; an empty line shows the next move.") \
    X(TERM_MSG_RESUMING, "term-resuming", "", "Resuming {file} after turn {n}.") \
    X(TERM_MSG_LEGAL, "term-legal", "", "It is allowed") \
    X(TERM_MSG_LEGAL_OVER, "term-legal-over", "", "The move is legal, but the game is over") \
    X(TERM_MSG_SCORE_SIDE, "term-score-side", "", "{side}, {label}: {value}") \
    X(TERM_MSG_CLOCK, "term-clock", "", "clock") \
    X(TERM_MSG_CLOCK_LEFT, "term-clock-left", "", "{time} left") \
    X(TERM_MSG_TURN, "term-turn", "", "turn {n}") \
    X(TERM_MSG_TURN_OF, "term-turn-of", "", "Turn {n} of {m}") \
    X(TERM_MSG_TURN_COUNT, "term-turn-count", "", "There {n:is|are} {n} {n:turn|turns}.") \
    X(TERM_MSG_TURN_PROMPT, "term-turn-prompt", "", "turn: ") \
    X(TERM_MSG_NOT_A_TURN, "term-not-a-turn", "", "'{text}' is not a turn number; expected 0 to {n}.") \
    X(TERM_MSG_START, "term-start", "", "The start.") \
    X(TERM_MSG_AT_START, "term-at-start", "", "This is the start.") \
    X(TERM_MSG_AT_END, "term-at-end", "", "This is the end.") \
    X(TERM_MSG_PAUSED, "term-paused", "", "Paused.") \
    X(TERM_MSG_PROGRAMS_PAUSED, "term-programs-paused", "", "The programs are paused; p resumes them.") \
    X(TERM_MSG_REPLAY_TITLE, "term-replay-title", "", "{game}, replay") \
    X(TERM_MSG_CELL_EMPTY, "term-cell-empty", "", "empty") \
    X(TERM_MSG_CELL_COVERED, "term-cell-covered", "", "covered") \
    X(TERM_MSG_CELL_BLOCKED, "term-cell-blocked", "", "blocked") \
    X(TERM_MSG_TURN_OPEN, "term-turn-open", "", "the move is not complete") \
    X(TERM_MSG_ENTER_AGAIN, "term-enter-again", "", "Enter again: {step}") \
    X(TERM_MSG_MORE_CELLS, "term-more-cells", "", "{n} more to select") \
    X(TERM_MSG_NEXT_CELL, "term-next-cell", "", "select the next cell") \
    X(TERM_MSG_NOT_YOUR_TURN, "term-not-your-turn", "", "It is not your turn.") \
    X(TERM_MSG_PIECE_OF, "term-piece-of", "", "The piece on {cell} belongs to {side}.") \
    X(TERM_MSG_CELL_IS_EMPTY, "term-cell-is-empty", "", "{cell} is empty; Tab goes to the cells you can select.") \
    X(TERM_MSG_CELL_UNSELECTABLE, "term-cell-unselectable", "", "{cell} cannot be selected now.") \
    X(TERM_MSG_KEY_UNKNOWN, "term-key-unknown", "", "No command uses this key; ? shows all keys.") \
    X(TERM_MSG_NO_ACTIONS, "term-no-actions", "", "There are no actions now; select a cell.") \
    X(TERM_MSG_ACTIONS, "term-actions", "", "Actions:") \
    X(TERM_MSG_WHICH_ONE, "term-which-one", "", "Which one?") \
    X(TERM_MSG_RESIGN_SURE, "term-resign-sure", "", "Resign?") \
    X(TERM_MSG_RESIGN_NO, "term-resign-no", "", "continue") \
    X(TERM_MSG_RESIGN_YES, "term-resign-yes", "", "resign") \
    X(TERM_MSG_QUIT_SURE, "term-quit-sure", "", "Quit the game?") \
    X(TERM_MSG_QUIT_LATER, "term-quit-later", "", "Quit? You can resume the game later.") \
    X(TERM_MSG_QUIT_NO, "term-quit-no", "", "stay") \
    X(TERM_MSG_QUIT_YES, "term-quit-yes", "", "leave") \
    X(TERM_MSG_STATUS_TEXT, "term-status-text", "", "arrows and Space scroll, Escape goes back") \
    X(TERM_MSG_STATUS_MENU, "term-status-menu", "", "arrows or digits select, Enter confirms, Escape goes back") \
    X(TERM_MSG_STATUS_PROMPT, "term-status-prompt", "", "type a move or a command, then Enter; Escape goes back") \
    X(TERM_MSG_STATUS_TURN, "term-status-turn", "", "type a turn number, then Enter; Escape goes back") \
    X(TERM_MSG_STATUS_BOARD, "term-status-board", "", "? help  Tab next  Enter select  Esc back  u undo  h hint  : type  q quit") \
    X(TERM_MSG_STATUS_RUNNING, "term-status-running", "", "running  ? help  left right  Space pause  : jump  q quit") \
    X(TERM_MSG_STATUS_PAUSED, "term-status-paused", "", "paused  ? help  left right  Space run  : jump  q quit") \
    X(TERM_MSG_ANNOUNCES, "term-announces", "", "announces: {text}") \
    X(TERM_MSG_ANNOUNCES_NONE, "term-announces-none", "", "no announcement") \
    X(TERM_MSG_NOBODY_RESIGNS, "term-nobody-resigns", "", "no person is playing, so nobody can resign") \
    X(TERM_MSG_YOUR_TURN_NOT, "term-your-turn-not", "", "it is not your turn") \
    X(TERM_MSG_NOTHING_TO_UNDO, "term-nothing-to-undo", "", "there is no move to undo") \
    X(TERM_MSG_NOTHING_TO_REDO, "term-nothing-to-redo", "", "there is no move to redo") \
    X(TERM_MSG_ENDED_FOR_GOOD, "term-ended-for-good", "", "the game ended by resignation or on time, so it cannot continue") \
    X(TERM_MSG_HELP_HELP, "term-help-help", "", "this list") \
    X(TERM_MSG_HELP_TYPE, "term-help-type", "", "type a move or a command") \
    X(TERM_MSG_HELP_MOVES, "term-help-moves", "", "list the legal moves, or those that start with PREFIX") \
    X(TERM_MSG_HELP_EXPLAIN, "term-help-explain", "", "explain why a move is illegal") \
    X(TERM_MSG_HELP_HINT, "term-help-hint", "", "show the best move") \
    X(TERM_MSG_HELP_UNDO, "term-help-undo", "", "undo your last move and everything after it") \
    X(TERM_MSG_HELP_REDO, "term-help-redo", "", "redo what was undone") \
    X(TERM_MSG_HELP_SHOW, "term-help-show", "", "draw the board") \
    X(TERM_MSG_HELP_MAP, "term-help-map", "", "draw the board with the labels of its cells") \
    X(TERM_MSG_HELP_SCORE, "term-help-score", "", "show the score and the clocks") \
    X(TERM_MSG_HELP_VALUE, "term-help-value", "", "show the tablebase value; on: always") \
    X(TERM_MSG_HELP_POSITION, "term-help-position", "", "print the position in one line") \
    X(TERM_MSG_HELP_RECORD, "term-help-record", "", "print the game record so far") \
    X(TERM_MSG_HELP_SAVE, "term-help-save", "", "write the record to a file") \
    X(TERM_MSG_HELP_LOAD, "term-help-load", "", "load a game from a file") \
    X(TERM_MSG_HELP_FLIP, "term-help-flip", "", "flip the board") \
    X(TERM_MSG_HELP_RULES, "term-help-rules", "", "how to play, also in another language (en, de, pl, pt, zh-Hant)") \
    X(TERM_MSG_HELP_RULINGS, "term-help-rulings", "", "the numbered rulings that error messages cite") \
    X(TERM_MSG_HELP_GO, "term-help-go", "", "resume programs after undo, load or Ctrl-C") \
    X(TERM_MSG_HELP_HURRY, "term-help-hurry", "", "make the searching program move now") \
    X(TERM_MSG_HELP_PAUSE, "term-help-pause", "", "pause or resume the programs") \
    X(TERM_MSG_HELP_RESUME, "term-help-resume", "", "the same") \
    X(TERM_MSG_HELP_DRAW, "term-help-draw", "", "offer a draw") \
    X(TERM_MSG_DRAW_OFFERED, "term-draw-offered", "", "Draw offered. The opponent answers with the next move.") \
    X(TERM_MSG_DRAW_DECLINED, "term-draw-declined", "", "The draw offer was declined.") \
    X(TERM_MSG_NOBODY_DRAWS, "term-nobody-draws", "", "nobody here can offer a draw: both players are programs") \
    X(TERM_MSG_HELP_RESIGN, "term-help-resign", "", "resign") \
    X(TERM_MSG_HELP_ACTIONS, "term-help-actions", "", "actions without a cell, if there are any") \
    X(TERM_MSG_HELP_ANNOUNCE, "term-help-announce", "", "choose the announcement of the next move") \
    X(TERM_MSG_HELP_LARGER, "term-help-larger", "", "a larger board") \
    X(TERM_MSG_HELP_SMALLER, "term-help-smaller", "", "a smaller board") \
    X(TERM_MSG_HELP_QUIT, "term-help-quit", "", "exit") \
    X(TERM_MSG_HELP_FORWARD, "term-help-forward", "", "go one move forwards, or N; same as an empty line") \
    X(TERM_MSG_HELP_BACK, "term-help-back", "", "go one move back, or N") \
    X(TERM_MSG_HELP_JUMP, "term-help-jump", "", "go to the position after that turn; the number alone is enough") \
    X(TERM_MSG_HELP_START, "term-help-start", "", "go to the start") \
    X(TERM_MSG_HELP_END, "term-help-end", "", "go to the end") \
    X(TERM_MSG_HELP_RUN, "term-help-run", "", "play the moves automatically, one every MS milliseconds") \
    X(TERM_MSG_HELP_STOP, "term-help-stop", "", "stop; so does Enter or Ctrl-C") \
    X(TERM_MSG_HELP_AGAIN, "term-help-again", "", "show the move and the board again") \
    X(TERM_MSG_HELP_NEXT, "term-help-next", "", "next move") \
    X(TERM_MSG_HELP_PREVIOUS, "term-help-previous", "", "previous move") \
    X(TERM_MSG_HELP_TEN_ON, "term-help-ten-on", "", "ten moves forwards") \
    X(TERM_MSG_HELP_TEN_BACK, "term-help-ten-back", "", "ten moves back") \
    X(TERM_MSG_HELP_TOGGLE, "term-help-toggle", "", "run or pause") \
    X(TERM_MSG_HELP_FASTER, "term-help-faster", "", "faster") \
    X(TERM_MSG_HELP_SLOWER, "term-help-slower", "", "slower") \
    X(TERM_MSG_HELP_TO_TURN, "term-help-to-turn", "", "jump to a turn by its number") \
    X(TERM_MSG_HELP_TOGGLE_VALUE, "term-help-toggle-value", "", "show or hide the tablebase value") \
    X(TERM_MSG_HELP_KEYS_MOVE, "term-help-keys-move", "", "Arrows move the cursor; Home, End, Page Up and Page Down move it diagonally.") \
    X(TERM_MSG_HELP_KEYS_SELECT, "term-help-keys-select", "", "Enter or Space selects the cell under the cursor; a mouse click does both.") \
    X(TERM_MSG_HELP_KEYS_TAB, "term-help-keys-tab", "", "Tab goes to the next cell that can be selected.") \
    X(TERM_MSG_HELP_KEYS_BACK, "term-help-keys-back", "", "Escape, Backspace or the right button undoes the last selection, or the last step.") \
    X(TERM_MSG_SIGN_CURSOR, "term-sign-cursor", "", "the cursor") \
    X(TERM_MSG_SIGN_TARGET, "term-sign-target", "", "can be selected") \
    X(TERM_MSG_SIGN_CHOSEN, "term-sign-chosen", "", "selected already") \
    X(TERM_MSG_SIGN_LAST, "term-sign-last", "", "part of the last move") \
    X(TERM_MSG_SIGN_OFFENDING, "term-sign-offending", "", "why a move is illegal") \
    X(TERM_MSG_SIGN_HINT, "term-sign-hint", "", "a hint") \
    X(TERM_MSG_SIGN_WIN, "term-sign-win", "", "what decided the game") \
    X(TERM_MSG_SIGN_DANGER, "term-sign-danger", "", "in danger, and what threatens it") \
    X(TERM_MSG_SIGN_AREA, "term-sign-area", "", "cells that belong together") \
    X(TERM_MSG_SIGN_POINTS, "term-sign-points", "", "connected cells and their points") \
    X(TERM_MSG_VARIATIONS, "term-variations", "", "Variations:") \
    X(TERM_MSG_NO_VARIATION, "term-no-variation", "", "There is no such variation here; `variation` lists them.") \
    X(TERM_MSG_ON_MAIN_LINE, "term-on-main-line", "", "This is the game itself.") \
    X(TERM_MSG_NO_EDIT, "term-no-edit", "", "There is nothing to undo or redo.") \
    X(TERM_MSG_NOTE_USAGE, "term-note-usage", "", "A mark is ! !? ?! ? or ??, for a move only; a comment has no closing brace.") \
    X(TERM_MSG_LINES_OVER, "term-lines-over", "", "The game is over here.") \
    X(TERM_MSG_HELP_VARIATION, "term-help-variation", "", "list the moves that continue from here, or show number N") \
    X(TERM_MSG_HELP_MAIN, "term-help-main", "", "go back to the game") \
    X(TERM_MSG_HELP_LINES, "term-help-lines", "", "search, and show the best moves with what could follow (N of them)") \
    X(TERM_MSG_HELP_ADD, "term-help-add", "", "add a move here") \
    X(TERM_MSG_HELP_COMMENT, "term-help-comment", "", "add a comment to this move; without text, remove all") \
    X(TERM_MSG_HELP_MARK, "term-help-mark", "", "mark this move: ! !? ?! ? or ??; without one, remove it") \
    X(TERM_MSG_HELP_PROMOTE, "term-help-promote", "", "move this variation one level up") \
    X(TERM_MSG_HELP_CUT, "term-help-cut", "", "remove this move and everything after it") \
    X(TERM_MSG_HELP_UNDO_EDIT, "term-help-undo-edit", "", "undo the last edit") \
    X(TERM_MSG_HELP_POSITION_NEW, "term-help-position-new", "", "print the position in one line, or begin again at another one") \
    X(TERM_MSG_HELP_SIBLING, "term-help-sibling", "", "previous variation of this move") \
    X(TERM_MSG_STATUS_ENTRY, "term-status-entry", "", "Enter: done   Escape: cancel") \
    X(TERM_MSG_MOVE_PROMPT, "term-move-prompt", "", "move: ") \
    X(TERM_MSG_COMMENT_PROMPT, "term-comment-prompt", "", "comment: ") \
    X(TERM_MSG_MARK_PROMPT, "term-mark-prompt", "", "mark: ") \
    X(TERM_MSG_FILE_PROMPT, "term-file-prompt", "", "file: ") \
    X(TERM_MSG_NO_SIBLING, "term-no-sibling", "", "This move has no other variation there.") \
    X(TERM_MSG_HELP_SIBLING_NEXT, "term-help-sibling-next", "", "next variation of this move") \
    X(TERM_MSG_EDIT_TO_MOVE, "term-edit-to-move", "", "{side} to move.") \
    X(TERM_MSG_EDIT_IMPOSSIBLE, "term-edit-impossible", "", "Impossible:") \
    X(TERM_MSG_EDIT_GREET, "term-edit-greet", "", "`pieces` lists the pieces, `put N CELL` puts number N on a cell, `done` continues with the position, `help` lists all commands.") \
    X(TERM_MSG_EDIT_CELL_MISSING, "term-edit-cell-missing", "", "The name of a cell is missing; `show` draws the board with the names.") \
    X(TERM_MSG_EDIT_NO_CELL, "term-edit-no-cell", "", "'{text}' is not a cell of this board; `show` draws the board with the names.") \
    X(TERM_MSG_EDIT_NO_PIECE, "term-edit-no-piece", "", "'{text}' does not begin with the number of a piece; `pieces` lists them.") \
    X(TERM_MSG_EDIT_TWO_CELLS, "term-edit-two-cells", "", "This piece connects two cells; name two different ones.") \
    X(TERM_MSG_EDIT_EMPTY, "term-edit-empty", "", "There is no piece on {text}.") \
    X(TERM_MSG_EDIT_SIDES, "term-edit-sides", "", "The sides are {text}; `side` alone changes it.") \
    X(TERM_MSG_EDIT_CANCELLED, "term-edit-cancelled", "", "The board editor is closed; nothing has changed.") \
    X(TERM_MSG_HELP_EDIT, "term-help-edit", "", "set up another position, beginning with this one") \
    X(TERM_MSG_HELP_PIECES, "term-help-pieces", "", "list the pieces to choose from, with their numbers") \
    X(TERM_MSG_HELP_PUT, "term-help-put", "", "put piece N on these cells; one that connects two takes them in pairs") \
    X(TERM_MSG_HELP_REMOVE, "term-help-remove", "", "remove the pieces on these cells") \
    X(TERM_MSG_HELP_MOVE_PIECE, "term-help-move-piece", "", "move a piece to another cell") \
    X(TERM_MSG_HELP_CLEAR, "term-help-clear", "", "remove all pieces") \
    X(TERM_MSG_HELP_EDIT_START, "term-help-edit-start", "", "set up the start position") \
    X(TERM_MSG_HELP_SIDE, "term-help-side", "", "choose the side to move; without one, change it") \
    X(TERM_MSG_HELP_PART, "term-help-part", "", "replace part N of the position line, such as reserves; without N, show the line") \
    X(TERM_MSG_HELP_EDIT_POSITION, "term-help-edit-position", "", "print the position in one line, or set up another one") \
    X(TERM_MSG_HELP_SETUP, "term-help-setup", "", "begin with another variant or game") \
    X(TERM_MSG_HELP_UNDO_CHANGE, "term-help-undo-change", "", "undo the last change; again: redo it") \
    X(TERM_MSG_HELP_DONE, "term-help-done", "", "continue with this position: analyse it, add moves, save it") \
    X(TERM_MSG_HELP_CANCEL, "term-help-cancel", "", "close the editor and change nothing") \
    X(TERM_MSG_EDIT_TITLE, "term-edit-title", "", "{game}, board editor") \
    X(TERM_MSG_HELP_EDIT_PUT, "term-help-edit-put", "", "put the chosen piece on the cell, or remove it if it is there; a click does both") \
    X(TERM_MSG_HELP_NEXT_PIECE, "term-help-next-piece", "", "choose the next piece; so does the wheel") \
    X(TERM_MSG_HELP_PREVIOUS_PIECE, "term-help-previous-piece", "", "choose the previous piece") \
    X(TERM_MSG_HELP_EDIT_TYPE, "term-help-edit-type", "", "type a command, such as `clear` or `position`; `help` lists them") \
    X(TERM_MSG_STATUS_EDIT, "term-status-edit", "", "? help  Enter put  x remove  Tab piece  t side  : type  d done  Esc cancel") \
    X(TERM_MSG_EDIT_PARTS, "term-edit-parts", "", "The parts of this line count from 1, with spaces between them:") \
    X(TERM_MSG_HELP_CONTINUATION, "term-help-continuation", "", "show this continuation of the position") \
    X(TERM_MSG_REVIEW_MOVE, "term-review-move", "", "move") \
    X(TERM_MSG_REVIEW_BY, "term-review-by", "", "by") \
    X(TERM_MSG_REVIEW_PLAYED, "term-review-played", "", "played") \
    X(TERM_MSG_REVIEW_CHANCES, "term-review-chances", "", "winning chances of {name}") \
    X(TERM_MSG_REVIEW_BETTER, "term-review-better", "", "better: {turn}") \
    X(TERM_MSG_REVIEW_NONE, "term-review-none", "", "No single move decided this game: none cost {n}% or more.") \
    X(TERM_MSG_REVIEW_POINTS, "term-review-points", "", "Turning points:") \
    X(TERM_MSG_REVIEW_POINT, "term-review-point", "", "{name} plays {turn} and drops from {n}% to {m}%; {best} was better") \
    X(TERM_MSG_REVIEW_ALL, "term-review-all", "", "{n} {n:game|games} together:") \
    X(TERM_MSG_REVIEW_LEAD, "term-review-lead", "", "{name} was ahead from move {n} on.") \
    X(TERM_MSG_REVIEW_ACCURACY, "term-review-accuracy", "", "{name}: accuracy {n}%, {a} {a:inaccuracy|inaccuracies}, {b} {b:mistake|mistakes}, {c} {c:blunder|blunders}")
/* clang-format on */

typedef enum TermMessage { TERM_MESSAGES(MESSAGE_NAME) TERM_MESSAGE_COUNT } TermMessage;

extern const MessageDef TERM_MESSAGE[TERM_MESSAGE_COUNT];

#endif
