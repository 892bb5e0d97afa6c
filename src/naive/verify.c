/* SPDX-License-Identifier: MIT */
/* verify.c - checking a proof with the naive rules alone.
 *
 * A part of a file is a strategy: a list of positions, and one turn for each in which its holder
 * decides.  It is right if every listed position leads, by the given turn or by each turn that the
 * other player has, to listed positions or to ends that are good for the holder.  Where something
 * is to be forced the positions carry ranks, and every step leads to a smaller one: so play cannot
 * go round in circles, and a rank is a number of turns within which it is done.  Where something is
 * to be prevented circles are welcome, and there are no ranks.
 */
#include "naive/verify.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive/list.h"

enum {
    PARTS_MAX = 4,
    LINE_MAX_BYTES = 8192, /* of a position or a result with its NUL */
    RANK_MAX = 1000000,
    MARGIN_MAX = 100000,
    COUNT_MAX = 1000000000,
};

typedef struct Node {
    const char *position;
    const char *turn; /* NULL: all turns are answered */
    long        rank; /* 0 in a part without ranks */
    size_t      line;
} Node;

typedef struct Part {
    bool   is_force; /* else it prevents */
    int    side;     /* whose goal it is: the player who has this side in the first position */
    bool   by_margin;
    long   margin;
    long   rank; /* of the first position */
    size_t line;
} Part;

typedef struct Check {
    char           *text;
    size_t          size, at, line;
    VerifyReport   *report;
    const SlowGame *game;
    const char     *variant;
    char            root[LINE_MAX_BYTES];
    bool            root_is_over;
    int             side_seat[2]; /* in the first position */
    const char     *value;
    int             value_side; /* -1: draw */
    long            turns;
    int             part_count;
    Part            parts[PARTS_MAX];
    Node           *nodes; /* of the part at hand */
    size_t          node_count, node_room;
    size_t         *slots; /* number of a node + 1 by its position, 0 where free */
    size_t          slot_mask;
    size_t          total;
    size_t          last_line; /* where it begins */
    uint64_t        sum;       /* of all before it */
} Check;

__attribute__((format(printf, 3, 4))) static bool refuse(Check *check, size_t line,
                                                         const char *format, ...)
{
    va_list args;
    if (check->report->why[0] != '\0')
        return false;
    check->report->line = line;
    va_start(args, format);
    vsnprintf(check->report->why, sizeof check->report->why, format, args);
    va_end(args);
    return false;
}

/* --- lines and words --- */

/* The next line without its newline, which it must have; NULL at the end. */
static char *next_line(Check *check)
{
    if (check->at == check->size)
        return NULL;
    char *line = check->text + check->at;
    char *end = memchr(line, '\n', check->size - check->at);
    check->line++;
    if (end == NULL) {
        refuse(check, check->line, "the file ends in the middle of a line");
        return NULL;
    }
    *end = '\0';
    check->at = (size_t)(end - check->text) + 1;
    if (strlen(line) != (size_t)(end - line)) {
        refuse(check, check->line, "there is a NUL byte in the line");
        return NULL;
    }
    return line;
}

/* Cut the first word off; NULL if the line is used up.  Words are joined by one blank each. */
static char *take_word(char **rest)
{
    char *word = *rest;
    if (word == NULL || *word == '\0')
        return NULL;
    char *blank = strchr(word, ' ');
    *rest = blank == NULL ? NULL : blank + 1;
    if (blank != NULL)
        *blank = '\0';
    return word;
}

static bool read_number(const char *word, long low, long high, long *number)
{
    const char *digits = word;
    if (word == NULL)
        return false;
    if (*digits == '-')
        digits++;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 9 || digits[length] != '\0' || (length > 1 && digits[0] == '0'))
        return false;
    *number = strtol(word, NULL, 10);
    return *number >= low && *number <= high;
}

/* A line `NAME VALUE`: the value, which may hold blanks; NULL with a refusal. */
static char *named_line(Check *check, const char *name)
{
    char  *line = next_line(check);
    size_t length = strlen(name);
    if (line == NULL || strncmp(line, name, length) != 0 || line[length] != ' ' ||
        line[length + 1] == '\0') {
        refuse(check, check->line, "a line '%s ...' was expected", name);
        return NULL;
    }
    return line + length + 1;
}

