/* canvas.h - a grid of characters with their roles, on which everything in full screen is drawn.
 *
 * Knows:   characters, UTF-8 text, lines that meet, roles (inks and grounds).
 * Ignores: terminals and how they show colours, boards and games.
 *
 * A screen is composed on a canvas before it is shown, so that tests can read it without a
 * terminal. Drawing outside the canvas has no effect. A character of two columns is followed by a
 * cell with sign 0.
 */
#ifndef TERM_CANVAS_H
#define TERM_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "core/game.h"

/* The role of a character; the terminal derives its colour. */
typedef enum Ink {
    INK_PLAIN,
    INK_LINE,   /* of the board */
    INK_LABEL,  /* names of cells, and other text in the background */
    INK_STRONG, /* headings, the player's own name */
    INK_ALERT,  /* errors */
    INK_COLOUR, /* INK_COLOUR + a Colour: pieces, walls, and what belongs to a side */
    INK_COUNT = INK_COLOUR + COLOUR_COUNT,
} Ink;

/* The role of the background. */
typedef enum Ground {
    GROUND_NONE,
    GROUND_BOARD,
    GROUND_LAST,   /* part of the last move */
    GROUND_TARGET, /* can be selected next */
    GROUND_HINT,
    GROUND_NETWORK,   /* cells of a network */
    GROUND_MINOR,     /* cells of an area that is drawn weaker than others */
    GROUND_AREA,      /* cells that are one object */
    GROUND_WIN,       /* what decided the game, or a part of it */
    GROUND_DANGER,    /* a piece in danger, and what threatens it */
    GROUND_CHOSEN,    /* selected already, in this move */
    GROUND_OFFENDING, /* an offending cell */
    GROUND_CURSOR,
    GROUND_BAR, /* the status line */
    GROUND_COUNT,
} Ground;

typedef struct CanvasCell {
    uint32_t sign; /* a code point; 0 after one that is two columns wide */
    uint8_t  ink;
    uint8_t  ground;
} CanvasCell;

typedef struct Canvas {
    int         width, height;
    bool        unicode; /* if false, only ASCII is drawn */
    CanvasCell *at;      /* row by row */
} Canvas;

enum { CANVAS_SIDE_MAX = 1000 };

/* Make an empty canvas; sides beyond CANVAS_SIDE_MAX are cut. False if memory ran out. */
bool canvas_init(Canvas *canvas, int width, int height, bool unicode);
void canvas_free(Canvas *canvas);

/* Return the cell, or NULL outside. */
CanvasCell *canvas_at(const Canvas *canvas, int x, int y);
void        canvas_put(Canvas *canvas, int x, int y, uint32_t sign, Ink ink);
void        canvas_ground(Canvas *canvas, int x, int y, Ground ground);
/* Write UTF-8 text from (x, y) to the right, at most `width` columns, and return the columns used.
 * Without Unicode, letters lose their accents.  Invalid UTF-8, and other characters that the canvas does
 * not support, become question marks. */
int canvas_words(Canvas *canvas, int x, int y, int width, const char *words, Ink ink);
/* True if a canvas without Unicode can show a language: its letters are Latin, and lose their accents. */
bool canvas_is_latin(const char *language);
/* Return the number of columns that the text takes. */
int canvas_columns(bool unicode, const char *words);
/* Fill a bar with one ground. */
void canvas_bar(Canvas *canvas, int x, int y, int width, Ground ground);
/* Draw a frame with a border of one column and row, empty inside. */
void canvas_box(Canvas *canvas, int x, int y, int width, int height);
/* Copy what fits of a window of `from`, starting at (left, top), to (x, y). */
void canvas_copy(Canvas *to, int x, int y, int width, int height, const Canvas *from, int left,
                 int top);

/* Write the characters, row by row, without trailing spaces. */
void canvas_write(const Canvas *canvas, Buffer *out);
/* Write the grounds the same way, one letter each ('.' for none and for the board). */
void canvas_write_grounds(const Canvas *canvas, Buffer *out);

/* Lines that meet: collect where they run, then draw the characters. Directions are numbered
 * clockwise from north, eight of them. */
typedef struct CanvasLines {
    int      width, height;
    uint8_t *ways; /* one bit per direction */
} CanvasLines;

bool canvas_lines_init(CanvasLines *lines, int width, int height);
void canvas_lines_free(CanvasLines *lines);
/* Add a horizontal, vertical or exactly diagonal line; other lines are ignored. */
void canvas_line(CanvasLines *lines, int x0, int y0, int x1, int y1);
void canvas_put_lines(Canvas *canvas, const CanvasLines *lines, Ink ink);

#endif
