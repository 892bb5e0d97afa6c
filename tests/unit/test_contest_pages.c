/* SPDX-License-Identifier: MIT */
/* test_contest_pages.c - the HTML report and the live view: complete, well formed, self-contained,
 * and safe against hostile bot output. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <jansson.h>

#include "arena/live.h"
#include "arena/replay_frames.h"
#include "arena/report_html.h"
#include "core/record.h"
#include "draw/svg.h"
#include "games/list.h"

enum { PLAYED = 6, PAGE_MAX = 16 << 20, TAGS_DEEP = 64 };

static const char HOSTILE_NAME[] = "<script>alert(1)</script>";
static const char HOSTILE_TEXT[] = "</pre></script><img src=x onerror=alert(2)>\"'&\001\377";
static const char CONTEST[] = "[contest]\nname = \"<b>An evening</b>\"\ngame = \"toy\"\n"
                              "format = \"swiss\"\ngames = 2\n"
                              "[[bot]]\nname = \"late\"\nplayer = \"random\"\n"
                              "[[bot]]\nname = \"later\"\nplayer = \"random\"\n";

typedef struct PlayedContest {
    char   folder[64];
    Report report;
    Buffer page;
} PlayedContest;

static void random_record(const Setup *setup, uint64_t seed, Buffer *out)
{
    Record record;
    Random random = random_seeded(seed);
    buffer_init(out, 1 << 20);
    assert_int_equal(record_init(&record, setup, NULL), STATUS_OK);
    assert_int_equal(line_play_random(&record.line, &random, 3 + (int)seed), STATUS_OK);
    assert_true(record_write(&record, buffer_sink, out));
    record_free(&record);
}

static void play(Ledger *ledger, const Setup *setup)
{
    LedgerBot   a = { .kind = "json", .mark = "1", .present = true };
    LedgerBot   b = { .name = "\"b\" & 'c'", .kind = "c", .mark = "2", .present = true };
    PairingList drawn = { 0 };
    Fault       fault;
    snprintf(a.name, sizeof a.name, "%s", HOSTILE_NAME);
    snprintf(b.failure, sizeof b.failure, "%s", HOSTILE_TEXT);
    assert_int_equal(ledger_add_bot(ledger, &a), STATUS_OK);
    assert_int_equal(ledger_add_bot(ledger, &b), STATUS_OK);
    for (int i = 0; i < PLAYED / 2; i++)
        pairings_add(&drawn, (Pairing){ i, a.id, b.id });
    assert_int_equal(ledger_add_round(ledger, &drawn), STATUS_OK);
    pairings_free(&drawn);
    for (int i = 0; i < PLAYED; i++) {
        Buffer     record;
        LedgerGame game = { .pairing = { i / 2, a.id, b.id },
                            .number = i % 2,
                            .half_points = i % 3,
                            .termination = i % 3 == 0 ? TERMINATION_ILLEGAL : TERMINATION_RULES,
                            .reason = "word",
                            .turns = 3,
                            .times = "1 2000",
                            .last_out = HOSTILE_TEXT,
                            .last_err = HOSTILE_TEXT,
                            .board = "<the board>" };
        game.side[0].bot = i % 2 == 0 ? a.id : b.id;
        game.side[1].bot = i % 2 == 0 ? b.id : a.id;
        snprintf(game.why, sizeof game.why, "%s", HOSTILE_TEXT);
        random_record(setup, (uint64_t)i, &record);
        game.record = record.data;
        assert_int_equal(ledger_add_game(ledger, &game, &fault), STATUS_OK);
        buffer_free(&record);
    }
}

static int begin(void **state)
{
    static PlayedContest evening;
    Fault                fault;
    char                 path[96];
    Setup                setup;
    snprintf(evening.folder, sizeof evening.folder, "/tmp/tessera-pages-XXXXXX");
    assert_non_null(mkdtemp(evening.folder));
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, evening.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(CONTEST, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(games_setup("toy", &setup, &fault), STATUS_OK);
    Ledger *ledger = ledger_open(evening.folder, LEDGER_RUN, &fault);
    assert_non_null(ledger);
    play(ledger, &setup);
    ledger_close(ledger);
    assert_int_equal(report_load(evening.folder, &evening.report, &fault), STATUS_OK);
    assert_int_equal(evening.report.game_count, PLAYED);
    buffer_init(&evening.page, PAGE_MAX);
    assert_int_equal(report_html(&evening.report, evening.folder, false, &evening.page, &fault),
                     STATUS_OK);
    *state = &evening;
    return 0;
}

static int end(void **state)
{
    PlayedContest *evening = *state;
    char           command[128];
    buffer_free(&evening->page);
    report_free(&evening->report);
    snprintf(command, sizeof command, "rm -rf '%s'", evening->folder);
    return system(command);
}

/* --- Well formed --------------------------------------------------------------------------- */

