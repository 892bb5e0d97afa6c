/* SPDX-License-Identifier: MIT */
/* ladder FILE [--write] - the players of the ladder play what they have always played.
 *
 * Every figure that was measured against them is void when this fails: do not write the file anew,
 * find out what changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "search/baseline.h"

enum { POSITIONS = 3, TURNS_APART = 7, TEXT_BYTES = 1 << 16 };

static const char *const SETUPS[] = { "gipf",    "gipf:tournament",   "ponte",     "ponte:official",
                                      "diavolo", "diavolo:4",         "alliances", "alliances:4",
                                      "duell",   "duell:king-capture" };

static void write_choices(const char *setup_text, Text *out)
{
    Setup setup;
    if (games_setup(setup_text, &setup, NULL) != STATUS_OK)
        exit(1);
    for (int i = 0; i < POSITIONS; i++) {
        Line   line;
        Random random = random_seeded((uint64_t)i + 1);
        if (line_init(&line, &setup, NULL) != STATUS_OK)
            exit(1);
        line_play_random(&line, &random, i * TURNS_APART);
        text_addf(out, "%s %d", setup_text, i);
        for (int player = 0; BASELINE_PLAYERS[player].name != NULL; player++) {
            Turn turn;
            char words[TURN_TEXT_MAX];
            Text text = text_over(words, sizeof words);
            random = random_seeded((uint64_t)player + 1);
            if (baseline_choose(player, &line, &random, &turn) != STATUS_OK)
                exit(1);
            turn_write(setup.game, line_now(&line), &turn, &text);
            text_addf(out, " %s %s", BASELINE_PLAYERS[player].name, words);
        }
        text_char(out, '\n');
        line_free(&line);
    }
}

int main(int argc, char **argv)
{
    static char now[TEXT_BYTES], kept[TEXT_BYTES];
    Text        text = text_over(now, sizeof now);
    for (size_t i = 0; i < sizeof SETUPS / sizeof SETUPS[0]; i++)
        write_choices(SETUPS[i], &text);
    if (argc == 3 && strcmp(argv[2], "--write") == 0) {
        FILE *file = fopen(argv[1], "w");
        return file == NULL || fputs(now, file) < 0 || fclose(file) != 0;
    }
    FILE  *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    size_t size = file != NULL ? fread(kept, 1, sizeof kept - 1, file) : 0;
    if (file == NULL || size == 0 || strcmp(now, kept) != 0) {
        fprintf(stderr, "The ladder plays otherwise than %s says.  Now:\n%s", argv[1], now);
        return 1;
    }
    fclose(file);
    return 0;
}
