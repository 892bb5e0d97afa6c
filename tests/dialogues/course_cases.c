/* SPDX-License-Identifier: MIT */
/* The public tests of the course: every NAME.in of a folder is played, and the answers are compared
 * with NAME.out.
 *
 * As the folder's README says, blank lines and white space at line ends do not count, the states of
 * GEN_ALL_POS_MOV are a set (those of file 6a must also come in the course's own order, R12.3), and
 * of GEN_ALL_POS_MOV_EXT any one winning state is right.  The latter is not compared but judged: it
 * must follow from the loaded state by one turn, and the other side must have lost.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/perft.h"
#include "dialects/gipf_course.h"
#include "games/list.h"

enum { NAME_CAPACITY = 64, CASES_MAX = 1000, SOLVER_SECONDS = 600, SOLVER_MEMORY = 512 << 20 };

/* --- texts as lists of lines --- */

typedef struct PipeBuffer {
    int    count;
    char **line; /* without white space at the end; none is blank */
} PipeBuffer;

static void *need(void *block)
{
    if (block == NULL) {
        printf("Bail out! out of memory\n");
        exit(1);
    }
    return block;
}

static void add_line(PipeBuffer *lines, const char *start, size_t length)
{
    while (length > 0 && strchr(" \t\r", start[length - 1]) != NULL)
        length--;
    if (length == 0)
        return;
    lines->line = need(realloc(lines->line, (size_t)(lines->count + 1) * sizeof *lines->line));
    lines->line[lines->count++] = need(strndup(start, length));
}

static PipeBuffer lines_of(const char *text)
{
    PipeBuffer lines = { 0 };
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        add_line(&lines, text, length);
        text += length + (text[length] == '\n');
    }
    return lines;
}

static void pipe_buffer_free(PipeBuffer *lines)
{
    for (int i = 0; i < lines->count; i++)
        free(lines->line[i]);
    free(lines->line);
    *lines = (PipeBuffer){ 0 };
}

static bool lines_equal(const PipeBuffer *a, const PipeBuffer *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->line[i], b->line[i]) != 0)
            return false;
    return true;
}

/* A state begins with S K GW GB and has 2S-1 rows; the number of its lines, 0 if none begins. */
static int state_height(const PipeBuffer *lines, int at)
{
    int numbers[4], end = 0;
    if (at >= lines->count ||
        sscanf(lines->line[at], "%d %d %d %d%n", &numbers[0], &numbers[1], &numbers[2], &numbers[3],
               &end) != 4 ||
        lines->line[at][end] != '\0')
        return 0;
    int height = 2 + 2 * numbers[0] - 1;
    return at + height <= lines->count ? height : 0;
}

