/* SPDX-License-Identifier: MIT */
#include "play/lesson.h"

#include <stdio.h>
#include <string.h>

#include "games/list.h"
#include "play/view_json.h"
#include "play/view_json_message.h"

enum { LESSON_TIMES_MAX = 9 };

/* --- lines --- */

typedef struct LessonLine {
    const char *word; /* "goal", "task", "right", "wrong" */
    size_t      word_length;
    Scan        rest; /* up to the end of the line; its offset 0 is `at` in the text */
    size_t      at;
} LessonLine;

/* Take the next line that is not empty and not a comment; false at the end. */
static bool next_line(Scan *scan, LessonLine *line)
{
    const char *start;
    for (;;) {
        scan_blanks(scan);
        if (scan_done(scan) || scan_peek(scan) == '\0')
            return false;
        size_t at = scan->at, length = scan_until(scan, "\r\n", &start);
        Scan   words = scan_over(start, length);
        if (*start == '#')
            continue;
        line->word_length = scan_token(&words, &line->word);
        scan_blanks(&words);
        line->at = at + words.at;
        line->rest = scan_over(start + words.at, length - words.at);
        return true;
    }
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

static bool line_is(const LessonLine *line, const char *wanted)
{
    return is_word(line->word, line->word_length, wanted);
}

int lesson_count(const char *text)
{
    Scan       scan = scan_string(text);
    LessonLine line;
    int        count = 0;
    while (count < LESSON_TASKS_MAX && next_line(&scan, &line))
        count += line_is(&line, "task");
    return count;
}

/* --- reading --- */

/* Find a message of the lesson: lesson-goal, or lesson-NUMBER with an ending. */
static const MessageDef *find_text(const Game *game, int number, const char *ending)
{
    char key[48];
    if (number == 0)
        snprintf(key, sizeof key, "lesson-goal");
    else
        snprintf(key, sizeof key, "lesson-%d%s", number, ending);
    return message_find(game, key);
}

static const MessageDef *find_wrong_text(const Game *game, int number, int rule)
{
    char ending[24];
    snprintf(ending, sizeof ending, "-wrong-%d", rule);
    return find_text(game, number, ending);
}

/* Read SETUP POSITION. */
static Status read_place(const Game *game, LessonLine *line, LessonTask *out, Fault *fault)
{
    const char *word;
    char        setup[SETUP_TEXT_MAX], position[POS_TEXT_MAX];
    size_t      length = scan_token(&line->rest, &word);
    if (length >= sizeof setup)
        return fault_set(fault, STATUS_SYNTAX, line->at, "the setup is too long");
    memcpy(setup, word, length);
    setup[length] = '\0';
    scan_blanks(&line->rest);
    size_t at = line->at + line->rest.at;
    length = scan_until(&line->rest, "\r\n", &word);
    if (length >= sizeof position)
        return fault_set(fault, STATUS_SYNTAX, at, "the position is too long");
    memcpy(position, word, length);
    position[length] = '\0';
    if (games_setup(setup, &out->setup, NULL) != STATUS_OK || out->setup.game != game)
        return fault_set(fault, STATUS_SYNTAX, line->at, "the setup is not one of this game");
    if (setup_position(&out->setup, position, &out->pos.head, NULL) != STATUS_OK ||
        out->pos.head.phase != 0)
        return fault_set(fault, STATUS_SYNTAX, at,
                         "the position is not valid, or in the middle of a turn");
    return STATUS_OK;
}

/* One effect of a rule. */
typedef struct LessonEffect {
    bool        is_absent;
    bool        is_won; /* `won`; otherwise an effect */
    uint32_t    times;  /* at least so many of them */
    EffectKind  kind;
    int         whose; /* 0: of either side, 1: of the player, 2: of the other */
    const char *subject;
    size_t      subject_length; /* 0: any */
} LessonEffect;

static bool find_kind(const char *word, size_t length, EffectKind *kind)
{
    for (int i = 0; i < EFFECT_KIND_COUNT; i++) {
        if (is_word(word, length, effect_kind_word((EffectKind)i))) {
            *kind = (EffectKind)i;
            return true;
        }
    }
    return false;
}

/* Read [!][N*]KIND[:SUBJECT][@me|@other]. */
static bool read_effect(const char *word, size_t length, LessonEffect *out)
{
    Scan        scan = scan_over(word, length);
    const char *part;
    *out = (LessonEffect){ .is_absent = scan_char(&scan, '!'), .times = 1 };
    if (scan_number(&scan, LESSON_TIMES_MAX, &out->times) && !scan_char(&scan, '*'))
        return false;
    size_t size = scan_until(&scan, ":@", &part);
    out->is_won = is_word(part, size, "won");
    if (!out->is_won && !find_kind(part, size, &out->kind))
        return false;
    if (!out->is_won && scan_char(&scan, ':')) {
        out->subject_length = scan_until(&scan, "@", &out->subject);
        if (out->subject_length == 0)
            return false;
    }
    if (!out->is_won && scan_char(&scan, '@')) {
        size = scan_token(&scan, &part);
        out->whose = is_word(part, size, "me") ? 1 : is_word(part, size, "other") ? 2 : 3;
    }
    return scan_done(&scan) && out->whose < 3;
}

/* Read RULE. */
static bool read_rule(LessonLine *line, LessonRule *out)
{
    const char  *word;
    LessonEffect effect;
    size_t       length = scan_token(&line->rest, &word);
    int          test = text_choice("any|turn|does", word, length);
    if (test < 0)
        return false;
    scan_blanks(&line->rest);
    out->is_right = line_is(line, "right");
    out->test = (LessonTest)test;
    out->words = line->rest.data + line->rest.at;
    out->length = line->rest.size - line->rest.at;
    if (test == LESSON_ANY || out->length == 0)
        return (test == LESSON_ANY) == (out->length == 0);
    while (test == LESSON_DOES && !scan_done(&line->rest)) {
        length = scan_token(&line->rest, &word);
        if (!read_effect(word, length, &effect))
            return false;
        scan_blanks(&line->rest);
    }
    return true;
}

/* Find `goal`, or the line of task `number`. */
static bool find_task(Scan *scan, int number, LessonLine *line)
{
    int count = 0;
    while (next_line(scan, line)) {
        if (number == 0 && line_is(line, "goal"))
            return true;
        if (line_is(line, "task") && ++count == number)
            return true;
    }
    return false;
}

/* Read the rules of a task, up to the next task. */
static Status read_rules(const Game *game, Scan *scan, LessonTask *out, Fault *fault)
{
    LessonLine line;
    int        right = 0, wrong = 0;
    while (next_line(scan, &line) && !line_is(&line, "task")) {
        bool is_right = line_is(&line, "right");
        if (!is_right && !line_is(&line, "wrong"))
            return fault_set(fault, STATUS_SYNTAX, line.at, "this line is not right or wrong");
        if (out->rule_count == LESSON_RULES_MAX)
            return fault_set(fault, STATUS_SYNTAX, line.at, "a task has no more than %d rules",
                             LESSON_RULES_MAX);
        if (!read_rule(&line, &out->rule[out->rule_count]))
            return fault_set(fault, STATUS_SYNTAX, line.at,
                             "a rule is any, turn TURN... or does EFFECT...");
        out->rule_count++;
        right += is_right;
        wrong += !is_right;
        if (!is_right && find_wrong_text(game, out->number, wrong) == NULL)
            return fault_set(fault, STATUS_NOT_FOUND, line.at, "there is no lesson-%d-wrong-%d",
                             out->number, wrong);
    }
    return right > 0 ? STATUS_OK
                     : fault_set(fault, STATUS_SYNTAX, scan->at, "task %d has no right answer",
                                 out->number);
}

Status lesson_read(const Game *game, const char *text, int number, LessonTask *out, Fault *fault)
{
    Scan       scan = scan_string(text);
    LessonLine line;
    if (number < 0 || number > LESSON_TASKS_MAX || !find_task(&scan, number, &line))
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no such task in this lesson");
    out->number = number;
    out->rule_count = 0;
    out->text = find_text(game, number, "");
    out->right = number == 0 ? NULL : find_text(game, number, "-right");
    Status status = read_place(game, &line, out, fault);
    if (status != STATUS_OK)
        return status;
    if (out->text == NULL || (number > 0 && out->right == NULL))
        return fault_set(fault, STATUS_NOT_FOUND, line.at, "there is no text for this task");
    return number == 0 ? STATUS_OK : read_rules(game, &scan, out, fault);
}

/* --- judging --- */

/* A turn and what it does. */
typedef struct Answer {
    const LessonTask *task;
    char              notation[TURN_TEXT_MAX];
    Effects           effects;
    bool              is_won; /* the player has won the game */
} Answer;

static Status answer_init(Answer *answer, const LessonTask *task, const Turn *turn)
{
    const Game *game = task->setup.game;
    PosBuffer   pos;
    Text        notation = text_over(answer->notation, sizeof answer->notation);
    answer->task = task;
    effects_init(&answer->effects);
    turn_write_plain(game, &task->pos.head, turn, &notation);
    game_copy(game, &task->pos.head, &pos.head);
    for (int i = 0; i < turn->count; i++) {
        if (!game->view->effects(&pos.head, turn->step[i], &answer->effects))
            return STATUS_NO_MEMORY;
        game->rules->apply(&pos.head, turn->step[i]);
    }
    Outcome outcome = game->rules->outcome(&pos.head);
    answer->is_won = outcome.ending == ENDING_WON && outcome.winner == task->pos.head.side;
    return STATUS_OK;
}

static bool effect_matches(const Answer *answer, const Effect *effect, const LessonEffect *wanted)
{
    uint8_t mover = answer->task->pos.head.side;
    if (effect->kind != wanted->kind)
        return false;
    if (wanted->whose == 1 && effect->side != mover)
        return false;
    if (wanted->whose == 2 && effect->side != 1 - mover)
        return false;
    return wanted->subject_length == 0 ||
           (effect->subject != NULL &&
            is_word(wanted->subject, wanted->subject_length, effect->subject->key));
}

static bool has_effect(const Answer *answer, const LessonEffect *wanted)
{
    if (wanted->is_won)
        return answer->is_won;
    uint32_t times = 0;
    for (int i = 0; i < answer->effects.count; i++)
        times += effect_matches(answer, &answer->effects.at[i], wanted);
    return times >= wanted->times;
}

static bool rule_matches(const Answer *answer, const LessonRule *rule)
{
    Scan scan = scan_over(rule->words, rule->length);
    while (!scan_done(&scan)) {
        const char  *word;
        LessonEffect effect;
        size_t       length = scan_token(&scan, &word);
        if (rule->test == LESSON_TURN && is_word(word, length, answer->notation))
            return true;
        if (rule->test == LESSON_DOES && (!read_effect(word, length, &effect) ||
                                          has_effect(answer, &effect) == effect.is_absent))
            return false;
        scan_blanks(&scan);
    }
    return rule->test != LESSON_TURN;
}

Status lesson_judge(const LessonTask *task, const Turn *turn, LessonVerdict *out)
{
    Answer answer;
    Status status = answer_init(&answer, task, turn);
    int    wrong = 0;
    *out = (LessonVerdict){ .is_right = false };
    for (int i = 0; status == STATUS_OK && i < task->rule_count && !out->is_right; i++)
        if (task->rule[i].is_right && rule_matches(&answer, &task->rule[i]))
            *out = (LessonVerdict){ .is_right = true, .message = task->right };
    for (int i = 0; status == STATUS_OK && i < task->rule_count && out->message == NULL; i++) {
        wrong += !task->rule[i].is_right;
        if (!task->rule[i].is_right && rule_matches(&answer, &task->rule[i]))
            out->message = find_wrong_text(task->setup.game, task->number, wrong);
    }
    effects_free(&answer.effects);
    return status;
}

/* --- as JSON --- */

static void write_task(Json *json, const char *name, const LessonTask *task)
{
    char setup[SETUP_TEXT_MAX];
    Text text = text_over(setup, sizeof setup);
    setup_write(&task->setup, &text);
    json_object(json, name);
    json_string(json, "setup", setup);
    view_def(json, "text", task->text);
    view_board(json, "board", &task->setup, &task->pos.head);
    json_end_object(json);
}

Status lesson_write(Json *json, const char *name, const Game *game, const char *text, Fault *fault)
{
    LessonTask task;
    int        count = lesson_count(text);
    Status     status = lesson_read(game, text, 0, &task, fault);
    if (status != STATUS_OK)
        return status;
    json_object(json, name);
    json_string(json, "game", game->name);
    write_task(json, "goal", &task);
    json_array(json, "tasks");
    for (int i = 1; i <= count && status == STATUS_OK; i++) {
        status = lesson_read(game, text, i, &task, fault);
        if (status == STATUS_OK)
            write_task(json, NULL, &task);
    }
    json_end_array(json);
    json_end_object(json);
    return status;
}

/* Read a complete legal turn from the position of a task. */
static bool complete_turn(const LessonTask *task, const Step *steps, int count, Turn *turn)
{
    const Game *game = task->setup.game;
    PosBuffer   pos;
    game_copy(game, &task->pos.head, &pos.head);
    turn->count = 0;
    for (int i = 0; i < count; i++) {
        bool is_over = turn->count > 0 && pos.head.phase == 0;
        if (is_over || turn->count == TURN_STEPS_MAX || !game->rules->legal(&pos.head, steps[i]))
            return false;
        turn->step[turn->count++] = steps[i];
        game->rules->apply(&pos.head, steps[i]);
    }
    return turn->count > 0 &&
           (pos.head.phase == 0 || game->rules->outcome(&pos.head).ending != ENDING_NONE);
}

Status lesson_answer(Json *json, const char *name, const Game *game, const char *text, int number,
                     const Step *steps, int count, Fault *fault)
{
    LessonTask    task;
    LessonVerdict verdict;
    Turn          turn;
    Status        status = number < 1 ? fault_set(fault, STATUS_NOT_FOUND, 0, "tasks count from 1")
                                      : lesson_read(game, text, number, &task, fault);
    if (status != STATUS_OK)
        return status;
    if (!complete_turn(&task, steps, count, &turn))
        return fault_illegal(fault, "the steps are not a complete legal turn of this task");
    if (lesson_judge(&task, &turn, &verdict) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
    json_object(json, name);
    json_bool(json, "right", verdict.is_right);
    if (verdict.message != NULL)
        view_def(json, "text", verdict.message);
    json_end_object(json);
    return STATUS_OK;
}
