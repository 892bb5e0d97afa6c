/* model.h - a learned evaluation: a small network over counts that a game offers.
 *
 * Knows:   the layout and the arithmetic of a model, and the file that contains one.
 * Ignores: what the inputs mean, and how the numbers were found (learn/fit.h).
 *
 * The value of a position is
 *
 *     base * numbers[MODEL_BASE] / 256 + constant
 *         + (phase * early . inputs + (MODEL_PHASES - phase) * late . inputs) / MODEL_PHASES / 16
 *         + out . hidden / 1024
 *
 * where `base` is the hand-made evaluation and `phase`, from MODEL_PHASES at the beginning of a game to
 * 0 at its end, is the last of the inputs: a tapered evaluation.  `hidden` are MODEL_HIDDEN sums of
 * weighted inputs, from 0 to MODEL_HIDDEN_MOST (a clipped ReLU); a linear model has none.  All arithmetic
 * is on integers that cannot overflow, so every build computes equal values.
 *
 * core/numbers.h describes the file of the numbers.
 */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include <assert.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "base/status.h"
#include "core/game.h"

enum {
    MODEL_HIDDEN = 32,
    MODEL_INPUTS_MAX = 128,
    MODEL_INPUT_MOST = 511, /* inputs are from 0 to this */
    MODEL_PHASES = 64,
    MODEL_HIDDEN_MOST = 8191, /* 1024 is 1 */
    MODEL_OUT_MOST = 4095,

    /* Where the numbers are.  After the early weights of all inputs come the late ones.  If there is a
     * hidden layer, its biases (64 is 1) and its weights in the value follow, and then the rows of
     * weights, MODEL_HIDDEN for each input. */
    MODEL_COUNT = 0, /* the number of inputs */
    MODEL_UNITS,     /* of the hidden layer: 0 or MODEL_HIDDEN */
    MODEL_BASE,
    MODEL_CONSTANT,
    MODEL_EARLY,
};

/* The numbers of a model with `inputs` inputs, without and with a hidden layer. */
#define MODEL_LINEAR_NUMBERS(inputs) (MODEL_EARLY + 2 * (inputs))
#define MODEL_NUMBERS(inputs)        (MODEL_LINEAR_NUMBERS(inputs) + (2 + (inputs)) * MODEL_HIDDEN)
enum { MODEL_NUMBERS_MAX = MODEL_NUMBERS(MODEL_INPUTS_MAX) };

/* Return how many numbers a model has. */
static inline int model_count(const int16_t *numbers)
{
    return numbers[MODEL_UNITS] == 0 ? MODEL_LINEAR_NUMBERS(numbers[MODEL_COUNT])
                                     : MODEL_NUMBERS(numbers[MODEL_COUNT]);
}

/* Check that an array, initialised by a file, is a model of so many inputs. */
#define MODEL_CHECK(numbers, inputs)                                                      \
    static_assert(sizeof(numbers) == MODEL_LINEAR_NUMBERS(inputs) * sizeof(numbers)[0] || \
                      sizeof(numbers) == MODEL_NUMBERS(inputs) * sizeof(numbers)[0],      \
                  "fitted to other inputs")

/* The facet of a game with a learned evaluation. */
typedef struct GameModel {
    /* Return the number of inputs of a variant, at most MODEL_INPUTS_MAX. */
    int (*input_count)(uint32_t variant);
    /* Fill in the inputs of a position that is not over, seen by the side that decides now, and return the
     * hand-made evaluation. */
    int (*inputs_of)(const Pos *pos, int16_t *inputs);
} GameModel;

/* Evaluate by these numbers instead of those that are built in; NULL: by those.  They must outlive
 * their use.  Not while a search runs. */
void model_use(const int16_t *numbers);

extern const int16_t *model_in_use; /* changed only by model_use */

/* Return the numbers to evaluate by, given those that are built in. */
static inline const int16_t *model_numbers(const int16_t *built_in)
{
    return model_in_use != NULL ? model_in_use : built_in;
}

