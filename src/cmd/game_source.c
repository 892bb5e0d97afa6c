/* SPDX-License-Identifier: MIT */
#include "cmd/game_source.h"

int game_source(const Args *args, GameSource *source, FILE *err)
{
    const OptionValue *from = &args->option[SOURCE_FROM], *nth = &args->option[SOURCE_NTH];
    const OptionValue *game = &args->option[GAME_SOURCE];
    source->ask = (GameAsk){ .format = from->given ? from->text : NULL,
                             .nth = nth->given ? (int)nth->number : 0 };
    if (!game->given)
        return EXIT_DONE;
    source->ask.setup = &source->setup;
    return setup_from_text(game->text, &source->setup, err);
}
