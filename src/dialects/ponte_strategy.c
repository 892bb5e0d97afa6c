/* SPDX-License-Identifier: MIT
 *
 * ponte_strategy.c - read the contest's files, search, and write the action back.
 *
 * An action changes one of the two tables only: stones and a swap change CHESS, a bridge changes
 * BRIDGE.  The other file is not touched.  The changed one is written under another name and renamed,
 * so a crash at any moment leaves either the position before the action or the position after it,
 * never a mixture.  STEPLOG is only read.
 *
 * The tables decide.  If they cannot be read or contradict the rules, nothing is written and the exit
 * status is not 0.  The log is only compared with them: a wrong log causes a warning and does not lose
 * the game.
 */
#include "dialects/ponte_strategy.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "games/ponte/ponte_eval.h"
#include "search/deepen.h"

enum {
    TIME_DEFAULT_MS = 4000,    /* wall time per decision, of the contest's 5000: the rest is for
                                * starting the process and for a busy machine */
    CPU_DEFAULT_MS = 0,        /* CPU time per decision; 0 is no limit */
    TIME_MAX_MS = 86400000,    /* one day */
    SIZE = 10,                 /* of the contest's board */
    BRIDGE_NUMBER_MAX = 999,   /* as the contest's own reader */
    TABLE_BYTES_MAX = 1 << 14, /* of a table; a plain one has 200 to 300 */
    LOG_BYTES_MAX = 1 << 16,   /* of the log; a long game has 1,500 */
    PATH_BYTES_MAX = 4096,     /* with the suffix of the temporary file */
    HASH_BYTES = 32 << 20,     /* so the process stays well below 64 MiB */
};

/* When a choice is clear: the best turn has been the same in that many iterations, and that share of
 * the time is used.  A large lead, of either side, needs less. */
enum { STABLE_ITERATIONS = 5, DECIDED_ITERATIONS = 3, DECIDED_LEAD = 8 * PONTE_POINT };
static const double STABLE_SHARE = 0.5, DECIDED_SHARE = 0.1;

/* The contest's variant, R8. */
static uint32_t contest_variant(void)
{
    return ponte_pack(
        &(PonteSettings){ .size = SIZE, .stones = PONTE_UNLIMITED, .bridges = PONTE_UNLIMITED });
}

/* The part of the game interface that a search needs. */
static const Game CONTEST_GAME = { .name = "ponte", .rules = &PONTE_RULES, .eval = &PONTE_EVAL };

/* --- the position --- */

/* Collect the two ends of each bridge, and add the bridges in order of their numbers. */
static Status take_bridges(const PonteTable *table, PonteParts *parts, Fault *fault)
{
    PonteCell ends[PONTE_BRIDGES_MAX + 1][2];
    int       count[PONTE_BRIDGES_MAX + 1] = { 0 };
    for (int8_t y = 0; y < SIZE; y++)
        for (int8_t x = 0; x < SIZE; x++) {
            int number = table->at[y][x];
            if (number == 0)
                continue;
            if (number < 0 || number > PONTE_BRIDGES_MAX || count[number] == 2)
                return fault_set(fault, STATUS_ILLEGAL, 0,
                                 "bridge number %d is too large or stands on more than two cells",
                                 number);
            ends[number][count[number]++] = (PonteCell){ x, y };
        }
    for (int number = 1; number <= PONTE_BRIDGES_MAX; number++) {
        if (count[number] == 0)
            continue;
        if (number != parts->bridge_count + 1)
            return fault_set(fault, STATUS_ILLEGAL, 0, "bridge number %d is missing",
                             parts->bridge_count + 1);
        if (count[number] != 2 || !ponte_bridge_between(ends[number][0], ends[number][1],
                                                        &parts->bridges[parts->bridge_count]))
            return fault_set(fault, STATUS_ILLEGAL, 0,
                             "bridge number %d does not stand on two cells at bridge distance",
                             number);
        parts->bridge_count++;
    }
    return STATUS_OK;
}

