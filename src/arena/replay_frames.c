/* SPDX-License-Identifier: MIT */
#include "arena/replay_frames.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "draw/svg.h"

enum {
    NOTHING_DRAWN = -2,
    DRAWINGS_MAX = 1 << 20,
    DRAWING_BYTES_MAX = 16384,
    PLACES_FIRST = 1024, /* of the hash table, a power of two */
    KNOWN_PIECES = 8192, /* a power of two */
};

typedef struct Drawing {
    char *svg;
    bool  upper;
    int   seen; /* the last position that contained it */
} Drawing;

/* Cache entry: a piece and its drawing, because drawing is slow.  Padding is zero, so that pieces
 * can be compared with memcmp. */
typedef struct KnownPiece {
    Piece piece;
    int   number; /* plus 1; 0: empty */
} KnownPiece;

struct ReplayFrames {
    Setup      setup;
    Shape      shape;
    Drawing   *list;
    int        count, capacity;
    int       *places; /* numbers plus 1, by hash; never more than half full */
    uint32_t   place_count;
    int        position;     /* number of positions seen */
    int       *now, *before; /* numbers on the board, `capacity` of them */
    int        now_count, before_count;
    KnownPiece known[KNOWN_PIECES]; /* by hash */
};

/* --- The list of drawings ------------------------------------------------------------------ */

static uint32_t hash_of(const char *svg)
{
    uint64_t hash = 0;
    for (; *svg != '\0'; svg++)
        hash = (hash ^ (unsigned char)*svg) * UINT64_C(0x100000001b3) + 1;
    return (uint32_t)(mix64(hash) >> 32);
}

/* Return the hash table slot of a drawing, or the empty slot where it belongs (linear probing). */
static int *place_of(const ReplayFrames *r, const char *svg)
{
    assert(r->place_count > 0 && (r->place_count & (r->place_count - 1)) == 0);
    for (uint32_t at = hash_of(svg);; at++) {
        int *place = &r->places[at & (r->place_count - 1)];
        if (*place == 0 || strcmp(r->list[*place - 1].svg, svg) == 0)
            return place;
    }
}

/* Make room for one more drawing in all arrays.  `now` and `before` hold each drawing at most
 * once. */
static bool grow(ReplayFrames *r)
{
    if (r->count < r->capacity)
        return true;
    int      capacity = r->capacity == 0 ? PLACES_FIRST / 2 : r->capacity * 2;
    size_t   size = (size_t)capacity;
    Drawing *list = realloc(r->list, size * sizeof *list);
    if (list != NULL)
        r->list = list;
    int *now = realloc(r->now, size * sizeof *now);
    if (now != NULL)
        r->now = now;
    int *before = realloc(r->before, size * sizeof *before);
    if (before != NULL)
        r->before = before;
    int *places = calloc(size * 2, sizeof *places);
    if (list == NULL || now == NULL || before == NULL || places == NULL ||
        capacity > DRAWINGS_MAX) {
        free(places);
        return false;
    }
    free(r->places);
    r->places = places;
    r->place_count = (uint32_t)capacity * 2;
    r->capacity = capacity;
    for (int i = 0; i < r->count; i++)
        *place_of(r, r->list[i].svg) = i + 1;
    return true;
}

/* Return the number of a drawing, adding it if it is new; -1 if out of memory. */
static int number_of(ReplayFrames *r, const char *svg, bool upper)
{
    if (!grow(r))
        return -1;
    int *place = place_of(r, svg);
    if (*place == 0) {
        char *copy = strdup(svg);
        if (copy == NULL)
            return -1;
        r->list[r->count++] = (Drawing){ .svg = copy, .upper = upper, .seen = -1 };
        *place = r->count;
    }
    return *place - 1;
}

ReplayFrames *frames_new(const Setup *setup)
{
    assert(setup->game != NULL);
    ReplayFrames *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->setup = *setup;
    shape_init(&r->shape);
    if (grow(r) && setup->game->view->shape(setup->variant, &r->shape))
        return r;
    frames_free(r);
    return NULL;
}

