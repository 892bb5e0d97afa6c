/* SPDX-License-Identifier: MIT */
#include "cmd/game_source.h"

int game_source(const Args *args, GameSource *asked, FILE *err)
{
    const OptionValue *from = &args->option[SOURCE_FROM], *nth = &args->option[SOURCE_NTH];
    const OptionValue *game = &args->option[GAME_SOURCE];
    asked->ask = (GameAsk){ .format = from->given ? from->text : NULL,
                            .nth = nth->given ? (int)nth->number : 0 };
    if (!game->given)
        return EXIT_DONE;
    asked->ask.setup = &asked->setup;
    return setup_from_word(game->text, &asked->setup, err);
}
