/* SPDX-License-Identifier: MIT */
/* read_game.c - read games through the public library, and write what the web server is asked.
 *
 *     read_game FILE [NTH]           print the game as a record, or why it cannot be read (status 2)
 *     read_game --body FILE [NTH]    print the body of POST /api/read
 *     read_game --record REPLY       print the field `record` of its reply
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

enum { SIZE_MAX_READ = 1 << 20 };

static char   text[SIZE_MAX_READ + 1];
static size_t size;

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size = fread(text, 1, SIZE_MAX_READ, file);
    fclose(file);
}

static int print_game(int nth)
{
    tes_game *game;
    tes_fault fault = { .size = sizeof fault };
    if (tes_read_as(text, size, NULL, NULL, nth, &game, &fault) != TES_OK) {
        printf("%s\n", fault.why);
        return 2;
    }
    size_t length = tes_record(game, NULL, 0);
    char  *record = malloc(length + 1);
    if (record == NULL)
        return 1;
    tes_record(game, record, length + 1);
    fputs(record, stdout);
    free(record);
    tes_close(game);
    return 0;
}

static int print_body(int nth)
{
    fputs("{\"text\":\"", stdout);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c == '"' || c == '\\')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
    if (nth > 0)
        printf(",\"nth\":%d", nth);
    putchar('}');
    return 0;
}

static int print_record(void)
{
    static const char FIELD[] = "\"record\":\"";
    const char       *at = strstr(text, FIELD);
    if (at == NULL)
        return 2;
    for (at += sizeof FIELD - 1; *at != '"' && *at != '\0'; at++) {
        unsigned value;
        if (*at != '\\') {
            putchar(*at);
        } else if (sscanf(at, "\\u%4x", &value) == 1) {
            putchar((int)value);
            at += 5;
        } else {
            putchar(*++at);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 && strncmp(argv[1], "--", 2) == 0 ? argv[1] : "";
    char      **words = argv + (*mode == '\0' ? 1 : 2);
    if (argc < 2 || *words == NULL) {
        fprintf(stderr, "usage: read_game [--body | --record] FILE [NTH]\n");
        return 1;
    }
    read_file(words[0]);
    int nth = words[1] == NULL ? 0 : atoi(words[1]);
    return strcmp(mode, "--body") == 0     ? print_body(nth)
           : strcmp(mode, "--record") == 0 ? print_record()
                                           : print_game(nth);
}
