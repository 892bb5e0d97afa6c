/* SPDX-License-Identifier: MIT */
#include "cmd/player_option.h"

int player_from_text(const char *text, PlayerSpec *spec, FILE *err)
{
    Fault  fault;
    Status status = player_spec_read(text, spec, &fault);
    if (status == STATUS_OK)
        return EXIT_DONE;
    if (status == STATUS_NOT_FOUND) /* the message quotes the name, so no caret is needed */
        return cmd_error(err, "player", "%s", fault.why);
    return cmd_error_at(err, "player", fault.why, text, fault.at);
}
