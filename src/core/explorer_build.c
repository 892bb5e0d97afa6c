/* SPDX-License-Identifier: MIT */
/* Positions are found by a hash table of their keys; each has a linked list of its moves.  A move is
 * compared by its bytes, which are those of the file. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "core/explorer_inside.h"

enum {
    MOVES_MAX = 4 * EXPLORER_POSITIONS_MAX,
    SLOTS = 2 * EXPLORER_POSITIONS_MAX,
    CODES_BYTES_MAX = 256 << 20,
    NAMES_BYTES_MAX = 256 << 20,
    NONE = -1,
};

typedef struct Place {
    uint64_t key;
    int      first; /* move */
} Place;

typedef struct Move {
    int      next;
    uint32_t games, wins, draws;
    uint32_t last_game; /* that counts here; a game counts once */
    uint32_t rated;     /* games with a rating */
    uint64_t ratings;
    int      chance; /* NONE if unknown */
    int      sample; /* offset in the names */
    int      sample_rating;
    uint32_t code, code_size; /* in the codes */
    uint32_t proposed;        /* 0, or the games of the most frequent move of its position */
    bool     dropped;         /* not kept */
} Move;

struct ExplorerBuilder {
    Setup     setup;
    int       turns;
    size_t    pos_size;
    uint32_t  games;
    int      *slots; /* places; NONE */
    Place    *places;
    PosBuffer scratch;
    char     *images; /* pos_size bytes for each place */
    int       place_count, place_capacity, image_capacity;
    Move     *moves;
    int       move_count, move_capacity;
    Buffer    codes, names;
    int       last_name; /* offset in the names */
};

/* True if the book will have the move. */
static bool is_kept(const Move *move, uint32_t least)
{
    return !move->dropped && (move->games >= least || move->proposed >= least);
}

ExplorerBuilder *explorer_builder_new(const Setup *setup, int turns)
{
    ExplorerBuilder *builder = calloc(1, sizeof *builder);
    if (builder == NULL)
        return NULL;
    builder->setup = (Setup){ .game = setup->game, .variant = setup->variant };
    builder->turns = turns;
    builder->pos_size = setup->game->rules->size(setup->variant);
    buffer_init(&builder->codes, CODES_BYTES_MAX);
    buffer_init(&builder->names, NAMES_BYTES_MAX);
    builder->slots = malloc(SLOTS * sizeof *builder->slots);
    if (builder->slots == NULL) {
        explorer_builder_free(builder);
        return NULL;
    }
    memset(builder->slots, 0xff, SLOTS * sizeof *builder->slots);
    return builder;
}

void explorer_builder_free(ExplorerBuilder *builder)
{
    if (builder == NULL)
        return;
    free(builder->slots);
    free(builder->places);
    free(builder->images);
    free(builder->moves);
    buffer_free(&builder->codes);
    buffer_free(&builder->names);
    free(builder);
}

uint32_t explorer_builder_games(const ExplorerBuilder *builder)
{
    return builder->games;
}

/* --- adding --- */

/* Return the offset of a name of a game; equal ones in a row are stored once. */
static int put_name(ExplorerBuilder *builder, const char *name)
{
    size_t length = strnlen(name, EXPLORER_NAME_MAX - 1);
    if (builder->names.length > 0) {
        const char *last = builder->names.data + builder->last_name;
        if (strlen(last) == length && memcmp(last, name, length) == 0)
            return builder->last_name;
    }
    builder->last_name = (int)builder->names.length;
    buffer_bytes(&builder->names, name, length);
    buffer_bytes(&builder->names, "", 1);
    return builder->last_name;
}

/* Append a number in LEB128. */
static void put_number(Buffer *out, uint32_t number)
{
    char byte;
    for (; number > 127; number >>= 7) {
        byte = (char)(number & 127) | (char)0x80;
        buffer_bytes(out, &byte, 1);
    }
    byte = (char)number;
    buffer_bytes(out, &byte, 1);
}