/* FNV-1a of the text before the last line: a sum against damage, not against malice. */
static uint64_t sum_of(const char *text, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3u;
    return sum;
}

/* --- the rules --- */

/* The line under which a position stands in the file. */
static bool plain_line(const Check *check, const char *line, char out[LINE_MAX_BYTES])
{
    if (check->game->plain != NULL)
        return check->game->plain(check->variant, line, out, LINE_MAX_BYTES);
    size_t length = strlen(line);
    if (length >= LINE_MAX_BYTES)
        return false;
    memcpy(out, line, length + 1);
    return true;
}

static int side_named(const Check *check, const char *name, size_t length)
{
    for (int side = 0; side < 2; side++) {
        if (strlen(check->game->sides[side]) == length &&
            memcmp(check->game->sides[side], name, length) == 0)
            return side;
    }
    return -1;
}

static int seat_of(const SlowSeats *seats, int side)
{
    return side == 0 ? seats->first_seat : 3 - seats->first_seat;
}

/* The lead of side 0 in the words of a result: `... points 6-3 ...`. */
static bool read_lead(const char *result, long *lead)
{
    long        points[2];
    const char *at = strstr(result, " points ");
    if (at != NULL && strncmp(at, " points points ", 15) == 0)
        at += 7; /* the reason itself is called so */
    return at != NULL && sscanf(at, " points %5ld-%5ld", &points[0], &points[1]) == 2 &&
           (*lead = points[0] - points[1], true);
}

/* Is the goal of `part` reached at the end that `result` tells of? */
static bool goal_is_reached(Check *check, const Part *part, const char *position,
                            const char *result, bool *reached)
{
    SlowSeats seats;
    int       seat = check->side_seat[part->side];
    if (!check->game->seats(check->variant, position, &seats))
        return false;
    if (!part->by_margin) {
        int side = side_named(check, result, strcspn(result, " "));
        *reached = side >= 0 && seat_of(&seats, side) == seat;
        return true;
    }
    long lead;
    if (!read_lead(result, &lead))
        return false;
    *reached = (seats.first_seat == seat ? lead : -lead) >= part->margin;
    return true;
}

/* --- the list of positions --- */

static size_t slot_of(const Check *check, const char *position)
{
    size_t slot = (size_t)sum_of(position, strlen(position)) & check->slot_mask;
    while (check->slots[slot] != 0 &&
           strcmp(check->nodes[check->slots[slot] - 1].position, position) != 0)
        slot = (slot + 1) & check->slot_mask;
    return slot;
}

static bool index_nodes(Check *check)
{
    size_t slots = 16;
    while (slots < 2 * check->node_count)
        slots *= 2;
    free(check->slots);
    check->slot_mask = slots - 1;
    check->slots = calloc(slots, sizeof *check->slots);
    if (check->slots == NULL)
        return refuse(check, check->line, "out of memory");
    for (size_t i = 0; i < check->node_count; i++) {
        size_t slot = slot_of(check, check->nodes[i].position);
        if (check->slots[slot] != 0)
            return refuse(check, check->nodes[i].line, "the position stands in line %zu already",
                          check->nodes[check->slots[slot] - 1].line);
        check->slots[slot] = i + 1;
    }
    return true;
}

static const Node *find_node(const Check *check, const char *position)
{
    size_t slot = slot_of(check, position);
    return check->slots[slot] == 0 ? NULL : &check->nodes[check->slots[slot] - 1];
}

/* `RANK TURN POSITION`, the rank a `-` where there are none, the turn a `*` where all are answered. */
static bool read_node(Check *check, const Part *part, Node *node)
{
    char *line = next_line(check);
    if (line == NULL)
        return refuse(check, check->line, "the file ends before all positions of the part");
    char *rank = take_word(&line), *turn = take_word(&line);
    *node = (Node){ .position = line, .line = check->line };
    if (turn == NULL || line == NULL || *line == '\0')
        return refuse(check, check->line, "RANK TURN POSITION was expected");
    if (part->is_force ? !read_number(rank, 1, RANK_MAX, &node->rank) : strcmp(rank, "-") != 0)
        return refuse(check, check->line, "the rank is %s, not '%.20s'",
                      part->is_force ? "a number from 1 to 1000000" : "a '-'", rank);
    if (strcmp(turn, "*") != 0)
        node->turn = turn;
    return true;
}

