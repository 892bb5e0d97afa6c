/* SPDX-License-Identifier: MIT */
/* cmd_solve.c - solve and verify: prove the value of a position, and check such proofs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/atomic_file.h"
#include "naive/list.h"
#include "naive/verify.h"
#include "solver/certify.h"

enum {
    SOLVE_SECONDS_MAX = 1000000,
    SOLVE_MEMORY_MAX = 1 << 20,
    PATH_CAPACITY = 4096,
    BYTES_OF_A_POSITION = 400, /* estimated memory per position while a proof is assembled */
};

static const size_t   FILE_BYTES_MAX = (size_t)2 << 30;
static const uint64_t SHORTEN_NODES = 2000000;

enum { SOLVE_POSITION, SOLVE_LIMIT, SOLVE_MEMORY, SOLVE_THREADS, SOLVE_PROOF };
const Option SOLVE_OPTIONS[] = {
    POSITION_OPTION,
    { "limit", OPTION_NUMBER, "SECONDS", "time limit (default 60)", 1, SOLVE_SECONDS_MAX },
    { "memory", OPTION_NUMBER, "MIB", "memory for the transposition table (default 1024)", 1,
      SOLVE_MEMORY_MAX },
    { "threads", OPTION_NUMBER, "N", "use N threads (default 1)", 1, DFPN_THREADS_MAX },
    { "proof", OPTION_TEXT, "FILE", "write a proof to FILE, for `tessera verify`", 0, 0 },
    { .name = NULL },
};

const Option VERIFY_OPTIONS[] = { { .name = NULL } };

/* --- solve --- */

static bool deadline_is_over(void *context)
{
    return clock_wall_seconds() > *(const double *)context;
}

static uint32_t number_or(const OptionValue *value, uint32_t otherwise)
{
    return value->given ? value->number : otherwise;
}

static void print_solution(const Setup *setup, const Solution *solution, FILE *out)
{
    const char *const VALUES[] = {
        [PROOF_UNKNOWN] = "unknown",
        [PROOF_FIRST] = setup->game->sides[0],
        [PROOF_SECOND] = setup->game->sides[1],
        [PROOF_DRAW] = "draw",
    };
    fprintf(out, "value %s\n", VALUES[solution->value]);
    if (solution->value == PROOF_FIRST || solution->value == PROOF_SECOND)
        fprintf(out, "distance %s%u\n", solution->exact ? "" : "at most ", solution->turns);
    if (solution->has_margin)
        fprintf(out, "margin %d\n", solution->margin);
}

static void print_line(Solver *solver, const Pos *pos, const Solution *solution, FILE *out)
{
    Buffer line;
    buffer_init(&line, 1 << 20);
    bool complete = certify_line(solver, pos, solution, &line);
    if (line.length > 0)
        fprintf(out, "line %s%s\n", line.data, complete ? "" : " ...");
    buffer_free(&line);
}

static int write_proof(Solver *solver, const Start *start, Solution *solution, uint32_t mebibytes,
                       const char *name, FILE *err)
{
    Buffer   text;
    uint64_t nodes = ((uint64_t)mebibytes << 20) / BYTES_OF_A_POSITION;
    buffer_init(&text, FILE_BYTES_MAX);
    Status status = certify(solver, &start->setup, &start->pos.head, solution,
                            nodes < UINT32_MAX / 4 ? (uint32_t)nodes : UINT32_MAX / 4, &text);
    int    result = EXIT_FAILED;
    if (status == STATUS_OK && atomic_file_write(name, text.data, text.length))
        result = EXIT_DONE;
    else if (status == STATUS_OK)
        cmd_error(err, name, "%s", strerror(errno));
    else
        cmd_error(err, name, "%s",
                  status == STATUS_NO_MEMORY
                      ? "the proof needs more memory; raise --memory"
                      : "the time limit ended before the proof was complete; raise --limit");
    buffer_free(&text);
    return result;
}