void frames_free(ReplayFrames *r)
{
    for (int i = 0; i < r->count; i++)
        free(r->list[i].svg);
    free(r->list);
    free(r->places);
    free(r->now);
    free(r->before);
    shape_free(&r->shape);
    free(r);
}

/* --- Positions ----------------------------------------------------------------------------- */

static SvgLook look_of(const ReplayFrames *r, const char *title)
{
    const Game *game = r->setup.game;
    return (SvgLook){ .title = title, .colour = { game->colour[0], game->colour[1] } };
}

/* True for marks and for pieces that span two cells: they are drawn on top of the others. */
static bool is_upper(const Piece *piece)
{
    return piece->cell2 != piece->cell || strcmp(piece->glyph, "mark") == 0;
}

/* Return the number of a drawing, -1 if out of memory, NOTHING_DRAWN if it is empty. */
static int number_of_svg(ReplayFrames *r, const Buffer *svg, bool upper)
{
    return svg->failed ? -1 : svg->length == 0 ? NOTHING_DRAWN : number_of(r, svg->data, upper);
}

/* Return the number of a piece's drawing, -1 if out of memory, NOTHING_DRAWN if it is off the
 * board. */
static int draw_piece(ReplayFrames *r, const Piece *piece)
{
    SvgLook look = look_of(r, "");
    Buffer  svg;
    buffer_init(&svg, DRAWING_BYTES_MAX);
    svg_piece(&svg, &r->shape, piece, &look);
    int number = number_of_svg(r, &svg, is_upper(piece));
    buffer_free(&svg);
    return number;
}

/* Return the cache slot of a piece, which may hold another piece, and set `key` to compare with. */
static KnownPiece *known_place(ReplayFrames *r, const Piece *piece, Piece *key)
{
    uint64_t hash = 0, word;
    memset(key, 0, sizeof *key);
    key->glyph = piece->glyph;
    key->side = piece->side;
    key->colour = piece->colour;
    key->marks = piece->marks;
    key->cell = piece->cell;
    key->cell2 = piece->cell2;
    memcpy(key->text, piece->text, strnlen(piece->text, sizeof key->text));
    memcpy(key->faces, piece->faces, sizeof key->faces);
    for (size_t at = 0; at + sizeof word <= sizeof *key; at += sizeof word) {
        memcpy(&word, (const char *)key + at, sizeof word);
        hash = mix64(hash ^ word);
    }
    return &r->known[hash & (KNOWN_PIECES - 1)];
}

static void add_number(ReplayFrames *r, int number)
{
    assert(number < r->count);
    if (r->list[number].seen == r->position)
        return;
    r->list[number].seen = r->position;
    assert(r->now_count < r->capacity);
    r->now[r->now_count++] = number;
}

static bool add_drawing(ReplayFrames *r, const Piece *piece)
{
    Piece       key;
    KnownPiece *known = known_place(r, piece, &key);
    if (known->number == 0 || memcmp(&known->piece, &key, sizeof key) != 0) {
        int number = draw_piece(r, piece);
        if (number < 0)
            return number == NOTHING_DRAWN;
        memcpy(&known->piece, &key, sizeof key); /* including the padding */
        known->number = number + 1;
    }
    add_number(r, known->number - 1);
    return true;
}

static bool add_mark(ReplayFrames *r, int cell)
{
    Buffer svg;
    buffer_init(&svg, DRAWING_BYTES_MAX);
    svg_mark(&svg, &r->shape, cell);
    int number = number_of_svg(r, &svg, true);
    buffer_free(&svg);
    if (number >= 0)
        add_number(r, number);
    return number >= 0;
}

/* Mark each cell that the move touches. */
static bool mark_turn(ReplayFrames *r, const Pos *before, const Turn *turn)
{
    const Game *game = r->setup.game;
    PosBuffer   pos;
    game_copy(game, before, &pos.head);
    for (int i = 0; i < turn->count; i++) {
        InputHint hint;
        game->view->input_hint(&pos.head, turn->step[i], &hint);
        for (int c = 0; c < hint.cells.count; c++)
            if (!add_mark(r, hint.cells.cell[c]))
                return false;
        game->rules->apply(&pos.head, turn->step[i]);
    }
    return true;
}

