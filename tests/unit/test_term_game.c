/* SPDX-License-Identifier: MIT */
/* The pages that say how to play: all languages are there, their examples are what the rules say,
 * the same in every language, and the rulings they cite exist. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/guide.h"
#include "games/list.h"
#include "web/page.h"

enum { EXAMPLES_MIN = 4, EXAMPLES_MAX = 32, TARGET_MAX = 1024 };

typedef struct Examples {
    int  count;
    char target[EXAMPLES_MAX][TARGET_MAX];
} Examples;

/* The HTML of a text of the game; NULL if there is none. */
static const char *page_of(const Game *game, const char *text, const char *language)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s%s.html", game->name, text, language);
    for (const EmbeddedFile *file = GUIDE_PAGES; file->name != NULL; file++)
        if (strcmp(file->name, name) == 0)
            return (const char *)file->data;
    return NULL;
}

/* False if the game has no guide in this language: it need not have one. */
static bool collect_examples(const Game *game, const char *language, Examples *examples)
{
    const char *at = page_of(game, "guide.", language);
    examples->count = 0;
    if (at == NULL)
        return false;
    while ((at = strstr(at, "<!--")) != NULL) {
        const char *target = at + strlen("<!--");
        at = strstr(target, "-->");
        assert_non_null(at);
        size_t length = (size_t)(at - target);
        assert_in_range(examples->count, 0, EXAMPLES_MAX - 1);
        assert_in_range(length, 1, TARGET_MAX - 1);
        memcpy(examples->target[examples->count], target, length);
        examples->target[examples->count++][length] = '\0';
    }
    return true;
}

static void examples_are_what_the_rules_say(void **state)
{
    (void)state;
    static Examples examples;
    for (int g = 0; GAMES[g] != NULL; g++) {
        int refused = 0;
        if (!collect_examples(GAMES[g], GUIDE_LANGUAGES[0].code, &examples))
            continue;
        assert_true(examples.count >= EXAMPLES_MIN);
        for (int i = 0; i < examples.count; i++) {
            GuideExample example;
            Fault        fault = { 0 };
            const char  *target = examples.target[i];
            if (guide_example(target, strlen(target), &example, &fault) != STATUS_OK)
                fail_msg("%s: at %zu: %s", target, fault.at, fault.why);
            assert_ptr_equal(example.setup.game, GAMES[g]);
            refused += example.illegal ? 1 : 0;
        }
        assert_true(refused > 0); /* what is not allowed is shown, too */
    }
}

static void languages_have_the_same_examples(void **state)
{
    (void)state;
    static Examples english, other;
    for (int g = 0; GAMES[g] != NULL; g++) {
        if (!collect_examples(GAMES[g], GUIDE_LANGUAGES[0].code, &english))
            continue;
        for (int l = 1; GUIDE_LANGUAGES[l].code != NULL; l++) {
            if (!collect_examples(GAMES[g], GUIDE_LANGUAGES[l].code, &other))
                continue;
            assert_int_equal(other.count, english.count);
            for (int i = 0; i < english.count; i++)
                assert_string_equal(other.target[i], english.target[i]);
        }
    }
}

/* Is `number`, as in R4.2 or R6, a ruling or a chapter of the rulings? */
static bool is_ruling(const char *rulings, const char *number)
{
    char ruling[32], chapter[32];
    snprintf(ruling, sizeof ruling, "**%s**", number);
    snprintf(chapter, sizeof chapter, "## %s ", number);
    return strstr(rulings, ruling) != NULL || strstr(rulings, chapter) != NULL;
}

/* The next R and number from `at` on, as in R4.2; NULL if there is none. */
static const char *next_number(const char *at, char number[16])
{
    for (; (at = strchr(at, 'R')) != NULL; at++) {
        size_t length = 1 + strspn(at + 1, "0123456789");
        if (length == 1)
            continue;
        if (at[length] == '.' && isdigit((unsigned char)at[length + 1]))
            length += 1 + strspn(at + length + 1, "0123456789");
        assert_true(length < 16);
        memcpy(number, at, length);
        number[length] = '\0';
        return at + length;
    }
    return NULL;
}