Status ponte_strategy_position(const PonteFiles *files, int side, bool may_swap, int turn, Pos *out,
                               Fault *fault)
{
    assert(side == PONTE_WHITE || side == PONTE_BLACK);
    PosBuffer  pos;
    PonteParts parts = { .side = side,
                         .turn = may_swap ? 2 : turn,
                         .white_seat = 1,
                         .swap_offered = may_swap,
                         .passed = '-' };
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            parts.cells[y][x] = ".WB"[files->chess.at[y][x] % 3];
    Status status = take_bridges(&files->bridge, &parts, fault);
    if (status == STATUS_OK)
        status = ponte_build(contest_variant(), &parts, &pos.head, fault);
    if (status == STATUS_OK && ponte_head(&pos.head)->over)
        status = fault_illegal(fault, "the game is over: neither side has a legal action");
    if (status == STATUS_OK)
        game_copy(&CONTEST_GAME, &pos.head, out);
    return status;
}

void ponte_strategy_play(const Pos *pos, const Turn *turn, PonteFiles *files)
{
    for (int i = 0; i < turn->count; i++) {
        Step step = turn->step[i];
        if (islands_kind(step) == ISLANDS_STONE) {
            PonteCell cell = ponte_step_cell(step);
            files->chess.at[cell.y][cell.x] = pos->side + 1;
        } else if (islands_kind(step) == ISLANDS_BRIDGE) {
            PonteBridge bridge = ponte_step_bridge(step);
            PonteCell   other = ponte_other_end(bridge);
            files->bridge.at[bridge.end.y][bridge.end.x] = files->bridge.at[other.y][other.x] =
                ponte_head(pos)->bridge_count + 1;
        } else { /* R2.2: White's two stones become black */
            for (int y = 0; y < SIZE; y++)
                for (int x = 0; x < SIZE; x++)
                    files->chess.at[y][x] *= 2;
        }
    }
}

/* --- thinking --- */

typedef struct Thinking {
    const PonteLimits *limits;
    double             begun;  /* wall time; CPU time is that of the process */
    Turn               best;   /* of the iteration before */
    int                stable; /* iterations that agree on it */
} Thinking;

/* Return how much of the time is used, 1 for all of it.  On a busy machine, where the process gets only
 * a part of the CPU, the platform also needs longer to start it and to see its end.  So the wall time
 * shrinks with that part, down to one half. */
static double share_used(const Thinking *thinking)
{
    const PonteLimits *limits = thinking->limits;
    double wall = (clock_wall_seconds() - thinking->begun) * 1000, cpu = clock_cpu_seconds() * 1000;
    double part = cpu < wall ? cpu / wall : 1;
    double of_wall = limits->wall_ms > 0 ? wall / (limits->wall_ms * (1 + part) / 2) : 0;
    double of_cpu = limits->cpu_ms > 0 ? cpu / limits->cpu_ms : 0;
    return of_wall > of_cpu ? of_wall : of_cpu;
}

static bool time_is_up(void *context)
{
    return share_used(context) >= 1;
}

static bool is_same_turn(const Turn *a, const Turn *b)
{
    return a->count == b->count &&
           memcmp(a->step, b->step, (size_t)a->count * sizeof a->step[0]) == 0;
}

static bool is_clear(const Thinking *thinking, int score)
{
    bool decided = score >= DECIDED_LEAD || score <= -DECIDED_LEAD;
    return thinking->stable >= (decided ? DECIDED_ITERATIONS : STABLE_ITERATIONS) &&
           share_used(thinking) >= (decided ? DECIDED_SHARE : STABLE_SHARE);
}

/* Called after each iteration: stop early if the choice is clear. */
static bool goes_on(void *context, const Deepening *deepening)
{
    Thinking *thinking = context;
    Turn      turn;
    if (!deepen_turn(deepening, &turn))
        return true;
    thinking->stable = is_same_turn(&turn, &thinking->best) ? thinking->stable + 1 : 1;
    thinking->best = turn;
    return !is_clear(thinking, deepening->lines[0].score);
}

