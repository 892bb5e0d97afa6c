/* SPDX-License-Identifier: MIT */
/* cmd_explorer.c - explorer: build a book of played moves from games or by self-play, and look up
 * positions in it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commit.h"

#include "cmd/atomic_file.h"
#include "cmd/cmd.h"
#include "cmd/interrupts.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "core/explorer.h"
#include "games/list.h"
#include "play/opening.h"
#include "play/session.h"
#include "play/view_json_explorer.h"
#include "proto/book.h"
#include "proto/report.h"
#include "search/search.h"
#include "term/game_file.h"
#include "web/store.h"

enum {
    TURNS_DEFAULT = 30,
    TURNS_LIMIT = 1000,
    LEAST_MAX = 1000000,
    NODES_MAX = 1000000000,
    KILOBYTE = 1000,
    SIZE_DEFAULT = EXPLORER_BYTES_MAX / KILOBYTE,
    DATABASE_PAGE = 50, /* tables of one list */
    /* learn: */
    LEARN_TURNS = 8,
    LEARN_GAMES_MAX = 1000000,
    LEARN_NODES = 10000,
    LEARN_LEAST = 2,
    LEARN_NOISE = 400, /* of the evaluations, in thousandths of a unit, so that games differ */
    LEARN_LIMIT = 500, /* turns of a game */
    LEARN_FINISH_SHARE = 20, /* moves after the opening have this part of the nodes */
    LEARN_VERIFY = 200000,
};

enum {
    EXPLORER_POSITION,
    EXPLORER_OUTPUT,
    EXPLORER_GAME,
    EXPLORER_DATA,
    EXPLORER_TURNS,
    EXPLORER_LEAST,
    EXPLORER_SIZE,
    EXPLORER_NODES,
    EXPLORER_GAMES,
    EXPLORER_SEED,
    EXPLORER_VERIFY,
    EXPLORER_JSON,
};
const Option EXPLORER_OPTIONS[] = {
    POSITION_OPTION,
    { "output", OPTION_TEXT, "FILE", "build, learn: write the book to FILE", 0, 0 },
    { "game", OPTION_TEXT, "GAME",
      "build: count games of this variant (default: that of the first game)", 0, 0 },
    { "data", OPTION_TEXT, "DIR", "build: add the games of a stopped server's data directory", 0,
      0 },
    { "moves", OPTION_NUMBER, "N",
      "build, learn: count the first N moves of a game (default 30; learn: 8)", 1, TURNS_LIMIT },
    { "least", OPTION_NUMBER, "N",
      "build, learn: keep moves that N games have (default 1; learn: 2)", 1, LEAST_MAX },
    { "size", OPTION_NUMBER, "KB", "build: raise --least until the book has KB kB (default 2097)",
      1, SIZE_DEFAULT },
    { "nodes", OPTION_NUMBER, "N",
      "build: evaluate every move with N nodes; learn: search each move of the opening with N nodes "
      "(default 10000)",
      1, NODES_MAX },
    { "games", OPTION_NUMBER, "N", "learn: play N games", 1, LEARN_GAMES_MAX },
    { "seed", OPTION_NUMBER, "N", "learn: random seed (default 1)", 0, UINT32_MAX },
    { "verify", OPTION_NUMBER, "N",
      "learn: search each position of the book, and each of its moves, with N nodes (default "
      "200000)",
      1, NODES_MAX },
    JSON_OPTION,
    { .name = NULL },
};

static uint32_t number_or(const Args *args, int option, uint32_t otherwise)
{
    return args->option[option].given ? args->option[option].number : otherwise;
}

/* --- build -------------------------------------------------------------------------------- */

typedef struct Building {
    const Args      *args;
    FILE            *err;
    Progress         progress;
    Setup            setup; /* game NULL until it is known */
    ExplorerBuilder *builder;
    const char      *source;                /* the file that is read */
    uint32_t         rejected, unexplained; /* games of all files, and further ones of this file */
    bool             is_explained;
    bool             failed; /* memory ran out */
    int              signal; /* that stops the command; 0 */
    /* evaluation */
    uint64_t      nodes;      /* per move; 0: do not evaluate */
    const char   *provenance; /* of a learned book, whose moves are verified; else NULL */
    Search       *search;
    SearchResult *result;
    uint32_t      evaluated, total;
} Building;