/* Append the turn of a canonical position.  False if a step is not in the list of `gen`. */
static bool put_turn(const Game *game, const Pos *image, const Turn *turn, Buffer *out)
{
    PosBuffer pos;
    Step      steps[STEPS_MAX];
    game_copy(game, image, &pos.head);
    put_number(out, (uint32_t)turn->count);
    for (int i = 0; i < turn->count; i++) {
        int count = game->rules->gen(&pos.head, steps), index = 0;
        while (index < count && steps[index] != turn->step[i])
            index++;
        if (index == count)
            return false;
        put_number(out, (uint32_t)index);
        game->rules->apply(&pos.head, turn->step[i]);
    }
    return true;
}

static Place *find_place(ExplorerBuilder *builder, const Pos *image)
{
    uint32_t slot = (uint32_t)mix64(image->key) & (SLOTS - 1);
    for (; builder->slots[slot] != NONE; slot = (slot + 1) & (SLOTS - 1))
        if (builder->places[builder->slots[slot]].key == image->key)
            return &builder->places[builder->slots[slot]];
    int count = builder->place_count;
    if (count == EXPLORER_POSITIONS_MAX ||
        !memory_grow((void **)&builder->places, &builder->place_capacity, count,
                     sizeof *builder->places) ||
        !memory_grow((void **)&builder->images, &builder->image_capacity, count, builder->pos_size))
        return NULL;
    builder->slots[slot] = builder->place_count++;
    memcpy(builder->images + (size_t)count * builder->pos_size, image, builder->pos_size);
    builder->places[count] = (Place){ .key = image->key, .first = NONE };
    return &builder->places[count];
}

static Move *find_move(ExplorerBuilder *builder, Place *place, const Buffer *code)
{
    for (int at = place->first; at != NONE; at = builder->moves[at].next) {
        Move *move = &builder->moves[at];
        if (move->code_size == code->length &&
            memcmp(builder->codes.data + move->code, code->data, code->length) == 0)
            return move;
    }
    if (builder->move_count == MOVES_MAX ||
        !memory_grow((void **)&builder->moves, &builder->move_capacity, builder->move_count,
                     sizeof *builder->moves))
        return NULL;
    Move *move = &builder->moves[builder->move_count];
    *move = (Move){ .next = place->first,
                    .chance = NONE,
                    .sample = NONE,
                    .code = (uint32_t)builder->codes.length,
                    .code_size = (uint32_t)code->length };
    buffer_bytes(&builder->codes, code->data, code->length);
    if (builder->codes.failed)
        return NULL;
    place->first = builder->move_count++;
    return move;
}

/* The result of a game, as the builder counts it. */
typedef struct Played {
    int winner;    /* player, or NONE: a draw */
    int rating[2]; /* of each player, or NONE */
    int name;      /* offset in the names */
} Played;

static int read_rating(const Record *record, int player)
{
    static const char *const TAGS[2] = { "FirstElo", "SecondElo" };
    const char              *value = record_tag(record, TAGS[player]);
    char                    *end;
    if (value == NULL || value[0] < '0' || value[0] > '9')
        return NONE;
    long rating = strtol(value, &end, 10);
    return *end != '\0' || rating > EXPLORER_RATING_MAX ? NONE : (int)rating;
}

static bool read_result(const Record *record, Played *played)
{
    const Game  *game = record->line.setup.game;
    RecordResult result = record_result(record);
    played->winner = NONE;
    for (int side = 0; side < 2; side++) {
        played->rating[side] = read_rating(record, side);
        if (strcmp(result.winner, game->sides[side]) == 0)
            played->winner = game_player(game, line_now(&record->line), side);
    }
    return played->winner != NONE || strcmp(result.winner, "draw") == 0;
}

static void count_game(ExplorerBuilder *builder, Move *move, const Played *played, int player)
{
    int rating = played->rating[player];
    if (move->last_game == builder->games)
        return;
    move->last_game = builder->games;
    move->games++;
    move->wins += played->winner == player;
    move->draws += played->winner == NONE;
    if (rating != NONE) {
        move->rated++;
        move->ratings += (uint64_t)rating;
    }
    if (move->sample == NONE || rating > move->sample_rating) {
        move->sample = played->name;
        move->sample_rating = rating;
    }
}

