/* SPDX-License-Identifier: MIT */
/* Characters in a grid. The two character sets meet in one place, SIGN_OF_WAYS; everything else
 * chooses a sign by `unicode`. */
#include "term/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"

static int at_most(int value, int limit)
{
    return value < 0 ? 0 : value < limit ? value : limit;
}

bool canvas_init(Canvas *canvas, int width, int height, bool unicode)
{
    assert(width >= 0 && height >= 0);
    canvas->width = at_most(width, CANVAS_SIDE_MAX);
    canvas->height = at_most(height, CANVAS_SIDE_MAX);
    canvas->unicode = unicode;
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    canvas->at = malloc((count + 1) * sizeof *canvas->at);
    for (size_t i = 0; canvas->at != NULL && i < count; i++)
        canvas->at[i] = (CanvasCell){ ' ', INK_PLAIN, GROUND_NONE };
    return canvas->at != NULL;
}

void canvas_free(Canvas *canvas)
{
    free(canvas->at);
    *canvas = (Canvas){ 0 };
}

CanvasCell *canvas_at(const Canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return NULL;
    return &canvas->at[y * canvas->width + x];
}

void canvas_put(Canvas *canvas, int x, int y, uint32_t sign, Ink ink)
{
    CanvasCell *cell = canvas_at(canvas, x, y);
    if (cell == NULL)
        return;
    cell->sign = sign;
    cell->ink = (uint8_t)ink;
}

void canvas_ground(Canvas *canvas, int x, int y, Ground ground)
{
    CanvasCell *cell = canvas_at(canvas, x, y);
    if (cell != NULL)
        cell->ground = (uint8_t)ground;
}

/* --- words --- */

/* Return the length of the UTF-8 sequence with this first byte; 0 if it is invalid. */
static int sequence_length(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xc2 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf5 ? 4
                          : 0;
}

/* Take one code point; '?' if the bytes are invalid. */
static uint32_t next_sign(const char **words)
{
    const unsigned char *bytes = (const unsigned char *)*words;
    int                  length = sequence_length(bytes[0]);
    if (length < 2) {
        *words += 1;
        return length == 1 ? bytes[0] : '?';
    }
    uint32_t sign = bytes[0] & (0x7fU >> length);
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) { /* the terminating NUL also ends up here */
            *words += i;
            return '?';
        }
        sign = sign << 6 | (bytes[i] & 0x3fU);
    }
    *words += length;
    return sign;
}

bool canvas_is_latin(const char *language)
{
    return strncmp(language, "zh", 2) != 0;
}

/* Return the letter without its accent, or the plain form of a quotation mark or dash; '?' if there is
 * none. */
static uint32_t plain_sign(uint32_t sign)
{
    static const struct {
        const char *signs;
        char        plain;
    } ROWS[] = {
        { "ÀÁÂÃÄÅĄ", 'A' }, { "àáâãäåą", 'a' }, { "ÇĆ", 'C' },   { "çć", 'c' },
        { "ÈÉÊËĘ", 'E' },   { "èéêëę", 'e' },   { "ÌÍÎÏ", 'I' }, { "ìíîï", 'i' },
        { "Ł", 'L' },       { "ł", 'l' },       { "ÑŃ", 'N' },   { "ñń", 'n' },
        { "ÒÓÔÕÖ", 'O' },   { "òóôõö", 'o' },   { "Ś", 'S' },    { "śß", 's' },
        { "ÙÚÛÜ", 'U' },    { "ùúûü", 'u' },    { "ŹŻ", 'Z' },   { "źż", 'z' },
        { "„“”", '"' },     { "‘’", '\'' },     { "–—", '-' },   { "×", 'x' },
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        for (const char *at = ROWS[i].signs; *at != '\0';)
            if (next_sign(&at) == sign)
                return (uint32_t)ROWS[i].plain;
    return '?';
}

/* Terminals interpret control characters, so they must never get onto a canvas. */
static uint32_t fit_sign(uint32_t sign, bool unicode)
{
    if (sign == '\t' || sign == '\n')
        return ' ';
    if (sign < 0x20 || (sign >= 0x7f && sign < 0xa0))
        return '?';
    return sign < 0x7f || unicode ? sign : plain_sign(sign);
}

/* Return 0 for combining characters, which have no column of their own and are dropped. */
static int sign_columns(uint32_t sign)
{
    int columns = sign < 0x7f ? 1 : wcwidth((wchar_t)sign);
    return columns < 0 ? 1 : columns;
}

int canvas_words(Canvas *canvas, int x, int y, int width, const char *words, Ink ink)
{
    assert(words != NULL);
    int used = 0;
    while (*words != '\0') {
        uint32_t sign = fit_sign(next_sign(&words), canvas->unicode);
        int      columns = sign_columns(sign);
        if (columns == 0)
            continue;
        if (used + columns > width)
            break;
        canvas_put(canvas, x + used, y, sign, ink);
        if (columns == 2)
            canvas_put(canvas, x + used + 1, y, 0, ink);
        used += columns;
    }
    return used;
}

int canvas_columns(bool unicode, const char *words)
{
    int used = 0;
    while (*words != '\0')
        used += sign_columns(fit_sign(next_sign(&words), unicode));
    return used;
}

void canvas_bar(Canvas *canvas, int x, int y, int width, Ground ground)
{
    for (int i = 0; i < width; i++)
        canvas_ground(canvas, x + i, y, ground);
}

void canvas_box(Canvas *canvas, int x, int y, int width, int height)
{
    CanvasLines lines;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            canvas_put(canvas, x + column, y + row, ' ', INK_PLAIN);
            canvas_ground(canvas, x + column, y + row, GROUND_NONE);
        }
    if (!canvas_lines_init(&lines, canvas->width, canvas->height))
        return;
    int right = x + width - 1, bottom = y + height - 1;
    canvas_line(&lines, x, y, right, y);
    canvas_line(&lines, x, bottom, right, bottom);
    canvas_line(&lines, x, y, x, bottom);
    canvas_line(&lines, right, y, right, bottom);
    canvas_put_lines(canvas, &lines, INK_LINE);
    canvas_lines_free(&lines);
}

