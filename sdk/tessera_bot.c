/* SPDX-License-Identifier: MIT */
/* tessera_bot.c - the main function of a C bot: reads the arena's messages, one JSON object per
 * line, calls bot_turn, and answers.  docs/bots.md describes the messages.
 *
 * The parser trusts the arena: it does not check the syntax of a message.
 */
#define _POSIX_C_SOURCE 200809L
#include "tessera_bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct Connection {
    char              *line; /* the arena's last message */
    size_t             capacity;
    unsigned long long random;
    char               game[256];
    int                player;
    unsigned           seed;
    BotTurns           turns;
    char              *turns_text; /* the strings in `turns` */
} connection;

static void give_up(const char *why)
{
    fprintf(stderr, "tessera_bot: %s\n", why);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *made = calloc(count + 1, size);
    if (made == NULL)
        give_up("out of memory");
    return made;
}

/* --- Reading JSON ------------------------------------------------------------------------- */

static const char *skip_string(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '"' ? at + 1 : at;
}

/* Return the position after one value, which may be a list or an object. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        if (*at == '[' || *at == '{')
            depth++;
        if (*at == ']' || *at == '}')
            depth--;
        at++;
    } while (*at != '\0' && (depth > 0 || (*at != ',' && *at != '}' && *at != ']')));
    return at;
}

/* Return the value of a member of the object in `line`, or NULL. */
static const char *find(const char *line, const char *name)
{
    size_t      length = strlen(name);
    const char *at = strchr(line, '{');
    while (at != NULL && *at != '\0' && *at != '}') {
        const char *key = at + 1 + strspn(at + 1, " ");
        if (*key != '"')
            return NULL;
        at = skip_string(key);
        at += strspn(at, " :");
        if (strncmp(key + 1, name, length) == 0 && key[1 + length] == '"')
            return at;
        at = skip_value(at);
    }
    return NULL;
}

static long find_number(const char *line, const char *name)
{
    const char *at = find(line, name);
    return at == NULL ? 0 : strtol(at, NULL, 10);
}

static int find_true(const char *line, const char *name)
{
    const char *at = find(line, name);
    return at != NULL && *at == 't';
}

/* Copy the string at `at` without its quotes.  The notation of all games is ASCII. */
static const char *copy_string(const char *at, char *out, size_t size)
{
    size_t length = 0;
    if (at == NULL || *at != '"')
        return out[0] = '\0', at;
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0')
            at++;
        if (length + 1 < size)
            out[length++] = *at;
    }
    out[length] = '\0';
    return *at == '"' ? at + 1 : at;
}

/* --- Messages ----------------------------------------------------------------------------- */

/* Read the next message; 0 at end of file. */
static int read_line(void)
{
    ssize_t length = getline(&connection.line, &connection.capacity, stdin);
    return length > 0;
}

/* Write a string in quotes, without control characters. */
static void put_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        if ((unsigned char)*text >= 0x20)
            putchar(*text);
    }
    putchar('"');
}

static void query(const char *what, const char *after, int max)
{
    printf("{\"ask\":\"%s\",\"after\":", what);
    put_string(after == NULL ? "" : after);
    if (max > 0)
        printf(",\"max\":%d,\"values\":true", max);
    puts("}");
    fflush(stdout);
    if (!read_line())
        give_up("the arena closed the connection");
}

static int count_items(const char *list)
{
    int count = 0;
    if (list == NULL || *list != '[')
        return 0;
    for (const char *at = list + 1; *at != '\0' && *at != ']'; at += *at == ',') {
        at = skip_value(at);
        count++;
    }
    return count;
}

static void free_turns(void)
{
    free((void *)connection.turns.turn);
    free((void *)connection.turns.value);
    free(connection.turns_text);
}

const BotTurns *bot_turns(const BotPosition *position, const char *after, int max)
{
    (void)position;
    query("turns", after, max < 1 ? 1 : max);
    const char  *turn = find(connection.line, "turns"), *value = find(connection.line, "values");
    int          count = count_items(turn);
    size_t       size = strlen(connection.line);
    const char **turns = allocate((size_t)count, sizeof *turns);
    int         *values = allocate((size_t)count, sizeof *values);
    char        *text = allocate(size, 1);
    free_turns();
    connection.turns = (BotTurns){ count, find_number(connection.line, "count"), turns, values };
    connection.turns_text = text;
    for (int i = 0; i < count; i++) {
        turns[i] = text;
        turn = copy_string(turn + 1, text, size);
        text += strlen(text) + 1;
        if (value != NULL && *value != ']' && *value != '\0') {
            values[i] = (int)strtol(value + 1, NULL, 10);
            value = skip_value(value + 1);
        }
    }
    return &connection.turns;
}

void bot_look(const BotPosition *position, const char *after, BotView *view)
{
    (void)position;
    memset(view, 0, sizeof *view);
    query("look", after, 0);
    view->legal = find(connection.line, "position") != NULL;
    view->over = find_true(connection.line, "over");
    view->value = (int)find_number(connection.line, "value");
    copy_string(find(connection.line, "side"), view->side, sizeof view->side);
    copy_string(find(connection.line, "position"), view->position, sizeof view->position);
    copy_string(find(connection.line, "why"), view->why, sizeof view->why);
}

void bot_play(BotTurn *turn, const char *text)
{
    snprintf(turn->text, sizeof turn->text, "%s", text);
}

int bot_random(int count)
{
    connection.random += 0x9e3779b97f4a7c15ULL;
    unsigned long long mixed = connection.random;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    mixed ^= mixed >> 31;
    return count < 1 ? 0 : (int)((mixed >> 33) % (unsigned long long)count);
}

/* --- The arena's requests ----------------------------------------------------------------- */

static void handle_game(void)
{
    copy_string(find(connection.line, "game"), connection.game, sizeof connection.game);
    connection.player = (int)find_number(connection.line, "player");
    connection.seed = (unsigned)find_number(connection.line, "seed");
    connection.random = connection.seed;
    puts("{\"ready\":true}");
}

/* Join the strings of a list with spaces. */
static void join(const char *list, char *out)
{
    if (list != NULL && *list == '[')
        for (list++; *list == '"'; list += *list == ',') {
            list = copy_string(list, out, strlen(list) + 1);
            out += strlen(out);
            if (*list == ',')
                *out++ = ' ';
        }
    *out = '\0';
}

static void handle_turn(void)
{
    static char    position[BOT_TEXT_MAX], side[64];
    static BotTurn turn;
    char          *since = allocate(strlen(connection.line), 1);
    copy_string(find(connection.line, "position"), position, sizeof position);
    copy_string(find(connection.line, "side"), side, sizeof side);
    join(find(connection.line, "since"), since);
    BotPosition asked = { .game = connection.game,
                          .position = position,
                          .side = side,
                          .since = since,
                          .player = connection.player,
                          .turn = (int)find_number(connection.line, "turn"),
                          .time_ms = (int)find_number(connection.line, "time_ms"),
                          .seed = connection.seed };
    turn.text[0] = '\0';
    bot_turn(&asked, &turn);
    free(since);
    printf("{\"turn\":");
    put_string(turn.text);
    puts("}");
}

int main(void)
{
    char what[16];
    while (read_line()) {
        copy_string(find(connection.line, "do"), what, sizeof what);
        if (strcmp(what, "game") == 0)
            handle_game();
        else if (strcmp(what, "turn") == 0)
            handle_turn();
        fflush(stdout);
    }
    free_turns();
    free(connection.line);
    return 0;
}
