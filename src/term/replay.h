/* replay.h - stepping through a game on paper: the model that both faces of `tessera replay` share.
 *
 * Knows:   a record, which turn is shown, whether it runs and how fast, tables of solved positions.
 * Ignores: keys, screens, what time it is (`now_ms` comes in, from any clock that never goes back).
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

/* Read freely; change it through the functions below. */
typedef struct Replay {
    Record  record;
    int     at;
    bool    running;
    int64_t pace_ms; /* a turn, while it runs */
    int64_t due_ms;  /* when the next turn is shown */
    bool    flipped;
    TbView  tb_view;
} Replay;

/* Read a game from a file, as game_open does; `replay` is unchanged on failure. */
Status replay_open(Replay *replay, const char *path, const GameAsk *ask, Fault *fault);
/* Show a record, which is moved into the replay. */
void replay_over(Replay *replay, Record *record);
/* Ask the tables of this folder about values; NULL: of the usual one.  Before that there are none. */
void replay_use_tables(Replay *replay, const char *folder);
void replay_free(Replay *replay);

int replay_count(const Replay *replay);
/* The position that is shown. */
const Pos *replay_pos(const Replay *replay);
/* The turn that led to it, as words; "" at the start. */
void replay_turn(const Replay *replay, Text *out);
/* The cells that this turn touched. */
void replay_touches(const Replay *replay, CellList *out);
/* Its note: clock and comment. */
RecordNote replay_note(const Replay *replay);
/* The result as a sentence, at the end alone; nothing if the record has none. */
void replay_result(const Replay *replay, Text *out);
/* Who plays a side: the record's tag, or the side's name. */
const char *replay_name(const Replay *replay, int side);
/* Who wins with best play of both sides from the position that is shown, as tb_view_write puts it.  False,
 * and nothing written, where no table knows, and where the game is over. */
bool replay_value(Replay *replay, Text *out);

/* Show turn `turn`, or the nearest there is; false if that is shown already. */
bool replay_jump(Replay *replay, int turn);
/* A turn on or back; false at the ends. */
bool replay_forward(Replay *replay);
bool replay_back(Replay *replay);

/* Let the turns follow each other by themselves; from the start if the end is shown. */
void replay_resume(Replay *replay, int64_t now_ms);
void replay_pause(Replay *replay);
/* Show the next turn if it is time; true if something has changed. */
bool replay_tick(Replay *replay, int64_t now_ms);
/* Milliseconds until replay_tick has something to do; -1: never. */
int replay_wait_ms(const Replay *replay, int64_t now_ms);
/* Change the pace: a turn takes so long. */
void replay_set_pace(Replay *replay, int64_t pace_ms);

#endif
