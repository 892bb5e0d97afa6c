/* host_inside.h - what the files of the table host share; for them only. */
#ifndef PLAY_HOST_INSIDE_H
#define PLAY_HOST_INSIDE_H

#include "play/host.h"

/* The two tasks that can run at once: a move or an analysis, and a hint. */
enum { SLOT_MAIN, SLOT_HINT, SLOT_COUNT };

/* A position of the line, to recognise that it has changed. */
typedef struct HostPlace {
    int      count; /* entries of the line */
    uint64_t key;
} HostPlace;

typedef enum DeclinedKind {
    DECLINED_NONE,
    DECLINED_DRAW,
    DECLINED_BACK,
    DECLINED_REMATCH
} DeclinedKind;

typedef struct HostThought {
    int       side;
    HostScore score;
    int       depth;
    char      words[TURN_TEXT_MAX];
} HostThought;

struct TableHost {
    Session      session;
    HostSeat     seat[2];
    char         id[HOST_ID_MAX];
    char         rematch[HOST_ID_MAX];
    int64_t      version;
    uint64_t     seed;
    int64_t      level_ms;
    bool         casual, listed, paused;
    DeclinedKind declined;
    int          declined_by;
    /* Presence. */
    int     watchers;
    int     here[2];
    int64_t away_since_ms[2];
    bool    presence_changed; /* not told yet */
    int64_t presence_told_ms;
    /* Tasks. */
    uint32_t   last_task;
    HostTask   task[SLOT_COUNT]; /* id 0: none */
    HostPlace  place[SLOT_COUNT];
    int        engine_score[2]; /* each engine's last evaluation, for its own side */
    HostHint   hint;
    HostPlace  hint_place;
    Turn       hint_turn;
    HostScore  hint_score;
    bool       analysis_wanted; /* although nobody watches */
    bool       analysis_ended;  /* complete, or given up */
    int        score_count, score_capacity;
    HostScore *scores; /* of a finished game, after each move */
    /* Events. */
    int         event_count;
    HostEvent   event[HOST_EVENTS_MAX];
    HostThought thought;
};

/* True if a person sits here: not an engine, and not a seat that is still open. */
bool host_has_person(const TableHost *host, int seat);
/* True if a client with this seat watches. */
bool host_is_here(const TableHost *host, int seat);
/* True if the game is between two people at two clients. */
bool host_is_contested(const TableHost *host);

/* Add an event.  One that changes the table gets the next version. */
void host_add_event(TableHost *host, HostEventKind kind);
/* After every change: let clocks and tasks follow from the state. */
void host_settle(TableHost *host, int64_t now_ms);
/* Forget the task in a slot. */
void host_drop_task(TableHost *host, int slot);
/* Take over the hint and the scores of another host, as far as they are for the same position. */
void host_inherit_tasks(TableHost *host, TableHost *old);

#endif