static bool add_node(Check *check, const Part *part)
{
    if (check->node_count == check->node_room) {
        size_t room = check->node_room == 0 ? 1024 : 2 * check->node_room;
        Node  *nodes = realloc(check->nodes, room * sizeof *nodes);
        if (nodes == NULL)
            return refuse(check, check->line, "out of memory");
        check->nodes = nodes;
        check->node_room = room;
    }
    if (!read_node(check, part, &check->nodes[check->node_count]))
        return false;
    check->node_count++;
    return true;
}

/* --- one position --- */

typedef struct Visit {
    Check      *check;
    const Part *part;
    const Node *node;
    size_t      turns;
    bool        found; /* the turn of the node */
    bool        good;
} Visit;

/* The turn from `visit->node` to `after` must keep the promise of the part. */
static bool check_after(Visit *visit, const char *turn, const char *after)
{
    Check      *check = visit->check;
    const Node *node = visit->node;
    char        result[LINE_MAX_BYTES], plain[LINE_MAX_BYTES];
    bool        reached;
    if (!check->game->result(check->variant, after, result, sizeof result) ||
        !plain_line(check, after, plain))
        return refuse(check, node->line, "the rules cannot tell what follows %.60s", turn);
    if (result[0] != '\0') {
        if (!goal_is_reached(check, visit->part, after, result, &reached))
            return refuse(check, node->line, "the result after %.60s has no points", turn);
        return reached == visit->part->is_force ||
               refuse(check, node->line, "after %.60s the game ends with '%.80s'", turn, result);
    }
    const Node *next = find_node(check, plain);
    if (next == NULL)
        return refuse(check, node->line, "the position after %.60s is missing: %.200s", turn,
                      plain);
    if (visit->part->is_force && next->rank >= node->rank)
        return refuse(check, node->line,
                      "%.60s leads to line %zu, whose rank is not smaller: play may never end",
                      turn, next->line);
    return true;
}

static void visit_turn(void *context, const char *turn, const char *after)
{
    Visit *visit = context;
    visit->turns++;
    if (!visit->good || (visit->node->turn != NULL && strcmp(visit->node->turn, turn) != 0))
        return;
    visit->found = true;
    visit->good = check_after(visit, turn, after);
}

static bool check_node(Check *check, const Part *part, const Node *node)
{
    SlowSeats seats;
    char      words[LINE_MAX_BYTES];
    Visit     visit = { .check = check, .part = part, .node = node, .good = true };
    if (!check->game->valid(check->variant, node->position) ||
        !check->game->seats(check->variant, node->position, &seats) ||
        !check->game->result(check->variant, node->position, words, sizeof words))
        return refuse(check, node->line, "this is no position of the game");
    if (words[0] != '\0')
        return refuse(check, node->line, "the game is over in this position");
    if (!plain_line(check, node->position, words) || strcmp(words, node->position) != 0)
        return refuse(check, node->line, "the position should read %.200s", words);
    bool is_goal_owner = seat_of(&seats, seats.to_move) == check->side_seat[part->side];
    if ((node->turn != NULL) != (is_goal_owner == part->is_force))
        return refuse(check, node->line,
                      node->turn != NULL ? "the other side moves here: all turns are to be "
                                           "answered, and one is given"
                                         : "the side that holds the strategy moves here and "
                                           "has no turn");
    if (!check->game->turns(check->variant, node->position, visit_turn, &visit))
        return refuse(check, node->line, "the rules do not know this position");
    if (!visit.good)
        return false;
    if (!visit.found)
        return refuse(check, node->line, "%.60s is no legal turn here",
                      node->turn != NULL ? node->turn : "(none)");
    return true;
}

/* --- parts --- */

