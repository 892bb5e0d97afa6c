/* SPDX-License-Identifier: MIT */
#include "conform/view_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"

const char *const LANGUAGE_CODES[] = { "de", "pl", "pt", "zh-Hant", NULL };

static bool wrong(Text *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(Text *what, const char *format, ...)
{
    va_list args;
    char    words[200];
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    text_clear(what);
    text_add(what, words);
    return false;
}

/* ---- texts with placeholders ---- */

typedef struct Names {
    int  count;
    char name[2 * MESSAGE_ARGS_MAX][24];
} Names;

static bool has_name(const Names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

static int forms_in(const char *forms, size_t length)
{
    int count = 1;
    for (size_t i = 0; i < length; i++)
        count += forms[i] == '|';
    return count;
}

/* List the names of the placeholders of a text; false if a brace or a plural form is wrong. */
static bool list_names(const char *text, size_t size, const char *code, Names *names)
{
    Scan        scan = scan_over(text, size);
    const char *part;
    names->count = 0;
    while (!scan_done(&scan)) {
        size_t plain = scan_until(&scan, "{", &part);
        if (memchr(part, '}', plain) != NULL)
            return false;
        if (!scan_char(&scan, '{'))
            continue;
        char   name[24];
        size_t length = scan_until(&scan, ":}", &part);
        if (length == 0 || length >= sizeof name || names->count == 2 * MESSAGE_ARGS_MAX)
            return false;
        memcpy(name, part, length);
        name[length] = '\0';
        if (scan_char(&scan, ':')) {
            size_t forms = scan_until(&scan, "}", &part);
            if (forms_in(part, forms) != plural_forms(code) || memchr(part, '{', forms) != NULL)
                return false;
        }
        if (!scan_char(&scan, '}'))
            return false;
        if (!has_name(names, name))
            memcpy(names->name[names->count++], name, sizeof name);
    }
    return true;
}

static bool is_within(const Names *a, const Names *b)
{
    for (int i = 0; i < a->count; i++)
        if (!has_name(b, a->name[i]))
            return false;
    return true;
}

/* ---- catalogues ---- */

static bool is_core_key(const char *key)
{
    for (int i = 0; i < CORE_MESSAGE_COUNT; i++)
        if (strcmp(CORE_MESSAGE[i].key, key) == 0)
            return true;
    return false;
}

static bool row_holds(const Game *game, int row, Text *what)
{
    const MessageDef *def = &game->messages[row];
    Names             names;
    if (def->key == NULL || def->key[0] == '\0' || def->ruling == NULL || def->english == NULL ||
        def->english[0] == '\0')
        return wrong(what, "message %d lacks a key, a ruling or a text", row);
    if (!list_names(def->english, strlen(def->english), "en", &names))
        return wrong(what, "message %s has wrong braces or plural forms", def->key);
    if (is_core_key(def->key) || message_find(game, def->key) != def)
        return wrong(what, "the key %s is used twice", def->key);
    return true;
}

bool catalogue_holds(const Game *game, Text *what)
{
    for (int i = 0; i < game->message_count; i++)
        if (!row_holds(game, i, what))
            return false;
    for (int side = 0; side < 2; side++)
        if (message_find(game, game->sides[side]) == NULL)
            return wrong(what, "no message names the side %s", game->sides[side]);
    for (int i = 0; i < game->reason_count; i++)
        if (game->reasons[i].message == NULL)
            return wrong(what, "reason %d has no message", i);
    return true;
}

static bool has_line(const char *strings, const char *key)
{
    size_t   length;
    Language language = { "", strings, NULL };
    return language_find(&language, key, &length) != NULL;
}

static bool is_known_key(const MessageDef *defs, int count, const char *const *extra,
                         const char *key, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strlen(defs[i].key) == length && memcmp(defs[i].key, key, length) == 0)
            return true;
    for (; *extra != NULL; extra++)
        if (strlen(*extra) == length && memcmp(*extra, key, length) == 0)
            return true;
    return false;
}

/* Every line is a comment, empty, or a key of the catalogue with a text. */
static bool lines_hold(const MessageDef *defs, int count, const char *const *extra,
                       const char *strings, Text *what)
{
    for (const char *line = strings; *line != '\0';) {
        size_t      length = strcspn(line, "\n");
        const char *sign = strstr(line, " = ");
        bool        has_sign = sign != NULL && sign < line + length;
        if (length > 0 && line[0] != '#' &&
            (!has_sign || !is_known_key(defs, count, extra, line, (size_t)(sign - line))))
            return wrong(what, "the line '%.*s' has no known key", (int)(length > 60 ? 60 : length),
                         line);
        line += length;
        line += *line == '\n';
    }
    return true;
}

bool strings_hold(const MessageDef *defs, int count, const char *const *extra, const char *code,
                  const char *strings, Text *what)
{
    Language language = { code, strings, NULL };
    for (int i = 0; i < count; i++) {
        size_t      length = 0;
        const char *text = language_find(&language, defs[i].key, &length);
        Names       english, translated;
        if (text == NULL || length == 0)
            return wrong(what, "%s: %s is missing", code, defs[i].key);
        if (!list_names(text, length, code, &translated))
            return wrong(what, "%s: %s has wrong braces or plural forms", code, defs[i].key);
        list_names(defs[i].english, strlen(defs[i].english), "en", &english);
        if (!is_within(&english, &translated) || !is_within(&translated, &english))
            return wrong(what, "%s: %s has other placeholders than the English text", code,
                         defs[i].key);
    }
    for (const char *const *key = extra; *key != NULL; key++)
        if (!has_line(strings, *key))
            return wrong(what, "%s: %s is missing", code, *key);
    return lines_hold(defs, count, extra, strings, what);
}

/* ---- messages ---- */

static bool cells_exist(const CellList *list, int cell_count)
{
    for (int i = 0; i < list->count; i++)
        if (list->cell[i] >= cell_count)
            return false;
    return list->count >= 0 && list->count <= TOUCHES_MAX;
}

/* True if a text among the arguments, such as a user's input, has a brace itself. */
static bool quotes_brace(const Message *message)
{
    for (int i = 0; i < message->arg_count; i++)
        if (message->arg[i].kind == ARG_TEXT &&
            strpbrk(message->text + message->arg[i].value, "{}") != NULL)
            return true;
    return false;
}

static bool is_written(const Game *game, uint32_t variant, const Message *message,
                       const Language *language)
{
    char words[2048];
    Text text = text_over(words, sizeof words);
    message_write(message, game, variant, language, &text);
    return text.length > 0 && !text.full && strpbrk(words, "\n\r\t") == NULL &&
           (quotes_brace(message) || strpbrk(words, "{}") == NULL);
}

bool message_holds(const Game *game, uint32_t variant, int cell_count, const Message *message,
                   Text *what)
{
    if (message->def == NULL)
        return wrong(what, "a message is empty");
    if (!cells_exist(&message->cells, cell_count))
        return wrong(what, "message %s has a cell that does not exist", message->def->key);
    if (!is_written(game, variant, message, &LANGUAGE_ENGLISH))
        return wrong(what, "message %s cannot be written", message->def->key);
    for (const char *const *code = LANGUAGE_CODES; *code != NULL; code++) {
        Language language = games_language(game, *code);
        if (!is_written(game, variant, message, &language))
            return wrong(what, "message %s cannot be written in %s", message->def->key, *code);
    }
    return true;
}

/* ---- move input ---- */

bool input_holds(const Game *game, const Pos *pos, Step step, int cell_count, Text *what)
{
    enum { KNOWN = INPUT_ANY_ORDER | INPUT_ANY_CELL | INPUT_FULL_PATH };
    InputHint hint;
    memset(&hint, 0xa5, sizeof hint);
    game->view->input_hint(pos, step, &hint);
    if ((hint.flags & ~(unsigned)KNOWN) != 0)
        return wrong(what, "a step has an unknown input flag");
    if (!cells_exist(&hint.cells, cell_count))
        return wrong(what, "the input of a step has a cell that does not exist");
    if (hint.cells.count == 0 && hint.label.def == NULL)
        return wrong(what, "a step has neither cells to select nor a label");
    return hint.label.def == NULL ||
           message_holds(game, pos->variant, cell_count, &hint.label, what);
}

static bool begins_a_step(const Game *game, const Pos *pos, const Step *steps, int count,
                          const CellList *selected)
{
    for (int i = 0; i < count; i++) {
        InputHint hint;
        game->view->input_hint(pos, steps[i], &hint);
        if (input_begins(&hint, selected))
            return true;
    }
    return false;
}

static void write_cells(const Game *game, uint32_t variant, const CellList *cells, Text *out)
{
    for (int i = 0; i < cells->count; i++) {
        text_add(out, i == 0 ? "" : " ");
        game->text->cell_write(variant, cells->cell[i], out);
    }
}

/* True if a message teaches notation, which means nothing to a player who selects cells. */
static bool teaches_notation(const MessageDef *def)
{
    static const char *const PHRASES[] = { " such as ", " as in ", ", written " };
    for (size_t i = 0; i < sizeof PHRASES / sizeof PHRASES[0]; i++)
        if (strstr(def->english, PHRASES[i]) != NULL)
            return true;
    return false;
}

bool selection_holds(const Game *game, const Pos *pos, const Step *steps, int count, int cell_count,
                     const CellList *selected, Text *what)
{
    Message why;
    char    names[200];
    Text    text = text_over(names, sizeof names);
    write_cells(game, pos->variant, selected, &text);
    memset(&why, 0xa5, sizeof why);
    game->view->explain_cells(pos, selected, &why);
    bool begins = begins_a_step(game, pos, steps, count, selected);
    if (begins && why.def != NULL)
        return wrong(what, "%s begins a step but is explained: %s", names, why.def->key);
    if (!begins && why.def == NULL)
        return wrong(what, "%s begins no step, and nothing explains why", names);
    if (!begins && teaches_notation(why.def))
        return wrong(what, "%s begins no step, and %s explains notation", names, why.def->key);
    return begins || message_holds(game, pos->variant, cell_count, &why, what);
}

/* ---- effects ---- */

static bool is_piece(const Piece *piece)
{
    return strcmp(piece->glyph, "mark") != 0;
}

/* Return the piece that stands on one cell only, this one; NULL if there is none. */
static Piece *piece_on(Pieces *pieces, int cell)
{
    for (int i = 0; i < pieces->count; i++)
        if (is_piece(&pieces->at[i]) && pieces->at[i].cell == cell && pieces->at[i].cell2 == cell)
            return &pieces->at[i];
    return NULL;
}

static bool take_piece(Pieces *pieces, int cell)
{
    Piece *piece = piece_on(pieces, cell);
    if (piece == NULL)
        return false;
    *piece = pieces->at[--pieces->count];
    return true;
}

static bool put_piece(Pieces *pieces, const Piece *piece, int cell)
{
    if (piece->glyph == NULL || piece->cell != cell)
        return false;
    Piece *added = pieces_add(pieces, piece->glyph, piece->side, piece->cell);
    if (added != NULL)
        *added = *piece;
    return added != NULL;
}

static bool take_pieces(Pieces *pieces, const uint16_t *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (!take_piece(pieces, cells[i]))
            return false;
    return count > 0;
}

/* Apply an effect to a list of pieces; false if it does not fit. */
static bool apply_effect(const Effects *effects, const Effect *effect, Pieces *pieces)
{
    const uint16_t *cells = effects->cells + effect->first;
    int             count = effect->count;
    switch ((EffectKind)effect->kind) {
    case EFFECT_PLACE:
        return (count == 1 || count == 2) && effect->piece.cell2 == cells[count - 1] &&
               put_piece(pieces, &effect->piece, cells[0]);
    case EFFECT_ENTER: return count == 2 && put_piece(pieces, &effect->piece, cells[1]);
    case EFFECT_MOVE:
        return count >= 2 && take_piece(pieces, cells[0]) &&
               put_piece(pieces, &effect->piece, cells[count - 1]);
    case EFFECT_CHANGE:
        return count == 1 && take_piece(pieces, cells[0]) &&
               put_piece(pieces, &effect->piece, cells[0]);
    case EFFECT_RETURN:
    case EFFECT_CAPTURE: return take_pieces(pieces, cells, count);
    default: return true;
    }
}

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    int          difference = x->cell != y->cell     ? x->cell - y->cell
                              : x->cell2 != y->cell2 ? x->cell2 - y->cell2
                                                     : strcmp(x->glyph, y->glyph);
    return difference;
}

