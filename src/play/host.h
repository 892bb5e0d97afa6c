/* host.h - one table: a session, its two seats, and everything its players may do.
 *
 * Knows:   who sits where, offers and replies to them, what a takeback undoes, when and how long an
 *          engine searches, hints, analyses, presence, the events of docs/api.md.
 * Ignores: sockets, threads, files, clocks, tokens and invitations.  It calls nobody back: its owner
 *          passes the time and polls it.
 *
 * How an owner uses it, after every call that changes the host:
 *
 *     save it (host_state or host_save);
 *     take the events (host_next_event), write each one (host_event_write) and send it;
 *     compare the tasks (host_next_task) with its searches: abandon those whose id is gone, start
 *     those that are new, and report with host_task_info, host_task_score and host_task_done.
 *
 * Events are written from the current state, so take them before the next call.  Save before you send
 * them: then no client sees a state that a crash could lose.
 *
 * `seat` means a player, `side` a colour of the board; the swap rule of a game exchanges sides, never
 * seats.  A host is for one thread at a time.
 */
#ifndef PLAY_HOST_H
#define PLAY_HOST_H

#include "base/buffer.h"
#include "play/session.h"
#include "search/search.h"

enum {
    HOST_ID_MAX = 17,           /* the id of a table, with the NUL */
    HOST_TURNS_MAX = 5000,      /* moves of one game */
    HOST_HINT_MS = 1500,        /* search time of a hint */
    HOST_LEVEL_MS = 10 * 1000,  /* longest search of a level at a table, for slow devices */
    HOST_ANALYSIS_NODES = 5000, /* per move */
    HOST_TEXT_MAX = 16 << 20,   /* bytes that host_load reads */
    HOST_EVENTS_MAX = 8,        /* that wait for host_next_event */
    HOST_UNDONE_MAX = 64,       /* steps in a HostState */
};

typedef enum SeatKind {
    SEAT_HUMAN,  /* the client that created the table */
    SEAT_OPEN,   /* another client, as soon as one has joined */
    SEAT_ENGINE, /* a search of the owner */
} SeatKind;

typedef struct HostSeat {
    SeatKind kind;
    int      level;   /* of an engine */
    int      time_ms; /* per move, of an engine without a level; 0: it manages its own time */
    bool     taken;   /* of an open seat: a client has joined */
    bool     rematch; /* this player asked for a rematch */
    int64_t  left_ms; /* on the clock, in a HostState */
} HostSeat;

typedef struct HostConfig {
    const char *setup;    /* NULL: the record has one */
    const char *position; /* NULL: the start of the variant */
    const char *record;   /* NULL: a new game */
    HostSeat    seat[2];
    const char *name[2];      /* "": an engine is called by its strength */
    ClockRule   clock;        /* of both seats */
    bool        keeps_clocks; /* with a record: continue with the time that its last notes name */
    bool        casual;       /* hints and evaluations are allowed although two people play */
    bool        listed;       /* an open challenge */
    uint64_t    seed;         /* of the slips of levels */
    int64_t     level_ms; /* upper bound for the search of a level: HOST_LEVEL_MS; 0: none, so that
                             a level has the same strength everywhere */
} HostConfig;

/* Everything that is stored besides the record. */
typedef struct HostState {
    int64_t   version;
    HostSeat  seat[2];
    ClockRule clock;
    int       draw, back; /* seats with an open offer or proposal, or SIDE_NONE */
    bool      over;
    bool      abandoned; /* over without a result */
    bool      casual;
    bool      listed;
    char      rematch[HOST_ID_MAX]; /* id of the rematch table, or "" */
    uint64_t  seed;
    int64_t   level_ms;
    /* For owners that share tables; others leave them at 0. */
    int64_t idle_ms;  /* restored: how long the clocks have been running since then */
    int     declined; /* 0: nothing; the offer that `declined_by` has declined */
    int     declined_by;
    int     undone_count; /* steps that redo can reach */
    Step    undone[HOST_UNDONE_MAX];
} HostState;

typedef struct TableHost TableHost;

/* --- Lifetime --- */

