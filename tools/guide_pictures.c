/* SPDX-License-Identifier: MIT */
/* guide_pictures.c - picture files for the examples in the how-to-play guides.
 *
 *     guide_pictures [--check] GUIDE...
 *
 * A figure of a guide names a picture file and the example that the program draws:
 *
 *     ![caption](guide-1.svg "board:toy?turn=c+f")
 *
 * Markdown viewers show the file.  Without --check, the files that are missing or differ are written
 * beside the guide.  With --check nothing is written, and the exit status is 1 if a file would be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "draw/guide.h"

enum { PATH_CAPACITY = 1024 };

typedef struct Job {
    const char *guide;
    bool        check;
    int         pictures, stale;
} Job;

static char *read_file(const char *path)
{
    FILE  *file = fopen(path, "rb");
    Buffer text;
    char   chunk[4096];
    if (file == NULL)
        return NULL;
    buffer_init(&text, GUIDE_BYTES_MAX);
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;)
        buffer_bytes(&text, chunk, got);
    fclose(file);
    buffer_bytes(&text, "", 1);
    return text.data;
}

/* True if the file at `path` has exactly these bytes. */
static bool is_current(const char *path, const Buffer *drawing)
{
    char *now = read_file(path);
    bool  same = now != NULL && strlen(now) == drawing->length &&
                memcmp(now, drawing->data, drawing->length) == 0;
    free(now);
    return same;
}

static bool write_picture(const char *path, const Buffer *drawing)
{
    if (file_replace(path, drawing->data, drawing->length, 0644))
        return true;
    perror(path);
    return false;
}

/* Handle the figure `name "example"`.  False if it cannot be drawn or written. */
static bool do_figure(Job *job, const char *target, size_t length)
{
    GuideExample example;
    Fault        fault;
    size_t       name = strcspn(target, " )");
    size_t       folder = (size_t)(strrchr(job->guide, '/') - job->guide);
    char         path[PATH_CAPACITY];
    if (guide_example(target, length, &example, &fault) != STATUS_OK) {
        fprintf(stderr, "%s: %.*s: %s\n", job->guide, (int)length, target, fault.why);
        return false;
    }
    if (strncmp(target, "guide-", 6) != 0 || memchr(target, '/', name) != NULL) {
        fprintf(stderr, "%s: %.*s: expected guide-NAME.svg \"board:...\"\n", job->guide,
                (int)length, target);
        return false;
    }
    snprintf(path, sizeof path, "%.*s/%.*s", (int)folder, job->guide, (int)name, target);
    Buffer drawing;
    buffer_init(&drawing, GUIDE_BYTES_MAX);
    guide_example_svg(&drawing, &example, true);
    bool ok = !drawing.failed;
    job->pictures++;
    if (ok && !is_current(path, &drawing)) {
        job->stale++;
        if (job->check)
            fprintf(stderr, "%s differs from its example in %s\n", path, job->guide);
        else
            ok = write_picture(path, &drawing);
    }
    buffer_free(&drawing);
    return ok;
}

static bool do_guide(Job *job)
{
    char *text = strchr(job->guide, '/') == NULL ? NULL : read_file(job->guide);
    bool  ok = text != NULL;
    if (!ok)
        fprintf(stderr, "%s: cannot be read; name it with its directory\n", job->guide);
    for (char *line = text; ok && line != NULL && *line != '\0';) {
        char *end = line + strcspn(line, "\n");
        char *middle = memmem(line, (size_t)(end - line), "](", 2);
        if (strncmp(line, "![", 2) == 0 && middle != NULL && end[-1] == ')')
            ok = do_figure(job, middle + 2, (size_t)(end - middle) - 3);
        line = *end == '\0' ? end : end + 1;
    }
    free(text);
    return ok;
}

int main(int argc, char **argv)
{
    Job  job = { .check = argc > 1 && strcmp(argv[1], "--check") == 0 };
    bool ok = true;
    if (argc < (job.check ? 3 : 2)) {
        fprintf(stderr, "Usage: guide_pictures [--check] GUIDE...\n");
        return 2;
    }
    for (int i = job.check ? 2 : 1; i < argc; i++) {
        job.guide = argv[i];
        ok = do_guide(&job) && ok;
    }
    printf("%d figures, %d %s\n", job.pictures, job.stale, job.check ? "out of date" : "written");
    return ok && !(job.check && job.stale > 0) ? 0 : 1;
}