static bool is_stopped(Building *b)
{
    if (b->signal == 0)
        b->signal = interrupts_signal();
    return b->failed || b->signal != 0;
}

/* Count a game that cannot be used; explain only the first of a file. */
static void reject(Building *b, int number, const char *why)
{
    b->rejected++;
    if (b->is_explained) {
        b->unexplained++;
        return;
    }
    b->is_explained = true;
    progress_end(&b->progress);
    cmd_error(b->err, b->source, "game %d is not counted: %s", number, why);
}

/* Write the name of a game: its players and where it is. */
static void put_name(const Building *b, const Record *record, int number, Text *out)
{
    const char *first = record_tag(record, "First"), *second = record_tag(record, "Second");
    const char *date = record_tag(record, "Date"), *slash = strrchr(b->source, '/');
    if (first != NULL && second != NULL)
        text_addf(out, "%.40s - %.40s, ", first, second);
    if (date != NULL)
        text_addf(out, "%.10s, ", date);
    text_addf(out, "%.40s %d", slash == NULL ? b->source : slash + 1, number);
}

static bool add_game(void *context, int number, const Record *record, const Fault *fault)
{
    Building *b = context;
    char      name[EXPLORER_NAME_MAX];
    Text      text = text_over(name, sizeof name);
    Fault     inside;
    if (record == NULL) {
        reject(b, number, fault->why);
        return true;
    }
    if (b->setup.game == NULL)
        b->setup =
            (Setup){ .game = record->line.setup.game, .variant = record->line.setup.variant };
    if (b->builder == NULL)
        b->builder =
            explorer_builder_new(&b->setup, (int)number_or(b->args, EXPLORER_TURNS, TURNS_DEFAULT));
    b->failed = b->builder == NULL;
    if (b->failed)
        return false;
    put_name(b, record, number, &text);
    if (explorer_builder_add(b->builder, record, name, &inside) != STATUS_OK)
        reject(b, number, inside.why);
    return !is_stopped(b);
}

static void add_files(Building *b)
{
    for (int i = 1; i < b->args->arg_count && !is_stopped(b); i++) {
        Buffer bytes;
        Fault  fault;
        b->source = b->args->arg[i];
        b->is_explained = false;
        b->unexplained = 0;
        progress_parts(&b->progress, i - 1, b->args->arg_count - 1, "reading games");
        if (game_bytes(b->source, &bytes, &fault) == STATUS_OK) {
            game_each(bytes.data, bytes.length, &(GameAsk){ 0 }, add_game, b);
        } else {
            b->rejected++;
            progress_end(&b->progress);
            cmd_error(b->err, "explorer", "%s", fault.why);
        }
        if (b->unexplained > 0)
            cmd_error(b->err, b->source, "%u more games are not counted", (unsigned)b->unexplained);
        buffer_free(&bytes);
    }
}

/* The tables of one list of the game database. */
typedef struct TableList {
    int  count;
    char id[DATABASE_PAGE][ID_TEXT_MAX];
} TableList;

static bool list_table(void *context, const char *id, const char *summary)
{
    TableList *list = context;
    (void)summary;
    snprintf(list->id[list->count++], ID_TEXT_MAX, "%s", id);
    return true;
}

static void add_table(Building *b, Store *store, const char *id)
{
    StoredTable table;
    Buffer      text;
    Record      record;
    Fault       fault;
    buffer_init(&text, GAME_TEXT_BYTES_MAX);
    b->source = id;
    if (store_load(store, id, &table, &text) == STATUS_OK &&
        game_parse(text.data, text.length, &record, &fault) == STATUS_OK) {
        if (strcmp(record_result(&record).winner, "*") != 0 &&
            (b->setup.game == NULL || (b->setup.game == record.line.setup.game &&
                                       b->setup.variant == record.line.setup.variant)))
            add_game(b, 1, &record, NULL);
        record_free(&record);
    }
    buffer_free(&text);
}

/* Add the finished games of this variant in a game database.  Return the exit status. */
static int add_database(Building *b, const char *folder)
{
    TableList list = { .count = 0 };
    char      last[ID_TEXT_MAX] = "";
    Fault     fault;
    if (access(folder, R_OK | X_OK) != 0) /* store_open would create it */
        return cmd_error(b->err, folder, "%s", strerror(errno));
    Store *store = store_open(folder, &fault);
    if (store == NULL)
        return cmd_error(b->err, "explorer", "%s", fault.why);
    do {
        list.count = 0;
        if (store_list(store, NULL, last[0] == '\0' ? NULL : last, DATABASE_PAGE, list_table,
                       &list) != STATUS_OK)
            break;
        for (int i = 0; i < list.count && !is_stopped(b); i++)
            add_table(b, store, list.id[i]);
        if (list.count > 0)
            memcpy(last, list.id[list.count - 1], sizeof last);
    } while (list.count == DATABASE_PAGE && !is_stopped(b));
    store_close(store);
    return EXIT_DONE;
}

