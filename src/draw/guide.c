/* SPDX-License-Identifier: MIT */
#include "draw/guide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "draw/svg.h"
#include "games/list.h"

const GuideLanguage GUIDE_LANGUAGES[] = {
    { "en", "English" }, { "de", "Deutsch" },       { "pt", "Português" },
    { "pl", "Polski" },  { "zh-Hant", "繁體中文" }, { NULL, NULL },
};

const char *guide_text(const Game *game, const char *language)
{
    char name[32];
    int  length = snprintf(name, sizeof name, "guide.%s.md", language);
    return length < 0 || (size_t)length >= sizeof name ? NULL : games_file(game, name);
}

/* --- Examples ----------------------------------------------------------------------------- */

enum { ITEM_MAX = POS_TEXT_MAX }; /* turns are no longer */
_Static_assert((int)TURN_TEXT_MAX <= (int)ITEM_MAX, "an item holds a turn or a position");

/* The rest of an example that is being read. */
typedef struct Items {
    const char *start, *at, *end;
} Items;

/* The bytes up to `mark`, which is skipped, copied as a string.  False if they do not fit. */
static bool take_until(Items *items, char mark, char *word, size_t size)
{
    const char *stop = items->at;
    while (stop < items->end && *stop != mark)
        stop++;
    size_t length = (size_t)(stop - items->at);
    bool   fits = length < size && memchr(items->at, '\0', length) == NULL;
    if (fits) {
        memcpy(word, items->at, length);
        word[length] = '\0';
    }
    items->at = stop < items->end ? stop + 1 : stop;
    return fits;
}

static void mark_touched(GuideExample *example, const Pos *pos, Step step)
{
    InputHint hint;
    example->setup.game->view->input_hint(pos, step, &hint);
    for (int i = 0; i < hint.cells.count && example->marked.count < TOUCHES_MAX; i++)
        example->marked.cell[example->marked.count++] = hint.cells.cell[i];
}

static Status play_turn(GuideExample *example, const char *words, Fault *fault)
{
    const Game *game = example->setup.game;
    Pos        *pos = &example->pos.head;
    Turn        turn;
    Status      status = turn_read(game, pos, words, &turn, fault);
    if (status != STATUS_OK)
        return status;
    example->marked.count = 0;
    for (int i = 0; i < turn.count; i++) {
        mark_touched(example, pos, turn.step[i]);
        game->rules->apply(pos, turn.step[i]);
    }
    return STATUS_OK;
}

static Status turn_error(GuideExample *example, const char *words, Fault *fault)
{
    Turn    turn;
    Message why;
    example->illegal = true;
    Status status = turn_explain(example->setup.game, &example->pos.head, words, &turn, &why);
    example->marked = why.cells;
    if (status == STATUS_OK)
        return fault_set(fault, STATUS_ILLEGAL, 0, "'%.100s' is legal here", words);
    return STATUS_OK;
}

static Status read_position(GuideExample *example, const char *words, Fault *fault)
{
    return example->setup.game->text->pos_read(example->setup.variant, words, &example->pos.head,
                                               fault);
}

typedef struct ItemKind {
    const char *name;
    Status (*read)(GuideExample *example, const char *words, Fault *fault);
} ItemKind;

static const ItemKind KINDS[] = {
    { "position", read_position },
    { "turn", play_turn },
    { "illegal", turn_error },
};

static Status read_item(Items *items, GuideExample *example, Fault *fault)
{
    char   item[ITEM_MAX + 16];
    size_t at = (size_t)(items->at - items->start);
    if (!take_until(items, '&', item, sizeof item))
        return fault_set(fault, STATUS_TOO_LARGE, at,
                         "this part of the example has more than %zu bytes", sizeof item - 1);
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        size_t width = strlen(KINDS[i].name);
        if (strncmp(item, KINDS[i].name, width) != 0 || item[width] != '=')
            continue;
        if (example->illegal)
            return fault_set(fault, STATUS_SYNTAX, at, "nothing may follow an illegal move");
        Status status = KINDS[i].read(example, item + width + 1, fault);
        if (status != STATUS_OK && fault != NULL)
            fault->at += at + width + 1;
        return status;
    }
    return fault_set(fault, STATUS_SYNTAX, at, "expected position=, turn= or illegal=");
}

/* The example of a figure: all of `target`, or its title in quotes behind the name of a picture file,
 * as in `guide-1.svg "board:toy"`. */
