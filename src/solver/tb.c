/* SPDX-License-Identifier: MIT */
#include "solver/tb.h"

#include <assert.h>
#include <stdlib.h>

#include "solver/retro_table.h"

struct Tablebase {
    RetroTable table;
};

Tablebase *tb_open(const Game *game, uint32_t variant, const char *folder)
{
    Tablebase *tb = malloc(sizeof *tb);
    if (tb == NULL)
        return NULL;
    RetroScope scope = { .game = game, .variant = variant };
    if (retro_table_open(&scope, folder, RETRO_ASK, &tb->table, NULL) != STATUS_OK) {
        free(tb);
        return NULL;
    }
    return tb;
}

/* Return the smallest tablebase that has the position; false if there is none. */
static bool find_scope(const Game *game, const Pos *pos, RetroScope *scope)
{
    *scope = (RetroScope){ .game = game, .variant = pos->variant, .root = pos };
    if (retro_table_is_numbered(game, pos->variant))
        return game->index->smallest != NULL && game->index->smallest(pos, &scope->variant);
    return retro_acyclic_covers(game, pos->variant) && pos->phase == 0 &&
           game->rules->outcome(pos).ending == ENDING_NONE;
}

Tablebase *tb_build(const Game *game, const Pos *pos, const RetroOptions *options,
                    RetroReport *report, Fault *fault)
{
    Tablebase   *tb = malloc(sizeof *tb);
    RetroScope   scope;
    RetroOptions in_memory = *options;
    in_memory.folder = NULL;
    Status status = tb == NULL
                        ? fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY))
                    : !find_scope(game, pos, &scope)
                        ? fault_set(fault, STATUS_NOT_FOUND, 0, "no tablebase has this position")
                        : retro_table_build(&scope, &in_memory, &tb->table, report, fault);
    if (status != STATUS_OK) {
        free(tb);
        return NULL;
    }
    return tb;
}

void tb_close(Tablebase *tb)
{
    if (tb == NULL)
        return;
    retro_table_close(&tb->table);
    free(tb);
}

bool tb_probe(const Tablebase *tb, const Pos *pos, TbAnswer *out)
{
    uint16_t code;
    if (tb == NULL || !retro_table_code(&tb->table, pos, &code))
        return false;
    int winner = retro_is_win(code) ? pos->side : 1 - pos->side;
    *out = (TbAnswer){
        .value = code == RETRO_CODE_DRAW ? PROOF_DRAW
                 : winner == 0           ? PROOF_FIRST
                                         : PROOF_SECOND,
        .turns = retro_turns(code),
    };
    return true;
}

/* --- turns --- */

/* Rank a value for the side to move at the root: 2 a win, 1 a draw, 0 a loss. */
static int rank_for(ProofValue value, int side)
{
    assert(value != PROOF_UNKNOWN);
    if (value == PROOF_DRAW)
        return 1;
    return (value == PROOF_FIRST) == (side == 0) ? 2 : 0;
}

/* Return the mover's side after a turn: a swap may have exchanged the sides. */
static int side_after(const Game *game, const Pos *before, const Pos *after)
{
    int player = game_player(game, before, before->side);
    return game_player(game, after, 0) == player ? 0 : 1;
}

typedef struct Choice {
    const Tablebase *tb;
    const Pos       *pos;
    bool             is_open; /* some turn is not known */
    int              rank;    /* of the best so far, -1 before the first */
    uint32_t         turns;
    Turn            *turn;
} Choice;

static bool look_at_turn(void *context, const Turn *turn, const Pos *after)
{
    Choice     *choice = context;
    const Game *game = choice->tb->table.game;
    TbAnswer    answer;
    choice->is_open = !tb_probe(choice->tb, after, &answer);
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

bool tb_choose(const Tablebase *tb, const Pos *pos, Turn *turn, TbAnswer *out)
{
    Turn     best = { 0 };
    TbAnswer answer;
    Choice   choice = { .tb = tb, .pos = pos, .rank = -1, .turn = &best };
    if (!tb_probe(tb, pos, &answer) || tb->table.game->rules->outcome(pos).ending != ENDING_NONE)
        return false;
    turn_each(tb->table.game, pos, look_at_turn, &choice);
    if (choice.is_open || choice.rank < 0)
        return false;
    *turn = best;
    *out = answer;
    return true;
}

bool tb_keeps(const Tablebase *tb, const Pos *pos, const Turn *turn)
{
    TbAnswer  before, after;
    PosBuffer next;
    if (turn->count == 0 || !tb_probe(tb, pos, &before))
        return true;
    game_copy(tb->table.game, pos, &next.head);
    turn_apply(tb->table.game, &next.head, turn);
    return !tb_probe(tb, &next.head, &after) ||
           rank_for(after.value, side_after(tb->table.game, pos, &next.head)) ==
               rank_for(before.value, pos->side);
}

bool tb_folder(char *out, size_t size)
{
    Text        text = text_over(out, size);
    const char *given = getenv("TESSERA_TABLEBASES"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (given == NULL)
        given = getenv("TESSERA_TABLES"); /* the old name, accepted for one release */
    if (given != NULL && given[0] != '\0')
        text_add(&text, given);
    else if (data != NULL && data[0] == '/')
        text_addf(&text, "%s/tessera/tables", data);
    else if (home != NULL && home[0] == '/')
        text_addf(&text, "%s/.local/share/tessera/tables", home);
    return text.length > 0 && !text.full;
}
