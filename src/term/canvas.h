/* canvas.h - a grid of characters with their roles, on which everything full-screen is drawn.
 *
 * Knows:   characters, words in UTF-8, lines that meet, roles (inks and grounds).
 * Ignores: terminals and colours, boards and games.
 *
 * A screen is composed on a canvas and only then shown, so that tests can look at what a person
 * would see without a terminal.  Whatever falls outside is dropped.  A character that takes two
 * columns is followed by a place with sign 0.
 */
#ifndef TERM_CANVAS_H
#define TERM_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

/* What a character is, from which a terminal makes its colour. */
typedef enum Ink {
    INK_PLAIN,
    INK_LINE,  /* of the board */
    INK_LABEL, /* names of cells, and other words that stand back */
    INK_SIDE_0,
    INK_SIDE_1,
    INK_NEUTRAL, /* a thing that belongs to nobody */
    INK_TONE_O,  /* things of no side that are told apart by a letter */
    INK_TONE_P,
    INK_TONE_G,
    INK_STRONG, /* headings, the own name */
    INK_ALERT,  /* refusals */
    INK_COUNT,
} Ink;

/* What lies behind it. */
typedef enum Ground {
    GROUND_NONE,
    GROUND_BOARD,
    GROUND_LAST,   /* touched by the last turn */
    GROUND_TARGET, /* may be touched next */
    GROUND_HINT,
    GROUND_WIN,    /* what decided the game */
    GROUND_CHOSEN, /* touched already, in this turn */
    GROUND_GUILTY, /* why something is refused */
    GROUND_CURSOR,
    GROUND_BAR, /* the status line */
    GROUND_COUNT,
} Ground;

typedef struct CanvasCell {
    uint32_t sign; /* a code point; 0 behind one that is two columns wide */
    uint8_t  ink;
    uint8_t  ground;
} CanvasCell;

typedef struct Canvas {
    int         width, height;
    bool        unicode; /* only ASCII is put on it otherwise */
    CanvasCell *at;      /* row by row */
} Canvas;

enum { CANVAS_SIDE_MAX = 1000 };

/* A blank canvas; sides beyond CANVAS_SIDE_MAX are cut.  False when memory ran out. */
bool canvas_init(Canvas *canvas, int width, int height, bool unicode);
void canvas_free(Canvas *canvas);

/* The place, or NULL outside. */
CanvasCell *canvas_at(const Canvas *canvas, int x, int y);
void        canvas_put(Canvas *canvas, int x, int y, uint32_t sign, Ink ink);
void        canvas_ground(Canvas *canvas, int x, int y, Ground ground);
/* Words in UTF-8 from (x, y) to the right, at most `width` columns; the columns used.  What is no
 * text, or does not fit the canvas' characters, becomes a question mark. */
int canvas_words(Canvas *canvas, int x, int y, int width, const char *words, Ink ink);
/* How many columns the words take. */
int canvas_columns(bool unicode, const char *words);
/* A bar of one ground. */
void canvas_bar(Canvas *canvas, int x, int y, int width, Ground ground);
/* A frame with one column and row of border, blank inside. */
void canvas_box(Canvas *canvas, int x, int y, int width, int height);
/* Copy what fits of a window of `from`, beginning at (left, top), to (x, y). */
void canvas_copy(Canvas *to, int x, int y, int width, int height, const Canvas *from, int left,
                 int top);

/* The characters, row by row, without blanks at the ends of rows. */
void canvas_write(const Canvas *canvas, Buffer *out);
/* The grounds, a letter each ('.' for none and for the board), written the same way. */
void canvas_write_grounds(const Canvas *canvas, Buffer *out);

/* Lines that meet: collect where they run, then put the characters.  Directions are numbered
 * clockwise from north, eight of them. */
typedef struct CanvasLines {
    int      width, height;
    uint8_t *ways; /* a bit for each direction */
} CanvasLines;

bool canvas_lines_init(CanvasLines *lines, int width, int height);
void canvas_lines_free(CanvasLines *lines);
/* A line that is level, upright or exactly slanting; others are dropped. */
void canvas_line(CanvasLines *lines, int x0, int y0, int x1, int y1);
void canvas_put_lines(Canvas *canvas, const CanvasLines *lines, Ink ink);

#endif
