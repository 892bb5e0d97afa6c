/* SPDX-License-Identifier: MIT */
#include "term/game_menu.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "core/setup.h"
#include "games/list.h"
#include "search/level.h"
#include "term/console_commands.h"
#include "term/term_text.h"

enum { ANSWER_MAX = 128, LEVEL_DEFAULT = 5 };

static TermText text_of(const Game *game, const char *language)
{
    return term_text_of(&(Setup){ .game = game }, language);
}

static void print_games(FILE *out, const char *language)
{
    for (int i = 0; GAMES[i] != NULL; i++) {
        char     words[128];
        Text     title = text_over(words, sizeof words);
        TermText text = text_of(GAMES[i], language);
        term_text_title(&text, &title);
        fprintf(out, "  %d  %s\n", i + 1, words);
    }
}

/* Ask once.  False at the end of the input, and if the answer is `q`. */
static bool ask(FILE *in, FILE *out, const TermText *text, const Message *question, char *answer)
{
    char words[256], read[ANSWER_MAX];
    Text prompt = text_over(words, sizeof words);
    term_text_write(text, question, &prompt);
    fprintf(out, "%s ", words);
    fflush(out);
    if (fgets(read, sizeof read, in) == NULL) {
        fputc('\n', out);
        return false;
    }
    bool is_whole = strchr(read, '\n') != NULL;
    read[strcspn(read, "\n")] = '\0';
    strcpy(answer, console_trim(read));
    for (int c = 0; !is_whole && c != '\n' && c != EOF;) /* skip the rest of a long line */
        c = fgetc(in);
    return strcmp(answer, "q") != 0;
}

/* Say that an answer is wrong; the question that follows says what is right. */
static void reject(FILE *out, const TermText *text, TermMessage why, const char *answer)
{
    char    words[256];
    Text    sentence = text_over(words, sizeof words);
    Message message = term_message(why);
    message_text(&message, "text", answer);
    term_text_write(text, &message, &sentence);
    fprintf(out, "%s\n", words);
}

/* Read a whole number from 1 to `most`; an empty answer is the default.  0 if it is neither. */
static int number_of(const char *answer, int most, int otherwise)
{
    Scan     scan = scan_string(answer);
    uint32_t number;
    if (answer[0] == '\0')
        return otherwise;
    return scan_number(&scan, (uint32_t)most, &number) && scan_done(&scan) ? (int)number : 0;
}

static const Game *game_of(const char *answer, int count)
{
    int number = number_of(answer, count, 1);
    if (number > 0)
        return GAMES[number - 1];
    for (int i = 0; i < count; i++)
        if (strcasecmp(answer, GAMES[i]->name) == 0 || strcasecmp(answer, GAMES[i]->title) == 0)
            return GAMES[i];
    return NULL;
}

bool game_menu(FILE *in, FILE *out, const char *language, bool asks_level, GameMenu *menu)
{
    TermText text = text_of(GAMES[0], language);
    Message  which = term_message(TERM_MSG_MENU_GAME), level = term_message(TERM_MSG_MENU_LEVEL);
    char     answer[ANSWER_MAX];
    int      count = 0;
    while (GAMES[count] != NULL)
        count++;
    print_games(out, language);
    *menu = (GameMenu){ .level = asks_level ? 0 : LEVEL_DEFAULT };
    message_count(&which, "n", count);
    while (menu->game == NULL) {
        if (!ask(in, out, &text, &which, answer))
            return false;
        menu->game = game_of(answer, count);
        if (menu->game == NULL)
            reject(out, &text, TERM_MSG_MENU_NO_GAME, answer);
    }
    message_count(&level, "n", LEVEL_DEFAULT);
    while (menu->level == 0) {
        if (!ask(in, out, &text, &level, answer))
            return false;
        if (strcmp(answer, "2p") == 0)
            break;
        menu->level = number_of(answer, LEVEL_HIGHEST, LEVEL_DEFAULT);
        if (menu->level == 0)
            reject(out, &text, TERM_MSG_MENU_NO_LEVEL, answer);
    }
    return true;
}