/* Return a new table with version 1; NULL with the reason on failure. */
TableHost *host_new(const HostConfig *config, int64_t now_ms, Fault *fault);
/* Return the table of a finished game once more, from the same start position with exchanged seats and
 * another seed. */
TableHost *host_new_rematch(const TableHost *host, uint64_t seed, int64_t now_ms, Fault *fault);
/* Return the seed of a table with this id, so that levels slip differently at each table and equally
 * whenever the table is restored.  `seed` is that of the owner. */
uint64_t host_seed(uint64_t seed, const char *id);
/* Return a stored table. */
TableHost *host_restore(const HostState *state, const char *record, size_t size, int64_t now_ms,
                        Fault *fault);
void       host_delete(TableHost *host);
/* Take over what is not stored from an older copy of the same table: who watches, the hint and the
 * analysis.  `old` can then only be deleted. */
void host_inherit(TableHost *host, TableHost *old, int64_t now_ms);

HostState host_state(const TableHost *host, int64_t now_ms);
/* Write state and record as one text, and read it.  The reader accepts any bytes. */
void       host_save(const TableHost *host, int64_t now_ms, Buffer *out);
TableHost *host_load(const char *text, size_t size, int64_t now_ms, Fault *fault);

/* Set any tag of the record; see record_set_tag. */
Status host_set_tag(TableHost *host, const char *name, const char *value);
/* Set the id that events contain. */
void host_set_id(TableHost *host, const char *id);
/* Stop the clocks, before the table is put away. */
void host_stop_clocks(TableHost *host, int64_t now_ms);

/* --- Looking --- */

const Session  *host_session(const TableHost *host);
const HostSeat *host_seat(const TableHost *host, int seat);
int64_t         host_version(const TableHost *host);
/* Return the seat that waits for a client, or SIDE_NONE. */
int host_open_seat(const TableHost *host);
/* True if the player at `seat` needs no opponent's consent: against an engine, with both seats, or
 * before an opponent has joined. */
bool host_is_alone(const TableHost *host, int seat);
/* True if hints and evaluations are allowed now: with an engine, if one client has both seats, in a
 * casual game, and after the end. */
bool host_allows_hints(const TableHost *host);
/* Return the seat that may claim the win because its opponent is away, or SIDE_NONE; in `wait_ms` how
 * much longer it has to wait. */
int host_claim(const TableHost *host, int64_t now_ms, int64_t *wait_ms);
/* Return the id of the rematch table, or "". */
const char *host_rematch_id(const TableHost *host);
/* True if a search runs or a clock ticks. */
bool host_is_busy(const TableHost *host);
/* Return the number of clients, and of those without a seat. */
int host_watchers(const TableHost *host);
int host_spectators(const TableHost *host);

/* --- Actions --- */

typedef enum HostActionKind {
    HOST_TURN,      /* turn, and words or steps with announcement */
    HOST_STEP,      /* step, announcement: one step of a move */
    HOST_UNDO_STEP, /* of the move in progress */
    HOST_TAKE_BACK, /* propose or accept a takeback, or take back at once if nobody has to agree */
    HOST_REDO,      /* only if nobody has to agree */
    HOST_DRAW,      /* offer or accept */
    HOST_RESIGN,
    HOST_DECLINE, /* whatever the opponent offers */
    HOST_LEAVE,
    HOST_REMATCH,
    HOST_HINT, /* host_hint has the reply as soon as its task is done */
    HOST_JOIN, /* name; the seat is host_open_seat */
    HOST_CLAIM,
    HOST_PAUSE, /* engines do not search until HOST_RESUME or the next move */
    HOST_RESUME,
    HOST_ACTION_COUNT,
} HostActionKind;

typedef struct HostAction {
    HostActionKind kind;
    int            seat;  /* who acts */
    int            turn;  /* the number of the next move, so that none is played twice */
    const char    *words; /* a move in notation; NULL: it is in `steps` */
    const Turn    *steps;
    Step           step;
    const char    *announcement; /* with steps; NULL: nothing */
    const char    *name;         /* NULL or "": none */
} HostAction;

