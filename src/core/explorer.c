/* SPDX-License-Identifier: MIT */
#include "core/explorer.h"

#include <assert.h>
#include <string.h>

#include "base/sha256.h"
#include "core/explorer_inside.h"

/* --- bytes --- */

void bytes_fail(Bytes *bytes)
{
    bytes->at = NULL;
}

uint32_t bytes_take(Bytes *bytes)
{
    uint64_t number = 0;
    for (int shift = 0; bytes->at != NULL && shift < 35; shift += 7) {
        if (bytes->at == bytes->end)
            break;
        unsigned char byte = *bytes->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128 && number <= UINT32_MAX)
            return (uint32_t)number;
    }
    bytes_fail(bytes);
    return 0;
}

static uint64_t number_at(const unsigned char *at, int bytes)
{
    uint64_t number = 0;
    while (bytes-- > 0)
        number = number << 8 | at[bytes];
    return number;
}

/* --- symmetries --- */

static void map_pos(const Game *game, const Pos *pos, int map, Pos *image)
{
    if (map == 0)
        game_copy(game, pos, image);
    else
        game->symmetry->map_pos(pos, map, image);
}

void explorer_image(const Game *game, const Pos *pos, Pos *image)
{
    PosBuffer other;
    int       count = game_symmetries(game, pos);
    game_copy(game, pos, image);
    for (int map = 1; map < count; map++) {
        map_pos(game, pos, map, &other.head);
        if (other.head.variant == pos->variant && other.head.key < image->key)
            game_copy(game, &other.head, image);
    }
}

static void map_turn(const Game *game, const Pos *from, const Turn *turn, int map, const Pos *to,
                     Turn *out)
{
    PosBuffer pos;
    game_copy(game, from, &pos.head);
    out->count = turn->count;
    for (int i = 0; i < turn->count; i++) {
        out->step[i] =
            map == 0 ? turn->step[i] : game->symmetry->map_step(&pos.head, turn->step[i], map);
        game->rules->apply(&pos.head, turn->step[i]);
    }
    if (game->text->turn_sort != NULL)
        game->text->turn_sort(to, out->step, out->count);
}

static bool is_smaller(const Turn *a, const Turn *b)
{
    for (int i = 0; i < a->count && i < b->count; i++)
        if (a->step[i] != b->step[i])
            return a->step[i] < b->step[i];
    return a->count < b->count;
}

bool explorer_map_turn(const Game *game, const Pos *from, const Turn *turn, const Pos *to,
                       bool smallest, Turn *out)
{
    PosBuffer image;
    Turn      other;
    bool      found = false;
    int       count = game_symmetries(game, from);
    for (int map = 0; map < count && (smallest || !found); map++) {
        map_pos(game, from, map, &image.head);
        if (image.head.variant != to->variant || image.head.key != to->key)
            continue;
        map_turn(game, from, turn, map, to, &other);
        if (!found || is_smaller(&other, out))
            *out = other;
        found = true;
    }
    return found;
}

void explorer_take_turn(const Game *game, Pos *pos, Bytes *bytes, Turn *turn)
{
    Step     steps[STEPS_MAX];
    uint32_t count = bytes_take(bytes);
    if (count == 0 || count > TURN_STEPS_MAX)
        bytes_fail(bytes);
    turn->count = 0;
    while (bytes->at != NULL && (uint32_t)turn->count < count) {
        uint32_t index = bytes_take(bytes);
        if (index >= (uint32_t)game->rules->gen(pos, steps) ||
            (turn->count > 0 && pos->phase == 0)) {
            bytes_fail(bytes);
            return;
        }
        turn->step[turn->count++] = steps[index];
        game->rules->apply(pos, steps[index]);
    }
    if (pos->phase != 0)
        bytes_fail(bytes);
}

/* --- a book --- */

static Status damaged(Fault *fault, const char *why)
{
    return fault_set(fault, STATUS_SYNTAX, 0, "this is not an explorer book, or it is damaged: %s",
                     why);
}

static bool is_ordered(const Explorer *explorer)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < explorer->position_count; i++) {
        const unsigned char *row = explorer->positions + (size_t)i * EXPLORER_ROW;
        uint64_t             key = number_at(row, 8);
        if ((i > 0 && key <= last) || number_at(row + 8, 4) >= explorer->move_bytes)
            return false;
        last = key;
    }
    return true;
}

/* Return how many bytes the header announces. */
static uint64_t announced_size(const unsigned char *header)
{
    return EXPLORER_HEADER + number_at(header + 8, 4) * EXPLORER_ROW + number_at(header + 12, 4) +
           number_at(header + 16, 4) + SHA256_BYTES;
}

size_t explorer_length(const void *data, size_t size)
{
    if (size < EXPLORER_HEADER || memcmp(data, EXPLORER_MAGIC, 8) != 0)
        return size;
    uint64_t length = announced_size(data);
    return length < size ? (size_t)length : size;
}

