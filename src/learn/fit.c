/* SPDX-License-Identifier: MIT */
#include "learn/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "core/model.h"

enum { BATCH = 256, HIDDEN = MODEL_HIDDEN };

static const float HIDDEN_MOST = (float)MODEL_HIDDEN_MOST / 1024;

/* What a sample has beside its inputs. */
typedef struct FitPoint {
    int32_t base, in_use; /* evaluations: by hand, and the one in use */
    float   target;
    bool    held_out;
} FitPoint;

void fit_init(FitData *data, int inputs, double scale)
{
    *data = (FitData){ .inputs = inputs, .scale = scale };
}

void fit_free(FitData *data)
{
    free(data->input);
    free(data->point);
    *data = (FitData){ 0 };
}

static bool ensure_capacity(FitData *data)
{
    void *input = data->input, *point = data->point;
    bool  done = memory_reserve(&input, &data->input_capacity,
                                (data->count + 1) * (size_t)data->inputs, sizeof *data->input) &&
                memory_reserve(&point, &data->capacity, data->count + 1, sizeof *data->point);
    data->input = input;
    data->point = point;
    return done;
}

Status fit_add(FitData *data, const int16_t *input, int base, int in_use, double target,
               bool held_out)
{
    if (!ensure_capacity(data))
        return STATUS_NO_MEMORY;
    memcpy(data->input + data->count * (size_t)data->inputs, input,
           (size_t)data->inputs * sizeof *input);
    data->point[data->count++] =
        (FitPoint){ .base = base, .in_use = in_use, .target = (float)target, .held_out = held_out };
    return STATUS_OK;
}

/* --- the network in floating point --- */

/* The parameters, with inputs divided by their deviation and values in units of the scale. */
typedef struct Net {
    float base, constant;
    float bias[HIDDEN], out[HIDDEN];
    float linear[2][MODEL_INPUTS_MAX]; /* late, early */
    float row[MODEL_INPUTS_MAX][HIDDEN];
} Net;

enum { PARAMETERS = sizeof(Net) / sizeof(float) };

typedef struct Trainer {
    const FitData *data;
    bool           linear;
    float          inverse[MODEL_INPUTS_MAX]; /* one over the deviation of each input */
    Net            net, slope, mean, square;  /* Adam's moments are the last two */
    int            updates;
} Trainer;

/* What one sample makes of the inputs. */
typedef struct Pass {
    int   count;
    int   index[MODEL_INPUTS_MAX]; /* of the inputs that are not 0 */
    float input[MODEL_INPUTS_MAX];
    float hidden[HIDDEN];
    float phase; /* 1 at the beginning of a game, 0 at its end */
    float base, logit;
} Pass;

static void forward(const Trainer *trainer, size_t sample, Pass *pass)
{
    const FitData *data = trainer->data;
    const Net     *net = &trainer->net;
    const int16_t *input = data->input + sample * (size_t)data->inputs;
    float          sum[HIDDEN];
    pass->count = 0;
    pass->base = (float)(data->point[sample].base / data->scale);
    pass->phase = (float)input[data->inputs - 1] / MODEL_PHASES;
    pass->logit = net->base * pass->base + net->constant;
    memcpy(sum, net->bias, sizeof sum);
    for (int n = 0; n < data->inputs; n++) {
        if (input[n] == 0)
            continue;
        const float x = input[n] * trainer->inverse[n];
        pass->index[pass->count] = n;
        pass->input[pass->count++] = x;
        pass->logit +=
            (net->linear[0][n] * (1 - pass->phase) + net->linear[1][n] * pass->phase) * x;
        for (int i = 0; i < HIDDEN && !trainer->linear; i++)
            sum[i] += net->row[n][i] * x;
    }
    for (int i = 0; i < HIDDEN && !trainer->linear; i++) {
        pass->hidden[i] = sum[i] < 0 ? 0 : sum[i] > HIDDEN_MOST ? HIDDEN_MOST : sum[i];
        pass->logit += net->out[i] * pass->hidden[i];
    }
}

