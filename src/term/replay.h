/* replay.h - step through a recorded game and its variations, and edit them: the model that both UI
 * modes of `tessera replay` share.
 *
 * Knows:   a record, its tree (core/study.h), which line and which position of it are shown, whether it
 *          runs and how fast, tablebases, several principal variations.
 * Ignores: keys, screens, the time (`now_ms` comes from any monotonic clock).
 *
 * One line is shown at a time: the game, or a variation from the start to its end.  Turn n is the
 * position after n completed turns of it: 0 is the start, replay_count the end.
 */
#ifndef TERM_REPLAY_H
#define TERM_REPLAY_H

#include "base/buffer.h"
#include "core/study.h"
#include "term/game_file.h"
#include "term/tb_view.h"

enum { REPLAY_LINES_MAX = 5, REPLAY_LINES_NODES = 50000 };
enum { REPLAY_PACE_LOW_MS = 50, REPLAY_PACE_MS = 1000, REPLAY_PACE_HIGH_MS = 60000 };

/* Fields are public for reading; change them through the functions below. */
typedef struct Replay {
    Record      record; /* always as the study has it */
    Study       study;
    Line        line; /* the line shown, up to its end */
    int         end;  /* the node of that end */
    int         at;
    bool        running;
    int64_t     pace_ms; /* per move, while it runs */
    int64_t     due_ms;  /* when the next move is shown */
    bool        flipped;
    bool        begins_with_editor; /* the UI opens the board editor first */
    TbView      tb_view;
    const char *language; /* such as "de", not owned; NULL: English */
} Replay;

/* Read a game from a file, as game_open does; `replay` is unchanged on failure. */
Status replay_open(Replay *replay, const char *path, const GameAsk *ask, Fault *fault);
/* Show a record, which is moved into the replay; STATUS_NO_MEMORY if there is not enough. */
Status replay_over(Replay *replay, Record *record);
/* Probe the tablebases in this directory; NULL: in the default one. Before this call there are
 * none. */
void replay_use_tables(Replay *replay, const char *folder);
void replay_free(Replay *replay);

int replay_count(const Replay *replay);
/* Return the position shown. */
const Pos *replay_pos(const Replay *replay);
/* Write the move that led to it; nothing at the start. */
void replay_turn(const Replay *replay, Text *out);
/* Write the mark of a turn of the line shown, counted from 0, after a space; nothing if it has none. */
void replay_turn_mark(const Replay *replay, int turn, Text *out);
/* Write the cells of that move. */
void replay_touches(const Replay *replay, CellList *out);
/* Write what it captured, completed or won, as sentences with `between` them. */
void replay_news(const Replay *replay, const char *between, Text *out);
/* Return the language to speak about this game. */
TermText replay_text(const Replay *replay);
/* Return its note: clock, mark and comments. */
Note replay_note(const Replay *replay);
/* Make the result of a record a message; empty if it has none. */
void replay_result_message(const Record *record, Message *out);
/* Write the result as a sentence, at the end only; nothing if the record has none. */
void replay_result(const Replay *replay, Text *out);
/* Write who plays a side: the record's tag, or the side's name. */
void replay_name(const Replay *replay, int side, Text *out);
/* Write who wins with best play from the position shown, as tb_view_write does. False, and nothing
 * written, if no tablebase contains it or the game is over. */
bool replay_value(Replay *replay, Text *out);

/* Show turn `turn`, or the nearest one; false if it is shown already. */
bool replay_jump(Replay *replay, int turn);
/* Go one move forwards or backwards; false at the ends. */
bool replay_forward(Replay *replay);
bool replay_back(Replay *replay);

/* Show the moves one after the other; from the start if the end is shown. */
void replay_resume(Replay *replay, int64_t now_ms);
void replay_pause(Replay *replay);
/* Show the next move if it is time; true if something changed. */
bool replay_tick(Replay *replay, int64_t now_ms);
/* Return the milliseconds until replay_tick is due; -1: never. */
int replay_wait_ms(const Replay *replay, int64_t now_ms);
/* Set the time per move. */
void replay_set_pace(Replay *replay, int64_t pace_ms);

/* --- variations --- */

/* Return the node shown. */
int replay_node(const Replay *replay);
/* Return continuation `number` of the position shown, counted from 1: the first goes on with the line,
 * the others are variations.  -1 after the last. */
int replay_continuation(const Replay *replay, int number);
/* Write the continuations as "1 MOVE, 2 MOVE", if there are several or the only one is a variation of a
 * game that ends here. */
void replay_variations(const Replay *replay, Text *out);
/* Show a node, and the line that leads through it. */
Status replay_show(Replay *replay, int node);
/* Show the next alternative to the move shown, or the previous one; false if there is none. */
bool replay_sibling(Replay *replay, int direction);
/* Show the place where the variation shown leaves the game; false if it is the game. */
bool replay_main(Replay *replay);

/* Edit, as the functions of core/study.h do, and show the node or what is left of the line. */
Status replay_add(Replay *replay, const char *turn, Fault *fault);
Status replay_cut(Replay *replay);
Status replay_promote(Replay *replay);
bool   replay_undo(Replay *replay);
bool   replay_redo(Replay *replay);
/* Add a comment to the move shown; "" removes all. */
Status replay_comment(Replay *replay, const char *comment);
/* Set the mark of the move shown, by symbol or name; "" removes it.  STATUS_SYNTAX if it is none. */
Status replay_mark(Replay *replay, const char *mark);
/* Begin again at a position, without moves. */
Status replay_begin(Replay *replay, const char *position, Fault *fault);
Status replay_begin_at(Replay *replay, const Setup *setup, const Pos *pos, Fault *fault);

/* Search the position shown and write a heading and `count` principal variations, one per line: chances of the side to
 * move in per cent, or the distance of a proved end, and the moves.  Nothing if the game is over. */
Status replay_lines(const Replay *replay, int count, Text *out);

#endif
