/* contest.h - the settings of a contest, read from contest.toml in its directory.
 *
 * Knows:   the settings, their ranges, the bots, and the line of each bot in the file.
 * Ignores: results (ledger.h), pairings (schedule.h), how bots run.
 *
 * An invalid file is rejected as a whole, with the line of the error.  Paths of bots are relative
 * to the directory and cannot leave it.
 */
#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

#include "base/buffer.h"
#include "core/setup.h"
#include "play/player.h"

enum {
    CONTEST_BOTS_MAX = 1000,
    CONTEST_GAMES_MAX = 10000, /* per pairing */
    CONTEST_ROUNDS_MAX = 1000,
    CONTEST_WORKERS_MAX = 64,
    CONTEST_NAME_MAX = 128,
    CONTEST_TEXT_MAX = 1 << 20, /* bytes of contest.toml */
    CONTEST_DATABASE_MAX = 1024,
    BOT_NAME_MAX = 64,
    BOT_TITLE_MAX = 128,
    BOT_TITLE_SIGNS = 40, /* characters */
    BOT_PATH_MAX = 256,
    BOT_ARGS_MAX = 16,
    BOT_ARGS_BYTES = 512, /* of all arguments, each with its NUL */
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

/* The values of `format` in the file. */
extern const char *const FORMAT_NAMES[FORMATS];

typedef enum BotKind {
    BOT_C,       /* a C function, linked with the SDK's main */
    BOT_JSON,    /* a program that exchanges JSON lines */
    BOT_UGI,     /* a program that speaks the engine protocol (UGI) */
    BOT_FILES,   /* a program for the game's own contest, started once per move */
    BOT_BUILTIN, /* a built-in player; trusted, so it runs inside the arena process */
    BOT_KINDS
} BotKind;

extern const char *const BOT_KIND_NAMES[BOT_KINDS];

typedef struct BotSpec {
    char    name[BOT_NAME_MAX];
    char    title[BOT_TITLE_MAX]; /* name to display, in UTF-8, or "" */
    BotKind kind;
    char    file[BOT_PATH_MAX];      /* all but BOT_BUILTIN */
    char    player[PLAYER_TEXT_MAX]; /* BOT_BUILTIN: a valid player description */
    int     arg_count;
    char    args[BOT_ARGS_BYTES];
    int     line, end_line; /* of the file */
} BotSpec;

/* What a bot may use. */
typedef struct ContestLimits {
    int64_t turn_ms;      /* time per move, if game_ms is 0 */
    int64_t game_ms;      /* time per game; 0: use turn_ms */
    int64_t increment_ms; /* added per move, with game_ms */
    int64_t turn_cpu_ms;  /* CPU time of all threads per move; 0: no limit */
    int64_t game_cpu_ms;  /* CPU time per game, including its start; 0: no limit */
    int64_t start_ms;     /* start-up time */
    int64_t margin_ms;    /* time forfeit tolerance */
    int64_t memory_mb;    /* 0: the default of its runtime (jail.h); also in the next three */
    int64_t processes;
    int64_t threads;    /* besides the first of each process; -1: default */
    int64_t scratch_mb; /* size of its working directory */
    int64_t output_kb;  /* to stdout and stderr each, between two moves */
    int64_t compile_ms;
} ContestLimits;

typedef struct Contest {
    char          name[CONTEST_NAME_MAX];
    Setup         setup;
    Format        format;
    int           games;              /* per pairing */
    int           rounds;             /* Swiss; 0: as many as the bots need */
    int           openings;           /* random moves at the start of each pair of games */
    char          book[BOT_PATH_MAX]; /* file of openings, relative to the directory; "": none */
    bool          balanced;
    uint64_t      seed;
    int           workers;
    bool          third_place;            /* knockout: play for it */
    char          champion[BOT_NAME_MAX]; /* gauntlet: plays all others; "": the first bot */
    char          database[CONTEST_DATABASE_MAX]; /* of the queue whose workers play; "": none */
    ContestLimits limits;
    int           bot_count;
    BotSpec      *bots;
} Contest;

/* Set the defaults. */
void contest_init(Contest *contest);
void contest_free(Contest *contest);

/* Parse the text of contest.toml.  On failure `out` is unchanged and fault->why names the line. */
Status contest_read(const char *data, size_t size, Contest *out, Fault *fault);
/* Read contest.toml in a directory. */
Status contest_load(const char *folder, Contest *out, Fault *fault);
/* The same as text; `out` is an empty buffer with a limit of CONTEST_TEXT_MAX. */
Status contest_load_text(const char *folder, Buffer *out, Fault *fault);

/* Return the index of the bot with this name, or -1. */
int contest_find(const Contest *contest, const char *name);

/* Write the contest.toml of a new contest, with a comment for each setting and no bots.  `has_swap`
 * adds a warning to the setting `openings`. */
void contest_sample(Buffer *out, const char *name, const char *game, Format format, bool has_swap);
/* Write the settings that a game depends on, besides its two bots, so that contest_read returns them:
 * name, game and limits.  Equal settings have equal texts. */
void contest_write_settings(const Contest *contest, Buffer *out);
/* Write the section of a bot. */
void contest_write_bot(const BotSpec *bot, Buffer *out);
/* True if `name` is a valid bot name: letters, digits and . _ + -, beginning with a letter or
 * digit. */
bool contest_is_bot_name(const char *name);
/* True if a name may be displayed: UTF-8, without control characters, and without characters that
 * change the direction of text or are invisible. */
bool contest_is_title(const char *title);
#define CONTEST_TITLE_RULE \
    "1 to 40 characters in UTF-8, without control, invisible or direction characters"

/* Lock the list of bots until the returned descriptor is closed; waits for another process that
 * holds the lock.  Return -1 if the directory does not exist. */
int contest_hold(const char *folder, Fault *fault);

/* Add a bot to contest.toml in the directory, replace the bot of the same name, or remove it.  The file
 * is replaced atomically. */
Status contest_add_bot(const char *folder, const BotSpec *bot, Fault *fault);
Status contest_replace_bot(const char *folder, const BotSpec *bot, Fault *fault);
Status contest_remove_bot(const char *folder, const char *name, Fault *fault);

#endif
