/* SPDX-License-Identifier: MIT */
/* embed.c - pack files into a C source, so that the program carries them with it.
 *
 *     embed OUTPUT.c TABLE FILE...
 *
 * writes `const EmbeddedFile TABLE[]` (base/embedded.h): one row a file, in the order given, under
 * the file's base name, then a row of nulls.  Runs on the machine that builds, before anything of
 * the project exists: it includes nothing of it.
 *
 * The bytes are written as numbers, not as a string: compilers need not take strings of more than
 * 4095 characters, and numbers need no escapes.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_PER_LINE = 24 };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_identifier(const char *text)
{
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        return false;
    for (; *text != '\0'; text++) {
        if (!isalnum((unsigned char)*text) && *text != '_')
            return false;
    }
    return true;
}

/* Two files of one base name could not be told apart in the table. */
static const char *first_double(char *const paths[], int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (strcmp(base_name(paths[i]), base_name(paths[j])) == 0)
                return paths[i];
        }
    }
    return NULL;
}

/* File `index` becomes the array `file_<index>`. */
static bool write_data(FILE *out, const char *path, int index)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return false;

    fprintf(out, "static const unsigned char file_%d[] = {", index);
    size_t count = 0;
    for (int byte = getc(in); byte != EOF; byte = getc(in), count++)
        fprintf(out, "%s%d,", count % BYTES_PER_LINE == 0 ? "\n" : "", byte);
    fprintf(out, "\n0};\n");

    bool ok = !ferror(in);
    int  reason = errno;
    fclose(in);
    errno = reason;
    return ok;
}

static void write_row(FILE *out, const char *path, int index)
{
    fputs("    {\"", out);
    for (const char *c = base_name(path); *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            putc('\\', out);
        putc(*c, out);
    }
    fprintf(out, "\", file_%d, sizeof file_%d - 1},\n", index, index);
}

/* Returns the path that could not be read, or NULL when all is written. */
static const char *write_all(FILE *out, const char *table, char *const paths[], int count)
{
    fputs("/* Written by tools/embed.c: do not edit. */\n#include \"base/embedded.h\"\n\n", out);
    for (int i = 0; i < count; i++) {
        if (!write_data(out, paths[i], i))
            return paths[i];
    }
    fprintf(out, "\nextern const EmbeddedFile %s[];\nconst EmbeddedFile %s[] = {\n", table, table);
    for (int i = 0; i < count; i++)
        write_row(out, paths[i], i);
    fputs("    {NULL, NULL, 0},\n};\n", out);
    return NULL;
}

int main(int argc, char *argv[])
{
    if (argc < 3 || !is_identifier(argv[2])) {
        fprintf(stderr, "usage: embed OUTPUT.c TABLE FILE...  (TABLE is a C identifier)\n");
        return 2;
    }
    const char  *output = argv[1];
    char *const *paths = argv + 3;
    int          count = argc - 3;

    const char *twice = first_double(paths, count);
    if (twice != NULL) {
        fprintf(stderr, "embed: two files are called %s\n", base_name(twice));
        return 1;
    }

    FILE *out = fopen(output, "w");
    if (out == NULL) {
        fprintf(stderr, "embed: cannot write %s: %s\n", output, strerror(errno));
        return 1;
    }
    const char *unread = write_all(out, argv[2], paths, count);
    if (unread != NULL)
        fprintf(stderr, "embed: cannot read %s: %s\n", unread, strerror(errno));
    bool written = !ferror(out);
    written = fclose(out) == 0 && written;
    if (unread == NULL && !written)
        fprintf(stderr, "embed: cannot write %s: %s\n", output, strerror(errno));
    return unread == NULL && written ? 0 : 1;
}