/* Drop marks and sort. */
static void tidy(Pieces *pieces)
{
    int kept = 0;
    for (int i = 0; i < pieces->count; i++)
        if (is_piece(&pieces->at[i]))
            pieces->at[kept++] = pieces->at[i];
    pieces->count = kept;
    if (kept > 0) /* an empty list has no memory */
        qsort(pieces->at, (size_t)kept, sizeof *pieces->at, compare_pieces);
}

static bool is_same_piece(const Piece *a, const Piece *b)
{
    return compare_pieces(a, b) == 0 && a->side == b->side && a->colour == b->colour &&
           a->name == b->name && strcmp(a->text, b->text) == 0 &&
           memcmp(a->faces, b->faces, sizeof a->faces) == 0;
}

static bool pieces_agree(Pieces *made, Pieces *after, Text *what)
{
    tidy(made);
    tidy(after);
    for (int i = 0; i < made->count && i < after->count; i++)
        if (!is_same_piece(&made->at[i], &after->at[i]))
            return wrong(what, "the effects make another piece on cell %d", made->at[i].cell);
    if (made->count != after->count)
        return wrong(what, "the effects make %d pieces instead of %d", made->count, after->count);
    return true;
}

static bool effects_lead(const Effects *effects, Pieces *before, Pieces *after, Text *what)
{
    for (int i = 0; i < effects->count; i++)
        if (!apply_effect(effects, &effects->at[i], before))
            return wrong(what, "effect %d (%s) does not fit the pieces", i,
                         effect_kind_word((EffectKind)effects->at[i].kind));
    return pieces_agree(before, after, what);
}

