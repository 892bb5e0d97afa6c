/* SPDX-License-Identifier: MIT */
#include "cmd/asked_game.h"

int asked_game(const Args *args, AskedGame *asked, FILE *err)
{
    const OptionValue *from = &args->option[ASKED_FROM], *nth = &args->option[ASKED_NTH];
    const OptionValue *game = &args->option[ASKED_GAME];
    asked->ask = (GameAsk){ .format = from->given ? from->text : NULL,
                            .nth = nth->given ? (int)nth->number : 0 };
    if (!game->given)
        return EXIT_DONE;
    asked->ask.setup = &asked->setup;
    return setup_from_word(game->text, &asked->setup, err);
}
