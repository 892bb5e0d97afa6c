/* SPDX-License-Identifier: MIT */
#include "arena/starts.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/seal.h"
#include "arena/submission.h"

enum {
    PATH_BYTES = 4096,
    OPENINGS_CAPACITY = 10000, /* different openings; then they repeat */
    SWAP_TURNS = 4,            /* a swap is at the start of a game */
};

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

/* --- The book ----------------------------------------------------------------------------- */

/* Play moves that are separated by spaces. */
static Status play_moves(Session *session, const char *moves, Fault *fault)
{
    char  *copy = strdup(moves), *rest = NULL;
    Status status = copy == NULL ? no_memory(fault) : STATUS_OK;
    char  *move = copy == NULL ? NULL : strtok_r(copy, " \t", &rest);
    for (; move != NULL && status == STATUS_OK; move = strtok_r(NULL, " \t", &rest))
        status = session_play(session, session_side(session), move, 0, fault);
    free(copy);
    return status;
}

/* Check one line: its moves are legal and do not end the game. */
static Status check_line(const Setup *setup, const char *line, int number, Fault *fault)
{
    static const char *const NAMES[2] = { "first", "second" };
    static const ClockRule   CLOCKS[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    Session                  session;
    Fault                    why = { 0 };
    if (session_init(&session, setup, NULL, NAMES, CLOCKS) != STATUS_OK)
        return no_memory(fault);
    Status status = play_moves(&session, line, &why);
    bool   over = session_is_over(&session);
    session_free(&session);
    if (status != STATUS_OK)
        return fault_set(fault, STATUS_ILLEGAL, (size_t)number, "line %d of the book: %.180s",
                         number, why.why);
    if (over)
        return fault_set(fault, STATUS_ILLEGAL, (size_t)number,
                         "line %d of the book: these moves end the game", number);
    return STATUS_OK;
}

static void free_lines(char **lines, int count)
{
    for (int i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
}

static Status take_line(const Setup *setup, char *line, int number, char **lines, int *count,
                        Fault *fault)
{
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    line += strspn(line, " \t");
    if (*line == '\0' || *line == '#')
        return STATUS_OK;
    if (*count == BOOK_LINES_MAX)
        return fault_set(fault, STATUS_TOO_LARGE, (size_t)number, "a book has at most %d openings",
                         BOOK_LINES_MAX);
    Status status = check_line(setup, line, number, fault);
    if (status != STATUS_OK)
        return status;
    lines[*count] = strdup(line);
    *count += lines[*count] != NULL;
    return STATUS_OK;
}

Status starts_read_book(const Setup *setup, const char *text, size_t size, char ***lines,
                        int *count, Fault *fault)
{
    char  *copy = malloc(size + 1), *rest = copy;
    Status status = STATUS_OK;
    *count = 0;
    *lines = calloc(BOOK_LINES_MAX, sizeof **lines);
    if (copy == NULL || *lines == NULL)
        status = no_memory(fault);
    else if (size > 0 && memchr(text, '\0', size) != NULL)
        status = fault_set(fault, STATUS_SYNTAX, 0, "the book contains a NUL byte");
    if (status == STATUS_OK) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    for (int number = 1; status == STATUS_OK && rest != NULL; number++)
        status = take_line(setup, strsep(&rest, "\n"), number, *lines, count, fault);
    if (status == STATUS_OK && *count == 0)
        status = fault_set(fault, STATUS_ILLEGAL, 0, "the book has no openings");
    free(copy);
    if (status != STATUS_OK) {
        free_lines(*lines, *count);
        *lines = NULL;
        *count = 0;
    }
    return status;
}

static Status read_book(Starts *starts, const char *folder, const Contest *contest, Fault *fault)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.3000s/%s", folder, contest->book);
    int     file = submission_open(path);
    char   *text = malloc(BOOK_BYTES_MAX + 1);
    ssize_t size = file < 0 || text == NULL ? -1 : pread(file, text, BOOK_BYTES_MAX + 1, 0);
    Status  status = STATUS_OK;
    if (size < 0)
        status = fault_set(fault, STATUS_NOT_FOUND, 0, "cannot read the book %.150s: %s", path,
                           strerror(errno));
    else if (size > BOOK_BYTES_MAX)
        status = fault_set(fault, STATUS_TOO_LARGE, 0, "the book %.150s is longer than %d bytes",
                           path, BOOK_BYTES_MAX);
    else
        status = starts_read_book(&contest->setup, text, (size_t)size, &starts->lines,
                                  &starts->line_count, fault);
    if (status == STATUS_OK)
        seal_hash(text, (size_t)size, starts->hash);
    free(text);
    if (file >= 0)
        close(file);
    return status;
}

/* --- All ---------------------------------------------------------------------------------- */

Status starts_init(Starts *starts, const char *folder, const Contest *contest, Fault *fault)
{
    *starts = (Starts){ 0 };
    if (contest->book[0] != '\0')
        return read_book(starts, folder, contest, fault);
    if (contest->openings == 0)
        return STATUS_OK;
    if (openings_init(&starts->openings, &contest->setup, OPENINGS_CAPACITY, contest->openings,
                      contest->seed, contest->balanced) != STATUS_OK)
        return no_memory(fault);
    starts->has_openings = true;
    return STATUS_OK;
}

void starts_free(Starts *starts)
{
    if (starts->has_openings)
        openings_free(&starts->openings);
    free_lines(starts->lines, starts->line_count);
    *starts = (Starts){ 0 };
}

Status starts_get(Starts *starts, int index, GameStart *out)
{
    assert(index >= 0);
    *out = (GameStart){ 0 };
    if (starts->line_count > 0)
        out->moves = starts->lines[index % starts->line_count];
    else if (starts->has_openings)
        return openings_get(&starts->openings, index % OPENINGS_CAPACITY, &out->opening);
    return STATUS_OK;
}

Status start_play(const GameStart *start, Session *session)
{
    Fault fault;
    return start->moves == NULL ? opening_play(&start->opening, session)
                                : play_moves(session, start->moves, &fault);
}

/* --- The swap ----------------------------------------------------------------------------- */

typedef struct FirstTurn {
    const Game *game;
    PosBuffer   after;
} FirstTurn;

static bool take_first(void *context, const Turn *turn, const Pos *after)
{
    FirstTurn *first = context;
    (void)turn;
    game_copy(first->game, after, &first->after.head);
    return false;
}

/* In every game that has a swap, its notation is the word `swap`. */
int starts_swap_turn(const Setup *setup)
{
    const Game *game = setup->game;
    FirstTurn   first = { .game = game };
    PosBuffer   now;
    Turn        turn;
    Message     why;
    game->rules->start(setup->variant, &now.head);
    for (int number = 1; number <= SWAP_TURNS; number++) {
        if (turn_explain(game, &now.head, "swap", &turn, &why) == STATUS_OK)
            return number;
        if (turn_each(game, &now.head, take_first, &first))
            return 0; /* no turn: the game is over */
        now = first.after;
    }
    return 0;
}