static bool is_void(const char *name)
{
    return strcmp(name, "meta") == 0 || strcmp(name, "input") == 0 || strcmp(name, "link") == 0 ||
           strcmp(name, "!DOCTYPE") == 0;
}

/* Read the name of the tag at `at` and return the position after the tag; quoted attributes may
 * contain '>'. */
static const char *read_tag(const char *at, char name[32], bool *closed)
{
    size_t length = strcspn(at + 1, " \n/>");
    if (at[1] == '/')
        length = 1 + strcspn(at + 2, " \n>");
    assert_in_range(length, 1, 31);
    memcpy(name, at + 1, length);
    name[length] = '\0';
    for (at++; *at != '>'; at++) {
        assert_true(*at != '\0' && *at != '<');
        if (*at == '"') {
            at = strchr(at + 1, '"');
            assert_non_null(at);
        }
    }
    *closed = at[-1] == '/';
    return at + 1;
}

static void check_entity(const char *at)
{
    size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz#0123456789");
    if (length == 0 || at[1 + length] != ';')
        fail_msg("unescaped ampersand: %.40s", at);
}

/* Check that all elements are closed in order.  The content of scripts and styles is skipped. */
static void check_well_formed(const char *at)
{
    char open[TAGS_DEEP][32], name[32];
    int  depth = 0;
    while (*at != '\0') {
        bool closed;
        if (*at == '&')
            check_entity(at);
        if (*at != '<') {
            assert_true(*at == '\n' || !iscntrl((unsigned char)*at));
            at++;
            continue;
        }
        at = read_tag(at, name, &closed);
        if (name[0] == '/') {
            assert_true(depth > 0);
            if (strcmp(open[--depth], name + 1) != 0)
                fail_msg("</%s> closes <%s>", name + 1, open[depth]);
        } else if (!closed && !is_void(name)) {
            assert_true(depth < TAGS_DEEP);
            memcpy(open[depth++], name, sizeof name);
            if (strcmp(name, "script") == 0 || strcmp(name, "style") == 0) {
                at = strstr(at, strcmp(name, "script") == 0 ? "</script" : "</style");
                assert_non_null(at);
            }
        }
    }
    assert_int_equal(depth, 0);
}

static void test_well_formed(void **state)
{
    PlayedContest *evening = *state;
    check_well_formed(evening->page.data);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

/* --- Isolation and escaping ---------------------------------------------------------------- */

static void test_page_loads_nothing(void **state)
{
    const char *page = ((PlayedContest *)*state)->page.data;
    /* The SVG namespace is the only URL. */
    assert_int_equal(count_of(page, "://"), count_of(page, "xmlns=\"http://www.w3.org/2000/svg\""));
    static const char *const LOADERS[] = { "<link", "<iframe", "@import", "url(",  " src=\"",
                                           "fetch", "import(", "XMLHttp", "<form", "<img" };
    for (size_t i = 0; i < sizeof LOADERS / sizeof LOADERS[0]; i++)
        if (strstr(page, LOADERS[i]) != NULL)
            fail_msg("the page has %s", LOADERS[i]);
    assert_non_null(strstr(page, "Content-Security-Policy\" content=\"default-src 'none';"));
    for (const char *at = page; (at = strstr(at, "href=\"")) != NULL; at += 6)
        assert_int_equal(at[6], '#');
}

static void test_bot_text_is_escaped(void **state)
{
    const char *page = ((PlayedContest *)*state)->page.data;
    assert_null(strstr(page, "<script>alert"));
    assert_null(strstr(page, "<b>An"));
    assert_null(strstr(page, "<the board>"));
    assert_int_equal(count_of(page, "<script"), 2);
    assert_int_equal(count_of(page, "</script"), 2);
    assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(page, "&lt;the board&gt;"));
    assert_non_null(strstr(page, "&lt;img src=x onerror=alert(2)&gt;"));
}

