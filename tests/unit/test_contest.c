/* SPDX-License-Identifier: MIT */
/* test_contest.c - contest.toml: all settings, all errors, adding and removing bots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "arena/contest.h"
#include "arena/toml.h"

static Status read_text(const char *text, Contest *contest, Fault *fault)
{
    memset(fault, 0, sizeof *fault);
    return contest_read(text, strlen(text), contest, fault);
}

static void test_all_settings(void **state)
{
    (void)state;
    static const char TEXT[] = "# a comment\r\n"
                               "[contest] # another\n"
                               "name = 'An \"evening\"'\n"
                               "game = \"toy\"\n"
                               "format = \"swiss\"\n"
                               "games = 4\nrounds = 3\nopenings = 2\nbalanced = true\n"
                               "seed = 1_000\nworkers = 3\nchampion = \"b\"\n"
                               "[limits]\nturn_ms = 50\nmemory_mb = 64\nthreads = 0\n"
                               "[[bot]]\nname = \"a\"\nkind = \"json\"\nfile = \"bots/a.py\"\n"
                               "args = [\"-v\", \"x \\\"y\\\" \\\\\"]\n"
                               "[[bot]]\nname = \"b\"\nplayer = \"random,seed=3\"";
    Contest           c;
    Fault             fault;
    assert_int_equal(read_text(TEXT, &c, &fault), STATUS_OK);
    assert_string_equal(c.name, "An \"evening\"");
    assert_string_equal(c.setup.game->name, "toy");
    assert_int_equal(c.setup.turn_limit, 500);
    assert_int_equal(c.format, FORMAT_SWISS);
    assert_int_equal(c.games, 4);
    assert_int_equal(c.rounds, 3);
    assert_int_equal(c.openings, 2);
    assert_true(c.balanced);
    assert_int_equal(c.seed, 1000);
    assert_int_equal(c.workers, 3);
    assert_int_equal(c.limits.turn_ms, 50);
    assert_int_equal(c.limits.memory_mb, 64);
    assert_int_equal(c.limits.threads, 0);
    assert_int_equal(c.limits.start_ms, 5000); /* not given */
    assert_int_equal(c.bot_count, 2);
    assert_int_equal(c.bots[0].kind, BOT_JSON);
    assert_int_equal(c.bots[0].arg_count, 2);
    assert_string_equal(c.bots[0].args, "-v");
    assert_string_equal(c.bots[0].args + 3, "x \"y\" \\");
    assert_int_equal(c.bots[1].kind, BOT_BUILTIN);
    assert_string_equal(c.bots[1].player, "random,seed=3");
    assert_int_equal(contest_find(&c, "b"), 1);
    assert_int_equal(contest_find(&c, "c"), -1);
    contest_free(&c);
}

#define HEAD "[contest]\ngame = \"toy\"\n"
#define BOT  "[[bot]]\nname = \"a\"\n"