static void backward(Trainer *trainer, const Pass *pass, float error)
{
    Net  *slope = &trainer->slope;
    float back[HIDDEN];
    slope->base += error * pass->base;
    slope->constant += error;
    for (int k = 0; k < pass->count; k++) {
        slope->linear[0][pass->index[k]] += error * (1 - pass->phase) * pass->input[k];
        slope->linear[1][pass->index[k]] += error * pass->phase * pass->input[k];
    }
    if (trainer->linear)
        return;
    for (int i = 0; i < HIDDEN; i++) {
        const bool inside = pass->hidden[i] > 0 && pass->hidden[i] < HIDDEN_MOST;
        back[i] = inside ? error * trainer->net.out[i] : 0;
        slope->out[i] += error * pass->hidden[i];
        slope->bias[i] += back[i];
    }
    for (int k = 0; k < pass->count; k++)
        for (int i = 0; i < HIDDEN; i++)
            slope->row[pass->index[k]][i] += back[i] * pass->input[k];
}

/* One step of Adam with the summed slopes of a batch. */
static void update(Trainer *trainer, float rate, int batch)
{
    const float keep_mean = 0.9f, keep_square = 0.999f, tiny = 1e-8f;
    float      *net = (float *)&trainer->net, *slope = (float *)&trainer->slope;
    float      *mean = (float *)&trainer->mean, *square = (float *)&trainer->square;
    trainer->updates++;
    const float fix_mean = 1 - powf(keep_mean, (float)trainer->updates);
    const float fix_square = 1 - powf(keep_square, (float)trainer->updates);
    for (size_t i = 0; i < PARAMETERS; i++) {
        const float g = slope[i] / (float)batch;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        net[i] -= rate * mean[i] / fix_mean / (sqrtf(square[i] / fix_square) + tiny);
        slope[i] = 0;
    }
}

/* --- training --- */

double fit_expected(double logit)
{
    return 1 / (1 + exp(-logit));
}

double fit_log_loss(double target, double score)
{
    const double least = 1e-7;
    score = score < least ? least : score > 1 - least ? 1 - least : score;
    return -target * log(score) - (1 - target) * log(1 - score);
}

static void measure_inputs(Trainer *trainer)
{
    const FitData *data = trainer->data;
    for (int n = 0; n < data->inputs; n++) {
        double sum = 0, squares = 0, count = (double)data->count;
        for (size_t k = 0; k < data->count; k++) {
            const double x = data->input[k * (size_t)data->inputs + (size_t)n];
            sum += x;
            squares += x * x;
        }
        const double variance = squares / count - sum / count * (sum / count);
        /* An input that hardly ever changes must not get a large weight. */
        trainer->inverse[n] = (float)(1 / sqrt(variance > 0.01 ? variance : 0.01));
    }
}

static float spread(Random *random, double size)
{
    return (float)(((double)random_below(random, 1 << 30) / (1 << 29) - 1) * size);
}

static void begin_net(Trainer *trainer, Random *random)
{
    Net *net = &trainer->net;
    *net = (Net){ .base = 1 };
    if (trainer->linear)
        return;
    for (int i = 0; i < HIDDEN; i++) {
        net->bias[i] = spread(random, 0.5);
        net->out[i] = spread(random, 0.1);
        for (int n = 0; n < trainer->data->inputs; n++)
            net->row[n][i] = spread(random, 1 / sqrt(trainer->data->inputs));
    }
}

