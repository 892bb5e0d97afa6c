/* SPDX-License-Identifier: MIT */
/* line_replay.c - stepping through a game in lines of text. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/shape.h"
#include "term/line_face.h"
#include "term/line_input.h"
#include "term/line_words.h"
#include "term/plain_board.h"

enum { PROMPT_MAX = 64 };

typedef struct Face {
    Replay    *replay;
    LineInput *input;
    FILE      *out;
    bool       leave;
    int        status;
    char       board[BOARD_TEXT_MAX];
} Face;

/* --- Telling ------------------------------------------------------------------------------ */

static const Game *game_of(const Face *face)
{
    return face->replay->record.line.setup.game;
}

static void tell_turn(Face *face)
{
    Replay    *replay = face->replay;
    RecordNote note = replay_note(replay);
    char       words[TURN_TEXT_MAX];
    Text       text = text_over(words, sizeof words);
    if (replay->at == 0) {
        fputs("The start.\n", face->out);
        return;
    }
    const Pos *before = line_before_turn(&replay->record.line, replay->at - 1);
    replay_turn(replay, &text);
    fprintf(face->out, "%d. %s %s", replay->at, game_of(face)->sides[before->side], words);
    if (note.clock_ms >= 0)
        fprintf(face->out, " @%lld.%03lld", (long long)(note.clock_ms / 1000),
                (long long)(note.clock_ms % 1000));
    if (note.comment != NULL)
        fprintf(face->out, " {%s}", note.comment);
    fputc('\n', face->out);
}

static void tell_board(Face *face)
{
    const Replay *replay = face->replay;
    Text          text = text_over(face->board, sizeof face->board);
    Buffer        turned;
    buffer_init(&turned, BOARD_TEXT_MAX - 1);
    if (replay->flipped &&
        plain_board_write(&replay->record.line.setup, replay_pos(replay), true, &turned))
        text_add(&text, turned.data);
    else
        game_of(face)->text->draw(replay_pos(replay), &text);
    buffer_free(&turned);
    fputs(face->board, face->out);
}

/* False, and nothing told, where it is not known. */
static bool tell_value(Face *face)
{
    char words[128];
    Text text = text_over(words, sizeof words);
    if (!replay_value(face->replay, &text))
        return false;
    line_sentence(face->out, words);
    return true;
}

static void tell(Face *face)
{
    char words[512];
    Text text = text_over(words, sizeof words);
    tell_turn(face);
    tell_board(face);
    replay_result(face->replay, &text);
    if (text.length > 0)
        line_sentence(face->out, words);
    if (face->replay->tb_view.shown)
        tell_value(face);
    fflush(face->out);
}

/* --- Commands ----------------------------------------------------------------------------- */

/* A number behind a command; `usual` where there is none.  False after a complaint. */
static bool read_count(const Face *face, const char *rest, int usual, int *out)
{
    Scan     scan = scan_string(rest);
    uint32_t number;
    *out = usual;
    if (rest[0] == '\0')
        return true;
    if (!scan_number(&scan, RECORD_TURNS_MAX, &number) || !scan_done(&scan)) {
        line_fault(face->out, rest, scan.at, "a number of turns is expected here");
        return false;
    }
    *out = (int)number;
    return true;
}

static void jump(Face *face, int turn)
{
    if (replay_jump(face->replay, turn))
        tell(face);
    else
        fputs(face->replay->at == 0 ? "This is the start.\n" : "This is the end.\n", face->out);
}

static void run_forward(void *context, const char *rest)
{
    Face *face = context;
    int   count;
    if (read_count(face, rest, 1, &count))
        jump(face, face->replay->at + count);
}

static void run_back(void *context, const char *rest)
{
    Face *face = context;
    int   count;
    if (read_count(face, rest, 1, &count))
        jump(face, face->replay->at - count);
}

static void run_jump(void *context, const char *rest)
{
    Face *face = context;
    int   turn;
    if (!read_count(face, rest, 0, &turn))
        return;
    if (turn > replay_count(face->replay))
        fprintf(face->out, "There are %d turns.\n", replay_count(face->replay));
    replay_jump(face->replay, turn);
    tell(face);
}

static void run_start(void *context, const char *rest)
{
    (void)rest;
    jump(context, 0);
}

static void run_end(void *context, const char *rest)
{
    (void)rest;
    jump(context, RECORD_TURNS_MAX);
}

static void run_resume(void *context, const char *rest)
{
    Face *face = context;
    int   pace;
    if (!read_count(face, rest, (int)face->replay->pace_ms, &pace))
        return;
    replay_set_pace(face->replay, pace);
    replay_resume(face->replay, clock_wall_ms());
}

static void run_pause(void *context, const char *rest)
{
    (void)rest;
    replay_pause(((Face *)context)->replay);
}

static void run_show(void *context, const char *rest)
{
    (void)rest;
    tell(context);
}

static void run_flip(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    face->replay->flipped = !face->replay->flipped;
    tell(face);
}

static void run_score(void *context, const char *rest)
{
    Face *face = context;
    Panel panel = { .count = 0 };
    (void)rest;
    game_of(face)->view->panel(replay_pos(face->replay), &panel);
    for (int i = 0; i < panel.count; i++)
        fprintf(face->out, "%s%s%s: %s\n",
                panel.item[i].side < 2 ? game_of(face)->sides[panel.item[i].side] : "",
                panel.item[i].side < 2 ? " " : "", panel.item[i].label, panel.item[i].value);
}

