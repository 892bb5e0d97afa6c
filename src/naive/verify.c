/* SPDX-License-Identifier: MIT */
/* verify.c - check a proof with the naive rules only.
 *
 * A part of a file is a strategy: a list of positions, with one turn for each in which its owner
 * moves.  It is correct if every listed position leads to listed positions or to results that are
 * good for the owner, by the given turn or by each turn of the other player.  In a part that forces
 * a goal, positions carry ranks, and every turn leads to a smaller rank.  So play cannot cycle, and
 * a rank is an upper bound on the remaining turns.  In a part that prevents a goal, cycles are
 * allowed and there are no ranks.
 */
#include "naive/verify.h"

#include <assert.h>
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
    TELL_EVERY = 256, /* positions between two calls of the listener */
};

typedef struct Node {
    const char *position;
    const char *turn; /* NULL: the part answers all turns */
    long        rank; /* 0 in a part without ranks */
    size_t      line;
} Node;

typedef struct Part {
    bool   is_force; /* false: it prevents the goal */
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
    Node           *nodes; /* of the current part */
    size_t          node_count, node_capacity;
    size_t         *slots; /* hash table with linear probing: number of a node + 1, 0 if free */
    size_t          slot_mask;
    size_t          total;
    size_t          last_line; /* offset of the last line */
    uint64_t        checksum;  /* of everything before the last line */
    VerifyListener *listener;  /* or NULL */
    void           *context;
} Check;