static void skip_picture(const char **target, size_t *length)
{
    static const char TITLE[] = " \"board:";
    const char       *title = memmem(*target, *length, TITLE, strlen(TITLE));
    if (title == NULL || (*target)[*length - 1] != '"')
        return;
    *length -= (size_t)(title + 2 - *target) + 1;
    *target = title + 2;
}

Status guide_example(const char *target, size_t length, GuideExample *example, Fault *fault)
{
    static const char SCHEME[] = "board:";
    skip_picture(&target, &length);
    char  setup[SETUP_TEXT_MAX];
    Items items = { target, target, target + length };
    memset(example, 0, sizeof *example);
    if (length < strlen(SCHEME) || memcmp(target, SCHEME, strlen(SCHEME)) != 0)
        return fault_set(fault, STATUS_SYNTAX, 0, "expected 'board:' at the start of an example");
    items.at += strlen(SCHEME);
    if (!take_until(&items, '?', setup, sizeof setup))
        return fault_set(fault, STATUS_TOO_LARGE, 0, "this setup is too long");
    Status status = games_setup(setup, &example->setup, fault);
    if (status == STATUS_OK)
        example->setup.game->rules->start(example->setup.variant, &example->pos.head);
    while (status == STATUS_OK && items.at < items.end)
        status = read_item(&items, example, fault);
    return status;
}

/* --- HTML --------------------------------------------------------------------------------- */

void guide_example_svg(Buffer *out, const GuideExample *example, bool alone)
{
    const Game *game = example->setup.game;
    svg_look(out, game, &example->pos.head,
             (SvgLook){ .title = game->title, .marked = &example->marked, .alone = alone });
}

static const char MARK[] = "<!--board:", MARK_END[] = "-->";

void guide_write_html(Buffer *out, const char *html)
{
    for (const char *mark; (mark = strstr(html, MARK)) != NULL;) {
        const char  *target = mark + strlen("<!--"), *end = strstr(target, MARK_END);
        GuideExample example;
        if (end == NULL)
            break;
        buffer_bytes(out, html, (size_t)(mark - html));
        if (guide_example(target, (size_t)(end - target), &example, NULL) == STATUS_OK)
            guide_example_svg(out, &example, false);
        html = end + strlen(MARK_END);
    }
    buffer_add(out, html);
}

/* Return the HTML of a text of the game, such as "guide.en"; NULL if there is none. */
static const char *page_of(const Game *game, const char *text)
{
    char name[64];
    int  length = snprintf(name, sizeof name, "%s.%s.html", game->name, text);
    if (length < 0 || (size_t)length >= sizeof name)
        return NULL;
    return embedded_text(GUIDE_PAGES, name);
}

bool guide_html(Buffer *out, const Game *game, const char *language)
{
    char        name[32];
    int         length = snprintf(name, sizeof name, "guide.%s", language);
    const char *html = length < 0 || (size_t)length >= sizeof name ? NULL : page_of(game, name);
    if (html != NULL)
        guide_write_html(out, html);
    return html != NULL;
}

bool guide_rulings_html(Buffer *out, const Game *game)
{
    const char *html = page_of(game, "rulings");
    if (html != NULL)
        buffer_add(out, html);
    return html != NULL;
}

/* --- Characters --------------------------------------------------------------------------- */

enum { DRAWING_MAX = 1 << 16, DRAWING_INDENT = 4, PLAIN_COLUMNS = 78 };

/* The board in characters, further in than the words around it. */
static void add_drawing(Buffer *out, const GuideExample *example)
{
    static const char BLANKS[DRAWING_INDENT + 1] = "    ";
    char             *drawing = malloc(DRAWING_MAX);
    if (drawing == NULL) {
        out->failed = true;
        return;
    }
    Text text = text_over(drawing, DRAWING_MAX);
    example->setup.game->text->draw(&example->pos.head, &text);
    for (const char *at = drawing; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        if (length > 0)
            buffer_add(out, BLANKS);
        buffer_bytes(out, at, length);
        buffer_add(out, "\n");
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    free(drawing);
}

/* Columns of the character that starts here; 0 within one.  Ideographs take two. */
static int columns_of(unsigned char byte)
{
    return (byte & 0xc0) == 0x80 ? 0 : byte >= 0xe3 ? 2 : 1;
}

/* Append a line of the source to the paragraph: without emphasis, and without a space between
 * ideographs. */
static void join_line(Buffer *paragraph, const char *line, size_t length)
{
    size_t blanks = strspn(line, " ");
    if (paragraph->length > 0 && blanks < length && columns_of((unsigned char)line[blanks]) == 1)
        buffer_add(paragraph, " ");
    for (size_t i = paragraph->length > 0 ? blanks : 0; i < length; i++)
        if (line[i] == '*' && line[i + 1] == '*')
            i++;
        else
            buffer_bytes(paragraph, line + i, 1);
}

/* True if a line may end before this character: a space, or an ideograph that is not punctuation (the
 * blocks U+3000 and U+FF00). */
static bool can_break(const char *at)
{
    bool is_punctuation = strncmp(at, "\xe3\x80", 2) == 0 || strncmp(at, "\xef\xbc", 2) == 0;
    return *at == ' ' || (columns_of((unsigned char)*at) == 2 && !is_punctuation);
}

/* Return the length of the longest start of `text` that fits into the columns and ends before a space or
 * an ideograph; at least one word. */
static size_t line_length(const char *text, int columns)
{
    size_t end = 0;
    int    used = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (i > 0 && can_break(text + i))
            end = i;
        used += columns_of((unsigned char)text[i]);
        if (used > columns && end > 0)
            return end;
    }
    return strlen(text);
}

