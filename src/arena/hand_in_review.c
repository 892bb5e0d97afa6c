/* SPDX-License-Identifier: MIT */
#include "arena/hand_in_review.h"

#include <string.h>

#include "arena/ledger.h"
#include "core/record.h"
#include "games/list.h"
#include "play/review.h"

enum {
    NODES = 20000,
    BAR_CELLS = 20,
    POINT_LOSS = 150, /* minimum loss of a turning point, out of REVIEW_SURE */
};

/* What a visit of the game fills in. */
typedef struct Finding {
    const LedgerBots *bots;
    const char       *name; /* of the student's bot */
    int               seat; /* -1: it did not play */
    Record            record;
    bool              has_record;
} Finding;

static bool is_named(const LedgerBots *bots, int id, const char *name)
{
    for (int i = 0; i < bots->count; i++)
        if (bots->at[i].id == id)
            return strcmp(bots->at[i].name, name) == 0;
    return false;
}

static bool find_game(void *context, const LedgerGame *game)
{
    Finding *finding = context;
    Fault    fault;
    for (int seat = 0; seat < 2; seat++)
        if (is_named(finding->bots, game->side[seat].bot, finding->name))
            finding->seat = seat;
    finding->has_record =
        finding->seat >= 0 && record_read(games_find, game->record, strlen(game->record),
                                          &finding->record, &fault) == STATUS_OK;
    return false;
}

static void write_turn(const Line *line, int index, const Turn *turn, char *out, size_t size)
{
    Text text = text_over(out, size);
    turn_write(line->setup.game, line_before_turn(line, index), turn, &text);
}

static int percent(int chance)
{
    return (chance * 100 + REVIEW_SURE / 2) / REVIEW_SURE;
}

static void add_turn(const Line *line, int index, const ReviewTurn *turn, int seat, Buffer *out)
{
    char played[TURN_TEXT_MAX], best[TURN_TEXT_MAX], bar[BAR_CELLS + 1];
    Turn made;
    int  chance = turn->player == seat ? turn->after : REVIEW_SURE - turn->after;
    line_turn(line, index, &made);
    write_turn(line, index, &made, played, sizeof played);
    memset(bar, '.', BAR_CELLS);
    bar[chance * (BAR_CELLS - 1) / REVIEW_SURE] = '#';
    bar[BAR_CELLS] = '\0';
    buffer_addf(out, "%4d  %-9s %-22s %3d%%  %s", index + 1,
                turn->player == seat ? "your bot" : "opponent", played, percent(chance), bar);
    if (review_loss(turn) >= POINT_LOSS) {
        write_turn(line, index, &turn->best, best, sizeof best);
        buffer_addf(out, "  better: %s", best);
    }
    buffer_add(out, "\n");
}

static bool review(const Finding *finding, Buffer *out)
{
    Review      made;
    const Line *line = &finding->record.line;
    int         points = 0;
    if (line_turns(line) == 0 || review_line(line, NODES, NULL, NULL, &made) != STATUS_OK)
        return false;
    buffer_add(out, "move  by        played                 chance of your bot\n");
    for (int i = 0; i < made.count; i++) {
        points +=
            review_loss(&made.turns[i]) >= POINT_LOSS && made.turns[i].player == finding->seat;
        add_turn(line, i, &made.turns[i], finding->seat, out);
    }
    buffer_addf(out, "\n%d of your bot's moves lost %d %% or more of its chances.\n", points,
                percent(POINT_LOSS));
    review_free(&made);
    return !out->failed;
}

bool hand_in_write_review(HandInStore *store, const char *folder, int64_t student, int64_t game,
                          Buffer *out)
{
    Student    who;
    Fault      fault;
    LedgerBots bots = { 0 };
    Ledger    *ledger =
        hand_in_get_student(store, student, &who) ? ledger_open(folder, LEDGER_READ, &fault) : NULL;
    if (ledger == NULL)
        return false;
    Finding finding = { .bots = &bots, .name = who.name, .seat = -1 };
    bool    fine = ledger_bots(ledger, &bots) == STATUS_OK;
    if (fine)
        ledger_one(ledger, game, find_game, &finding);
    ledger_bots_free(&bots);
    ledger_close(ledger);
    fine = fine && finding.has_record && review(&finding, out);
    if (finding.has_record)
        record_free(&finding.record);
    return fine;
}