void canvas_copy(Canvas *to, int x, int y, int width, int height, const Canvas *from, int left,
                 int top)
{
    assert(to != from);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            const CanvasCell *source = canvas_at(from, left + column, top + row);
            CanvasCell       *target = canvas_at(to, x + column, y + row);
            if (source != NULL && target != NULL)
                *target = *source;
        }
}

/* --- onto paper --- */

static void write_sign(Buffer *out, uint32_t sign)
{
    char bytes[UTF8_BYTES_MAX];
    buffer_bytes(out, bytes, utf8_write(sign, bytes));
}

void canvas_write(const Canvas *canvas, Buffer *out)
{
    for (int y = 0; y < canvas->height; y++) {
        int end = canvas->width;
        while (end > 0 && canvas_at(canvas, end - 1, y)->sign == ' ')
            end--;
        for (int x = 0; x < end; x++)
            if (canvas_at(canvas, x, y)->sign != 0)
                write_sign(out, canvas_at(canvas, x, y)->sign);
        buffer_add(out, "\n");
    }
}

void canvas_write_grounds(const Canvas *canvas, Buffer *out)
{
    static const char LETTERS[GROUND_COUNT + 1] = "..lthnmawdcgX=";
    for (int y = 0; y < canvas->height; y++) {
        int end = canvas->width;
        while (end > 0 && LETTERS[canvas_at(canvas, end - 1, y)->ground] == '.')
            end--;
        for (int x = 0; x < end; x++)
            buffer_bytes(out, &LETTERS[canvas_at(canvas, x, y)->ground], 1);
        buffer_add(out, "\n");
    }
}

/* --- lines --- */

enum {
    NORTH = 1,
    NORTH_EAST = 2,
    EAST = 4,
    SOUTH_EAST = 8,
    SOUTH = 16,
    SOUTH_WEST = 32,
    WEST = 64,
    NORTH_WEST = 128
};

typedef struct WaysSign {
    uint8_t  ways;
    char     ascii;
    uint32_t unicode;
} WaysSign;

/* Where more lines meet than these, there is a node of the board, which has its own sign. */
static const WaysSign SIGN_OF_WAYS[] = {
    { NORTH | SOUTH, '|', 0x2502 },
    { EAST | WEST, '-', 0x2500 },
    { NORTH_EAST | SOUTH_WEST, '/', 0x2571 },
    { NORTH_WEST | SOUTH_EAST, '\\', 0x2572 },
    { EAST | SOUTH, '+', 0x250c },
    { WEST | SOUTH, '+', 0x2510 },
    { EAST | NORTH, '+', 0x2514 },
    { WEST | NORTH, '+', 0x2518 },
    { NORTH | SOUTH | EAST, '+', 0x251c },
    { NORTH | SOUTH | WEST, '+', 0x2524 },
    { EAST | WEST | SOUTH, '+', 0x252c },
    { EAST | WEST | NORTH, '+', 0x2534 },
    { NORTH | EAST | SOUTH | WEST, '+', 0x253c },
    { NORTH_EAST | SOUTH_WEST | NORTH_WEST | SOUTH_EAST, 'X', 0x2573 },
};

bool canvas_lines_init(CanvasLines *lines, int width, int height)
{
    *lines = (CanvasLines){ width, height, calloc((size_t)width * (size_t)height + 1, 1) };
    return lines->ways != NULL;
}

void canvas_lines_free(CanvasLines *lines)
{
    free(lines->ways);
    *lines = (CanvasLines){ 0 };
}

static void add_way(CanvasLines *lines, int x, int y, unsigned ways)
{
    if (x >= 0 && y >= 0 && x < lines->width && y < lines->height)
        lines->ways[y * lines->width + x] |= (uint8_t)ways;
}

static int direction(int dx, int dy)
{
    static const int NUMBER[3][3] = { { 7, 0, 1 }, { 6, -1, 2 }, { 5, 4, 3 } };
    return NUMBER[dy + 1][dx + 1];
}

static int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

void canvas_line(CanvasLines *lines, int x0, int y0, int x1, int y1)
{
    int dx = sign_of(x1 - x0), dy = sign_of(y1 - y0);
    if (dx != 0 && dy != 0 && abs(x1 - x0) != abs(y1 - y0))
        return;
    int way = direction(dx, dy);
    while (way >= 0 && (x0 != x1 || y0 != y1)) {
        add_way(lines, x0, y0, 1U << way);
        x0 += dx, y0 += dy;
        add_way(lines, x0, y0, 1U << (way + 4) % 8);
    }
}

void canvas_put_lines(Canvas *canvas, const CanvasLines *lines, Ink ink)
{
    assert(canvas->width >= lines->width && canvas->height >= lines->height);
    for (int i = 0; i < lines->width * lines->height; i++) {
        for (size_t s = 0; s < sizeof SIGN_OF_WAYS / sizeof SIGN_OF_WAYS[0]; s++) {
            const WaysSign *row = &SIGN_OF_WAYS[s];
            if (row->ways == lines->ways[i])
                canvas_put(canvas, i % lines->width, i / lines->width,
                           canvas->unicode ? row->unicode : (uint32_t)row->ascii, ink);
        }
    }
}