static void run_value(void *context, const char *rest)
{
    Face *face = context;
    if (!tb_view_choose(&face->replay->tb_view, rest))
        fputs("Say `value`, `value on` or `value off`.\n", face->out);
    else if (strcmp(rest, "off") == 0)
        fputs("Values are not shown any more.\n", face->out);
    else if (!tell_value(face))
        fputs("No table knows this position.\n", face->out);
}

static void run_position(void *context, const char *rest)
{
    Face *face = context;
    char  words[POS_TEXT_MAX];
    Text  text = text_over(words, sizeof words);
    (void)rest;
    game_of(face)->text->pos_write(replay_pos(face->replay), &text);
    fprintf(face->out, "%s\n", words);
}

static bool to_stream(void *context, const char *data, size_t size)
{
    return fwrite(data, 1, size, (FILE *)context) == size;
}

static void run_record(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    record_write(&face->replay->record, to_stream, face->out);
}

static void run_quit(void *context, const char *rest)
{
    (void)rest;
    ((Face *)context)->leave = true;
}

static void run_help(void *context, const char *rest);

static const LineCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",     "this list", "?", run_help },
    { "forward",  "[N]",  "a turn on, or N; so does an empty line", "next n f", run_forward },
    { "back",     "[N]",  "a turn back, or N", "previous b", run_back },
    { "jump",     "TURN", "to the position after that turn; the number alone will do", "goto", run_jump },
    { "start",    "",     "to the start", "first", run_start },
    { "end",      "",     "to the end", "last", run_end },
    { "resume",   "[MS]", "turn after turn by itself, one every MS milliseconds", "run play", run_resume },
    { "pause",    "",     "stop that; so does Enter, or Ctrl-C", "", run_pause },
    { "show",     "",     "the turn and the board again", "board", run_show },
    { "score",    "",     "the game's own score", "", run_score },
    { "value",    "[on|off]", "who wins with best play, where a table knows; always, or no more", "", run_value },
    { "flip",     "",     "look at the board from the other side", "", run_flip },
    { "position", "",     "the position in one line", "", run_position },
    { "record",   "",     "the whole game, as a record", "", run_record },
    { "quit",     "",     "leave", "exit q", run_quit },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    line_help(COMMANDS, face->out);
}

static void obey(Face *face, char *line)
{
    line = line_trim(line);
    const char *meant = line_meant(COMMANDS, line);
    if (line[0] == '#')
        return;
    if (line[0] == '\0')
        run_forward(face, "");
    else if (line[0] >= '0' && line[0] <= '9')
        run_jump(face, line);
    else if (line_command(COMMANDS, line, face, face->out))
        return;
    else if (meant != NULL)
        fprintf(face->out, "Did you mean `%s`?\n", meant);
    else
        line_fault(face->out, line, 0, "there is no such command; `help` lists them");
}

/* --- The loop ----------------------------------------------------------------------------- */

static bool wake(void *context)
{
    Face *face = context;
    if (replay_tick(face->replay, clock_wall_ms()))
        tell(face);
    return !face->replay->running;
}

static int wait_ms(void *context)
{
    return replay_wait_ms(((Face *)context)->replay, clock_wall_ms());
}

static void leave_by(Face *face)
{
    face->leave = true;
    face->status = line_input_status(face->input);
}

/* It runs by itself until the end, or until somebody wants something. */
static void run(Face *face)
{
    LineWake  other = { -1, wait_ms, wake, face };
    LineEvent event = line_input_wait(face->input, &other, true);
    replay_pause(face->replay);
    if (event == LINE_LEAVE || (event == LINE_INTERRUPT && !line_input_is_terminal(face->input)))
        leave_by(face);
    else if (event == LINE_INTERRUPT)
        fputs("Paused.\n", face->out);
}

static void ask(Face *face)
{
    char prompt[PROMPT_MAX], line[LINE_INPUT_MAX];
    snprintf(prompt, sizeof prompt, "%d/%d> ", face->replay->at, replay_count(face->replay));
    LineEvent event = line_input_read(face->input, prompt, NULL, line);
    if (event == LINE_READ)
        obey(face, line);
    else if (event == LINE_LONG)
        fputs("That line is too long.\n", face->out);
    else if (event == LINE_END)
        face->leave = true;
    else if (event != LINE_WOKEN)
        leave_by(face);
}

static void greet(Face *face)
{
    char setup[SETUP_TEXT_MAX];
    Text text = text_over(setup, sizeof setup);
    setup_write(&face->replay->record.line.setup, &text);
    fprintf(face->out, "%s (%s): %s is %s, %s is %s; %d turns.\n", game_of(face)->title, setup,
            game_of(face)->sides[0], replay_name(face->replay, 0), game_of(face)->sides[1],
            replay_name(face->replay, 1), replay_count(face->replay));
    fputs("`help` lists what can be typed; an empty line shows the next turn.\n", face->out);
    tell(face);
}

int line_face_replay(Replay *replay, int in, FILE *out)
{
    Face *face = calloc(1, sizeof *face);
    if (face == NULL || (face->input = line_input_new(in, out)) == NULL) {
        free(face);
        fputs("There is not enough memory.\n", out);
        return 1;
    }
    face->replay = replay;
    face->out = out;
    greet(face);
    while (!face->leave && !ferror(out)) {
        if (replay->running)
            run(face);
        else
            ask(face);
    }
    int status = face->status;
    line_input_delete(face->input);
    free(face);
    return status;
}