/* Write the bytes of a turn in the image of its position.  False if it has no canonical form. */
static bool encode_turn(const Game *game, const Pos *pos, const Turn *turn, const Pos *image,
                        Buffer *code)
{
    Turn mapped;
    buffer_clear(code);
    return explorer_map_turn(game, pos, turn, image, true, &mapped) &&
           put_turn(game, image, &mapped, code);
}

static Status add_turn(ExplorerBuilder *builder, const Line *line, int index, const Played *played,
                       Buffer *code, Fault *fault)
{
    const Game *game = builder->setup.game;
    const Pos  *pos = line_before_turn(line, index);
    Pos        *image = &builder->scratch.head;
    Turn        turn;
    line_turn(line, index, &turn);
    explorer_image(game, pos, image);
    if (!encode_turn(game, pos, &turn, image, code))
        return fault_set(fault, STATUS_ILLEGAL, 0, "move %d has no canonical form", index + 1);
    Place *place = find_place(builder, image);
    Move  *move = place == NULL || code->failed ? NULL : find_move(builder, place, code);
    if (move == NULL)
        return fault_set(fault, STATUS_TOO_LARGE, 0,
                         "there are too many positions; build the book of fewer moves per game");
    count_game(builder, move, played, game_player(game, pos, pos->side));
    return STATUS_OK;
}

Status explorer_builder_add(ExplorerBuilder *builder, const Record *record, const char *name,
                            Fault *fault)
{
    const Line *line = &record->line;
    Played      played;
    Buffer      code;
    if (line->setup.game != builder->setup.game || line->setup.variant != builder->setup.variant)
        return fault_set(fault, STATUS_ILLEGAL, 0, "it is a game of another variant");
    if (!read_result(record, &played))
        return fault_set(fault, STATUS_ILLEGAL, 0, "it has no result");
    builder->games++;
    played.name = put_name(builder, name);
    Status status = STATUS_OK;
    buffer_init(&code, 1 << 16);
    for (int i = 0; i < line_turns(line) && i < builder->turns && status == STATUS_OK; i++)
        status = add_turn(builder, line, i, &played, &code, fault);
    buffer_free(&code);
    return status == STATUS_OK && builder->names.failed
               ? fault_set(fault, STATUS_TOO_LARGE, 0, "there are too many games")
               : status;
}

/* --- proposing, evaluating and dropping --- */

/* Return the games of the most frequent move of a position. */
static uint32_t most_games(const ExplorerBuilder *builder, const Place *place)
{
    uint32_t most = 0;
    for (int at = place->first; at != NONE; at = builder->moves[at].next)
        if (builder->moves[at].games > most)
            most = builder->moves[at].games;
    return most;
}

uint32_t explorer_builder_positions(const ExplorerBuilder *builder, uint32_t least)
{
    uint32_t count = 0;
    for (int i = 0; i < builder->place_count; i++)
        count += most_games(builder, &builder->places[i]) >= least;
    return count;
}

bool explorer_builder_propose(ExplorerBuilder *builder, uint32_t least, const char *name,
                              ExplorerPropose *propose, void *context)
{
    PosBuffer pos;
    Buffer    code;
    Turn      turn;
    bool      done = true;
    int       chance = NONE, sample = put_name(builder, name);
    buffer_init(&code, 1 << 16);
    for (int i = 0; done && i < builder->place_count; i++) {
        uint32_t games = most_games(builder, &builder->places[i]);
        if (games < least)
            continue;
        memcpy(&pos, builder->images + (size_t)i * builder->pos_size, builder->pos_size);
        done = propose(context, &pos.head, &turn, &chance);
        if (!done || !encode_turn(builder->setup.game, &pos.head, &turn, &pos.head, &code))
            continue;
        Move *move = code.failed ? NULL : find_move(builder, &builder->places[i], &code);
        done = move != NULL;
        if (done) {
            move->proposed = games;
            move->chance = chance;
            move->sample = move->sample == NONE ? sample : move->sample;
        }
    }
    buffer_free(&code);
    return done && !builder->names.failed;
}