static int solve(Solver *solver, const Start *start, const Args *args, FILE *out, FILE *err)
{
    Solution   solution;
    double     begun = clock_wall_seconds();
    const Pos *pos = &start->pos.head;
    int        result = EXIT_DONE;
    solver_solve(solver, pos, &solution);
    if (solution.value != PROOF_UNKNOWN) {
        solver_shorten(solver, pos, &solution, SHORTEN_NODES);
        solver_margin(solver, pos, &solution);
    }
    print_solution(&start->setup, &solution, out);
    print_line(solver, pos, &solution, out);
    fprintf(
        out, "nodes %llu\nsweeps %llu\nseconds %.2f\n", (unsigned long long)solver_nodes(solver),
        (unsigned long long)dfpn_memory(solver_dfpn(solver)).sweeps, clock_wall_seconds() - begun);
    fflush(out);
    if (args->option[SOLVE_PROOF].given && solution.value == PROOF_UNKNOWN) {
        cmd_error(err, args->option[SOLVE_PROOF].text,
                  "not written: the value is unknown. Raise --limit or --memory");
        result = EXIT_FAILED;
    } else if (args->option[SOLVE_PROOF].given) {
        result = write_proof(solver, start, &solution, number_or(&args->option[SOLVE_MEMORY], 1024),
                             args->option[SOLVE_PROOF].text, err);
    }
    return result;
}

int cmd_solve(const Args *args, FILE *out, FILE *err)
{
    Start       start;
    double      deadline = clock_wall_seconds() + number_or(&args->option[SOLVE_LIMIT], 60);
    const char *position =
        args->option[SOLVE_POSITION].given ? args->option[SOLVE_POSITION].text : NULL;
    int failed = start_from_text(args->arg[0], position, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    if (start.setup.turn_limit != 0)
        return cmd_error(
            err, "game",
            "limit=%u does not apply to a position, which has no move number; leave it out",
            start.setup.turn_limit);
    if (start.pos.head.phase != 0)
        return cmd_error(
            err, "solve",
            "the position is in the middle of a turn; solve needs one at the start of a turn");
    DfpnLimits limits = {
        .memory_bytes = (size_t)number_or(&args->option[SOLVE_MEMORY], 1024) << 20,
        .threads = (int)number_or(&args->option[SOLVE_THREADS], 1),
        .expired = deadline_is_over,
        .context = &deadline,
    };
    const char *proof = args->option[SOLVE_PROOF].given ? args->option[SOLVE_PROOF].text : NULL;
    const char *name = start.setup.game->name;
    if (proof != NULL && naive_find(name, strlen(name)) == NULL)
        return cmd_error(err, "proof",
                         "%s has no naive implementation, so `tessera verify` could not check the "
                         "proof. Solve without --proof",
                         name);
    if (proof != NULL && !atomic_file_is_possible(proof))
        return cmd_error(err, proof, "%s", strerror(errno));
    char    folder[PATH_CAPACITY];
    Solver *solver = solver_new(start.setup.game, &limits);
    bool    fine =
        solver != NULL && (!tb_folder(folder, sizeof folder) || solver_use_tables(solver, folder));
    int result = fine ? solve(solver, &start, args, out, err) : cmd_error_memory(err, "solve");
    solver_delete(solver);
    return result;
}

/* --- verify --- */

/* Return the contents with one spare byte, or NULL with errno set.  The caller frees them. */
static char *read_file(FILE *file, size_t *size)
{
    size_t capacity = 1 << 16;
    char  *text = malloc(capacity);
    *size = 0;
    while (text != NULL) {
        *size += fread(text + *size, 1, capacity - *size - 1, file);
        if (*size < capacity - 1)
            break;
        char *bigger = capacity >= FILE_BYTES_MAX ? NULL : realloc(text, 2 * capacity);
        if (bigger == NULL) {
            free(text);
            errno = EFBIG;
            return NULL;
        }
        text = bigger;
        capacity *= 2;
    }
    if (text != NULL && ferror(file)) {
        free(text);
        return NULL;
    }
    return text;
}

static void print_report(const VerifyReport *report, FILE *out)
{
    fprintf(out, "verified %s\nvalue %s\n", report->game, report->value);
    if (report->turns >= 0)
        fprintf(out, "distance at most %ld\n", report->turns);
    if (report->has_margin)
        fprintf(out, "margin %ld\n", report->margin);
    fprintf(out, "positions %zu\n", report->positions);
}

int cmd_verify(const Args *args, FILE *out, FILE *err)
{
    VerifyReport report;
    size_t       size;
    const char  *name = args->arg[0];
    FILE        *file = fopen(name, "rb");
    if (file == NULL)
        return cmd_error(err, name, "%s", strerror(errno));
    char *text = read_file(file, &size);
    int   reason = errno;
    fclose(file);
    if (text == NULL)
        return cmd_error(err, name, "%s", strerror(reason));
    bool good = verify_proof(text, size, &report);
    free(text);
    if (!good)
        return cmd_error(err, name, "line %zu: %s", report.line, report.why);
    print_report(&report, out);
    return EXIT_DONE;
}