/* Find the chance of the player who moved from `before` to `after`. */
static bool evaluate(void *context, const Pos *before, const Pos *after, int *chance)
{
    Building    *b = context;
    const Game  *game = b->setup.game;
    int          player = game_player(game, before, before->side);
    Outcome      outcome = game->rules->outcome(after);
    SearchLimits limits = { .nodes = b->nodes };
    Line         line;
    progress_parts(&b->progress, b->evaluated++, b->total, "evaluating moves");
    if (outcome.ending != ENDING_NONE) {
        *chance = outcome.ending == ENDING_DRAWN                       ? EXPLORER_SURE / 2
                  : game_player(game, after, outcome.winner) == player ? EXPLORER_SURE
                                                                       : 0;
        return !is_stopped(b);
    }
    b->failed = line_init(&line, &b->setup, after) != STATUS_OK;
    if (b->failed)
        return false;
    b->failed = search_think(b->search, &line, &limits, NULL, NULL, b->result) != STATUS_OK;
    line_free(&line);
    int found = report_chance(game, b->result->score);
    *chance = game_player(game, after, after->side) == player ? found : EXPLORER_SURE - found;
    return !is_stopped(b);
}

static bool open_search(Building *b)
{
    SearchOptions options = search_options();
    b->search = search_new(&options);
    b->result = malloc(sizeof *b->result);
    b->failed = b->search == NULL || b->result == NULL;
    return !b->failed;
}

static void close_search(Building *b)
{
    free(b->result);
    if (b->search != NULL)
        search_delete(b->search);
}

/* Find the move that the search prefers in a position of the book. */
static bool propose(void *context, const Pos *pos, Turn *turn, int *chance)
{
    Building    *b = context;
    SearchLimits limits = { .nodes = b->nodes };
    Line         line;
    progress_parts(&b->progress, b->evaluated++, b->total, "searching positions");
    b->failed = line_init(&line, &b->setup, pos) != STATUS_OK;
    if (b->failed)
        return false;
    b->failed = search_think(b->search, &line, &limits, NULL, NULL, b->result) != STATUS_OK;
    line_free(&line);
    *turn = b->result->turn;
    *chance = report_chance(b->setup.game, b->result->score);
    return !is_stopped(b);
}

/* Let the search add its own move to each position. */
static bool propose_all(Building *b, uint32_t least)
{
    b->evaluated = 0;
    b->total = explorer_builder_positions(b->builder, least);
    return explorer_builder_propose(b->builder, least, b->provenance, propose, b);
}

static bool evaluate_moves(Building *b, uint32_t least)
{
    b->evaluated = 0;
    b->total = explorer_builder_moves(b->builder, least);
    return explorer_builder_evaluate(b->builder, least, evaluate, b);
}

/* Evaluate the moves.  Of a learned book keep only those that are as good as the search's own. */
static void evaluate_all(Building *b, uint32_t least)
{
    bool done = open_search(b) && (b->provenance == NULL || propose_all(b, least)) &&
                evaluate_moves(b, least);
    if (done && b->provenance != NULL)
        explorer_builder_drop(b->builder, least, BOOK_MARGIN);
    b->failed = b->failed || (!done && b->signal == 0);
    close_search(b);
}

/* Write the book with the smallest --least that fits.  Return false without memory. */
static bool fit(Building *b, uint32_t *least, Buffer *book)
{
    size_t limit = b->args->option[EXPLORER_SIZE].given
                       ? (size_t)b->args->option[EXPLORER_SIZE].number * KILOBYTE
                       : EXPLORER_BYTES_MAX;
    for (;; ++*least) {
        buffer_clear(book);
        if (!explorer_builder_write(b->builder, *least, book))
            return false;
        if (book->length <= limit)
            return true;
    }
}

