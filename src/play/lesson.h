/* lesson.h - the lesson of a game: the goal, then small tasks on the board.
 *
 * A lesson is the file lesson.txt in the folder of the game.  Lines that begin with # are comments.
 *
 *     goal SETUP POSITION    the position that shows the goal
 *     task SETUP POSITION    a task; the lines up to the next task belong to it
 *     right RULE             a turn that matches one of these rules is right
 *     wrong RULE             a typical wrong answer; the first rule that matches explains it
 *
 * RULE is one of
 *
 *     any                    every turn
 *     turn TURN...           one of these turns, in notation
 *     does EFFECT...         a turn with all these effects: KIND, KIND:SUBJECT with the key of a
 *                            subject, or `won` (the player has won the game); with @me or @other only
 *                            effects of that side count; N*KIND wants at least N of them; with a
 *                            leading ! the turn does not have the effect
 *
 * The texts are messages of the game, found by their keys: "lesson-goal", "lesson-1", "lesson-1-right",
 * and for the wrong rules of task 1, in order, "lesson-1-wrong-1" and so on.
 *
 * Knows:   the format, and whether a turn is right.
 * Ignores: where the text comes from, which need not be trusted, and how a lesson is shown.
 */
#ifndef PLAY_LESSON_H
#define PLAY_LESSON_H

#include "base/json.h"
#include "core/effect.h"
#include "core/setup.h"
#include "core/turn.h"

enum {
    LESSON_TASKS_MAX = 32,
    LESSON_RULES_MAX = 8, /* of one task, right and wrong */
};

typedef enum LessonTest { LESSON_ANY, LESSON_TURN, LESSON_DOES } LessonTest;

typedef struct LessonRule {
    bool        is_right;
    LessonTest  test;
    const char *words; /* turns or effects, in the text of the lesson */
    size_t      length;
} LessonRule;

/* A task, or the goal, which has no rules.  The text of the lesson must outlive it. */
typedef struct LessonTask {
    int               number; /* 0: the goal */
    Setup             setup;
    PosBuffer         pos;
    const MessageDef *text;
    const MessageDef *right; /* NULL: the goal */
    int               rule_count;
    LessonRule        rule[LESSON_RULES_MAX];
} LessonTask;

typedef struct LessonVerdict {
    bool              is_right;
    const MessageDef *message; /* NULL: nothing is known about this wrong answer */
} LessonVerdict;

/* Return the number of tasks. */
int lesson_count(const char *text);
/* Read task `number`, from 1, or the goal, 0, of a game's lesson.  STATUS_NOT_FOUND if there is no such
 * task.  `fault->at` is an offset in `text`. */
Status lesson_read(const Game *game, const char *text, int number, LessonTask *out, Fault *fault);
/* Judge a complete legal turn.  STATUS_NO_MEMORY is the only failure. */
Status lesson_judge(const LessonTask *task, const Turn *turn, LessonVerdict *out);

/* Write a lesson: object Lesson of docs/api.md.  On failure the JSON is incomplete. */
Status lesson_write(Json *json, const char *name, const Game *game, const char *text, Fault *fault);
/* Judge the turn with these steps and write object Verdict.  STATUS_ILLEGAL if they are not a complete
 * legal turn of task `number`; nothing is written then. */
Status lesson_answer(Json *json, const char *name, const Game *game, const char *text, int number,
                     const Step *steps, int count, Fault *fault);

#endif