/* The hidden layer, computed in vectors of 16-bit numbers where the processor multiplies and adds pairs
 * of them.  The sums are exact, so every way gives equal values. */
#ifdef __AVX2__
enum { MODEL_LANES = 16 };
typedef __m256i ModelVector;
#define MODEL_OP(name)     _mm256_##name
#define MODEL_LOAD(from)   _mm256_loadu_si256((const __m256i *)(const void *)(from))
#define MODEL_STORE(to, x) _mm256_storeu_si256((__m256i *)(void *)(to), x)
#define MODEL_NONE         _mm256_setzero_si256()
#else
#ifdef __SSE2__
enum { MODEL_LANES = 8 };
typedef __m128i ModelVector;
#define MODEL_OP(name)     _mm_##name
#define MODEL_LOAD(from)   _mm_loadu_si128((const __m128i *)(const void *)(from))
#define MODEL_STORE(to, x) _mm_storeu_si128((__m128i *)(void *)(to), x)
#define MODEL_NONE         _mm_setzero_si128()
#endif
#endif

#ifdef MODEL_OP
/* Return which of 64 inputs are not 0. */
static inline uint64_t model_nonzero(const int16_t *inputs)
{
    uint64_t zero = 0;
    for (int n = 0; n < 64; n += 16) {
        const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(inputs + n));
        const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(inputs + n + 8));
        const __m128i same = _mm_cmpeq_epi8(_mm_packs_epi16(low, high), _mm_setzero_si128());
        zero |= (uint64_t)(uint32_t)_mm_movemask_epi8(same) << n;
    }
    return ~zero;
}

/* Return out . hidden / 1024.  Most inputs are 0, so the others are taken in pairs.  Their rows are
 * interleaved, so that each 32-bit lane has the two weights of one unit. */
