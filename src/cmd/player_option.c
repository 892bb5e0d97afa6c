/* SPDX-License-Identifier: MIT */
#include "cmd/player_option.h"

int player_from_text(const char *text, PlayerSpec *spec, FILE *err)
{
    Fault  fault;
    Status status = player_spec_read(text, spec, &fault);
    return cmd_check(err, "player", text, status, &fault);
}
