/* SPDX-License-Identifier: MIT */
#include "cmd/player_option.h"

int player_from_word(const char *word, PlayerSpec *spec, FILE *err)
{
    Fault  fault;
    Status status = player_spec_read(word, spec, &fault);
    if (status == STATUS_OK)
        return EXIT_DONE;
    if (status == STATUS_NOT_FOUND) /* the sentence repeats the name: nothing to point at */
        return cmd_error(err, "player", "%s", fault.why);
    return cmd_error_at(err, "player", fault.why, word, fault.at);
}
