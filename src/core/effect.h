/* effect.h - what one step does, in order, for people to see and hear.
 *
 * Effects are computed on demand from a step and the position before it.  The first six kinds account
 * for every change of the pieces: applied in order to the pieces before the step, they give the
 * pieces after it (glyph "mark" and marks aside).  Effects that move pieces stand one after another; a
 * user interface may show a sequence of ENTER and MOVE at once.
 */
#ifndef CORE_EFFECT_H
#define CORE_EFFECT_H

#include "core/message.h"
#include "core/shape.h"

typedef enum EffectKind {
    EFFECT_PLACE,      /* a piece appears: its cell, or the two cells of a bridge */
    EFFECT_ENTER,      /* a piece enters over a dot: the dot, the field */
    EFFECT_MOVE,       /* a piece moves: its path, first and last cell included */
    EFFECT_CHANGE,     /* the piece on a cell becomes another one in place */
    EFFECT_RETURN,     /* the pieces on these cells return to their owner's reserve */
    EFFECT_CAPTURE,    /* the pieces on these cells are lost to their owner */
    EFFECT_FORM,       /* these cells now form something: an island, a network, a row */
    EFFECT_WIN,        /* a part of the game is won: a colour, by a chain or a fence */
    EFFECT_CHECK,      /* the king, then its attackers; `side` is in check */
    EFFECT_SWAP_SIDES, /* the players exchange sides */
    EFFECT_PASS,
    EFFECT_KIND_COUNT,
} EffectKind;

typedef struct Effect {
    uint8_t           kind;    /* an EffectKind */
    uint8_t           side;    /* whose piece or success it is, or SIDE_NONE */
    const MessageDef *subject; /* "island", "orange"; or NULL */
    const MessageDef *message; /* with {side} {subject} {n} {m} {cells}; NULL: core's text */
    int               n, m; /* for the message, such as points; `n` is the number of cells if 0 */
    int               first, count; /* its cells in the list */
    Piece             piece;        /* first four kinds: as it looks afterwards */
} Effect;

typedef struct Effects {
    int       count, capacity;
    Effect   *at;
    int       cell_count, cell_capacity;
    uint16_t *cells;
} Effects;

void effects_init(Effects *effects);
void effects_free(Effects *effects);
void effects_clear(Effects *effects);
/* Return the new effect, for the caller to complete; NULL if memory ran out. */
Effect *effects_add(Effects *effects, EffectKind kind, uint8_t side, const MessageDef *subject);
/* Add a cell to the last effect; false if memory ran out. */
bool effects_add_cell(Effects *effects, int cell);

/* Return the word of a kind for programs: "place", "enter", ... */
const char *effect_kind_word(EffectKind kind);
/* Make the sentence of an effect. */
Message effect_message(const Effects *effects, const Effect *effect);
/* True if people should be told in words: a capture, a return, something formed or won, check, swap,
 * pass. */
bool effect_is_news(const Effect *effect);

#endif
