/* model.h - a learned evaluation: a small network over counts that a game offers.
 *
 * Knows:   the layout and the arithmetic of a model, and the file that contains one.
 * Ignores: what the inputs mean, and how the numbers were found (learn/fit.h).
 *
 * The value of a position is
 *
 *     base * numbers[MODEL_BASE] / 256 + constant + linear . inputs / 16 + out . hidden / 1024
 *
 * where `base` is the hand-made evaluation and `hidden` are MODEL_HIDDEN sums of weighted inputs, from 0
 * to MODEL_HIDDEN_MOST (a clipped ReLU).  All arithmetic is on integers that cannot overflow, so every
 * build computes equal values.
 *
 * A file is an initialiser of C, so that a game includes its own: a comment that states where the numbers
 * come from, then the numbers, each followed by a comma.
 */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include <stdint.h>

#include "base/status.h"
#include "core/game.h"

enum {
    MODEL_HIDDEN = 32,
    MODEL_INPUTS_MAX = 128,
    MODEL_INPUT_MOST = 127,   /* inputs are from 0 to this */
    MODEL_HIDDEN_MOST = 8191, /* 1024 is 1 */
    MODEL_OUT_MOST = 4095,

    /* Where the numbers are.  The rows of weights, MODEL_HIDDEN for each input, come after the linear
     * weights of all inputs. */
    MODEL_COUNT = 0, /* the number of inputs */
    MODEL_BASE,
    MODEL_CONSTANT,
    MODEL_BIAS, /* of the hidden sums, 64 is 1 */
    MODEL_OUT = MODEL_BIAS + MODEL_HIDDEN,
    MODEL_LINEAR = MODEL_OUT + MODEL_HIDDEN,
};

/* The numbers of a model with `inputs` inputs. */
#define MODEL_NUMBERS(inputs) (MODEL_LINEAR + (inputs) * (1 + MODEL_HIDDEN))
enum { MODEL_NUMBERS_MAX = MODEL_NUMBERS(MODEL_INPUTS_MAX) };

/* The facet of a game with a learned evaluation. */
typedef struct GameModel {
    int inputs; /* at most MODEL_INPUTS_MAX */
    /* Fill in the inputs of a position that is not over, seen by the side that decides now, and return the
     * hand-made evaluation. */
    int (*inputs_of)(const Pos *pos, int8_t *inputs);
    /* True if positions of this variant are evaluated by the model. */
    bool (*covers)(uint32_t variant);
    /* Evaluate by these numbers instead of those that are built in; NULL: by those.  They must outlive
     * their use.  Not while a search runs. */
    void (*use)(const int16_t *numbers);
} GameModel;

static inline int model_value(const int16_t *numbers, int base, const int8_t *inputs)
{
    const int      count = numbers[MODEL_COUNT];
    const int16_t *row = numbers + MODEL_LINEAR + count;
    int32_t        hidden[MODEL_HIDDEN], linear = 0, out = 0;
    for (int i = 0; i < MODEL_HIDDEN; i++)
        hidden[i] = numbers[MODEL_BIAS + i] * 16;
    for (int n = 0; n < count; n++, row += MODEL_HIDDEN) {
        const int32_t input = inputs[n];
        if (input == 0)
            continue;
        linear += input * numbers[MODEL_LINEAR + n];
        for (int i = 0; i < MODEL_HIDDEN; i++)
            hidden[i] += input * row[i];
    }
    for (int i = 0; i < MODEL_HIDDEN; i++) {
        int32_t sum = hidden[i] < 0                   ? 0
                      : hidden[i] > MODEL_HIDDEN_MOST ? MODEL_HIDDEN_MOST
                                                      : hidden[i];
        out += sum * numbers[MODEL_OUT + i];
    }
    int value =
        base * numbers[MODEL_BASE] / 256 + numbers[MODEL_CONSTANT] + linear / 16 + out / 1024;
    return value >= EVAL_MAX ? EVAL_MAX - 1 : value <= -EVAL_MAX ? 1 - EVAL_MAX : value;
}

/* Return a count as an input. */
static inline int8_t model_input(int64_t count)
{
    return (int8_t)(count < 0 ? 0 : count > MODEL_INPUT_MOST ? MODEL_INPUT_MOST : count);
}

/* Read a file of a model with `inputs` inputs into `numbers`, which has capacity for MODEL_NUMBERS(inputs).
 * On failure `numbers` is undefined and fault->at is the offset in `text`. */
Status model_read(const char *text, int inputs, int16_t *numbers, Fault *fault);

#endif