Status explorer_open(Explorer *explorer, GameFinder *find, const void *data, size_t size,
                     Fault *fault)
{
    const unsigned char *bytes = data;
    unsigned char        sum[SHA256_BYTES];
    assert(explorer != NULL && (data != NULL || size == 0));
    if (size < EXPLORER_HEADER + SHA256_BYTES || memcmp(bytes, EXPLORER_MAGIC, 8) != 0)
        return damaged(fault, "the header is missing");
    if (size > EXPLORER_BYTES_MAX)
        return damaged(fault, "it is larger than 2 MiB");
    Explorer book = { .position_count = (uint32_t)number_at(bytes + 8, 4),
                      .move_bytes = (uint32_t)number_at(bytes + 12, 4),
                      .text_bytes = (uint32_t)number_at(bytes + 16, 4),
                      .game_count = (uint32_t)number_at(bytes + 20, 4) };
    uint64_t rows = (uint64_t)book.position_count * EXPLORER_ROW;
    if (announced_size(bytes) != size)
        return damaged(fault, "its size is wrong");
    sha256(bytes, size - SHA256_BYTES, sum);
    if (memcmp(sum, bytes + size - SHA256_BYTES, SHA256_BYTES) != 0)
        return damaged(fault, "the checksum is wrong");
    book.positions = bytes + EXPLORER_HEADER;
    book.moves = book.positions + rows;
    book.text = (const char *)book.moves + book.move_bytes;
    if (book.text_bytes == 0 || book.text[book.text_bytes - 1] != '\0' || !is_ordered(&book))
        return damaged(fault, "its tables are wrong");
    if (setup_read(find, book.text, &book.setup, fault) != STATUS_OK)
        return damaged(fault, "it is for a game that this program does not know");
    *explorer = book;
    return STATUS_OK;
}

Status explorer_find(const Setup *setup, GameFinder *find, const void *data, size_t size,
                     Explorer *out, Fault *fault)
{
    const char *at = data;
    while (at != NULL && size > 0) {
        Explorer book;
        size_t   length = explorer_length(at, size);
        Status   status = explorer_open(&book, find, at, length, fault);
        if (status != STATUS_OK)
            return status;
        if (book.setup.game == setup->game && book.setup.variant == setup->variant) {
            *out = book;
            return STATUS_OK;
        }
        at += length;
        size -= length;
    }
    return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no explorer book for this variant of %s",
                     setup->game->name);
}

/* Return the bytes of a position's moves; none if the book does not have it. */
static Bytes find_moves(const Explorer *explorer, uint64_t key)
{
    uint32_t low = 0, high = explorer->position_count;
    while (low < high) {
        uint32_t             middle = low + (high - low) / 2;
        const unsigned char *row = explorer->positions + (size_t)middle * EXPLORER_ROW;
        uint64_t             found = number_at(row, 8);
        if (found == key)
            return (Bytes){ explorer->moves + number_at(row + 8, 4),
                            explorer->moves + explorer->move_bytes };
        if (found < key)
            low = middle + 1;
        else
            high = middle;
    }
    return (Bytes){ NULL, NULL };
}

/* Take a number that was written plus 1, or 0 if there is none; -1 then. */
static int64_t take_optional(Bytes *bytes, int64_t limit)
{
    int64_t number = (int64_t)bytes_take(bytes) - 1;
    if (number >= limit)
        bytes_fail(bytes);
    return number;
}

int explorer_moves(const Explorer *explorer, const Pos *pos, ExplorerVisit *visit, void *context)
{
    const Game *game = explorer->setup.game;
    PosBuffer   image, after;
    int         count = 0;
    if (pos->variant != explorer->setup.variant || pos->phase != 0)
        return 0;
    explorer_image(game, pos, &image.head);
    Bytes    bytes = find_moves(explorer, image.head.key);
    uint32_t left = bytes_take(&bytes);
    for (; bytes.at != NULL && left > 0; left--) {
        ExplorerMove move;
        Turn         turn;
        game_copy(game, &image.head, &after.head);
        explorer_take_turn(game, &after.head, &bytes, &turn);
        move.games = bytes_take(&bytes);
        move.wins = bytes_take(&bytes);
        move.draws = bytes_take(&bytes);
        move.rating = (int)take_optional(&bytes, EXPLORER_RATING_MAX + 1);
        move.chance = (int)take_optional(&bytes, EXPLORER_SURE + 1);
        int64_t sample = take_optional(&bytes, explorer->text_bytes);
        move.sample = sample < 0 ? NULL : explorer->text + sample;
        if (bytes.at == NULL || move.wins > move.games || move.draws > move.games - move.wins ||
            !explorer_map_turn(game, &image.head, &turn, pos, false, &move.turn))
            break;
        count++;
        if (visit != NULL && !visit(context, &move))
            break;
    }
    return count;
}