void explorer_builder_drop(ExplorerBuilder *builder, uint32_t least, int margin)
{
    for (int i = 0; i < builder->place_count; i++) {
        int best = NONE, first = builder->places[i].first;
        for (int at = first; at != NONE; at = builder->moves[at].next)
            if (is_kept(&builder->moves[at], least) && builder->moves[at].chance > best)
                best = builder->moves[at].chance;
        for (int at = first; at != NONE; at = builder->moves[at].next)
            if (builder->moves[at].chance < best - margin)
                builder->moves[at].dropped = true;
    }
}

/* True if the only move that is kept has its chance already. */
static bool is_evaluated(const ExplorerBuilder *builder, const Place *place, uint32_t least)
{
    int count = 0, known = 0;
    for (int at = place->first; at != NONE; at = builder->moves[at].next)
        if (is_kept(&builder->moves[at], least)) {
            count++;
            known += builder->moves[at].chance != NONE;
        }
    return count == 1 && known == 1;
}

bool explorer_builder_evaluate(ExplorerBuilder *builder, uint32_t least, ExplorerEvaluate *evaluate,
                               void *context)
{
    const Game *game = builder->setup.game;
    PosBuffer   before, after;
    for (int i = 0; i < builder->place_count; i++) {
        if (is_evaluated(builder, &builder->places[i], least))
            continue;
        memcpy(&before, builder->images + (size_t)i * builder->pos_size, builder->pos_size);
        for (int at = builder->places[i].first; at != NONE; at = builder->moves[at].next) {
            Move *move = &builder->moves[at];
            Turn  turn;
            if (!is_kept(move, least))
                continue;
            const unsigned char *code = (const unsigned char *)builder->codes.data + move->code;
            Bytes                bytes = { code, code + move->code_size };
            game_copy(game, &before.head, &after.head);
            explorer_take_turn(game, &after.head, &bytes, &turn);
            if (!evaluate(context, &before.head, &after.head, &move->chance))
                return false;
        }
    }
    return true;
}

uint32_t explorer_builder_moves(const ExplorerBuilder *builder, uint32_t least)
{
    uint32_t count = 0;
    for (int i = 0; i < builder->move_count; i++)
        count += is_kept(&builder->moves[i], least);
    return count;
}

/* --- writing --- */