__attribute__((format(printf, 3, 4))) static bool reject(Check *check, size_t line,
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

/* Return the next line without its newline, which is required; NULL at the end or on an error. */
static char *next_line(Check *check)
{
    if (check->at == check->size)
        return NULL;
    char *line = check->text + check->at;
    char *end = memchr(line, '\n', check->size - check->at);
    check->line++;
    if (end == NULL) {
        reject(check, check->line, "the file ends in the middle of a line");
        return NULL;
    }
    *end = '\0';
    check->at = (size_t)(end - check->text) + 1;
    if (strlen(line) != (size_t)(end - line)) {
        reject(check, check->line, "there is a NUL byte in the line");
        return NULL;
    }
    return line;
}

/* Cut off the first word; NULL if none is left.  Words are separated by one space each. */
static char *take_word(char **rest)
{
    char *word = *rest;
    if (word == NULL || *word == '\0')
        return NULL;
    char *space = strchr(word, ' ');
    *rest = space == NULL ? NULL : space + 1;
    if (space != NULL)
        *space = '\0';
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

/* Read a line `NAME VALUE` and return the value, which may contain spaces; NULL on an error. */
static char *named_line(Check *check, const char *name)
{
    char  *line = next_line(check);
    size_t length = strlen(name);
    if (line == NULL || strncmp(line, name, length) != 0 || line[length] != ' ' ||
        line[length + 1] == '\0') {
        reject(check, check->line, "a line '%s ...' was expected", name);
        return NULL;
    }
    return line + length + 1;
}

/* Return the FNV-1a hash of a text.  As a checksum it detects damage, not tampering. */
static uint64_t fnv1a(const char *text, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* --- the rules --- */

/* Write the line that represents a position in the file, without counters that no rule uses. */
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

/* Read the lead of side 0 from the text of a result: `... points 6-3 ...`. */
static bool read_lead(const char *result, long *lead)
{
    long        points[2];
    const char *at = strstr(result, " points ");
    if (at != NULL && strncmp(at, " points points ", 15) == 0)
        at += 7; /* the reason itself has that name */
    return at != NULL && sscanf(at, " points %5ld-%5ld", &points[0], &points[1]) == 2 &&
           (*lead = points[0] - points[1], true);
}

/* Find out whether `result` reaches the goal of `part`; false if the rules cannot tell. */
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
    assert(check->slots != NULL);
    size_t slot = (size_t)fnv1a(position, strlen(position)) & check->slot_mask;
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
        return reject(check, check->line, "out of memory");
    for (size_t i = 0; i < check->node_count; i++) {
        size_t slot = slot_of(check, check->nodes[i].position);
        if (check->slots[slot] != 0)
            return reject(check, check->nodes[i].line, "the position is already in line %zu",
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

/* Read `RANK TURN POSITION`.  The rank is `-` in a part without ranks, the turn is `*` if the part
 * answers all turns. */
static bool read_node(Check *check, const Part *part, Node *node)
{
    char *line = next_line(check);
    if (line == NULL)
        return reject(check, check->line, "the file ends before all positions of the part");
    char *rank = take_word(&line), *turn = take_word(&line);
    *node = (Node){ .position = line, .line = check->line };
    if (turn == NULL || line == NULL || *line == '\0')
        return reject(check, check->line, "RANK TURN POSITION was expected");
    if (part->is_force ? !read_number(rank, 1, RANK_MAX, &node->rank) : strcmp(rank, "-") != 0)
        return reject(check, check->line, "the rank is %s, not '%.20s'",
                      part->is_force ? "a number from 1 to 1000000" : "a '-'", rank);
    if (strcmp(turn, "*") != 0)
        node->turn = turn;
    return true;
}

static bool add_node(Check *check, const Part *part)
{
    if (check->node_count == check->node_capacity) {
        size_t capacity = check->node_capacity == 0 ? 1024 : 2 * check->node_capacity;
        Node  *nodes = realloc(check->nodes, capacity * sizeof *nodes);
        if (nodes == NULL)
            return reject(check, check->line, "out of memory");
        check->nodes = nodes;
        check->node_capacity = capacity;
    }
    assert(check->node_count < check->node_capacity);
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

/* True if the turn from `visit->node` to `after` fits the strategy of the part. */
static bool check_after(Visit *visit, const char *turn, const char *after)
{
    Check      *check = visit->check;
    const Node *node = visit->node;
    char        result[LINE_MAX_BYTES], plain[LINE_MAX_BYTES];
    bool        reached;
    if (!check->game->result(check->variant, after, result, sizeof result) ||
        !plain_line(check, after, plain))
        return reject(check, node->line, "the rules cannot evaluate the position after %.60s",
                      turn);
    if (result[0] != '\0') {
        if (!goal_is_reached(check, visit->part, after, result, &reached))
            return reject(check, node->line, "the result after %.60s has no points", turn);
        return reached == visit->part->is_force ||
               reject(check, node->line, "after %.60s the game ends with '%.80s'", turn, result);
    }
    const Node *next = find_node(check, plain);
    if (next == NULL)
        return reject(check, node->line, "the position after %.60s is missing: %.200s", turn,
                      plain);
    if (visit->part->is_force && next->rank >= node->rank)
        return reject(check, node->line,
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
    char      text[LINE_MAX_BYTES];
    Visit     visit = { .check = check, .part = part, .node = node, .good = true };
    if (!check->game->valid(check->variant, node->position) ||
        !check->game->seats(check->variant, node->position, &seats) ||
        !check->game->result(check->variant, node->position, text, sizeof text))
        return reject(check, node->line, "this is not a position of the game");
    if (text[0] != '\0')
        return reject(check, node->line, "the game is over in this position");
    if (!plain_line(check, node->position, text) || strcmp(text, node->position) != 0)
        return reject(check, node->line, "the position should read %.200s", text);
    bool is_goal_owner = seat_of(&seats, seats.to_move) == check->side_seat[part->side];
    if ((node->turn != NULL) != (is_goal_owner == part->is_force))
        return reject(check, node->line,
                      node->turn != NULL ? "the other side moves here, so the turn must be '*'"
                                         : "the owner of the strategy moves here, so a turn is "
                                           "required instead of '*'");
    if (!check->game->turns(check->variant, node->position, visit_turn, &visit))
        return reject(check, node->line, "the rules reject this position");
    if (!visit.good)
        return false;
    if (!visit.found)
        return reject(check, node->line, "%.60s is not a legal move here",
                      node->turn != NULL ? node->turn : "(none)");
    return true;
}

/* --- parts --- */

/* Read `force|prevent SIDE win` or `force|prevent SIDE margin N`, then the number of positions. */
static bool read_part(Check *check, char *rest, Part *part, long *count)
{
    const char *how = take_word(&rest), *side = take_word(&rest), *goal = take_word(&rest);
    *part = (Part){ .line = check->line };
    if (goal == NULL || (strcmp(how, "force") != 0 && strcmp(how, "prevent") != 0))
        return reject(check, check->line, "a part is 'force' or 'prevent', a side and a goal");
    part->is_force = how[0] == 'f';
    part->side = side_named(check, side, strlen(side));
    part->by_margin = strcmp(goal, "margin") == 0;
    if (part->side < 0)
        return reject(check, check->line, "there is no side '%.40s'", side);
    if (!part->by_margin && strcmp(goal, "win") != 0)
        return reject(check, check->line, "the goal is 'win' or 'margin N', not '%.40s'", goal);
    if (part->by_margin && !read_number(take_word(&rest), -MARGIN_MAX, MARGIN_MAX, &part->margin))
        return reject(check, check->line, "a margin is a whole number");
    if (!read_number(take_word(&rest), 0, COUNT_MAX, count) || rest != NULL)
        return reject(check, check->line, "the number of positions was expected at the end");
    return true;
}

/* If the game is already over in the first position, the part lists nothing and the result
 * decides. */
static bool check_end(Check *check, const Part *part, long count)
{
    char result[LINE_MAX_BYTES];
    bool reached;
    if (count != 0)
        return reject(check, part->line, "the game is over, so the part must list no positions");
    if (!check->game->result(check->variant, check->root, result, sizeof result) ||
        !goal_is_reached(check, part, check->root, result, &reached))
        return reject(check, part->line, "the result has no points, so it has no margin");
    return reached == part->is_force ||
           reject(check, part->line, "the result of the game contradicts the part");
}

/* Report progress: the positions of a part are checked after all its lines are read. */
static void tell_progress(const Check *check, size_t part_at, size_t node)
{
    double part = (double)(check->at - part_at) * (double)node / (double)check->node_count;
    if (check->listener != NULL && node % TELL_EVERY == 0)
        check->listener(check->context, ((double)part_at + part) / (double)check->size);
}

static bool check_part(Check *check, char *rest)
{
    long count = 0;
    if (check->part_count == PARTS_MAX)
        return reject(check, check->line, "a file has at most %d parts", PARTS_MAX);
    Part *part = &check->parts[check->part_count];
    if (!read_part(check, rest, part, &count))
        return false;
    check->part_count++;
    if (check->root_is_over)
        return check_end(check, part, count);
    check->node_count = 0;
    size_t part_at = check->at;
    for (long i = 0; i < count; i++)
        if (!add_node(check, part))
            return false;
    if (count == 0 || strcmp(check->nodes[0].position, check->root) != 0)
        return reject(check, part->line,
                      "the first position of a part must be the position of the file");
    part->rank = check->nodes[0].rank;
    if (!index_nodes(check))
        return false;
    for (size_t i = 0; i < check->node_count; i++) {
        tell_progress(check, part_at, i);
        if (!check_node(check, part, &check->nodes[i]))
            return false;
    }
    check->total += check->node_count;
    return true;
}

/* --- the file --- */

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

/* Return the rank of a part that proves the win of a side, by the rules or by points; -1 if there
 * is none. */
static long rank_of_win(const Check *check, int side)
{
    for (int i = 0; i < check->part_count; i++) {
        const Part *part = &check->parts[i];
        if (part->is_force && part->side == side && (!part->by_margin || part->margin > 0))
            return part->rank;
    }
    return -1;
}

/* The claims in the header of the file must follow from its parts. */
static bool check_claims(Check *check, size_t line)
{
    const VerifyReport *report = check->report;
    if (check->value_side < 0) {
        if (!has_part(check, false, 0, false, 0) || !has_part(check, false, 1, false, 0))
            return reject(check, line, "a draw needs two parts: neither side can force a win");
    } else {
        long rank = rank_of_win(check, check->value_side);
        if (rank < 0)
            return reject(check, line, "no part proves that %s wins", check->value);
        if (rank != check->turns)
            return reject(check, line, "the proof shows %ld turns, the header says %ld", rank,
                          check->turns);
    }
    if (report->has_margin && (!has_part(check, true, 0, true, report->margin) ||
                               !has_part(check, false, 0, true, report->margin + 1)))
        return reject(check, line,
                      "a margin needs two parts: one forces it, one prevents a larger margin");
    return true;
}

static bool check_checksum(Check *check, size_t before, char *rest)
{
    char wanted[32];
    long count;
    if (before != check->last_line)
        return reject(check, check->line + 1, "there is text after the line 'end ...'");
    const char *number = take_word(&rest), *checksum = take_word(&rest);
    if (!read_number(number, 0, COUNT_MAX, &count) || checksum == NULL || rest != NULL)
        return reject(check, check->line, "the last line is 'end POSITIONS SUM'");
    if ((size_t)count != check->total)
        return reject(check, check->line, "%zu positions were listed, not %ld", check->total,
                      count);
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)check->checksum);
    if (strcmp(checksum, wanted) != 0)
        return reject(check, check->line,
                      "the checksum %.40s is wrong: the file was damaged or changed", checksum);
    return true;
}

/* Compute the checksum, before the text is cut into lines. */
static void compute_checksum(Check *check)
{
    size_t at = check->size;
    if (at > 0)
        at--; /* the last newline */
    while (at > 0 && check->text[at - 1] != '\n')
        at--;
    check->last_line = at;
    check->checksum = fnv1a(check->text, at);
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
        return reject(check, check->line,
                      "there is no naive implementation of this game, so its proofs cannot be "
                      "checked");
    if (!check->game->start(check->variant, start, sizeof start))
        return reject(check, check->line, "there is no such variant of the game");
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
        return reject(check, check->line, "this is not a position of the game");
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
        return reject(check, check->line, "the value is a side or 'draw', not '%.40s'", value);
    snprintf(check->report->value, sizeof check->report->value, "%.200s", value);
    check->turns = -1;
    if (check->value_side < 0)
        return true;
    char *turns = named_line(check, "turns");
    if (turns == NULL || !read_number(turns, 0, RANK_MAX, &check->turns))
        return reject(check, check->line, "a number of turns was expected");
    return true;
}

static bool check_all(Check *check)
{
    char *line = next_line(check);
    if (line == NULL || strcmp(line, "tessera-proof 1") != 0)
        return reject(check, 1,
                      "this is not a proof file: its first line must be 'tessera-proof 1'");
    if (!read_game(check) || !read_position(check) || !read_value(check))
        return false;
    size_t before = check->at, claims = check->line;
    line = next_line(check);
    if (line != NULL && strncmp(line, "margin ", 7) == 0) {
        check->report->has_margin = true;
        if (!read_number(line + 7, -MARGIN_MAX, MARGIN_MAX, &check->report->margin))
            return reject(check, check->line, "a margin is a whole number");
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
        return reject(check, check->line, "a line 'part ...' or 'end ...' was expected");
    return check_claims(check, claims) && check_checksum(check, before, line + 4);
}

bool verify_proof(char *text, size_t size, VerifyReport *report)
{
    return verify_proof_heard(text, size, report, NULL, NULL);
}

bool verify_proof_heard(char *text, size_t size, VerifyReport *report, VerifyListener *listener,
                        void *context)
{
    assert(text != NULL && report != NULL);
    Check *check = calloc(1, sizeof *check);
    *report = (VerifyReport){ .turns = -1 };
    if (check == NULL) {
        snprintf(report->why, sizeof report->why, "out of memory");
        return false;
    }
    *check = (Check){
        .text = text, .size = size, .report = report, .listener = listener, .context = context
    };
    text[size] = '\0';
    compute_checksum(check);
    bool good = check_all(check);
    report->turns = check->turns;
    report->positions = check->total;
    free(check->nodes);
    free(check->slots);
    free(check);
    return good;
}