static int print_built(const Building *b, uint32_t least, size_t size, FILE *out)
{
    char    setup[SETUP_TEXT_MAX];
    Text    text = text_over(setup, sizeof setup);
    Results results;
    setup_write(&b->setup, &text);
    results_begin(&results, out, b->args->option[EXPLORER_JSON].given);
    results_string(&results, "game", setup);
    results_integer(&results, "games", explorer_builder_games(b->builder));
    results_integer(&results, "rejected", b->rejected);
    results_integer(&results, "moves", explorer_builder_moves(b->builder, least));
    results_integer(&results, "least", least);
    results_integer(&results, "bytes", (int64_t)size);
    return results_end(&results, "explorer", b->err);
}

static int finish_book(Building *b, uint32_t least, Buffer *book, FILE *out)
{
    const char *path = b->args->option[EXPLORER_OUTPUT].text;
    if (b->builder == NULL || explorer_builder_games(b->builder) == 0)
        return cmd_error(b->err, "explorer", "no game was counted, so there is no book");
    if (!fit(b, &least, book))
        return cmd_error_memory(b->err, "explorer");
    if (b->nodes != 0) {
        evaluate_all(b, least);
        if (b->failed || (!is_stopped(b) && !fit(b, &least, book)))
            return cmd_error_memory(b->err, "explorer");
    }
    progress_end(&b->progress);
    if (is_stopped(b))
        return EXIT_SIGNALLED + b->signal;
    if (!atomic_file_write(path, book->data, book->length)) {
        cmd_error(b->err, path, "%s", strerror(errno));
        return EXIT_FAILED;
    }
    return print_built(b, least, book->length, out);
}

static int write_book(Building *b, uint32_t least, FILE *out)
{
    Buffer book;
    buffer_init(&book, SIZE_MAX);
    int status = finish_book(b, least, &book, out);
    buffer_free(&book);
    return status;
}

static int verb_build(const Args *args, FILE *out, FILE *err)
{
    Building b = { .args = args, .err = err, .progress = progress_on_terminal(err) };
    if (args->option[EXPLORER_NODES].given)
        b.nodes = args->option[EXPLORER_NODES].number;
    int status = EXIT_DONE;
    if (!args->option[EXPLORER_OUTPUT].given)
        return cmd_error(err, "explorer", "where to write the book? Pass --output FILE");
    if (args->arg_count < 2 && !args->option[EXPLORER_DATA].given)
        return cmd_error(err, "explorer", "no games: name files, or a server's --data DIR");
    if (!atomic_file_is_possible(args->option[EXPLORER_OUTPUT].text))
        return cmd_error(err, args->option[EXPLORER_OUTPUT].text, "%s", strerror(errno));
    if (args->option[EXPLORER_GAME].given)
        status = setup_from_text(args->option[EXPLORER_GAME].text, &b.setup, err);
    if (status != EXIT_DONE)
        return status;
    interrupts_begin();
    add_files(&b);
    if (args->option[EXPLORER_DATA].given)
        status = add_database(&b, args->option[EXPLORER_DATA].text);
    if (status == EXIT_DONE)
        status = write_book(&b, number_or(args, EXPLORER_LEAST, 1), out);
    interrupts_end();
    explorer_builder_free(b.builder);
    return status;
}

/* --- learn -------------------------------------------------------------------------------- */

/* Find a turn of a game of self-play: with many nodes and some noise in the opening, with few nodes
 * afterwards. */
static bool find_turn(Building *b, const Session *session, int opening, uint64_t seed)
{
    const Line  *line = session_line(session);
    uint64_t     nodes = number_or(b->args, EXPLORER_NODES, LEARN_NODES);
    SearchLimits limits = { .nodes = nodes, .noise = LEARN_NOISE, .noise_seed = seed };
    if (line_turns(line) >= opening) {
        limits.nodes = nodes / LEARN_FINISH_SHARE + 1;
        limits.noise = 0;
    }
    b->failed = search_think(b->search, line, &limits, NULL, NULL, b->result) != STATUS_OK;
    return !b->failed;
}

/* Play a game; every second one after a random first move, so that the book has answers to more
 * than its own moves. */
static bool play_game(Building *b, Session *session, uint32_t number, int opening)
{
    Random random = random_seeded(mix64(number_or(b->args, EXPLORER_SEED, 1)) + number);
    Fault  fault;
    search_clear(b->search);
    b->failed =
        opening_play(&(Opening){ random_next(&random), (int)(number % 2) }, session) != STATUS_OK;
    session_start(session, 0);
    while (!session_is_over(session) && !is_stopped(b))
        if (find_turn(b, session, opening, random_next(&random)))
            session_play_turn(session, session_side(session), &b->result->turn, 0, &fault);
    return !is_stopped(b);
}