/* `force|prevent SIDE win` or `force|prevent SIDE margin N`, then the number of positions. */
static bool read_part(Check *check, char *rest, Part *part, long *count)
{
    const char *how = take_word(&rest), *side = take_word(&rest), *goal = take_word(&rest);
    *part = (Part){ .line = check->line };
    if (goal == NULL || (strcmp(how, "force") != 0 && strcmp(how, "prevent") != 0))
        return refuse(check, check->line, "a part is 'force' or 'prevent', a side and a goal");
    part->is_force = how[0] == 'f';
    part->side = side_named(check, side, strlen(side));
    part->by_margin = strcmp(goal, "margin") == 0;
    if (part->side < 0)
        return refuse(check, check->line, "there is no side '%.40s'", side);
    if (!part->by_margin && strcmp(goal, "win") != 0)
        return refuse(check, check->line, "the goal is 'win' or 'margin N', not '%.40s'", goal);
    if (part->by_margin && !read_number(take_word(&rest), -MARGIN_MAX, MARGIN_MAX, &part->margin))
        return refuse(check, check->line, "a margin is a whole number");
    if (!read_number(take_word(&rest), 0, COUNT_MAX, count) || rest != NULL)
        return refuse(check, check->line, "the number of positions was expected at the end");
    return true;
}

/* The first position may be over already: then there is nothing to list. */
static bool check_end(Check *check, const Part *part, long count)
{
    char result[LINE_MAX_BYTES];
    bool reached;
    if (count != 0)
        return refuse(check, part->line, "the game is over: there is no position to list");
    if (!check->game->result(check->variant, check->root, result, sizeof result) ||
        !goal_is_reached(check, part, check->root, result, &reached))
        return refuse(check, part->line, "the result does not tell");
    return reached == part->is_force || refuse(check, part->line, "the game ended otherwise");
}

static bool check_part(Check *check, char *rest)
{
    long count = 0;
    if (check->part_count == PARTS_MAX)
        return refuse(check, check->line, "a file has no more than %d parts", PARTS_MAX);
    Part *part = &check->parts[check->part_count];
    if (!read_part(check, rest, part, &count))
        return false;
    check->part_count++;
    if (check->root_is_over)
        return check_end(check, part, count);
    check->node_count = 0;
    for (long i = 0; i < count; i++)
        if (!add_node(check, part))
            return false;
    if (count == 0 || strcmp(check->nodes[0].position, check->root) != 0)
        return refuse(check, part->line,
                      "the first position of a part is the position of the file");
    part->rank = check->nodes[0].rank;
    if (!index_nodes(check))
        return false;
    for (size_t i = 0; i < check->node_count; i++)
        if (!check_node(check, part, &check->nodes[i]))
            return false;
    check->total += check->node_count;
    return true;
}

/* --- the whole --- */

static bool has_part(const Check *check, bool is_force, int side, bool by_margin, long margin)
{
    for (int i = 0; i < check->part_count; i++) {
        const Part *part = &check->parts[i];
        if (part->is_force == is_force && part->side == side && part->by_margin == by_margin &&
            part->margin == margin)
            return true;
    }
    return false;
}

/* A part that proves the win of a side: by the rules, or by being ahead in points.  Its rank, or
 * -1 if there is none. */
static long rank_of_win(const Check *check, int side)
{
    for (int i = 0; i < check->part_count; i++) {
        const Part *part = &check->parts[i];
        if (part->is_force && part->side == side && (!part->by_margin || part->margin > 0))
            return part->rank;
    }
    return -1;
}

/* What the head of the file says must follow from its parts. */
static bool check_claims(Check *check, size_t line)
{
    const VerifyReport *report = check->report;
    if (check->value_side < 0) {
        if (!has_part(check, false, 0, false, 0) || !has_part(check, false, 1, false, 0))
            return refuse(check, line, "a draw needs two parts: neither side can force a win");
    } else {
        long rank = rank_of_win(check, check->value_side);
        if (rank < 0)
            return refuse(check, line, "no part proves that %s wins", check->value);
        if (rank != check->turns)
            return refuse(check, line, "the proof shows %ld turns, the head says %ld", rank,
                          check->turns);
    }
    if (report->has_margin && (!has_part(check, true, 0, true, report->margin) ||
                               !has_part(check, false, 0, true, report->margin + 1)))
        return refuse(check, line, "a margin needs two parts: so much is forced, and no more");
    return true;
}

static bool check_sum(Check *check, size_t before, char *rest)
{
    char wanted[32];
    long count;
    if (before != check->last_line)
        return refuse(check, check->line + 1, "there is more behind the end");
    const char *number = take_word(&rest), *sum = take_word(&rest);
    if (!read_number(number, 0, COUNT_MAX, &count) || sum == NULL || rest != NULL)
        return refuse(check, check->line, "the last line is 'end POSITIONS SUM'");
    if ((size_t)count != check->total)
        return refuse(check, check->line, "%zu positions were listed, not %ld", check->total,
                      count);
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)check->sum);
    if (strcmp(sum, wanted) != 0)
        return refuse(check, check->line, "the sum is %.40s: the file was damaged or changed", sum);
    return true;
}