/* One row per error: the text, and what the message must contain. */
static const struct {
    const char *text, *message;
} ERRORS[] = {
    { "", "[contest] has no game" },
    { "[contest]\n", "[contest] has no game" },
    { "[contest]\ngame = \"chess\"\n", "line 2: game: " },
    { "[contest]\ngame = \"toy:999\"\n", "line 2: game: " },
    { "game = \"toy\"\n", "line 1: a setting must follow [contest]" },
    { HEAD "games = 0\n", "line 3: games must be from 1 to 10000, not 0" },
    { HEAD "games = \"2\"\n", "line 3: games must be a whole number" },
    { HEAD "games = 2.5\n", "line 3: a value must be a string in quotes, a whole number" },
    { HEAD "games = 99999999999999999999\n", "line 3: the number has more than 18 digits" },
    { HEAD "games =\n", "line 3: a value must be" },
    { HEAD "games 2\n", "line 3: 'games' must be followed by =" },
    { HEAD "games = 2 3\n", "line 3: only a # comment may follow a value" },
    { HEAD "games = 2\ngames = 3\n", "line 4: 'games' is set twice, first in line 3" },
    { HEAD "gmaes = 2\n", "line 3: [contest] has no setting 'gmaes'; its settings are name game" },
    { HEAD "format = \"league\"\n", "line 3: format must be round-robin, double-round-robin" },
    { HEAD "balanced = 1\n", "line 3: balanced must be true or false" },
    { HEAD "name = \"no end\n", "line 3: this string has no closing \"" },
    { HEAD "name = \"\"\n", "line 3: name must have 1 to 127 bytes" },
    { HEAD "name = \"\\q\"\n", "line 3: a \\ must be followed by" },
    { HEAD "name = \"a\001b\"\n", "line 3: a string must not contain control characters" },
    { HEAD "champion = \"zoe\"\n", "the champion 'zoe' is not a bot" },
    { HEAD "[contest]\n", "line 3: section 'contest' already exists in line 1" },
    { HEAD "[prizes]\n", "line 3: unknown section 'prizes'" },
    { HEAD "[bot]\n", "line 3: write [[bot]] with two brackets" },
    { HEAD "[[limits]]\n", "line 3: write [limits] with one bracket" },
    { HEAD "[limits\n", "line 3: a section header must be [name] or [[name]]" },
    { HEAD "[limits] x\n", "line 3: only a # comment may follow a section header" },
    { HEAD "[limits]\nturn_ms = 0\n", "line 4: turn_ms must be from 1 to 86400000, not 0" },
    { HEAD "[limits]\nturn_ms = -5\n", "line 4: turn_ms must be from 1 to 86400000, not -5" },
    { HEAD "?\n", "line 3: a line must be `key = value`" },
    { HEAD "[[bot]]\n", "line 3: this bot has no name" },
    { HEAD "[[bot]]\nname = \"a b\"\n", "line 4: a bot's name must begin with" },
    { HEAD "[[bot]]\nname = \"../a\"\n", "line 4: a bot's name must begin with" },
    { HEAD BOT, "line 3: bot 'a' has no kind" },
    { HEAD BOT "kind = \"java\"\n", "line 5: kind must be c, json, ugi, files or builtin" },
    { HEAD BOT "kind = \"c\"\n", "line 3: bot 'a' has no file" },
    { HEAD BOT "kind = \"builtin\"\n", "line 3: bot 'a' is builtin and needs a player" },
    { HEAD BOT "kind = \"c\"\nfile = \"/etc/passwd\"\n", "line 6: file must be a relative path" },
    { HEAD BOT "kind = \"c\"\nfile = \"x/../../y\"\n", "line 6: file must be a relative path" },
    { HEAD BOT "kind = \"c\"\nfile = \"x//y\"\n", "line 6: file must be a relative path" },
    { HEAD BOT "player = \"nobody\"\n", "line 5: player: " },
    { HEAD BOT "player = \"engine:./x\"\n", "line 5: player must be a built-in player" },
    { HEAD BOT "player = \"random\"\nfile = \"x\"\n",
      "line 3: bot 'a': a builtin bot has only a player" },
    { HEAD BOT "kind = \"ugi\"\nfile = \"x\"\nargs = [1]\n",
      "line 7: a list must contain strings" },
    { HEAD BOT "kind = \"ugi\"\nfile = \"x\"\nargs = [\"1\" \"2\"]\n",
      "line 7: separate the strings" },
    { HEAD BOT "kind = \"files\"\nfile = \"x\"\nargs = [\"1\"]\n",
      "a bot of kind files has no args" },
    { HEAD BOT "player = \"random\"\n" BOT "player = \"random\"\n",
      "line 7: the name 'a' is already used by the bot in line 3" },
};