/* True if `pos` has one legal turn only; `turn` is it. */
static bool is_forced(const Pos *pos, Turn *turn)
{
    PosBuffer next;
    Step      steps[STEPS_MAX];
    game_copy(&CONTEST_GAME, pos, &next.head);
    turn->count = 0;
    do {
        if (game_gen_once(&CONTEST_GAME, &next.head, steps) != 1)
            return false;
        turn->step[turn->count++] = steps[0];
        PONTE_RULES.apply(&next.head, steps[0]);
    } while (next.head.phase != 0);
    return true;
}

static Status search(const Pos *pos, Thinking *thinking, PvsWorker *worker, TransTable *tt,
                     Deepening *d, Turn *turn)
{
    PvsControl control = { .node_limit = thinking->limits->nodes,
                           .time_is_up = time_is_up,
                           .context = thinking };
    if (!pvs_worker_prepare(worker, &CONTEST_GAME, pos, 0))
        return STATUS_NO_MEMORY;
    worker->tt = tt;
    worker->control = &control;
    d->worker = worker;
    d->instance = &PONTE_SMALL_SEARCH;
    d->root = pos;
    d->depth_limit = SEARCH_DEPTH_MAX;
    d->lines_wanted = 1;
    d->goes_on = goes_on;
    d->context = thinking;
    tt_grow_older(tt);
    deepen(d);
    deepen_turn(d, turn);
    return turn->count > 0 ? STATUS_OK : STATUS_NO_MEMORY;
}

Status ponte_strategy_decide(const Pos *pos, const PonteLimits *limits, double begun, Turn *turn,
                             Fault *fault)
{
    assert(limits->wall_ms > 0 || limits->cpu_ms > 0 || limits->nodes > 0);
    Thinking thinking = { .limits = limits, .begun = begun };
    if (is_forced(pos, turn))
        return STATUS_OK;
    PvsWorker *worker = pvs_worker_new(PONTE_SMALL_SEARCH.node_bytes(pos->variant));
    Deepening *d = calloc(1, sizeof *d);
    TransTable tt = { 0 };
    Status     status = STATUS_NO_MEMORY;
    if (worker != NULL && d != NULL && tt_init(&tt, HASH_BYTES))
        status = search(pos, &thinking, worker, &tt, d, turn);
    tt_free(&tt);
    free(d);
    pvs_worker_delete(worker);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

/* --- files --- */

/* Read at most `capacity` bytes of a regular file; a pipe could block for ever.  A longer file is an
 * error. */
static Status read_file(const char *path, char *data, size_t capacity, size_t *size, Fault *fault)
{
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return fault_set(fault, STATUS_SYSTEM, 0, "it is not a regular file");
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot open it: %s", strerror(errno));
    *size = fread(data, 1, capacity, file);
    bool failed = ferror(file) != 0, longer = !failed && fgetc(file) != EOF;
    fclose(file);
    if (failed)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot read it");
    if (longer)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "it is longer than %zu bytes", capacity);
    return STATUS_OK;
}

static Status read_table(const char *path, uint32_t most, PonteTable *table, Fault *fault)
{
    char   data[TABLE_BYTES_MAX];
    size_t size;
    Status status = read_file(path, data, sizeof data, &size, fault);
    return status == STATUS_OK ? ponte_table_read(data, size, SIZE, most, table, fault) : status;
}

/* Return the number of lines of the log that are not blank, or -1 with the reason. */
static int count_log(const char *path, Fault *fault)
{
    static const char BLANKS[] = " \t\r\n";
    char              data[LOG_BYTES_MAX];
    size_t            size;
    int               lines = 0;
    bool              is_blank = true;
    if (read_file(path, data, sizeof data, &size, fault) != STATUS_OK)
        return -1;
    for (size_t i = 0; i < size; i++) {
        if (is_blank && strchr(BLANKS, data[i]) == NULL) {
            is_blank = false;
            lines++;
        }
        is_blank |= data[i] == '\n';
    }
    return lines;
}

/* Return the number of turns that the tables show.  A swap leaves no trace in them. */
static int count_turns(const PonteFiles *files)
{
    int halves = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            halves += (files->chess.at[y][x] != 0) + (files->bridge.at[y][x] != 0);
    return halves / 2;
}