/* Before the text is cut up. */
static void sum_up(Check *check)
{
    size_t at = check->size;
    if (at > 0)
        at--; /* the last newline */
    while (at > 0 && check->text[at - 1] != '\n')
        at--;
    check->last_line = at;
    check->sum = sum_of(check->text, at);
}

static bool read_game(Check *check)
{
    char *line = named_line(check, "game");
    if (line == NULL)
        return false;
    size_t length = strcspn(line, ":");
    snprintf(check->report->game, sizeof check->report->game, "%.200s", line);
    check->game = naive_find(line, length);
    check->variant = line[length] == ':' ? line + length + 1 : "";
    char start[LINE_MAX_BYTES];
    if (check->game == NULL)
        return refuse(check, check->line,
                      "there is no naive implementation of this game, so its proofs cannot be "
                      "checked");
    if (!check->game->start(check->variant, start, sizeof start))
        return refuse(check, check->line, "there is no such variant of the game");
    return true;
}

static bool read_position(Check *check)
{
    SlowSeats seats;
    char      result[LINE_MAX_BYTES];
    char     *line = named_line(check, "position");
    if (line == NULL)
        return false;
    if (!check->game->valid(check->variant, line) ||
        !check->game->seats(check->variant, line, &seats) ||
        !check->game->result(check->variant, line, result, sizeof result) ||
        !plain_line(check, line, check->root))
        return refuse(check, check->line, "this is no position of the game");
    check->root_is_over = result[0] != '\0';
    for (int side = 0; side < 2; side++)
        check->side_seat[side] = seat_of(&seats, side);
    return true;
}

static bool read_value(Check *check)
{
    char *value = named_line(check, "value");
    if (value == NULL)
        return false;
    check->value = value;
    check->value_side = side_named(check, value, strlen(value));
    if (check->value_side < 0 && strcmp(value, "draw") != 0)
        return refuse(check, check->line, "the value is a side or 'draw', not '%.40s'", value);
    snprintf(check->report->value, sizeof check->report->value, "%.200s", value);
    check->turns = -1;
    if (check->value_side < 0)
        return true;
    char *turns = named_line(check, "turns");
    if (turns == NULL || !read_number(turns, 0, RANK_MAX, &check->turns))
        return refuse(check, check->line, "a number of turns was expected");
    return true;
}

static bool check_all(Check *check)
{
    char *line = next_line(check);
    if (line == NULL || strcmp(line, "tessera-proof 1") != 0)
        return refuse(check, 1, "this is no proof file: its first line is 'tessera-proof 1'");
    if (!read_game(check) || !read_position(check) || !read_value(check))
        return false;
    size_t before = check->at, claims = check->line;
    line = next_line(check);
    if (line != NULL && strncmp(line, "margin ", 7) == 0) {
        check->report->has_margin = true;
        if (!read_number(line + 7, -MARGIN_MAX, MARGIN_MAX, &check->report->margin))
            return refuse(check, check->line, "a margin is a whole number");
        before = check->at;
        line = next_line(check);
    }
    while (line != NULL && strncmp(line, "part ", 5) == 0) {
        if (!check_part(check, line + 5))
            return false;
        before = check->at;
        line = next_line(check);
    }
    if (line == NULL || strncmp(line, "end ", 4) != 0)
        return refuse(check, check->line, "a line 'part ...' or 'end ...' was expected");
    return check_claims(check, claims) && check_sum(check, before, line + 4);
}

bool verify_proof(char *text, size_t size, VerifyReport *report)
{
    Check *check = calloc(1, sizeof *check);
    *report = (VerifyReport){ .turns = -1 };
    if (check == NULL) {
        snprintf(report->why, sizeof report->why, "out of memory");
        return false;
    }
    *check = (Check){ .text = text, .size = size, .report = report };
    text[size] = '\0';
    sum_up(check);
    bool good = check_all(check);
    report->turns = check->turns;
    report->positions = check->total;
    free(check->nodes);
    free(check->slots);
    free(check);
    return good;
}