/* --- Complete ------------------------------------------------------------------------------ */

static json_t *read_data(const PlayedContest *evening)
{
    const char  *from = strstr(evening->page.data, "id=\"data\">");
    json_error_t error;
    assert_non_null(from);
    from += strlen("id=\"data\">");
    const char *to = strstr(from, "</script");
    json_t     *data = json_loadb(from, (size_t)(to - from), 0, &error);
    if (data == NULL)
        fail_msg("%s", error.text);
    return data;
}

static void test_all_games_and_bots_are_listed(void **state)
{
    const PlayedContest *evening = *state;
    json_t              *data = read_data(evening), *games = json_object_get(data, "games");
    assert_int_equal(json_array_size(games), PLAYED);
    assert_int_equal(json_array_size(json_object_get(data, "bots")), 4);
    for (int i = 0; i < PLAYED; i++) {
        char    row[64];
        json_t *game = json_array_get(games, (size_t)i);
        snprintf(row, sizeof row, "<tr id=\"row-%d\"", i + 1);
        assert_int_equal(count_of(evening->page.data, row), 1);
        assert_int_equal(json_integer_value(json_object_get(game, "id")), i + 1);
        assert_int_equal(json_array_size(json_object_get(game, "boards")),
                         json_array_size(json_object_get(game, "turns")) + 1);
    }
    for (int i = 0; i < 4; i++) {
        char section[64];
        snprintf(section, sizeof section, "<section id=\"bot-%d\">", i);
        assert_int_equal(count_of(evening->page.data, section), 1);
    }
    assert_int_equal(count_of(evening->page.data, "<details>"),
                     2); /* two forfeits by an illegal move */
    assert_non_null(strstr(evening->page.data, "<li>2000 ms: <a href=\"#game-"));
    json_decref(data);
}

/* Count the drawings of pieces, regions and values in a board. */
static int count_drawings(const char *svg)
{
    static const char *const KINDS[] = { "piece",  "land",   "net",  "ribbon",
                                         "choice", "danger", "worth" };
    int                      count = 0;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        char start[32];
        snprintf(start, sizeof start, "<g class=\"%s", KINDS[i]);
        count += count_of(svg, start);
    }
    return count;
}

/* Check that the changes of a game add up to the drawing of its last position. */
static void check_frames(json_t *data, json_t *game, const Record *record)
{
    json_t *drawings = json_object_get(data, "drawings"), *boards = json_object_get(game, "boards");
    size_t  count = json_array_size(drawings), i, k;
    bool   *here = calloc(count + 1, sizeof *here);
    json_t *change, *number;
    Buffer  drawn;
    assert_non_null(here);
    json_array_foreach(boards, i, change)
    {
        json_array_foreach(change, k, number)
        {
            size_t at = (size_t)json_integer_value(number);
            assert_true(at < count);
            here[at] = !here[at];
        }
    }
    buffer_init(&drawn, PAGE_MAX);
    svg_position(&drawn, &record->line.setup, line_now(&record->line), false);
    int shown = 0;
    for (i = 0; i < count; i++) {
        const char *svg = json_string_value(json_array_get(drawings, i));
        if (!here[i] || strstr(svg, "marked") != NULL)
            continue;
        shown++;
        assert_non_null(strstr(drawn.data, svg));
    }
    assert_int_equal(count_drawings(drawn.data), shown);
    buffer_free(&drawn);
    free(here);
}

typedef struct FramesCheck {
    json_t *data;
    size_t  next;
} FramesCheck;

static bool check_game(void *context, const LedgerGame *game)
{
    FramesCheck *frames = context;
    Record       record;
    Fault        fault;
    assert_int_equal(record_read(games_find, game->record, strlen(game->record), &record, &fault),
                     STATUS_OK);
    check_frames(frames->data,
                 json_array_get(json_object_get(frames->data, "games"), frames->next++), &record);
    record_free(&record);
    return true;
}

