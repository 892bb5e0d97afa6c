/* SPDX-License-Identifier: MIT */
#include "cmd/progress.h"

#include <math.h>
#include <unistd.h>

#include "base/clock.h"

/* When the first line appears, and how often. */
static const double TERMINAL_FIRST = 0.3, TERMINAL_EVERY = 0.2, LOG_FIRST = 2, LOG_EVERY = 10;

Progress progress_begin(FILE *err, bool is_quiet)
{
    bool   on_terminal = isatty(fileno(err)) == 1;
    double now = clock_wall_seconds();
    return (Progress){ .err = err,
                       .is_quiet = is_quiet,
                       .on_terminal = on_terminal,
                       .begun = now,
                       .next = now + (on_terminal ? TERMINAL_FIRST : LOG_FIRST) };
}

Progress progress_on_terminal(FILE *err)
{
    return progress_begin(err, isatty(fileno(err)) != 1);
}

bool progress_is_due(Progress *progress)
{
    double now = clock_wall_seconds();
    if (progress->is_quiet || now < progress->next)
        return false;
    progress->next = now + (progress->on_terminal ? TERMINAL_EVERY : LOG_EVERY);
    return true;
}

void progress_print(const Progress *progress, const char *line)
{
    fprintf(progress->err, progress->on_terminal ? "\r%s\033[K" : "%s\n", line);
    fflush(progress->err);
}

void progress_parts(Progress *progress, double done, double total, const char *what)
{
    static const double SHARE_LEAST = 0.01, SECONDS_LEAST = 1; /* before the rate means something */
    if (!progress_is_due(progress))
        return;
    char   line[PROGRESS_LINE_MAX];
    Text   text = text_over(line, sizeof line);
    double share = total > 0 ? done / total : 0, seconds = clock_wall_seconds() - progress->begun;
    text_addf(&text, "%s: %.0f %%", what, 100 * share);
    if (share >= SHARE_LEAST && seconds >= SECONDS_LEAST) {
        text_add(&text, ", ");
        put_duration(&text, seconds * (1 - share) / share);
        text_add(&text, " left");
    }
    progress_print(progress, line);
}

void progress_end(const Progress *progress)
{
    if (progress->on_terminal && !progress->is_quiet)
        fputs("\r\033[K", progress->err);
}

/* --- figures --- */

void put_duration(Text *out, double seconds)
{
    static const double MINUTE = 60, HOUR = 3600, DAY = 86400, YEAR = 365 * 86400.0;
    long long           whole = seconds < 1e15 ? (long long)seconds : 0;
    if (seconds < 1)
        text_add(out, "less than 1 s");
    else if (seconds < MINUTE)
        text_addf(out, "%lld s", whole);
    else if (seconds < HOUR)
        text_addf(out, "%lld min %02lld s", whole / 60, whole % 60);
    else if (seconds < 2 * DAY)
        text_addf(out, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    else if (seconds < YEAR)
        text_addf(out, "%.0f days", seconds / DAY);
    else
        text_add(out, "more than a year");
}

void put_count(Text *out, double count)
{
    static const double EXACT = 1e4, LARGE = 1e15;
    if (count >= LARGE) {
        text_addf(out, "10^%.0f", floor(log10(count)));
        return;
    }
    /* Three digits of a large number are all that an estimate can promise. */
    double    unit = count < EXACT ? 1 : pow(10, floor(log10(count)) - 2);
    long long whole = llround(count / unit) * llround(unit), group = 1;
    while (whole / group >= 1000)
        group *= 1000;
    text_addf(out, "%lld", whole / group);
    for (group /= 1000; group > 0; group /= 1000)
        text_addf(out, ",%03lld", whole / group % 1000);
}

void put_bytes(Text *out, double bytes)
{
    static const double MIB = 1 << 20, GIB = 1 << 30, TIB = GIB * 1024;
    if (bytes < 10 * GIB)
        text_addf(out, "%.0f MiB", ceil(bytes / MIB));
    else if (bytes < 10 * TIB)
        text_addf(out, "%.0f GiB", bytes / GIB);
    else
        text_addf(out, "%.0f TiB", bytes / TIB);
}