/* All numbers that a text cites, sorted out of the order of its sentences. */
static void cited_rulings(const char *text, const char *rulings, char *cited, size_t size)
{
    char number[16];
    Text words = text_over(cited, size);
    for (const char *at = text; (at = next_number(at, number)) != NULL;) {
        char mark[20];
        if (!is_ruling(rulings, number))
            fail_msg("there is no ruling %s", number);
        snprintf(mark, sizeof mark, "%s;", number);
        if (strstr(cited, mark) == NULL)
            text_add(&words, mark);
    }
    assert_false(words.full);
}

static void check_same_rulings(const char *one, const char *other)
{
    char number[16], mark[20];
    for (const char *at = one; (at = next_number(at, number)) != NULL;) {
        snprintf(mark, sizeof mark, "%s;", number);
        if (strstr(other, mark) == NULL)
            fail_msg("%s is cited in one language only", number);
    }
}

static void cited_rulings_exist_in_all_languages(void **state)
{
    (void)state;
    for (int g = 0; GAMES[g] != NULL; g++) {
        char        english[1024] = "", other[1024] = "";
        const char *rulings = games_file(GAMES[g], "rulings.md");
        const char *guide = guide_text(GAMES[g], "en");
        if (rulings == NULL || guide == NULL)
            continue; /* a game need not have either */
        cited_rulings(guide, rulings, english, sizeof english);
        assert_true(english[0] != '\0');
        for (int l = 1; GUIDE_LANGUAGES[l].code != NULL; l++) {
            memset(other, 0, sizeof other);
            guide = guide_text(GAMES[g], GUIDE_LANGUAGES[l].code);
            if (guide == NULL)
                continue;
            cited_rulings(guide, rulings, other, sizeof other);
            check_same_rulings(english, other);
            check_same_rulings(other, english);
        }
    }
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

static void every_example_is_drawn(void **state)
{
    (void)state;
    for (int g = 0; GAMES[g] != NULL; g++) {
        for (int l = 0; GUIDE_LANGUAGES[l].code != NULL; l++) {
            Buffer html;
            if (guide_text(GAMES[g], GUIDE_LANGUAGES[l].code) == NULL)
                continue;
            buffer_init(&html, PAGE_BYTES_MAX);
            assert_true(guide_html(&html, GAMES[g], GUIDE_LANGUAGES[l].code));
            assert_false(html.failed);
            assert_int_equal(count_of(html.data, "<svg"), count_of(html.data, "<figure"));
            assert_int_equal(count_of(html.data, "<h1>"), 1);
            buffer_free(&html);
        }
        Buffer nothing;
        buffer_init(&nothing, 100);
        assert_false(guide_html(&nothing, GAMES[g], "xx"));
        assert_int_equal(nothing.length, 0);
        buffer_free(&nothing);
    }
}

/* Each Markdown text has its HTML, which has all its figures and no element that can run or lead away. */
static void every_text_has_its_html(void **state)
{
    static const char *const FORBIDDEN[] = { "<a ", "<img", "<script", "<iframe", "<!-- raw" };
    (void)state;
    for (int g = 0; GAMES[g] != NULL; g++) {
        assert_true((games_file(GAMES[g], "rulings.md") != NULL) ==
                    (page_of(GAMES[g], "rulings", "") != NULL));
        for (int l = 0; GUIDE_LANGUAGES[l].code != NULL; l++) {
            const char *text = guide_text(GAMES[g], GUIDE_LANGUAGES[l].code);
            const char *html = page_of(GAMES[g], "guide.", GUIDE_LANGUAGES[l].code);
            assert_true((text != NULL) == (html != NULL));
            if (text != NULL)
                assert_int_equal(count_of(text, "\n!["), count_of(html, "<!--board:"));
        }
    }
    for (const EmbeddedFile *file = GUIDE_PAGES; file->name != NULL; file++)
        for (size_t i = 0; i < sizeof FORBIDDEN / sizeof FORBIDDEN[0]; i++)
            if (strstr((const char *)file->data, FORBIDDEN[i]) != NULL)
                fail_msg("%s contains %s", file->name, FORBIDDEN[i]);
}

/* What surrounds the examples stays as it is; an example that is wrong or has no end is not drawn. */
static void examples_are_drawn_in_their_place(void **state)
{
    static const struct {
        const char *html, *start, *end;
        int         drawings;
    } CASES[] = {
        { "", "", "", 0 },
        { "<p>a</p>", "<p>a</p>", "<p>a</p>", 0 },
        { "<p><!--board:toy--></p>", "<p><svg", "</svg>\n</p>", 1 },
        { "a<!--board:toy-->b<!--board:toy?turn=c+f-->c", "a<svg", "</svg>\nc", 2 },
        { "a<!--board:nope-->b", "ab", "ab", 0 },
        { "a<!--board:toy?turn=c+c-->b", "ab", "ab", 0 },
        { "a<!--board:toy", "a<!--board:toy", "a<!--board:toy", 0 },
        { "a<!--other-->b", "a<!--other-->b", "a<!--other-->b", 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Buffer html;
        buffer_init(&html, PAGE_BYTES_MAX);
        guide_write_html(&html, CASES[i].html);
        const char *text = html.data == NULL ? "" : html.data;
        size_t      end = strlen(CASES[i].end);
        assert_false(html.failed);
        assert_int_equal(strncmp(text, CASES[i].start, strlen(CASES[i].start)), 0);
        assert_true(html.length >= end);
        assert_memory_equal(text + html.length - end, CASES[i].end, end);
        assert_int_equal(count_of(text, "<svg"), CASES[i].drawings);
        buffer_free(&html);
    }
}

/* Lines of prose, which begin with a letter, have at most 78 columns. */
static void check_prose_fits(const char *text)
{
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t length = strcspn(at, "\n"), columns = 0;
        for (size_t i = 0; i < length; i++)
            columns += (at[i] & 0xc0) == 0x80 ? 0 : (unsigned char)at[i] >= 0xe3 ? 2 : 1;
        if (isalpha((unsigned char)at[0]))
            assert_true(columns <= 78);
    }
}

static void every_example_is_drawn_in_characters(void **state)
{
    (void)state;
    for (int g = 0; GAMES[g] != NULL; g++) {
        for (int l = 0; GUIDE_LANGUAGES[l].code != NULL; l++) {
            Buffer text;
            if (guide_text(GAMES[g], GUIDE_LANGUAGES[l].code) == NULL)
                continue;
            buffer_init(&text, GUIDE_BYTES_MAX);
            assert_true(guide_plain(&text, GAMES[g], GUIDE_LANGUAGES[l].code));
            assert_false(text.failed);
            assert_null(strstr(text.data, "](board:"));
            assert_null(strstr(text.data, "**"));
            assert_null(strstr(text.data, "\n#"));
            check_prose_fits(text.data);
            buffer_free(&text);
        }
    }
}

/* Examples that are wrong are told from those that are right. */
static void wrong_examples_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        Status      status;
    } CASES[] = {
        { "board:toy", STATUS_OK },
        { "board:toy?turn=c+f", STATUS_OK },
        { "guide-1.svg \"board:toy?turn=c+f\"", STATUS_OK },
        { "guide-1.svg \"board:toy?turn=c+f", STATUS_SYNTAX },
        { "guide-1.svg", STATUS_SYNTAX },
        { "board:toy?turn=c+f&illegal=c.", STATUS_OK },
        { "board:toy?position=x..o.... x&turn=b.", STATUS_OK },
        { "board:toy?turn=c+c", STATUS_ILLEGAL },
        { "board:toy?illegal=c+f", STATUS_ILLEGAL },
        { "board:toy?illegal=c+c&turn=c+f", STATUS_SYNTAX },
        { "board:toy?move=c+f", STATUS_SYNTAX },
        { "board:toy?position=nonsense", STATUS_SYNTAX },
        { "board:nope", STATUS_NOT_FOUND },
        { "picture.png", STATUS_SYNTAX },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        GuideExample example;
        Status status = guide_example(CASES[i].target, strlen(CASES[i].target), &example, NULL);
        if ((status == STATUS_OK) != (CASES[i].status == STATUS_OK))
            fail_msg("%s: %s", CASES[i].target, status_text(status));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_examples_are_refused),
        cmocka_unit_test(examples_are_what_the_rules_say),
        cmocka_unit_test(languages_have_the_same_examples),
        cmocka_unit_test(cited_rulings_exist_in_all_languages),
        cmocka_unit_test(every_text_has_its_html),
        cmocka_unit_test(examples_are_drawn_in_their_place),
        cmocka_unit_test(every_example_is_drawn),
        cmocka_unit_test(every_example_is_drawn_in_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