/* Write how the book is made: the command, and the program. */
static void put_provenance(const Args *args, const Setup *setup, Text *out)
{
    text_add(out, "self-play, learn ");
    setup_write(setup, out);
    text_addf(out, " --games %u --nodes %u --moves %u --least %u --verify %u --seed %u, ",
              (unsigned)args->option[EXPLORER_GAMES].number,
              (unsigned)number_or(args, EXPLORER_NODES, LEARN_NODES),
              (unsigned)number_or(args, EXPLORER_TURNS, LEARN_TURNS),
              (unsigned)number_or(args, EXPLORER_LEAST, LEARN_LEAST),
              (unsigned)number_or(args, EXPLORER_VERIFY, LEARN_VERIFY),
              (unsigned)number_or(args, EXPLORER_SEED, 1));
    text_addf(out, "tessera %s (commit %s)", TESSERA_VERSION, TESSERA_COMMIT);
}

static void play_games(Building *b, uint32_t games, int opening)
{
    static const char *const NAMES[2] = { "self", "self" };
    static const ClockRule   CLOCKS[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    Fault                    fault;
    Setup                    setup = b->setup;
    setup.turn_limit = LEARN_LIMIT;
    for (uint32_t i = 0; i < games && !is_stopped(b); i++) {
        Session session;
        progress_parts(&b->progress, i, games, "playing games");
        b->failed = session_init(&session, &setup, NULL, NAMES, CLOCKS) != STATUS_OK;
        if (b->failed)
            return;
        if (play_game(b, &session, i, opening) &&
            explorer_builder_add(b->builder, session_record(&session), b->provenance, &fault) !=
                STATUS_OK)
            reject(b, (int)i + 1, fault.why);
        session_free(&session);
    }
}

static int verb_learn(const Args *args, FILE *out, FILE *err)
{
    Building b = {
        .args = args, .err = err, .progress = progress_on_terminal(err), .source = "learn"
    };
    char provenance[EXPLORER_NAME_MAX];
    Text text = text_over(provenance, sizeof provenance);
    int  opening = (int)number_or(args, EXPLORER_TURNS, LEARN_TURNS);
    if (!args->option[EXPLORER_OUTPUT].given || !args->option[EXPLORER_GAMES].given)
        return cmd_error(err, "explorer", "learn needs --output FILE and --games N");
    if (args->arg_count != 2)
        return cmd_error(err, "explorer", "which game? Name one: explorer learn GAME");
    int status = setup_from_text(args->arg[1], &b.setup, err);
    if (status != EXIT_DONE)
        return status;
    put_provenance(args, &b.setup, &text);
    b.provenance = provenance;
    if (!atomic_file_is_possible(args->option[EXPLORER_OUTPUT].text))
        return cmd_error(err, args->option[EXPLORER_OUTPUT].text, "%s", strerror(errno));
    b.builder = explorer_builder_new(&b.setup, opening);
    if (b.builder == NULL)
        return cmd_error_memory(err, "explorer");
    interrupts_begin();
    if (open_search(&b))
        play_games(&b, args->option[EXPLORER_GAMES].number, opening);
    close_search(&b);
    b.nodes = number_or(args, EXPLORER_VERIFY, LEARN_VERIFY);
    status = b.failed        ? cmd_error_memory(err, "explorer")
             : b.signal != 0 ? EXIT_SIGNALLED + b.signal
                             : write_book(&b, number_or(args, EXPLORER_LEAST, LEARN_LEAST), out);
    interrupts_end();
    explorer_builder_free(b.builder);
    return status;
}

/* --- show --------------------------------------------------------------------------------- */

typedef struct Showing {
    FILE       *out;
    const Game *game;
    const Pos  *pos;
    bool        any;
} Showing;

static double percent(uint32_t part, uint32_t whole)
{
    return whole == 0 ? 0 : 100.0 * part / whole;
}

static bool print_move(void *context, const ExplorerMove *move)
{
    Showing *s = context;
    char     words[TURN_TEXT_MAX], rating[16] = "-", chance[16] = "-";
    Text     text = text_over(words, sizeof words);
    turn_write(s->game, s->pos, &move->turn, &text);
    if (!s->any)
        fprintf(s->out, "%-16s %7s %6s %6s %6s %7s %7s  %s\n", "move", "games", "won", "drawn",
                "lost", "rating", "chance", "sample game");
    s->any = true;
    if (move->rating >= 0)
        snprintf(rating, sizeof rating, "%d", move->rating);
    if (move->chance >= 0)
        snprintf(chance, sizeof chance, "%.0f%%", percent((uint32_t)move->chance, EXPLORER_SURE));
    fprintf(s->out, "%-16s %7u %5.0f%% %5.0f%% %5.0f%% %7s %7s  %s\n", words, (unsigned)move->games,
            percent(move->wins, move->games), percent(move->draws, move->games),
            percent(move->games - move->wins - move->draws, move->games), rating, chance,
            move->sample == NULL ? "" : move->sample);
    return true;
}

/* Open a file, or the built-in book of a game; `bytes` belongs to the caller. */
static int open_book(const char *name, Buffer *bytes, Explorer *explorer, FILE *err)
{
    Setup setup;
    Fault fault;
    if (games_setup(name, &setup, &fault) == STATUS_OK) {
        buffer_init(bytes, 0);
        return explorer_built_in(&setup, explorer, &fault) == STATUS_OK
                   ? EXIT_DONE
                   : cmd_error(err, "explorer", "%s", fault.why);
    }
    if (game_bytes(name, bytes, &fault) != STATUS_OK)
        return cmd_error(err, "explorer", "%s", fault.why);
    return explorer_open(explorer, games_find, bytes->data, bytes->length, &fault) == STATUS_OK
               ? EXIT_DONE
               : cmd_error(err, name, "%s", fault.why);
}

/* Read --position and play the moves.  Return EXIT_DONE with an initialised line. */
static int find_position(const Args *args, const Setup *setup, Line *line, FILE *err)
{
    PosBuffer pos;
    Fault     fault;
    if (setup_position(setup, args->option[EXPLORER_POSITION].text, &pos.head, &fault) != STATUS_OK)
        return cmd_error_at(err, "position", fault.why, args->option[EXPLORER_POSITION].text,
                            fault.at);
    if (line_init(line, setup, &pos.head) != STATUS_OK)
        return cmd_error_memory(err, "explorer");
    for (int i = 2; i < args->arg_count; i++)
        if (line_play(line, args->arg[i], &fault) != STATUS_OK) {
            line_free(line);
            return cmd_error_at(err, "move", fault.why, args->arg[i], fault.at);
        }
    return EXIT_DONE;
}

static int print_position(const Args *args, const Explorer *explorer, const Line *line, FILE *out,
                          FILE *err)
{
    if (args->option[EXPLORER_JSON].given) {
        Results results;
        results_begin(&results, out, true);
        json_position(&results.json, "position", explorer->setup.game, line_now(line));
        view_explorer(&results.json, explorer, line_now(line));
        return results_end(&results, "explorer", err);
    }
    Showing showing = { .out = out, .game = explorer->setup.game, .pos = line_now(line) };
    if (explorer_moves(explorer, line_now(line), print_move, &showing) == 0)
        fprintf(out, "The book does not have this position (%u games).\n",
                (unsigned)explorer->game_count);
    return EXIT_DONE;
}

static int verb_show(const Args *args, FILE *out, FILE *err)
{
    Buffer   bytes;
    Explorer explorer;
    Line     line;
    if (args->arg_count < 2)
        return cmd_error(err, "explorer", "which book? Name a file, or a game for its own book");
    int status = open_book(args->arg[1], &bytes, &explorer, err);
    if (status == EXIT_DONE)
        status = find_position(args, &explorer.setup, &line, err);
    if (status == EXIT_DONE) {
        status = print_position(args, &explorer, &line, out, err);
        line_free(&line);
    }
    buffer_free(&bytes);
    return status;
}

int cmd_explorer(const Args *args, FILE *out, FILE *err)
{
    if (strcmp(args->arg[0], "build") == 0)
        return verb_build(args, out, err);
    if (strcmp(args->arg[0], "learn") == 0)
        return verb_learn(args, out, err);
    if (strcmp(args->arg[0], "show") == 0)
        return verb_show(args, out, err);
    return cmd_error(
        err, "explorer",
        "'%.40s' is unknown; say `explorer build`, `explorer learn` or `explorer show`",
        args->arg[0]);
}