/* Make `now` the drawings of this position, and `before` those of the previous one. */
static bool look_at(ReplayFrames *r, const Pos *pos, const Pos *before, const Turn *turn)
{
    Pieces pieces;
    int   *other = r->before;
    r->before = r->now;
    r->before_count = r->now_count;
    r->now = other;
    r->now_count = 0;
    r->position++;
    pieces_init(&pieces);
    bool fine = r->setup.game->view->pieces(pos, &pieces);
    for (int i = 0; i < pieces.count && fine; i++)
        fine = add_drawing(r, &pieces.at[i]);
    fine = fine && (turn == NULL || mark_turn(r, before, turn));
    pieces_free(&pieces);
    return fine;
}

static int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Write the symmetric difference of both lists by merging them in order. */
static void write_change(ReplayFrames *r, Json *json)
{
    qsort(r->now, (size_t)r->now_count, sizeof *r->now, by_number);
    json_array(json, NULL);
    for (int i = 0, j = 0; i < r->now_count || j < r->before_count;) {
        int now = i < r->now_count ? r->now[i] : DRAWINGS_MAX;
        int before = j < r->before_count ? r->before[j] : DRAWINGS_MAX;
        if (now != before)
            json_integer(json, NULL, now < before ? now : before);
        i += now <= before;
        j += before <= now;
    }
    json_end_array(json);
}

static bool write_boards(ReplayFrames *r, const Line *line, Json *json)
{
    int  turns = line_turns(line);
    bool fine = true;
    r->now_count = r->before_count = 0;
    for (int i = 0; i <= turns && fine; i++) {
        Turn       turn;
        const Pos *pos = i < turns ? line_before_turn(line, i) : line_now(line);
        const Pos *before = i == 0 ? NULL : line_before_turn(line, i - 1);
        if (i > 0)
            line_turn(line, i - 1, &turn);
        fine = look_at(r, pos, before, i == 0 ? NULL : &turn);
        write_change(r, json);
    }
    return fine;
}

static void write_turns(const Line *line, Json *json)
{
    for (int i = 0; i < line_turns(line); i++) {
        char turn_text[TURN_TEXT_MAX];
        Text text = text_over(turn_text, sizeof turn_text);
        Turn turn;
        line_turn(line, i, &turn);
        turn_write(line->setup.game, line_before_turn(line, i), &turn, &text);
        json_string(json, NULL, turn_text);
    }
}

bool frames_game(ReplayFrames *r, const Record *record, Json *json)
{
    const Line *line = &record->line;
    if (line->setup.game != r->setup.game || line_start(line)->variant != r->setup.variant)
        return false;
    Json   back = *json;
    size_t length = json->out->length;
    json_array(json, "boards");
    bool fine = write_boards(r, line, json);
    json_end_array(json);
    if (!fine) { /* undo what was written */
        *json = back;
        json->out->length = length;
        return false;
    }
    json_array(json, "turns");
    write_turns(line, json);
    json_end_array(json);
    return true;
}

/* --- Drawings ------------------------------------------------------------------------------ */

void frames_drawings(const ReplayFrames *r, Json *json)
{
    json_array(json, "drawings");
    for (int i = 0; i < r->count; i++)
        json_string(json, NULL, r->list[i].svg);
    json_end_array(json);
    json_array(json, "upper");
    for (int i = 0; i < r->count; i++)
        if (r->list[i].upper)
            json_integer(json, NULL, i);
    json_end_array(json);
}

void frames_board(const ReplayFrames *r, const char *title, Buffer *out)
{
    SvgLook look = look_of(r, title);
    Pieces  none;
    pieces_init(&none);
    svg_board(out, &r->shape, &none, &look);
    pieces_free(&none);
}