static void test_frames_lead_to_last_position(void **state)
{
    const PlayedContest *evening = *state;
    FramesCheck          frames = { .data = read_data(evening) };
    Fault                fault;
    Ledger              *ledger = ledger_open(evening->folder, LEDGER_READ, &fault);
    assert_non_null(ledger);
    assert_int_equal(ledger_each(ledger, true, check_game, &frames), STATUS_OK);
    assert_int_equal(frames.next, PLAYED);
    ledger_close(ledger);
    json_decref(frames.data);
}

/* Every game, with its regions and their values. */
static void test_frames_of_all_games(void **state)
{
    (void)state;
    for (int i = 0; GAMES[i] != NULL; i++) {
        Setup         setup;
        Record        record;
        Buffer        out;
        Json          json;
        Random        random = random_seeded(5);
        json_error_t  error;
        Fault         fault;
        ReplayFrames *frames;
        assert_int_equal(setup_read(games_find, GAMES[i]->name, &setup, &fault), STATUS_OK);
        assert_int_equal(record_init(&record, &setup, NULL), STATUS_OK);
        assert_int_equal(line_play_random(&record.line, &random, 40), STATUS_OK);
        buffer_init(&out, PAGE_MAX);
        json = json_over(&out);
        json_object(&json, NULL);
        frames = frames_new(&setup);
        assert_non_null(frames);
        assert_true(frames_game(frames, &record, &json));
        frames_drawings(frames, &json);
        frames_free(frames);
        json_end_object(&json);
        json_t *data = json_loadb(out.data, out.length, 0, &error);
        if (data == NULL)
            fail_msg("%s: %s", GAMES[i]->name, error.text);
        assert_int_equal(json_array_size(json_object_get(data, "layers")),
                         json_array_size(json_object_get(data, "drawings")));
        check_frames(data, data, &record);
        json_decref(data);
        buffer_free(&out);
        record_free(&record);
    }
}

/* --- The live view -------------------------------------------------------------------------- */

static void test_live(void **state)
{
    const PlayedContest *evening = *state;
    const char          *type = NULL;
    Fault                fault;
    Buffer               out;
    json_error_t         error;
    assert_null(live_new("/nowhere", &fault));
    Live *live = live_new(evening->folder, &fault);
    assert_non_null(live);
    buffer_init(&out, PAGE_MAX);
    assert_false(live_show(live, "/nothing", &out, &type));
    assert_true(live_show(live, "/state", &out, &type));
    assert_string_equal(type, "application/json; charset=utf-8");
    assert_null(strchr(out.data, '<'));
    json_t *data = json_loadb(out.data, out.length, 0, &error);
    assert_non_null(data);
    assert_int_equal(json_integer_value(json_object_get(data, "finished")), PLAYED);
    assert_true(json_is_false(json_object_get(data, "running")));
    assert_int_equal(json_array_size(json_object_get(data, "playing")), 0);
    assert_int_equal(json_array_size(json_object_get(data, "latest")), PLAYED);
    json_t *ranking = json_object_get(data, "ranking"), *row;
    size_t  i;
    int     hostile = 0;
    json_array_foreach(ranking, i, row) hostile +=
        strcmp(json_string_value(json_object_get(row, "bot")), HOSTILE_NAME) == 0;
    assert_int_equal(json_array_size(ranking), 4);
    assert_int_equal(hostile, 1); /* unchanged, and never markup */
    json_decref(data);
    buffer_free(&out);
    buffer_init(&out, PAGE_MAX);
    assert_true(live_show(live, "/", &out, &type));
    check_well_formed(out.data);
    buffer_free(&out);
    live_free(live);
}

/* A copy of the contest, which the live view shows like the original. */
typedef struct CopiedContest {
    Ledger      *ledger;
    LedgerAppend append;
    Buffer       settings;
    int          looks, ends;
} CopiedContest;

static bool copy_entry(void *context, const LedgerEntry *entry)
{
    CopiedContest *copy = context;
    Fault          fault;
    assert_int_equal(ledger_append(&copy->append, entry, &fault), STATUS_OK);
    return true;
}

