/* SPDX-License-Identifier: MIT */
/* golden FILE          play the game that FILE describes and compare every line
 * golden --write FILE  write FILE anew
 *
 * A golden file is a whole game as a person reads it: each turn with what a hand touches, the
 * position after it and the values that changed.  A change of the rules or of the notation shows as
 * a difference one can discuss.  Its header ends with the first blank line:
 *
 *     # words for people
 *     setup GAME:VARIANT
 *     seed NUMBER      equal seeds, equal games
 *     turns NUMBER     the game is cut off after so many
 *     board NUMBER     the board is drawn every so many turns, and at the end
 *
 * Steps are drawn at random, each equally likely among those listed.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/line.h"
#include "core/perft.h"
#include "core/shape.h"
#include "games/list.h"

typedef struct Header {
    Setup    setup;
    uint32_t seed, turns, board;
    size_t   size; /* bytes of the file that belong to it, the blank line included */
} Header;

typedef struct Play {
    const Header *header;
    Random        random;
    Line          line;
    Shape         shape;
    PanelRows     panel; /* as it was shown last */
    FILE         *out;
} Play;

/* ---- the file ---- */

static char *read_file(const char *path)
{
    FILE  *in = fopen(path, "r"), *out;
    char  *text = NULL, part[4096];
    size_t size, got;
    if (in == NULL)
        return NULL;
    out = open_memstream(&text, &size);
    while (out != NULL && (got = fread(part, 1, sizeof part, in)) > 0)
        fwrite(part, 1, got, out);
    fclose(in);
    return out != NULL && fclose(out) == 0 ? text : NULL;
}

static bool read_field(const char *line, Header *header)
{
    char  name[16], value[SETUP_TEXT_MAX];
    Fault fault;
    if (line[0] == '#')
        return true;
    if (sscanf(line, "%15s %191s", name, value) != 2)
        return false;
    if (strcmp(name, "setup") == 0)
        return games_setup(value, &header->setup, &fault) == STATUS_OK;
    uint32_t *number = strcmp(name, "seed") == 0    ? &header->seed
                       : strcmp(name, "turns") == 0 ? &header->turns
                       : strcmp(name, "board") == 0 ? &header->board
                                                    : NULL;
    if (number == NULL)
        return false;
    *number = (uint32_t)strtoul(value, NULL, 10);
    return true;
}

static bool read_header(const char *path, const char *text, Header *header)
{
    const char *at = text;
    *header = (Header){ .size = 0 };
    for (int number = 1; *at != '\n' && *at != '\0'; number++) {
        char   line[512];
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < 500 ? length : 500), at);
        if (!read_field(line, header)) {
            fprintf(stderr, "%s:%d: a header cannot hold '%s'\n", path, number, line);
            return false;
        }
        at += length + (at[length] == '\n');
    }
    if (header->setup.game == NULL || header->turns == 0 || header->board == 0) {
        fprintf(stderr, "%s: the header needs setup, seed, turns and board\n", path);
        return false;
    }
    header->size = (size_t)(at - text) + (*at == '\n');
    return true;
}

/* ---- what is written ---- */

static void write_position(const Play *play)
{
    char line[POS_TEXT_MAX];
    Text text = text_over(line, sizeof line);
    play->header->setup.game->text->pos_write(line_now(&play->line), &text);
    fprintf(play->out, "     %s\n", line);
}

/* Without the blanks at the ends of lines, which no editor respects. */
static void write_board(const Play *play)
{
    char *board = malloc(BOARD_TEXT_MAX), *rest = NULL;
    if (board == NULL)
        abort();
    Text text = text_over(board, BOARD_TEXT_MAX);
    play->header->setup.game->text->draw(line_now(&play->line), &text);
    fprintf(play->out, "\n");
    for (char *row = strtok_r(board, "\n", &rest); row != NULL; row = strtok_r(NULL, "\n", &rest)) {
        size_t length = strlen(row);
        while (length > 0 && row[length - 1] == ' ')
            length--;
        fprintf(play->out, "          %.*s\n", (int)length, row);
    }
    free(board);
    fprintf(play->out, "\n");
}

static bool has_item(const PanelRows *panel, const PanelRow *item)
{
    for (int n = 0; n < panel->count; n++)
        if (panel->row[n].side == item->side && strcmp(panel->row[n].label, item->label) == 0 &&
            strcmp(panel->row[n].value, item->value) == 0)
            return true;
    return false;
}

/* The values that are not as they were. */
static void write_panel(Play *play)
{
    const Game *game = play->header->setup.game;
    PanelRows   now;
    int         shown_side = -1;
    panel_rows(game, line_now(&play->line), &LANGUAGE_ENGLISH, &now);
    for (int n = 0; n < now.count; n++) {
        const PanelRow *item = &now.row[n];
        if (has_item(&play->panel, item))
            continue;
        fprintf(play->out, "%s", shown_side < 0 ? "; " : ", ");
        if (item->side != shown_side && item->side < 2)
            fprintf(play->out, "%s ", game->sides[item->side]);
        fprintf(play->out, "%s %s", item->label, item->value);
        shown_side = item->side;
    }
    play->panel = now;
}