static int compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int compare_offsets(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The most frequent first; the order of the others only has to be the same everywhere. */
static int compare_moves(const void *a, const void *b)
{
    const Move *x = a, *y = b;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    return x->code < y->code ? -1 : x->code > y->code;
}

static void put_fixed(Buffer *out, uint64_t number, int bytes)
{
    for (; bytes > 0; bytes--, number >>= 8) {
        char byte = (char)(number & 255);
        buffer_bytes(out, &byte, 1);
    }
}

/* The names of the sample games in use. */
typedef struct Samples {
    int  count;
    int *name; /* offsets in the names of the builder, increasing */
    int *text; /* and in the text of the book */
} Samples;

static bool samples_collect(const ExplorerBuilder *builder, uint32_t least, Samples *samples,
                            Buffer *text)
{
    int *all = malloc(((size_t)builder->move_count + 1) * sizeof *all), count = 0;
    *samples =
        (Samples){ .name = all, .text = malloc(((size_t)builder->move_count + 1) * sizeof *all) };
    if (all == NULL || samples->text == NULL)
        return false;
    for (int i = 0; i < builder->move_count; i++)
        if (is_kept(&builder->moves[i], least))
            all[count++] = builder->moves[i].sample;
    qsort(all, (size_t)count, sizeof *all, compare_offsets);
    for (int i = 0; i < count; i++) {
        const char *name = builder->names.data + all[i];
        if (i > 0 && all[i] == all[samples->count - 1])
            continue;
        all[samples->count] = all[i];
        samples->text[samples->count++] = (int)text->length;
        buffer_bytes(text, name, strlen(name) + 1);
    }
    return true;
}

static void put_move(const ExplorerBuilder *builder, const Move *move, const Samples *samples,
                     Buffer *out)
{
    const int *sample = bsearch(&move->sample, samples->name, (size_t)samples->count,
                                sizeof *sample, compare_offsets);
    buffer_bytes(out, builder->codes.data + move->code, move->code_size);
    put_number(out, move->games);
    put_number(out, move->wins);
    put_number(out, move->draws);
    put_number(out, move->rated == 0 ? 0 : (uint32_t)(move->ratings / move->rated) + 1);
    put_number(out, (uint32_t)(move->chance + 1));
    put_number(out, (uint32_t)samples->text[sample - samples->name] + 1);
}

/* Append the moves of a position.  False if it has none; `sorted` has capacity for all. */
static bool put_moves(const ExplorerBuilder *builder, const Place *place, uint32_t least,
                      const Samples *samples, Move *sorted, Buffer *out)
{
    int count = 0;
    for (int at = place->first; at != NONE; at = builder->moves[at].next)
        if (is_kept(&builder->moves[at], least))
            sorted[count++] = builder->moves[at];
    if (count == 0)
        return false;
    qsort(sorted, (size_t)count, sizeof *sorted, compare_moves);
    put_number(out, (uint32_t)count);
    for (int i = 0; i < count; i++)
        put_move(builder, &sorted[i], samples, out);
    return true;
}

static void put_setup(const Setup *setup, Buffer *text)
{
    char words[SETUP_TEXT_MAX];
    Text out = text_over(words, sizeof words);
    setup_write(setup, &out);
    buffer_bytes(text, words, strlen(words) + 1);
}

/* Fill the three sections; false without memory. */
static bool put_sections(const ExplorerBuilder *builder, uint32_t least, Buffer *rows,
                         Buffer *moves, Buffer *text)
{
    Samples samples;
    Place  *places = malloc(((size_t)builder->place_count + 1) * sizeof *places);
    Move   *sorted = malloc(((size_t)builder->move_count + 1) * sizeof *sorted);
    put_setup(&builder->setup, text);
    bool done = samples_collect(builder, least, &samples, text) && places != NULL && sorted != NULL;
    if (done && builder->place_count > 0) {
        memcpy(places, builder->places, (size_t)builder->place_count * sizeof *places);
        qsort(places, (size_t)builder->place_count, sizeof *places, compare_places);
    }
    for (int i = 0; done && i < builder->place_count; i++) {
        uint32_t at = (uint32_t)moves->length;
        if (!put_moves(builder, &places[i], least, &samples, sorted, moves))
            continue;
        put_fixed(rows, places[i].key, 8);
        put_fixed(rows, at, 4);
    }
    free(samples.name);
    free(samples.text);
    free(sorted);
    free(places);
    return done && !rows->failed && !moves->failed && !text->failed;
}

bool explorer_builder_write(const ExplorerBuilder *builder, uint32_t least, Buffer *out)
{
    unsigned char sum[SHA256_BYTES];
    Buffer        part[3]; /* rows, moves, text */
    for (int i = 0; i < 3; i++)
        buffer_init(&part[i], CODES_BYTES_MAX);
    bool done = put_sections(builder, least, &part[0], &part[1], &part[2]);
    buffer_bytes(out, EXPLORER_MAGIC, 8);
    put_fixed(out, part[0].length / EXPLORER_ROW, 4);
    put_fixed(out, part[1].length, 4);
    put_fixed(out, part[2].length, 4);
    put_fixed(out, builder->games, 4);
    for (int i = 0; i < 3; i++) {
        if (part[i].length > 0)
            buffer_bytes(out, part[i].data, part[i].length);
        buffer_free(&part[i]);
    }
    if (!done || out->failed)
        return false;
    sha256(out->data, out->length, sum);
    buffer_bytes(out, (const char *)sum, sizeof sum);
    return !out->failed;
}