static bool write_all(FILE *file, const char *text)
{
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

/* Write a new file; one that a killed process has left is removed first. */
static FILE *create_file(const char *path)
{
    FILE *file = fopen(path, "wx");
    if (file == NULL && errno == EEXIST && remove(path) == 0)
        file = fopen(path, "wx");
    return file;
}

/* Replace the file atomically.  It is not synced to disk, which could take longer than the decision.
 * If no file can be created beside it, overwrite it in place: in a contest that is better than no
 * answer. */
static bool write_table(const char *path, const PonteTable *table)
{
    char text[PONTE_TABLE_TEXT_MAX], beside[PATH_BYTES_MAX];
    Text out = text_over(text, sizeof text);
    ponte_table_write(table, SIZE, &out);
    assert(!out.full);
    if (snprintf(beside, sizeof beside, "%s.new", path) < (int)sizeof beside) {
        FILE *file = create_file(beside);
        if (file != NULL && write_all(file, text) && rename(beside, path) == 0)
            return true;
        if (file != NULL)
            remove(beside);
    }
    FILE *file = fopen(path, "w");
    return file != NULL && write_all(file, text);
}

/* --- the command --- */

const char PONTE_STRATEGY_USAGE[] =
    "usage: tessera ponte [OPTION...] COLOUR MAYSWAP CHESS BRIDGE STEPLOG\n"
    "\n"
    "Plays one decision of the Ponte del Diavolo contest.  COLOUR is W or B, MAYSWAP is Y or N, and\n"
    "the others are the contest's files.  Overwrites CHESS or BRIDGE with the position after the\n"
    "action; STEPLOG is only read.\n"
    "  --time MS    decide within MS ms of wall time (default 4000)\n"
    "  --cpu MS     use at most MS ms of CPU time (default: no limit)\n"
    "  --nodes N    search at most N nodes (default: no limit)\n";

enum { COLOUR, MAY_SWAP, CHESS, BRIDGE, LOG, ARGUMENTS };

typedef struct Request {
    const char *argument[ARGUMENTS];
    PonteLimits limits;
} Request;

static int usage_error(FILE *err, const char *what, const char *argument)
{
    fprintf(err, "tessera ponte: '%.80s': %s; --help shows the usage\n", argument, what);
    return 2;
}

static bool read_number(const char *text, uint32_t most, uint32_t *value)
{
    Scan scan = scan_string(text);
    return scan_number(&scan, most, value) && scan_done(&scan) && *value > 0;
}

/* Read the value of an option, given as `--name VALUE` or `--name=VALUE`. */
static bool read_option(int argc, char **argv, int *i, uint32_t *value)
{
    const char *equals = strchr(argv[*i], '=');
    if (equals == NULL && *i + 1 >= argc)
        return false;
    const char *text = equals != NULL ? equals + 1 : argv[++*i];
    return read_number(text, TIME_MAX_MS, value);
}

/* Return the limit that an option sets, or NULL if there is no such option. */
static uint32_t *option_of(Request *request, const char *argument)
{
    size_t length = strcspn(argument, "=");
    if (length == 6 && memcmp(argument, "--time", length) == 0)
        return &request->limits.wall_ms;
    if (length == 5 && memcmp(argument, "--cpu", length) == 0)
        return &request->limits.cpu_ms;
    if (length == 7 && memcmp(argument, "--nodes", length) == 0)
        return &request->limits.nodes;
    return NULL;
}

/* True if the argument is one letter, in either case, of the two in `letters`. */
static bool is_letter(const char *argument, const char *letters)
{
    return argument[0] != '\0' && argument[1] == '\0' &&
           (argument[0] == letters[0] || argument[0] == letters[1] ||
            argument[0] - 'a' + 'A' == letters[0] || argument[0] - 'a' + 'A' == letters[1]);
}

/* Return 0, or the exit status of an error that was printed. */
static int read_request(int argc, char **argv, Request *request, FILE *err)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        uint32_t   *option = strncmp(argument, "--", 2) == 0 ? option_of(request, argument) : NULL;
        if (option != NULL && !read_option(argc, argv, &i, option))
            return usage_error(err, "expected a whole number from 1 to 86400000", argument);
        if (option != NULL)
            continue;
        if (strncmp(argument, "--", 2) == 0)
            return usage_error(err, "there is no such option", argument);
        if (count == ARGUMENTS)
            return usage_error(err, "more than five arguments", argument);
        request->argument[count++] = argument;
    }
    if (count < ARGUMENTS)
        return usage_error(err, "expected COLOUR MAYSWAP CHESS BRIDGE STEPLOG",
                           count == 0 ? "" : request->argument[count - 1]);
    if (!is_letter(request->argument[COLOUR], "WB"))
        return usage_error(err, "the colour is W or B", request->argument[COLOUR]);
    if (!is_letter(request->argument[MAY_SWAP], "YN"))
        return usage_error(err, "whether a swap is possible is Y or N",
                           request->argument[MAY_SWAP]);
    return 0;
}