static void shuffle(size_t *order, size_t count, Random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = random_next(random) % i, kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

/* Return the mean loss of an epoch, measured on the way. */
static double train_epoch(Trainer *trainer, const size_t *order, size_t count, double from,
                          double to)
{
    double loss = 0;
    for (size_t begin = 0; begin < count; begin += BATCH) {
        const size_t end = begin + BATCH < count ? begin + BATCH : count;
        for (size_t k = begin; k < end; k++) {
            Pass pass;
            forward(trainer, order[k], &pass);
            const double target = trainer->data->point[order[k]].target,
                         score = fit_expected(pass.logit);
            loss += fit_log_loss(target, score);
            backward(trainer, &pass, (float)(score - target));
        }
        const double done = (double)begin / (double)count;
        update(trainer, (float)(from + (to - from) * done), (int)(end - begin));
    }
    return loss / (double)count;
}

/* --- the result --- */

static int16_t whole(double value, int most)
{
    const double rounded = floor(value + 0.5);
    return (int16_t)(rounded > most ? most : rounded < -most ? -most : rounded);
}

static void write_hidden(const Trainer *trainer, int16_t *to)
{
    const FitData *data = trainer->data;
    const Net     *net = &trainer->net;
    for (int i = 0; i < HIDDEN; i++) {
        to[i] = whole(net->bias[i] * 64, INT16_MAX);
        to[HIDDEN + i] = whole(net->out[i] * data->scale, MODEL_OUT_MOST);
    }
    for (int n = 0; n < data->inputs; n++)
        for (int i = 0; i < HIDDEN; i++)
            to[(2 + n) * HIDDEN + i] =
                whole(net->row[n][i] * trainer->inverse[n] * 1024, INT16_MAX);
}

static void write_numbers(const Trainer *trainer, int16_t *numbers)
{
    const FitData *data = trainer->data;
    const Net     *net = &trainer->net;
    const double   scale = data->scale;
    numbers[MODEL_COUNT] = (int16_t)data->inputs;
    numbers[MODEL_UNITS] = trainer->linear ? 0 : HIDDEN;
    numbers[MODEL_BASE] = whole(net->base * 256, INT16_MAX);
    numbers[MODEL_CONSTANT] = whole(net->constant * scale, INT16_MAX);
    for (int early = 0; early < 2; early++)
        for (int n = 0; n < data->inputs; n++)
            numbers[MODEL_EARLY + (1 - early) * data->inputs + n] =
                whole(net->linear[early][n] * trainer->inverse[n] * scale * 16, INT16_MAX);
    if (!trainer->linear)
        write_hidden(trainer, numbers + MODEL_LINEAR_NUMBERS(data->inputs));
}

void fit_report_add(FitReport *report, bool held_out, double without, double in_use, double fitted)
{
    report->samples[held_out]++;
    report->without[held_out] += without;
    report->in_use[held_out] += in_use;
    report->fitted[held_out] += fitted;
}

void fit_report_end(FitReport *report)
{
    for (int held = 0; held < 2; held++) {
        const double count = report->samples[held] > 0 ? (double)report->samples[held] : 1;
        report->without[held] /= count;
        report->in_use[held] /= count;
        report->fitted[held] /= count;
    }
}

static double loss_of(const FitData *data, const FitPoint *point, int value)
{
    return fit_log_loss((double)point->target, fit_expected(value / data->scale));
}

static void measure(const FitData *data, const int16_t *numbers, FitReport *report)
{
    *report = (FitReport){ 0 };
    for (size_t k = 0; k < data->count; k++) {
        const FitPoint *point = &data->point[k];
        const int16_t  *input = data->input + k * (size_t)data->inputs;
        fit_report_add(report, point->held_out, loss_of(data, point, point->base),
                       loss_of(data, point, point->in_use),
                       loss_of(data, point, model_value(numbers, point->base, input)));
    }
    fit_report_end(report);
}

static void train(Trainer *trainer, const FitOptions *options, size_t *order, size_t count,
                  void (*progress)(int epoch, double loss))
{
    Random random = random_seeded(options->seed);
    measure_inputs(trainer);
    begin_net(trainer, &random);
    for (int epoch = 0; epoch < options->epochs; epoch++) {
        const double part = options->rate / options->epochs;
        shuffle(order, count, &random);
        double loss = train_epoch(trainer, order, count, part * (options->epochs - epoch),
                                  part * (options->epochs - epoch - 1));
        if (progress != NULL)
            progress(epoch + 1, loss);
    }
}

Status fit_model(const FitData *data, const FitOptions             *options,
                 void (*progress)(int epoch, double loss), int16_t *numbers, FitReport *report)
{
    size_t  *order = malloc((data->count + 1) * sizeof *order), count = 0;
    Trainer *trainer = calloc(1, sizeof *trainer);
    Status   status = order != NULL && trainer != NULL ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        trainer->data = data;
        trainer->linear = options->linear;
        for (size_t k = 0; k < data->count; k++)
            if (!data->point[k].held_out)
                order[count++] = k;
        train(trainer, options, order, count, progress);
        write_numbers(trainer, numbers);
        measure(data, numbers, report);
    }
    free(order);
    free(trainer);
    return status;
}