static inline int model_hidden_value(const int16_t *numbers, const int16_t *inputs)
{
    enum { PARTS = MODEL_HIDDEN / MODEL_LANES };
    const int      count = numbers[MODEL_COUNT];
    const int16_t *bias = numbers + MODEL_LINEAR_NUMBERS(count), *out = bias + MODEL_HIDDEN;
    const int16_t *rows = out + MODEL_HIDDEN;
    int16_t        padded[MODEL_INPUTS_MAX];
    ModelVector    low[PARTS], high[PARTS], sum = MODEL_NONE, pair = MODEL_OP(set1_epi32)(16);
    memcpy(padded, inputs, (size_t)count * sizeof padded[0]);
    memset(padded + count, 0, (size_t)(MODEL_INPUTS_MAX - count) * sizeof padded[0]);
    for (int i = 0; i < PARTS; i++) {
        const ModelVector part = MODEL_LOAD(bias + i * MODEL_LANES);
        low[i] = MODEL_OP(madd_epi16)(MODEL_OP(unpacklo_epi16)(part, MODEL_NONE), pair);
        high[i] = MODEL_OP(madd_epi16)(MODEL_OP(unpackhi_epi16)(part, MODEL_NONE), pair);
    }
    for (int first = 0; first < count; first += 64)
        for (uint64_t left = model_nonzero(padded + first); left != 0;) {
            const int a = first + __builtin_ctzll(left);
            left &= left - 1;
            const int b = left != 0 ? first + __builtin_ctzll(left) : a;
            pair = MODEL_OP(set1_epi32)(padded[a] | (left != 0 ? padded[b] : 0) << 16);
            left &= left - 1;
            for (int i = 0; i < PARTS; i++) {
                const ModelVector x = MODEL_LOAD(rows + a * MODEL_HIDDEN + i * MODEL_LANES);
                const ModelVector y = MODEL_LOAD(rows + b * MODEL_HIDDEN + i * MODEL_LANES);
                low[i] = MODEL_OP(add_epi32)(
                    low[i], MODEL_OP(madd_epi16)(MODEL_OP(unpacklo_epi16)(x, y), pair));
                high[i] = MODEL_OP(add_epi32)(
                    high[i], MODEL_OP(madd_epi16)(MODEL_OP(unpackhi_epi16)(x, y), pair));
            }
        }
    for (int i = 0; i < PARTS; i++) { /* packing restores the order of the units */
        ModelVector hidden = MODEL_OP(packs_epi32)(low[i], high[i]);
        hidden = MODEL_OP(min_epi16)(MODEL_OP(max_epi16)(hidden, MODEL_NONE),
                                     MODEL_OP(set1_epi16)(MODEL_HIDDEN_MOST));
        sum = MODEL_OP(add_epi32)(sum,
                                  MODEL_OP(madd_epi16)(hidden, MODEL_LOAD(out + i * MODEL_LANES)));
    }
    int32_t parts[MODEL_LANES / 2], value = 0;
    MODEL_STORE(parts, sum);
    for (int i = 0; i < MODEL_LANES / 2; i++)
        value += parts[i];
    return value / 1024;
}
#else
/* Return out . hidden / 1024. */
static inline int model_hidden_value(const int16_t *numbers, const int16_t *inputs)
{
    const int      count = numbers[MODEL_COUNT];
    const int16_t *bias = numbers + MODEL_LINEAR_NUMBERS(count), *out = bias + MODEL_HIDDEN;
    const int16_t *row = out + MODEL_HIDDEN;
    int32_t        hidden[MODEL_HIDDEN], value = 0;
    for (int i = 0; i < MODEL_HIDDEN; i++)
        hidden[i] = bias[i] * 16;
    for (int n = 0; n < count; n++, row += MODEL_HIDDEN) {
        const int32_t input = inputs[n];
        if (input == 0)
            continue;
        for (int i = 0; i < MODEL_HIDDEN; i++)
            hidden[i] += input * row[i];
    }
    for (int i = 0; i < MODEL_HIDDEN; i++) {
        const int32_t sum = hidden[i];
        value += (sum < 0 ? 0 : sum > MODEL_HIDDEN_MOST ? MODEL_HIDDEN_MOST : sum) * out[i];
    }
    return value / 1024;
}
#endif

static inline int model_value(const int16_t *numbers, int base, const int16_t *inputs)
{
    const int      count = numbers[MODEL_COUNT], phase = inputs[count - 1];
    const int16_t *early = numbers + MODEL_EARLY, *late = early + count;
    int32_t        early_sum = 0, late_sum = 0;
    assert(phase >= 0 && phase <= MODEL_PHASES);
    for (int n = 0; n < count; n++) {
        early_sum += inputs[n] * early[n];
        late_sum += inputs[n] * late[n];
    }
    const int64_t linear = (int64_t)phase * early_sum + (int64_t)(MODEL_PHASES - phase) * late_sum;
    int           value = base * numbers[MODEL_BASE] / 256 + numbers[MODEL_CONSTANT] +
                (int)(linear / (MODEL_PHASES * 16));
    if (numbers[MODEL_UNITS] != 0)
        value += model_hidden_value(numbers, inputs);
    return value >= EVAL_MAX ? EVAL_MAX - 1 : value <= -EVAL_MAX ? 1 - EVAL_MAX : value;
}

/* Return a count as an input. */
static inline int16_t model_input(int64_t count)
{
    return (int16_t)(count < 0 ? 0 : count > MODEL_INPUT_MOST ? MODEL_INPUT_MOST : count);
}

/* Return the phase in which `left` of `all` places are still free. */
static inline int16_t model_phase(int left, int all)
{
    return (int16_t)(MODEL_PHASES * left / all);
}

/* Read a file of a model with `inputs` inputs into `numbers`, which has capacity for MODEL_NUMBERS(inputs).
 * On failure `numbers` is undefined and fault->at is the offset in `text`. */
Status model_read(const char *text, int inputs, int16_t *numbers, Fault *fault);

#endif
