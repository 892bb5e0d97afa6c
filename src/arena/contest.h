/* contest.h - what a contest is: the file contest.toml in its folder, read and checked.
 *
 * Knows:   the settings, their bounds, who takes part; where each setting stands in the file.
 * Ignores: what was played already (store.h), who meets whom (schedule.h), how bots run.
 *
 * A file that is wrong is refused as a whole, with its line.  Paths of bots are relative to the
 * folder and never leave it.
 */
#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

#include "base/buffer.h"
#include "core/setup.h"
#include "play/player.h"

enum {
    CONTEST_BOTS_MAX = 1000,
    CONTEST_GAMES_MAX = 10000, /* of one pairing */
    CONTEST_ROUNDS_MAX = 1000,
    CONTEST_WORKERS_MAX = 64,
    CONTEST_NAME_MAX = 128,
    BOT_NAME_MAX = 64,
    BOT_PATH_MAX = 256,
    BOT_ARGS_MAX = 16,
    BOT_ARGS_BYTES = 512, /* all of them, each with its NUL */
};

#define CONTEST_FILE "contest.toml"

typedef enum Format {
    FORMAT_ROUND_ROBIN,
    FORMAT_DOUBLE_ROUND_ROBIN,
    FORMAT_GAUNTLET,
    FORMAT_SWISS,
    FORMAT_KNOCKOUT,
    FORMAT_LADDER,
    FORMATS
} Format;

/* The words of the file, joined by '|' for help. */
extern const char *const FORMAT_NAMES[FORMATS];

typedef enum BotKind {
    BOT_C,       /* a function in C, linked with our main */
    BOT_JSON,    /* a program that speaks JSON lines */
    BOT_UGI,     /* a program that speaks the engine protocol */
    BOT_FILES,   /* a program of the game's own contest, started for every decision */
    BOT_BUILTIN, /* one of our own players, trusted: it runs in the arena itself */
    BOT_KINDS
} BotKind;

extern const char *const BOT_KIND_NAMES[BOT_KINDS];

typedef struct BotSpec {
    char    name[BOT_NAME_MAX];
    BotKind kind;
    char    file[BOT_PATH_MAX];      /* all but BOT_BUILTIN */
    char    player[PLAYER_TEXT_MAX]; /* BOT_BUILTIN: its description, checked */
    int     arg_count;
    char    args[BOT_ARGS_BYTES];
    int     line, end_line; /* of the file */
} BotSpec;

/* What a bot may use.  Zero is not limited where that makes sense. */
typedef struct ContestLimits {
    int64_t turn_ms;      /* for each decision, if there is no clock for the game */
    int64_t game_ms;      /* for all decisions of a game; 0: only turn_ms counts */
    int64_t increment_ms; /* with game_ms: what each turn adds */
    int64_t start_ms;     /* to get ready */
    int64_t margin_ms;    /* being late by so much is forgiven */
    int64_t memory_mb;    /* 0: what suits its language (jail.h), here and in the next three */
    int64_t processes;
    int64_t threads;    /* besides the first of each process; -1: what suits */
    int64_t scratch_mb; /* its own folder */
    int64_t output_kb;  /* on its standard output and error each, between two turns */
    int64_t compile_ms;
} ContestLimits;

typedef struct Contest {
    char          name[CONTEST_NAME_MAX];
    Setup         setup;
    Format        format;
    int           games;    /* of one pairing */
    int           rounds;   /* Swiss; 0: as many as the bots need */
    int           openings; /* random turns before each pair of games */
    bool          balanced;
    uint64_t      seed;
    int           workers;
    char          champion[BOT_NAME_MAX]; /* gauntlet: who meets all others; "": the first bot */
    ContestLimits limits;
    int           bot_count;
    BotSpec      *bots;
} Contest;

/* What counts where the file says nothing. */
void contest_init(Contest *contest);
void contest_free(Contest *contest);

/* Read the file's text.  On failure `out` is unchanged and fault->why names the line. */
Status contest_read(const char *data, size_t size, Contest *out, Fault *fault);
/* Read the file in a folder. */
Status contest_load(const char *folder, Contest *out, Fault *fault);

/* The bot of a name, or -1. */
int contest_find(const Contest *contest, const char *name);

/* The text of a new contest's file, with a comment for each setting and no bots. */
void contest_sample(Buffer *out, const char *name, const char *game, Format format);
/* May a bot be called so?  Letters, digits and . _ + - in any order, but a letter or digit first. */
bool contest_is_bot_name(const char *name);

/* Keep others from changing who takes part, until the descriptor is closed; waits for those who do so
 * now.  -1 if there is no such folder. */
int contest_hold(const char *folder, Fault *fault);

/* Add the lines of a bot to the file in the folder, or take those of a bot out of it.  The file
 * changes as a whole or not at all. */
Status contest_add_bot(const char *folder, const BotSpec *bot, Fault *fault);
Status contest_remove_bot(const char *folder, const char *name, Fault *fault);

#endif