/* Write the paragraph in lines of at most PLAIN_COLUMNS; the lines of a list item are indented. */
static void flush_paragraph(Buffer *out, Buffer *paragraph)
{
    const char *at = paragraph->length == 0 ? "" : paragraph->data;
    const char *indent = strncmp(at, "- ", 2) == 0 ? "  " : "";
    for (bool first = true; *at != '\0'; first = false) {
        if (!first)
            buffer_add(out, indent);
        size_t length = line_length(at, PLAIN_COLUMNS - (first ? 0 : (int)strlen(indent)));
        buffer_bytes(out, at, length);
        buffer_add(out, "\n");
        at += length;
        at += strspn(at, " ");
    }
    buffer_clear(paragraph);
}

/* Write a figure line as its caption and the drawing.  False if the line is not a figure. */
static bool add_plain_example(Buffer *out, const char *line, size_t length)
{
    const char  *middle = strstr(line, "](");
    GuideExample example;
    if (strncmp(line, "![", 2) != 0 || middle == NULL || middle >= line + length ||
        line[length - 1] != ')')
        return false;
    const char *target = middle + 2;
    if (guide_example(target, (size_t)(line + length - 1 - target), &example, NULL) != STATUS_OK)
        return false;
    Buffer caption;
    buffer_init(&caption, GUIDE_BYTES_MAX);
    join_line(&caption, line + 2, (size_t)(middle - line - 2));
    flush_paragraph(out, &caption);
    buffer_free(&caption);
    buffer_add(out, "\n");
    add_drawing(out, &example);
    buffer_add(out, "\n");
    return true;
}

/* Write a heading without its signs.  False if the line is not a heading. */
static bool add_heading(Buffer *out, const char *line, size_t length)
{
    size_t signs = strspn(line, "#");
    if (signs == 0 || signs >= length || line[signs] != ' ')
        return false;
    int columns = 0;
    for (size_t i = signs + 1; i < length; i++)
        columns += columns_of((unsigned char)line[i]);
    buffer_bytes(out, line + signs + 1, length - signs - 1);
    buffer_add(out, "\n");
    for (int i = 0; i < columns; i++)
        buffer_add(out, signs == 1 ? "=" : "-");
    buffer_add(out, "\n");
    return true;
}

/* True for a line that keeps its end: an empty line, a row of a table, code. */
static bool stands_alone(const char *line, size_t length)
{
    return length == 0 || line[0] == '|' || strncmp(line, "    ", 4) == 0;
}

bool guide_plain(Buffer *out, const Game *game, const char *language)
{
    const char *at = guide_text(game, language);
    Buffer      paragraph;
    bool        is_code = false;
    if (at == NULL)
        return false;
    buffer_init(&paragraph, GUIDE_BYTES_MAX);
    while (*at != '\0') {
        size_t length = strcspn(at, "\n");
        bool   is_fence = strncmp(at, "```", 3) == 0;
        bool   ends = is_code || is_fence || stands_alone(at, length) || strchr("-#!", *at) != NULL;
        if (ends)
            flush_paragraph(out, &paragraph);
        if (is_fence) {
            is_code = !is_code;
        } else if (is_code || stands_alone(at, length)) {
            buffer_bytes(out, at, length);
            buffer_add(out, "\n");
        } else if (!add_heading(out, at, length) && !add_plain_example(out, at, length)) {
            join_line(&paragraph, at, length);
        }
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    flush_paragraph(out, &paragraph);
    out->failed |= paragraph.failed;
    buffer_free(&paragraph);
    return true;
}