/* Each state becomes one line, its own lines joined. */
static PipeBuffer join_states(const PipeBuffer *lines)
{
    PipeBuffer joined = { 0 };
    for (int at = 0; at < lines->count;) {
        int    height = state_height(lines, at), last = at + (height == 0 ? 1 : height);
        char  *text;
        size_t size;
        FILE  *out = need(open_memstream(&text, &size));
        for (; at < last; at++)
            fprintf(out, "%s|", lines->line[at]);
        fclose(out);
        add_line(&joined, text, size);
        free(text);
    }
    return joined;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_state(const char *joined)
{
    return joined[0] >= '0' && joined[0] <= '9' && strchr(joined, ' ') != NULL;
}

/* Bring every series of states into one order, so that equal sets become equal lists. */
static void sort_states(PipeBuffer *joined)
{
    for (int first = 0; first < joined->count; first++) {
        int end = first;
        while (end < joined->count && is_state(joined->line[end]))
            end++;
        if (end > first)
            qsort(joined->line + first, (size_t)(end - first), sizeof(char *), by_text);
        first = end;
    }
}

static bool equal_as_sets(const PipeBuffer *answer, const PipeBuffer *wanted)
{
    PipeBuffer a = join_states(answer), b = join_states(wanted);
    sort_states(&a);
    sort_states(&b);
    bool equal = lines_equal(&a, &b);
    pipe_buffer_free(&a);
    pipe_buffer_free(&b);
    return equal;
}

/* --- judging a winning state --- */

/* The rows of a state as one word: blanks go, '/' stands between rows. */
static void add_rows(const PipeBuffer *lines, int first, int last, Text *out)
{
    for (int i = first; i <= last; i++) {
        if (i > first)
            text_char(out, '/');
        for (const char *c = lines->line[i]; *c != '\0'; c++)
            if (*c != ' ')
                text_char(out, *c);
    }
}

/* Read the state that begins at a line; false if it is none or breaks a rule. */
static bool read_state(const PipeBuffer *lines, int at, Setup *setup, PosBuffer *pos)
{
    int  height = state_height(lines, at), numbers[4], reserve[2];
    char player, words[POS_TEXT_MAX];
    if (height == 0 ||
        sscanf(lines->line[at], "%d %d %d %d", &numbers[0], &numbers[1], &numbers[2],
               &numbers[3]) != 4 ||
        sscanf(lines->line[at + 1], "%d %d %c", &reserve[0], &reserve[1], &player) != 3)
        return false;
    Text text = text_over(words, sizeof words);
    text_addf(&text, "gipf:%d,%d,%d,%d;choice=mover", numbers[0], numbers[1], numbers[2],
              numbers[3]);
    if (games_setup(words, setup, NULL) != STATUS_OK)
        return false;
    text_clear(&text);
    add_rows(lines, at + 2, at + height - 1, &text);
    text_addf(&text, " %d,%d %c", reserve[0], reserve[1], player);
    return setup->game->text->pos_read(setup->variant, words, &pos->head, NULL) == STATUS_OK;
}

static bool is_win_after(const PosBuffer *before, const PosBuffer *after, const Game *game)
{
    Successors set;
    if (!successors_init(&set, game, &before->head))
        return false;
    bool found = false;
    for (int i = 0; i < set.count; i++)
        found = found || game_same(game, successors_at(&set, i), &after->head);
    successors_free(&set);
    Outcome outcome = game->rules->outcome(&after->head);
    return found && outcome.ending == ENDING_WON && outcome.winner == before->head.side;
}

static int count_states(const PipeBuffer *lines, int *first)
{
    int count = 0;
    for (int at = 0; at < lines->count;) {
        int height = state_height(lines, at);
        if (height > 0 && count++ == 0)
            *first = at;
        at += height > 0 ? height : 1;
    }
    return count;
}

static PipeBuffer without_states(const PipeBuffer *lines)
{
    PipeBuffer rest = { 0 };
    for (int at = 0; at < lines->count;) {
        int height = state_height(lines, at);
        if (height == 0)
            add_line(&rest, lines->line[at], strlen(lines->line[at]));
        at += height > 0 ? height : 1;
    }
    return rest;
}

/* All replies as expected, and one state that wins for the side that moved. */
static bool wins_as_asked(const PipeBuffer *input, const PipeBuffer *answer,
                          const PipeBuffer *wanted)
{
    PipeBuffer replies = without_states(answer), wanted_replies = without_states(wanted);
    bool       equal = lines_equal(&replies, &wanted_replies);
    int        loaded = 0, printed = 0;
    Setup      setup, again;
    PosBuffer  before, after;
    pipe_buffer_free(&replies);
    pipe_buffer_free(&wanted_replies);
    return equal && count_states(input, &loaded) == 1 && count_states(answer, &printed) == 1 &&
           read_state(input, loaded, &setup, &before) &&
           read_state(answer, printed, &again, &after) && setup.variant == again.variant &&
           is_win_after(&before, &after, setup.game);
}

/* --- cases --- */

static char *read_file(const char *folder, const char *name, const char *ending)
{
    char   path[4096], *text = NULL;
    size_t capacity = 0;
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    /* Up to a NUL, which no file holds: the whole. */
    if (getdelim(&text, &capacity, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static char *answer_to(const char *input)
{
    CourseSettings limits = { .seconds = SOLVER_SECONDS, .memory_bytes = SOLVER_MEMORY };
    char          *answer = NULL;
    size_t         size = 0;
    FILE          *in = need(fmemopen((void *)(size_t)input, strlen(input), "r"));
    FILE          *out = need(open_memstream(&answer, &size));
    gipf_course_run(in, out, &limits);
    fclose(in);
    fclose(out);
    return answer;
}

/* t8a_02 belongs to file 8a. */
static bool is_of_file(const char *name, const char *file)
{
    size_t length = strlen(file);
    return strncmp(name, file, length) == 0 && name[length] == '_';
}

static bool is_right(const char *name, const PipeBuffer *input, const PipeBuffer *answer,
                     const PipeBuffer *wanted)
{
    int first;
    if (is_of_file(name, "t8a") && count_states(wanted, &first) == 1)
        return wins_as_asked(input, answer, wanted);
    if (is_of_file(name, "t7a") || is_of_file(name, "t8a"))
        return equal_as_sets(answer, wanted);
    return lines_equal(answer, wanted);
}

static void show(const char *title, const PipeBuffer *lines)
{
    printf("# %s\n", title);
    for (int i = 0; i < lines->count; i++)
        printf("#   %s\n", lines->line[i]);
}

static bool run_case(const char *folder, const char *name)
{
    char *input = read_file(folder, name, "in"), *output = read_file(folder, name, "out");
    bool  right = false;
    if (input == NULL || output == NULL) {
        printf("# %s.in or %s.out cannot be read or is empty\n", name, name);
    } else {
        char      *answered = answer_to(input);
        PipeBuffer asked = lines_of(input), answer = lines_of(answered), wanted = lines_of(output);
        right = is_right(name, &asked, &answer, &wanted);
        if (!right) {
            show("input", &asked);
            show("wanted", &wanted);
            show("answer", &answer);
        }
        pipe_buffer_free(&asked);
        pipe_buffer_free(&answer);
        pipe_buffer_free(&wanted);
        free(answered);
    }
    free(input);
    free(output);
    return right;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The names that have an .in or an .out, each once and in order. */
static int list_cases(const char *folder, char (*names)[NAME_CAPACITY])
{
    DIR *directory = opendir(folder);
    int  count = 0;
    if (directory == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL && count < CASES_MAX;) {
        const char *dot = strrchr(entry->d_name, '.');
        size_t      length = dot == NULL ? 0 : (size_t)(dot - entry->d_name);
        if (length == 0 || length >= NAME_CAPACITY ||
            (strcmp(dot, ".in") != 0 && strcmp(dot, ".out") != 0))
            continue;
        snprintf(names[count++], NAME_CAPACITY, "%.*s", (int)length, entry->d_name);
    }
    closedir(directory);
    qsort(names, (size_t)count, sizeof *names, by_name);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || strcmp(names[i], names[kept - 1]) != 0)
            memmove(names[kept++], names[i], NAME_CAPACITY);
    return kept;
}

int main(int argc, char **argv)
{
    static char names[CASES_MAX][NAME_CAPACITY];
    if (argc != 2) {
        fprintf(stderr, "usage: course_cases FOLDER\n");
        return 2;
    }
    int failed = 0, count = list_cases(argv[1], names);
    if (count == 0) {
        printf("1..1\nnot ok 1 - there are no cases in %s\n", argv[1]);
        return 1;
    }
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        bool right = run_case(argv[1], names[i]);
        printf("%s %d - %s\n", right ? "ok" : "not ok", i + 1, names[i]);
        fflush(stdout);
        failed += !right;
    }
    return failed == 0 ? 0 : 1;
}
