/* SPDX-License-Identifier: MIT */
#include "arena/replay_frames.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "draw/svg.h"

/* Drawings of a higher layer are on top; those below 0 belong below the points of the board. */
enum {
    LAYER_REGIONS = -REGION_KIND_COUNT, /* the first of one layer per RegionKind */
    LAYER_PIECES = 0,
    LAYER_UPPER, /* marks, and pieces that span two cells */
    LAYER_VALUES,
};

enum {
    NOTHING_DRAWN = -2,
    DRAWINGS_MAX = 1 << 20,
    DRAWING_BYTES_MAX = 1 << 18, /* a network may cover most of a large board */
    PLACES_FIRST = 1024,         /* of the hash table, a power of two */
    KNOWN_PIECES = 8192,         /* a power of two */
};

typedef struct Drawing {
    char *svg;
    int   layer;
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
static int number_of(ReplayFrames *r, const char *svg, int layer)
{
    if (!grow(r))
        return -1;
    int *place = place_of(r, svg);
    if (*place == 0) {
        char *copy = strdup(svg);
        if (copy == NULL)
            return -1;
        r->list[r->count++] = (Drawing){ .svg = copy, .layer = layer, .seen = -1 };
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

static int layer_of(const Piece *piece)
{
    bool is_upper = piece->cell2 != piece->cell || strcmp(piece->glyph, "mark") == 0;
    return is_upper ? LAYER_UPPER : LAYER_PIECES;
}

/* Return the number of a drawing, -1 if out of memory, NOTHING_DRAWN if it is empty. */
static int number_of_svg(ReplayFrames *r, const Buffer *svg, int layer)
{
    return svg->failed ? -1 : svg->length == 0 ? NOTHING_DRAWN : number_of(r, svg->data, layer);
}

/* Return the number of a piece's drawing, -1 if out of memory, NOTHING_DRAWN if it is off the
 * board. */
static int draw_piece(ReplayFrames *r, const Piece *piece)
{
    SvgLook look = look_of(r, "");
    Buffer  svg;
    buffer_init(&svg, DRAWING_BYTES_MAX);
    svg_piece(&svg, &r->shape, piece, &look);
    int number = number_of_svg(r, &svg, layer_of(piece));
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

/* Add a drawing to this position, and free it; nothing if it is empty.  False if out of memory. */
static bool add_svg(ReplayFrames *r, Buffer *svg, int layer)
{
    int number = number_of_svg(r, svg, layer);
    buffer_free(svg);
    if (number >= 0)
        add_number(r, number);
    return number != -1;
}

static bool add_mark(ReplayFrames *r, int cell)
{
    Buffer svg;
    buffer_init(&svg, DRAWING_BYTES_MAX);
    svg_mark(&svg, &r->shape, cell);
    return add_svg(r, &svg, LAYER_UPPER);
}

/* Add each region and its value. */
static bool add_regions(ReplayFrames *r, const Pos *pos, const Pieces *pieces)
{
    const GameView *view = r->setup.game->view;
    Regions         regions;
    SvgLook         look = look_of(r, "");
    regions_init(&regions);
    bool fine = view->regions == NULL || view->regions(pos, &regions);
    look.regions = &regions;
    for (int i = 0; i < regions.count && fine; i++) {
        Buffer svg;
        buffer_init(&svg, DRAWING_BYTES_MAX);
        svg_region(&svg, &r->shape, pieces, &look, i);
        fine = add_svg(r, &svg, LAYER_REGIONS + regions.at[i].kind);
        buffer_init(&svg, DRAWING_BYTES_MAX);
        svg_region_value(&svg, &r->shape, &look, i);
        fine = add_svg(r, &svg, LAYER_VALUES) && fine;
    }
    regions_free(&regions);
    return fine;
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
    fine = fine && add_regions(r, pos, &pieces) && (turn == NULL || mark_turn(r, before, turn));
    pieces_free(&pieces);
    return fine;
}

static int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* A drawing appears or disappears. */
typedef void OnChange(void *context, int frame, int drawing);

/* Report the symmetric difference of both lists by merging them in order. */
static void each_change(ReplayFrames *r, int frame, OnChange *change, void *context)
{
    qsort(r->now, (size_t)r->now_count, sizeof *r->now, by_number);
    for (int i = 0, j = 0; i < r->now_count || j < r->before_count;) {
        int now = i < r->now_count ? r->now[i] : DRAWINGS_MAX;
        int before = j < r->before_count ? r->before[j] : DRAWINGS_MAX;
        if (now != before)
            change(context, frame, now < before ? now : before);
        i += now <= before;
        j += before <= now;
    }
}

/* Called with the number of a frame before its changes, and with FRAME_END after them. */
typedef void OnFrame(void *context, int frame);
enum { FRAME_END = -1 };

/* Visit the changes of all positions.  False if out of memory. */
static bool each_frame(ReplayFrames *r, const Line *line, OnFrame *begin, OnChange *change,
                       void *context)
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
        begin(context, i);
        each_change(r, i, change, context);
        begin(context, FRAME_END);
    }
    return fine;
}

static void json_frame(void *context, int frame)
{
    if (frame == FRAME_END)
        json_end_array(context);
    else
        json_array(context, NULL);
}

static void json_change(void *context, int frame, int drawing)
{
    (void)frame;
    json_integer(context, NULL, drawing);
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
    bool fine = each_frame(r, line, json_frame, json_change, json);
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
    json_array(json, "layers");
    for (int i = 0; i < r->count; i++)
        json_integer(json, NULL, r->list[i].layer);
    json_end_array(json);
}

void frames_board(const ReplayFrames *r, const char *title, Buffer *out)
{
    SvgLook look = look_of(r, title);
    Pieces  none;
    look.layered = true;
    pieces_init(&none);
    svg_board(out, &r->shape, &none, &look);
    pieces_free(&none);
}

/* --- Animation ------------------------------------------------------------------------------ */

enum { FRAMES_AT_END = 3 }; /* how long the last position stays, in frames */

/* When drawings appear and disappear, in the order of the frames. */
typedef struct Changes {
    int  count, capacity;
    bool failed;
    struct Change {
        int frame, drawing;
    } * at;
} Changes;

static void keep_frame(void *context, int frame)
{
    (void)context;
    (void)frame;
}

static void keep_change(void *context, int frame, int drawing)
{
    Changes *changes = context;
    if (changes->failed || !memory_grow((void **)&changes->at, &changes->capacity, changes->count,
                                        sizeof *changes->at)) {
        changes->failed = true;
        return;
    }
    changes->at[changes->count++] = (struct Change){ frame, drawing };
}

static int by_drawing(const void *a, const void *b)
{
    const struct Change *x = a, *y = b;
    return x->drawing != y->drawing ? by_number(&x->drawing, &y->drawing)
                                    : by_number(&x->frame, &y->frame);
}

/* Write a drawing that is visible from its first change to its second, and so on. */
static void animate(Buffer *out, const Drawing *drawing, const struct Change *changes, int count,
                    int frames, int frame_ms)
{
    bool begins = changes[0].frame == 0;
    buffer_addf(
        out,
        "<g visibility=\"%s\">%s<animate attributeName=\"visibility\" calcMode=\"discrete\" "
        "repeatCount=\"indefinite\" dur=\"%dms\" values=\"%s",
        begins ? "visible" : "hidden", drawing->svg, frames * frame_ms,
        begins ? "visible" : "hidden");
    for (int i = begins; i < count; i++)
        buffer_add(out, i % 2 == 0 ? ";visible" : ";hidden");
    buffer_add(out, "\" keyTimes=\"0");
    for (int i = begins; i < count; i++)
        buffer_addf(out, ";%.6f", (double)changes[i].frame / frames);
    buffer_add(out, "\"/></g>\n");
}

/* Write all drawings of some layers, lower layers first. */
static void animate_layers(Buffer *out, const ReplayFrames *r, const Changes *changes, int low,
                           int high, int frames, int frame_ms)
{
    for (int layer = low; layer <= high; layer++)
        for (int i = 0, next; i < changes->count; i = next) {
            const struct Change *first = &changes->at[i];
            for (next = i + 1;
                 next < changes->count && changes->at[next].drawing == first->drawing;)
                next++;
            if (r->list[first->drawing].layer == layer)
                animate(out, &r->list[first->drawing], first, next - i, frames, frame_ms);
        }
}

/* Copy the drawing of the empty board up to the end of `mark`; return what follows it. */
static const char *copy_up_to(Buffer *out, const char *board, const char *mark)
{
    const char *at = strstr(board, mark);
    assert(at != NULL && "svg_board writes it");
    buffer_bytes(out, board, (size_t)(at - board) + strlen(mark));
    return at + strlen(mark);
}

bool frames_animation(ReplayFrames *r, const Record *record, const char *title, int frame_ms,
                      Buffer *out)
{
    const Line *line = &record->line;
    Changes     changes = { .count = 0 };
    Buffer      board;
    SvgLook     look = look_of(r, title);
    Pieces      none;
    int         frames = line_turns(line) + 1 + FRAMES_AT_END;
    if (line->setup.game != r->setup.game || line_start(line)->variant != r->setup.variant)
        return false;
    look.layered = look.alone = true;
    pieces_init(&none);
    buffer_init(&board, SVG_BYTES_MAX);
    svg_board(&board, &r->shape, &none, &look);
    pieces_free(&none);
    bool fine =
        each_frame(r, line, keep_frame, keep_change, &changes) && !changes.failed && !board.failed;
    if (fine) {
        if (changes.count > 0)
            qsort(changes.at, (size_t)changes.count, sizeof *changes.at, by_drawing);
        const char *rest = copy_up_to(out, board.data, "<g class=\"regions\">");
        animate_layers(out, r, &changes, LAYER_REGIONS, -1, frames, frame_ms);
        const char *end = strstr(rest, "</svg>");
        assert(end != NULL && "svg_board writes it");
        buffer_bytes(out, rest, (size_t)(end - rest));
        animate_layers(out, r, &changes, LAYER_PIECES, LAYER_VALUES, frames, frame_ms);
        buffer_add(out, end);
    }
    buffer_free(&board);
    free(changes.at);
    return fine && !out->failed;
}