/* Find an action by its word in docs/api.md; HOST_ACTION_COUNT if there is none. */
HostActionKind host_action_find(const char *word);
/* Perform an action.  On failure the fault has the reason, and nothing changed, except that the host
 * may have noticed that a player ran out of time. */
Status host_act(TableHost *host, const HostAction *action, int64_t now_ms, Fault *fault);
/* True if both players want a rematch that does not exist yet: the owner creates the table and calls
 * host_set_rematch. */
bool host_wants_rematch(const TableHost *host);
void host_set_rematch(TableHost *host, const char *id);
/* Check the clocks.  Return when to call it again at the latest, or -1 if only actions matter. */
int64_t host_tick(TableHost *host, int64_t now_ms);
/* A client begins or ceases to watch, with a seat or with SIDE_NONE. */
void host_arrive(TableHost *host, int seat, int64_t now_ms);
void host_depart(TableHost *host, int seat, int64_t now_ms);
/* True if such a client watches. */
bool host_can_depart(const TableHost *host, int seat);
/* Set since when a seat has had no client; no effect if it has one. */
void host_set_away(TableHost *host, int seat, int64_t since_ms);

/* --- Events --- */

typedef enum HostEventKind {
    HOST_EVENT_TURN,
    HOST_EVENT_CHANGE,
    HOST_EVENT_SEATS,
    HOST_EVENT_REMATCH,
    HOST_EVENT_PRESENCE, /* event `seats` without a version: transient, like the next one */
    HOST_EVENT_THINKING,
} HostEventKind;

typedef struct HostEvent {
    HostEventKind kind;
    int64_t       version; /* 0: transient, not to be repeated */
} HostEvent;

/* Take the oldest event; false if there is none. */
bool host_next_event(TableHost *host, HostEvent *out);
/* Return the name of an event in docs/api.md. */
const char *host_event_name(HostEventKind kind);
/* --- Tasks: searches that the owner runs --- */

typedef enum HostTaskKind {
    HOST_TASK_TURN,
    HOST_TASK_HINT,
    HOST_TASK_ANALYSIS, /* a score for each move from `first` on, with these limits each */
    HOST_TASK_LINES,    /* principal variations, for an analysis: no table wants them */
    HOST_TASK_REVIEW,   /* play/review.h; no table wants it either */
} HostTaskKind;

typedef struct HostTask {
    uint32_t     id; /* unique within the table, above 0 */
    HostTaskKind kind;
    int          seat;     /* of HOST_TASK_TURN */
    int          first;    /* of HOST_TASK_ANALYSIS */
    SearchLimits limits;   /* without an oracle */
    bool         is_level; /* no tablebase, so that a level has the same strength everywhere */
    bool         has_book; /* a move of the opening book will do, chosen by limits.noise_seed */
} HostTask;

/* The evaluation of a position, for the side to move. */
typedef struct HostScore {
    int  score;
    bool is_known; /* from a tablebase */
} HostScore;

/* What a search has found. */
typedef struct HostAnswer {
    Turn        turn; /* count 0: nothing */
    HostScore   score;
    int         depth;
    bool        is_illegal; /* a program's answer was not a legal turn: it loses for that reason */
    const char *why;        /* why there is no turn; NULL: not known */
} HostAnswer;

/* Return a task of the current position, or NULL after the last.  Valid until the next change. */
const HostTask *host_next_task(const TableHost *host, int index);
/* Progress and result.  A task that the host no longer wants is ignored. */
void host_task_info(TableHost *host, uint32_t task, const HostAnswer *answer);
void host_task_score(TableHost *host, uint32_t task, int turn, HostScore score);
void host_task_done(TableHost *host, uint32_t task, const HostAnswer *answer, int64_t now_ms);

typedef enum HostHint {
    HINT_NONE, /* not wanted, not found, or for another position */
    HINT_PENDING,
    HINT_READY,
} HostHint;

/* A hint belongs to the position, so clients that ask for the same one share it. */
HostHint host_hint(const TableHost *host, Turn *turn);
/* Ask for an analysis even if nobody watches.  False if the game is not over. */
bool host_analyse(TableHost *host, int64_t now_ms);
/* True if scores are missing that a task is going to add. */
bool host_is_analysing(const TableHost *host);

#endif
