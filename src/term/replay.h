/* replay.h - step through a recorded game: the model that both UI modes of `tessera replay` share.
 *
 * Knows:   a record, which position is shown, whether it runs and how fast, tablebases.
 * Ignores: keys, screens, the time (`now_ms` comes from any monotonic clock).
 *
 * Turn n is the position after n completed turns: 0 is the start, replay_count the end.
 */
#ifndef TERM_REPLAY_H
#define TERM_REPLAY_H

#include "base/buffer.h"
#include "core/record.h"
#include "term/game_file.h"
#include "term/tb_view.h"

enum { REPLAY_PACE_LOW_MS = 50, REPLAY_PACE_MS = 1000, REPLAY_PACE_HIGH_MS = 60000 };

/* Fields are public for reading; change them through the functions below. */
typedef struct Replay {
    Record      record;
    int         at;
    bool        running;
    int64_t     pace_ms; /* per move, while it runs */
    int64_t     due_ms;  /* when the next move is shown */
    bool        flipped;
    TbView      tb_view;
    const char *language; /* such as "de", not owned; NULL: English */
} Replay;

/* Read a game from a file, as game_open does; `replay` is unchanged on failure. */
Status replay_open(Replay *replay, const char *path, const GameAsk *ask, Fault *fault);
/* Show a record, which is moved into the replay. */
void replay_over(Replay *replay, Record *record);
/* Probe the tablebases in this directory; NULL: in the default one. Before this call there are
 * none. */
void replay_use_tables(Replay *replay, const char *folder);
void replay_free(Replay *replay);

int replay_count(const Replay *replay);
/* Return the position shown. */
const Pos *replay_pos(const Replay *replay);
/* Write the move that led to it; nothing at the start. */
void replay_turn(const Replay *replay, Text *out);
/* Write the cells of that move. */
void replay_touches(const Replay *replay, CellList *out);
/* Write what it captured, completed or won, as sentences with `between` them. */
void replay_news(const Replay *replay, const char *between, Text *out);
/* Return the language to speak about this game. */
TermText replay_text(const Replay *replay);
/* Return its note: clock and comment. */
RecordNote replay_note(const Replay *replay);
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

#endif