/* Return the number of the turn, from the log if it fits the tables. */
static int turn_number(const Request *request, const PonteFiles *files, FILE *err)
{
    Fault fault = { .why = "" };
    int   played = count_turns(files), logged = count_log(request->argument[LOG], &fault);
    if (logged == played || logged == played + 1) /* + 1: with a swap */
        return logged + 1;
    if (logged < 0)
        fprintf(err, "tessera ponte: warning: %.80s: %s\n", request->argument[LOG], fault.why);
    else
        fprintf(err, "tessera ponte: warning: %.80s has %d actions, but the tables show %d\n",
                request->argument[LOG], logged, played);
    return played + 1;
}

/* Return the exit status: 1 if the system failed, 2 if the input is wrong. */
static int file_error(FILE *err, const char *path, const Fault *fault)
{
    fprintf(err, "tessera ponte: %.80s: %s\n", path, fault->why);
    return fault->status == STATUS_SYSTEM || fault->status == STATUS_NO_MEMORY ? 1 : 2;
}

/* Read the tables, decide, and write the changed one. */
static int answer(const Request *request, double begun, FILE *err)
{
    const char *const *argument = request->argument;
    int                side = (argument[COLOUR][0] | 32) == 'w' ? PONTE_WHITE : PONTE_BLACK;
    PonteFiles         files, after;
    PosBuffer          pos;
    Turn               turn;
    Fault              fault = { .why = "" };
    if (read_table(argument[CHESS], 2, &files.chess, &fault) != STATUS_OK)
        return file_error(err, argument[CHESS], &fault);
    if (read_table(argument[BRIDGE], BRIDGE_NUMBER_MAX, &files.bridge, &fault) != STATUS_OK)
        return file_error(err, argument[BRIDGE], &fault);
    if (ponte_strategy_position(&files, side, (argument[MAY_SWAP][0] | 32) == 'y',
                                turn_number(request, &files, err), &pos.head,
                                &fault) != STATUS_OK ||
        ponte_strategy_decide(&pos.head, &request->limits, begun, &turn, &fault) != STATUS_OK)
        return file_error(err, "the position cannot be played", &fault);
    after = files;
    ponte_strategy_play(&pos.head, &turn, &after);
    bool builds = islands_kind(turn.step[0]) == ISLANDS_BRIDGE;
    if (write_table(argument[builds ? BRIDGE : CHESS], builds ? &after.bridge : &after.chess))
        return 0;
    fault_set(&fault, STATUS_SYSTEM, 0, "cannot write it: %s", strerror(errno));
    return file_error(err, argument[builds ? BRIDGE : CHESS], &fault);
}

int ponte_strategy_main(int argc, char **argv, FILE *in, FILE *out, FILE *err)
{
    double  begun = clock_wall_seconds();
    Request request = { .limits = { .wall_ms = TIME_DEFAULT_MS, .cpu_ms = CPU_DEFAULT_MS } };
    (void)in;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            fputs(PONTE_STRATEGY_USAGE, out);
            return 0;
        }
    int status = read_request(argc, argv, &request, err);
    return status != 0 ? status : answer(&request, begun, err);
}