static void test_errors_name_the_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ERRORS / sizeof ERRORS[0]; i++) {
        Contest c = { .games = 77 };
        Fault   fault;
        if (read_text(ERRORS[i].text, &c, &fault) == STATUS_OK)
            fail_msg("row %zu was accepted:\n%s", i, ERRORS[i].text);
        if (strstr(fault.why, ERRORS[i].message) == NULL)
            fail_msg("row %zu: the message is '%s', expected '%s'", i, fault.why,
                     ERRORS[i].message);
        assert_int_equal(c.games, 77); /* nothing changed */
    }
}

/* Truncate a valid file at every offset, and change every byte to every value. */
static void test_any_bytes_are_safe(void **state)
{
    (void)state;
    static const char GOOD[] = HEAD "[limits]\nturn_ms = 9\n" BOT "kind = \"ugi\"\nfile = \"x\"\n"
                                    "args = [\"a\", 'b']\n";
    char              text[sizeof GOOD];
    Contest           c;
    Fault             fault;
    for (size_t size = 0; size < sizeof GOOD; size++)
        if (contest_read(GOOD, size, &c, &fault) == STATUS_OK)
            contest_free(&c);
    for (size_t at = 0; at + 1 < sizeof GOOD; at++)
        for (int byte = 0; byte < 256; byte++) {
            memcpy(text, GOOD, sizeof GOOD);
            text[at] = (char)byte;
            if (contest_read(text, sizeof GOOD - 1, &c, &fault) == STATUS_OK)
                contest_free(&c);
        }
}

static void read_all(const char *folder, char *out, size_t capacity)
{
    char path[512];
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, capacity - 1, file)] = '\0';
    fclose(file);
}

static void test_add_and_remove(void **state)
{
    (void)state;
    char    folder[] = "/tmp/test_contest.XXXXXX", path[512], before[8192], after[8192];
    Contest c;
    Fault   fault;
    Buffer  sample;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(contest_load(folder, &c, &fault), STATUS_NOT_FOUND);
    buffer_init(&sample, 65536);
    contest_sample(&sample, "a \"quoted\" name", "toy", FORMAT_KNOCKOUT, false);
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(sample.data, 1, sample.length, file);
    fclose(file);
    buffer_free(&sample);
    assert_int_equal(contest_load(folder, &c, &fault), STATUS_OK);
    assert_string_equal(c.name, "a \"quoted\" name");
    assert_int_equal(c.format, FORMAT_KNOCKOUT);
    contest_free(&c);

    BotSpec first = { .name = "first", .kind = BOT_BUILTIN, .player = "random" };
    BotSpec second = { .name = "second", .kind = BOT_UGI, .file = "bots/x", .arg_count = 2 };
    memcpy(second.args, "-a\0b c", 7);
    assert_int_equal(contest_add_bot(folder, &first, &fault), STATUS_OK);
    read_all(folder, before, sizeof before);
    assert_int_equal(contest_add_bot(folder, &second, &fault), STATUS_OK);
    assert_int_equal(contest_add_bot(folder, &second, &fault), STATUS_ILLEGAL);
    assert_int_equal(contest_load(folder, &c, &fault), STATUS_OK);
    assert_int_equal(c.bot_count, 2);
    assert_string_equal(c.bots[1].args + 3, "b c");
    contest_free(&c);
    assert_int_equal(contest_remove_bot(folder, "third", &fault), STATUS_NOT_FOUND);
    assert_int_equal(contest_remove_bot(folder, "second", &fault), STATUS_OK);
    read_all(folder, after, sizeof after);
    after[strlen(before)] = '\0'; /* an empty line may remain */
    assert_string_equal(before, after);
    assert_int_equal(contest_remove_bot(folder, "first", &fault), STATUS_OK);
    assert_int_equal(contest_load(folder, &c, &fault), STATUS_OK);
    assert_int_equal(c.bot_count, 0);
    contest_free(&c);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_settings),
        cmocka_unit_test(test_errors_name_the_line),
        cmocka_unit_test(test_any_bytes_are_safe),
        cmocka_unit_test(test_add_and_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