/* One group of cells for each step of the turn. */
static void write_touches(const Play *play, const Pos *before, const Turn *turn)
{
    const Game *game = play->header->setup.game;
    PosBuffer   now;
    game_copy(game, before, &now.head);
    for (int n = 0; n < turn->count; n++) {
        InputHint hint;
        char      words[256];
        Text      label = text_over(words, sizeof words);
        game->view->input_hint(&now.head, turn->step[n], &hint);
        message_write(&hint.label, game, now.head.variant, &LANGUAGE_ENGLISH, &label);
        fprintf(play->out, "%s", n == 0 ? "touches" : ", then");
        for (int i = 0; i < hint.cells.count; i++)
            fprintf(play->out, " %s", play->shape.cells[hint.cells.cell[i]].label);
        if (label.length > 0)
            fprintf(play->out, " (%s)", words);
        game->rules->apply(&now.head, turn->step[n]);
    }
}

static void write_turn(Play *play, uint64_t turn_count)
{
    const Game *game = play->header->setup.game;
    int         number = line_turns(&play->line);
    const Pos  *before = line_before_turn(&play->line, number - 1);
    char        words[TURN_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    Turn        turn;
    line_turn(&play->line, number - 1, &turn);
    turn_write(game, before, &turn, &text);
    fprintf(play->out, "%3d. %s %s, one of %llu; ", number, game->sides[before->side], words,
            (unsigned long long)turn_count);
    write_touches(play, before, &turn);
    write_panel(play);
    fprintf(play->out, "\n");
    write_position(play);
}

static void write_result(const Play *play)
{
    const Game *game = play->header->setup.game;
    Outcome     outcome = line_outcome(&play->line);
    char        words[256], sentence[256];
    Text        words_text = text_over(words, sizeof words);
    Text        sentence_text = text_over(sentence, sizeof sentence);
    if (outcome.ending == ENDING_NONE) {
        fprintf(play->out, "not over after %d turns\n", line_turns(&play->line));
        return;
    }
    outcome_write(game, line_now(&play->line), outcome, &words_text);
    outcome_describe(game, outcome, &sentence_text);
    fprintf(play->out, "result %s\n%s.\n", words, sentence);
}

/* ---- playing ---- */

/* One turn at random; false if the game is over or a step is refused. */
static bool play_turn(Play *play)
{
    Step steps[STEPS_MAX];
    if (line_outcome(&play->line).ending != ENDING_NONE)
        return false;
    do {
        int count = play->header->setup.game->rules->gen(line_now(&play->line), steps);
        if (count == 0 ||
            line_step(&play->line, steps[random_below(&play->random, (uint32_t)count)]) !=
                STATUS_OK)
            return false;
    } while (line_now(&play->line)->phase != 0);
    return true;
}

static void write_game(Play *play)
{
    const Header *header = play->header;
    char          setup[SETUP_TEXT_MAX];
    Text          text = text_over(setup, sizeof setup);
    setup_write(&header->setup, &text);
    fprintf(play->out, "start %s", setup);
    write_panel(play);
    fprintf(play->out, "\n");
    write_position(play);
    write_board(play);
    for (uint32_t turn = 1; turn <= header->turns; turn++) {
        uint64_t count =
            perft_count(header->setup.game, line_now(&play->line), 1, PERFT_TURNS, PERFT_GENERAL);
        if (!play_turn(play))
            break;
        write_turn(play, count);
        if (turn % header->board == 0 && turn < header->turns)
            write_board(play);
    }
    write_board(play);
    write_result(play);
}

/* The whole transcript, to be freed by the caller; NULL when memory ran out. */
static char *transcript_of(const Header *header)
{
    Play   play = { .header = header, .random = random_seeded(header->seed) };
    char  *text = NULL;
    size_t size = 0;
    play.out = open_memstream(&text, &size);
    if (play.out == NULL)
        return NULL;
    shape_init(&play.shape);
    bool ready = line_init(&play.line, &header->setup, NULL) == STATUS_OK;
    if (ready && header->setup.game->view->shape(header->setup.variant, &play.shape))
        write_game(&play);
    if (ready)
        line_free(&play.line);
    shape_free(&play.shape);
    return fclose(play.out) == 0 ? text : NULL;
}

/* ---- comparing ---- */

static bool is_same(const char *path, const char *want, const char *got, int number)
{
    for (;; number++) {
        size_t want_length = strcspn(want, "\n"), got_length = strcspn(got, "\n");
        if (want_length != got_length || memcmp(want, got, want_length) != 0 ||
            want[want_length] != got[got_length]) {
            printf("%s:%d: the file has\n%.*s\nbut the game gives\n%.*s\n", path, number,
                   (int)want_length, want, (int)got_length, got);
            return false;
        }
        if (want[want_length] == '\0')
            return true;
        want += want_length + 1;
        got += got_length + 1;
    }
}

static int line_number(const char *text, size_t at)
{
    int number = 1;
    for (size_t n = 0; n < at; n++)
        number += text[n] == '\n';
    return number;
}

static bool write_file(const char *path, const char *text, const Header *header,
                       const char *transcript)
{
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return false;
    fwrite(text, 1, header->size, out);
    fputs(transcript, out);
    return fclose(out) == 0;
}

static bool run(const char *path, bool write)
{
    Header header;
    bool   good = false;
    char  *text = read_file(path), *transcript = NULL;
    if (text == NULL)
        fprintf(stderr, "%s cannot be read\n", path);
    else if (read_header(path, text, &header) && (transcript = transcript_of(&header)) != NULL)
        good = write
                   ? write_file(path, text, &header, transcript)
                   : is_same(path, text + header.size, transcript, line_number(text, header.size));
    free(text);
    free(transcript);
    return good;
}

int main(int argc, char **argv)
{
    bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (argc != 2 && !write) {
        fprintf(stderr, "Usage: golden [--write] FILE\n");
        return 2;
    }
    return run(argv[argc - 1], write) ? 0 : 1;
}
