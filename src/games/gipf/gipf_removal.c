/* SPDX-License-Identifier: MIT
 *
 * gipf_removal.c - find rows, and list all possible results of their removal.
 */
#include "games/gipf/gipf_removal.h"

/* Append the runs on one line to `count` others; return the new count. */
static int list_line(const Space *space, int line, Stones stones, Run *runs, int count)
{
    const EntryLine *entry = &space->entry[2 * line];
    int              length = 0;
    Stones           bits = 0;
    for (int n = 0; n <= entry->length; n++) {
        if (n < entry->length && (stones & entry->field[n]) != 0) {
            bits |= entry->field[n];
            length++;
            continue;
        }
        if (length >= space->settings.row) {
            assert(count < RUNS_MAX);
            runs[count++] = (Run){ bits, line };
        }
        length = 0;
        bits = 0;
    }
    return count;
}

static int list_runs(const Space *space, Stones stones, Run *runs)
{
    int count = 0;
    for (int line = 0; line < space->lines; line++)
        if (size_of(space, stones & space->line[line]) >= space->settings.row)
            count = list_line(space, line, stones, runs, count);
    return count;
}

/* Return the first run that shares no field with another one (R5.2), or -1. */
static int first_lone(const Run *runs, int count)
{
    for (int i = 0; i < count; i++) {
        bool lone = true;
        for (int j = 0; j < count && lone; j++)
            lone = i == j || (runs[i].bits & runs[j].bits) == 0;
        if (lone)
            return i;
    }
    return -1;
}

/* Keep the runs that are joined to the first one by shared fields, directly or through others
 * (R5.3). */
static int keep_connected(Run *runs, int count)
{
    Stones joined = runs[0].bits;
    for (int round = 0; round < count; round++)
        for (int i = 1; i < count; i++)
            if ((runs[i].bits & joined) != 0)
                joined |= runs[i].bits;
    int kept = 0;
    for (int i = 0; i < count; i++)
        if ((runs[i].bits & joined) != 0)
            runs[kept++] = runs[i];
    return kept;
}

/* Remove a row of the pusher (colour 0) or of the other side (1) with its span (R4.2, R4.3).
 * Captured stones leave the game, so they lower a total. */
static void remove_row(const Space *space, Stage *stage, int colour, Run run)
{
    Stones span = span_of(space, run, stage->board.own | stage->board.other);
    Stones taken = colour == 0 ? stage->board.other & span : stage->board.own & span;
    stage->total[1 - colour] -= size_of(space, taken);
    stage->board.own &= ~span;
    stage->board.other &= ~span;
}

/* Continue the removal loop with the rows of `colour`; recurse for each choice. */
static void remove_from(Removal *removal, Stage stage, int colour)
{
    assert(colour == 0 || colour == 1);
    const Space *space = removal->space;
    for (; colour < 2; colour++) {
        for (;;) {
            Stones stones = colour == 0 ? stage.board.own : stage.board.other;
            Run    runs[RUNS_MAX];
            if (!has_row(space, stones))
                break;
            /* Fast path: usually there is just one row. */
            int count = only_run(space, stones, runs) ? 1 : list_runs(space, stones, runs);
            int lone = first_lone(runs, count);
            if (lone >= 0) {
                remove_row(space, &stage, colour, runs[lone]);
                continue;
            }
            if (colour == 1 && !space->settings.mover_chooses) {
                if (stage.group == INDEX_OTHER)
                    stage.group = ++removal->group;
                stage.turns++;
            }
            count = keep_connected(runs, count);
            for (int i = 0; i < count; i++) {
                Stage next = stage;
                remove_row(space, &next, colour, runs[i]);
                remove_from(removal, next, colour);
            }
            return;
        }
    }
    removal->end(removal->context, &stage);
}

void gipf_remove_rows(Removal *removal, Stage stage)
{
    remove_from(removal, stage, 0);
}
