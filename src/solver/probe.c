/* SPDX-License-Identifier: MIT */
#include "solver/probe.h"

#include <stdlib.h>

#include "solver/retro_table.h"

struct Tables {
    RetroTable table;
};

Tables *tables_open(const Game *game, uint32_t variant, const char *folder)
{
    Tables *tables = malloc(sizeof *tables);
    if (tables == NULL)
        return NULL;
    if (retro_table_open(game, variant, folder, RETRO_ASK, &tables->table, NULL) != STATUS_OK) {
        free(tables);
        return NULL;
    }
    return tables;
}

void tables_close(Tables *tables)
{
    if (tables == NULL)
        return;
    retro_table_close(&tables->table);
    free(tables);
}

bool tables_probe(const Tables *tables, const Pos *pos, ProbeAnswer *out)
{
    uint16_t code;
    if (tables == NULL || !retro_table_code(&tables->table, pos, &code))
        return false;
    int winner = retro_is_win(code) ? pos->side : 1 - pos->side;
    *out = (ProbeAnswer){
        .value = code == RETRO_CODE_DRAW ? PROOF_DRAW
                 : winner == 0           ? PROOF_FIRST
                                         : PROOF_SECOND,
        .turns = retro_turns(code),
    };
    return true;
}

/* --- turns --- */

/* For the side to move at the root: 2 a win, 1 a draw, 0 a loss. */
static int rank_for(ProofValue value, int side)
{
    if (value == PROOF_DRAW)
        return 1;
    return (value == PROOF_FIRST) == (side == 0) ? 2 : 0;
}

/* A swap may give the player who moves the other side: his side after a turn. */
static int side_after(const Game *game, const Pos *before, const Pos *after)
{
    int player = game_player(game, before, before->side);
    return game_player(game, after, 0) == player ? 0 : 1;
}

typedef struct Choice {
    const Tables *tables;
    const Pos    *pos;
    bool          is_open; /* some turn is not known */
    int           rank;    /* of the best so far, -1 before the first */
    uint32_t      turns;
    Turn         *turn;
} Choice;

static bool look_at_turn(void *context, const Turn *turn, const Pos *after)
{
    Choice     *choice = context;
    const Game *game = choice->tables->table.game;
    ProbeAnswer answer;
    choice->is_open = !tables_probe(choice->tables, after, &answer);
    if (choice->is_open)
        return false;
    int  rank = rank_for(answer.value, side_after(game, choice->pos, after));
    bool sooner = answer.turns < choice->turns;
    if (rank > choice->rank || (rank == choice->rank && rank == 2 && sooner) ||
        (rank == choice->rank && rank == 0 && answer.turns > choice->turns)) {
        choice->rank = rank;
        choice->turns = answer.turns;
        *choice->turn = *turn;
    }
    return true;
}

bool tables_choose(const Tables *tables, const Pos *pos, Turn *turn, ProbeAnswer *out)
{
    Turn        best = { 0 };
    ProbeAnswer answer;
    Choice      choice = { .tables = tables, .pos = pos, .rank = -1, .turn = &best };
    if (!tables_probe(tables, pos, &answer) ||
        tables->table.game->rules->outcome(pos).ending != ENDING_NONE)
        return false;
    turn_each(tables->table.game, pos, look_at_turn, &choice);
    if (choice.is_open || choice.rank < 0)
        return false;
    *turn = best;
    *out = answer;
    return true;
}

bool tables_keeps(const Tables *tables, const Pos *pos, const Turn *turn)
{
    ProbeAnswer before, after;
    PosBuffer   next;
    if (turn->count == 0 || !tables_probe(tables, pos, &before))
        return true;
    game_copy(tables->table.game, pos, &next.head);
    turn_apply(tables->table.game, &next.head, turn);
    return !tables_probe(tables, &next.head, &after) ||
           rank_for(after.value, side_after(tables->table.game, pos, &next.head)) ==
               rank_for(before.value, pos->side);
}

bool tables_folder(char *out, size_t size)
{
    Text        text = text_over(out, size);
    const char *given = getenv("TESSERA_TABLES"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (given != NULL && given[0] != '\0')
        text_add(&text, given);
    else if (data != NULL && data[0] == '/')
        text_addf(&text, "%s/tessera/tables", data);
    else if (home != NULL && home[0] == '/')
        text_addf(&text, "%s/.local/share/tessera/tables", home);
    return text.length > 0 && !text.full;
}