static bool show_game(void *context, const LedgerGame *game)
{
    CopiedContest *copy = context;
    LedgerLive     live = { .pairing = game->pairing,
                            .first = game->side[0].bot,
                            .second = game->side[1].bot,
                            .record = game->record,
                            .machine = "lab <7>" };
    assert_int_equal(ledger_set_live(copy->ledger, &live), STATUS_OK);
    return false;
}

static void begin_look(void *context, LiveCopy *out)
{
    CopiedContest *copy = context;
    *out = (LiveCopy){ .settings = copy->settings.data,
                       .settings_size = copy->settings.length,
                       .ledger = copy->ledger,
                       .is_running = true,
                       .away_ms = copy->looks++ == 0 ? 4321 : 0 };
}

static void end_look(void *context)
{
    ((CopiedContest *)context)->ends++;
}

static void test_live_from_a_copy(void **state)
{
    const PlayedContest *evening = *state;
    const char          *type = NULL;
    Fault                fault;
    Buffer               out;
    json_error_t         error;
    CopiedContest        copy = { .ledger = ledger_open_temporary(&fault) };
    LiveSource           source = { .context = &copy, .begin = begin_look, .end = end_look };
    Ledger              *original = ledger_open(evening->folder, LEDGER_READ, &fault);
    assert_non_null(copy.ledger);
    assert_int_equal(ledger_begin_append(copy.ledger, &copy.append), STATUS_OK);
    assert_int_equal(ledger_each_entry(original, 0, copy_entry, &copy), STATUS_OK);
    assert_int_equal(ledger_end_append(&copy.append, STATUS_OK), STATUS_OK);
    assert_int_equal(ledger_one(original, 1, show_game, &copy), STATUS_OK);
    ledger_close(original);
    buffer_init(&copy.settings, PAGE_MAX);
    assert_int_equal(contest_load_text(evening->folder, &copy.settings, &fault), STATUS_OK);
    Live *live = live_new_from(&source, &fault);
    assert_non_null(live);
    buffer_init(&out, PAGE_MAX);
    assert_true(live_show(live, "/state", &out, &type));
    json_t *data = json_loadb(out.data, out.length, 0, &error);
    assert_non_null(data);
    assert_int_equal(json_integer_value(json_object_get(data, "finished")), PLAYED);
    assert_true(json_is_true(json_object_get(data, "running")));
    assert_int_equal(json_integer_value(json_object_get(data, "away_ms")), 4321);
    assert_int_equal(json_array_size(json_object_get(data, "ranking")), 4);
    assert_int_equal(json_array_size(json_object_get(data, "latest")), PLAYED);
    json_t *playing = json_object_get(data, "playing");
    assert_int_equal(json_array_size(playing), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(playing, 0), "machine")),
                        "lab <7>");
    json_decref(data);
    buffer_free(&out);
    buffer_init(&out, PAGE_MAX);
    assert_true(live_show(live, "/report", &out, &type));
    check_well_formed(out.data);
    buffer_free(&out);
    live_free(live);
    assert_true(copy.looks == 2 && copy.ends == 2);
    buffer_free(&copy.settings);
    ledger_close(copy.ledger);
}

static void test_nothing_played(void **state)
{
    (void)state;
    Report report = { 0 };
    Fault  fault;
    Buffer page;
    assert_int_equal(contest_read(CONTEST, strlen(CONTEST), &report.contest, &fault), STATUS_OK);
    assert_int_equal(ranking_make(NULL, 0, 0, NULL, &report.ranking), STATUS_OK);
    buffer_init(&page, PAGE_MAX);
    assert_int_equal(report_html(&report, "/nowhere", false, &page, &fault), STATUS_OK);
    check_well_formed(page.data);
    buffer_free(&page);
    report_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_well_formed),
        cmocka_unit_test(test_page_loads_nothing),
        cmocka_unit_test(test_bot_text_is_escaped),
        cmocka_unit_test(test_all_games_and_bots_are_listed),
        cmocka_unit_test(test_frames_lead_to_last_position),
        cmocka_unit_test(test_frames_of_all_games),
        cmocka_unit_test(test_nothing_played),
        cmocka_unit_test(test_live),
        cmocka_unit_test(test_live_from_a_copy),
    };
    return cmocka_run_group_tests_name("contest_pages", tests, begin, end);
}