static bool effects_are_told(const Game *game, uint32_t variant, int cell_count,
                             const Effects *effects, Text *what)
{
    for (int i = 0; i < effects->cell_count; i++)
        if (effects->cells[i] >= cell_count)
            return wrong(what, "an effect has a cell that does not exist");
    for (int i = 0; i < effects->count; i++) {
        Message message = effect_message(effects, &effects->at[i]);
        if (effect_is_news(&effects->at[i]) &&
            !message_holds(game, variant, cell_count, &message, what))
            return false;
    }
    return effects->count > 0 || wrong(what, "a step has no effect");
}

bool effects_hold(const Game *game, const Pos *pos, Step step, int cell_count, Text *what)
{
    Effects   effects;
    Pieces    before, after;
    PosBuffer next;
    effects_init(&effects);
    pieces_init(&before);
    pieces_init(&after);
    game_copy(game, pos, &next.head);
    game->rules->apply(&next.head, step);
    bool holds = game->view->effects(pos, step, &effects) && game->view->pieces(pos, &before) &&
                 game->view->pieces(&next.head, &after);
    if (!holds)
        wrong(what, "out of memory");
    holds = holds && effects_lead(&effects, &before, &after, what) &&
            effects_are_told(game, pos->variant, cell_count, &effects, what);
    effects_free(&effects);
    pieces_free(&before);
    pieces_free(&after);
    return holds;
}

/* ---- regions ---- */

static bool region_holds(const Regions *regions, const Region *region, int cell_count, Text *what)
{
    if (region->kind >= REGION_KIND_COUNT || (region->side > 1 && region->side != SIDE_NONE))
        return wrong(what, "a region has an unknown kind or side");
    if (region->count == 0)
        return wrong(what, "a region has no cells");
    for (int i = 0; i < region->count; i++)
        if (regions->cells[region->first + i] >= cell_count)
            return wrong(what, "a region has a cell that does not exist");
    return true;
}

bool regions_hold(const Game *game, const Pos *pos, int cell_count, Text *what)
{
    Regions regions;
    regions_init(&regions);
    bool holds = game->view->regions(pos, &regions) || wrong(what, "out of memory");
    for (int i = 0; holds && i < regions.count; i++)
        holds = region_holds(&regions, &regions.at[i], cell_count, what);
    regions_free(&regions);
    return holds;
}
