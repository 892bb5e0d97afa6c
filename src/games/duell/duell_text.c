/* SPDX-License-Identifier: MIT
 *
 * duell_text.c - notation of Duell: variants (R7), positions (R9), moves (R8), the board in
 * characters (R10).
 */
#include <string.h>

#include "core/arrange.h"
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_view.h"

/* --- variants --- */

static Status read_setting(Scan *scan, DuellSettings *settings, Fault *fault)
{
    size_t   at = scan->at;
    uint32_t plies;
    if (scan_word(scan, "king-capture")) {
        settings->king_capture = true;
    } else if (scan_word(scan, "nocapture=")) {
        if (!scan_number(scan, DUELL_NOCAPTURE_MAX, &plies))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "nocapture takes 0 (off) or a number of plies from 1 to %d (R7.2)",
                             DUELL_NOCAPTURE_MAX);
        settings->nocapture = (int)plies;
    } else if (scan_word(scan, "announce=required")) {
        settings->announce = true;
    } else if (scan_word(scan, "announce=off")) {
        settings->announce = false;
    } else {
        return fault_set(fault, STATUS_SYNTAX, at,
                         "unknown setting: use king-capture, nocapture=N, announce=required or "
                         "announce=off (R7)");
    }
    return STATUS_OK;
}

static Status variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    DuellSettings settings = { .nocapture = 0 };
    Scan          scan = scan_string(text);
    bool          more = !scan_done(&scan);
    while (more) {
        Status status = read_setting(&scan, &settings, fault);
        if (status != STATUS_OK)
            return status;
        more = scan_char(&scan, ';');
        if (!more && !scan_done(&scan))
            return fault_set(fault, STATUS_SYNTAX, scan.at, "settings are joined by ';' (R7)");
    }
    *variant = duell_pack(settings);
    return STATUS_OK;
}

static void variant_write(uint32_t variant, Text *out)
{
    DuellSettings settings = duell_unpack(variant);
    const char   *joint = "";
    if (settings.king_capture) {
        text_add(out, "king-capture");
        joint = ";";
    }
    if (settings.nocapture != 0) {
        text_addf(out, "%snocapture=%d", joint, settings.nocapture);
        joint = ";";
    }
    if (settings.announce)
        text_addf(out, "%sannounce=required", joint);
}

/* --- positions --- */

static const char COLOUR_LETTER[2] = { 'w', 'b' };

static bool read_colour(Scan *scan, int *colour)
{
    *colour = scan_peek(scan) == COLOUR_LETTER[DUELL_BLACK] ? DUELL_BLACK : DUELL_WHITE;
    return scan_char(scan, COLOUR_LETTER[*colour]);
}

static bool read_face(Scan *scan, int *face)
{
    char c = scan_peek(scan);
    *face = c - '0';
    if (c < '1' || c > '6')
        return false;
    scan->at++;
    return true;
}

static const char *read_piece(Scan *scan, uint8_t *piece)
{
    int    colour, top, north;
    size_t at = scan->at;
    if (!read_colour(scan, &colour))
        return "empty squares are a digit from 1 to 9, a piece begins with w or b (R9.1)";
    if (scan_char(scan, 'K')) {
        *piece = duell_piece(colour, DUELL_KING);
        return NULL;
    }
    if (!read_face(scan, &top) || !read_face(scan, &north))
        return "after the colour comes K, or the top and the north face from 1 to 6 (R9.1)";
    int kind = duell_kind_showing(top, north);
    if (kind == 0) {
        scan->at = at;
        return "no die has the same or opposite faces on top and to the north (R2.1)";
    }
    *piece = duell_piece(colour, kind);
    return NULL;
}

static const char *read_rank(Scan *scan, uint8_t *squares)
{
    int column = 0;
    do {
        char c = scan_peek(scan);
        int  run = c >= '1' && c <= '9' ? c - '0' : 0;
        if (column + (run == 0 ? 1 : run) > DUELL_COLUMNS)
            return "a row has nine squares, but this one has more (R9.1)";
        if (run != 0) {
            scan->at++;
            column += run;
            continue;
        }
        const char *wrong = read_piece(scan, &squares[column++]);
        if (wrong != NULL)
            return wrong;
    } while (scan_char(scan, ','));
    return column == DUELL_COLUMNS ? NULL : "a row has nine squares, but this one has fewer (R9.1)";
}

/* The fields of a position (R9.1). */
typedef struct Fields {
    uint8_t  board[DUELL_SQUARES];
    int      side;
    uint32_t quiet, number;
} Fields;

static const char *read_fields(Scan *scan, Fields *fields)
{
    for (int row = DUELL_ROWS - 1; row >= 0; row--) {
        if (row < DUELL_ROWS - 1 && !scan_char(scan, '/'))
            return "the board has eight rows, joined by / (R9.1)";
        const char *wrong = read_rank(scan, &fields->board[duell_square(row, 0)]);
        if (wrong != NULL)
            return wrong;
    }
    if (!scan_char(scan, ' ') || !read_colour(scan, &fields->side))
        return "after the board comes a space and the side to move, w or b (R9.1)";
    if (scan_done(scan))
        return NULL;
    if (!scan_char(scan, ' '))
        return "after the side to move comes a space or the end (R9.1)";
    bool zero = scan_peek(scan) == '0';
    if (!scan_number(scan, DUELL_COUNTER_MAX, &fields->quiet) ||
        (zero && scan->data[scan->at - 2] != ' '))
        return "plies since the last capture are a number from 0 to 65535 (R9.1)";
    if (!scan_char(scan, ' ') || scan_peek(scan) == '0' ||
        !scan_number(scan, DUELL_COUNTER_MAX, &fields->number))
        return "the number of the move comes next, from 1 to 65535 (R9.1)";
    return scan_done(scan) ? NULL : "the position ends here (R9.1)";
}

static Status pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Scan        scan = scan_string(text);
    Fields      fields = { .number = 1 };
    const char *wrong = read_fields(&scan, &fields);
    if (wrong != NULL)
        return fault_set(fault, STATUS_SYNTAX, scan.at, "%s", wrong);
    return duell_build(variant, fields.board, fields.side, fields.quiet, fields.number, out, fault);
}

static void write_piece(uint8_t piece, Text *out)
{
    const DuellFaces *faces = &DUELL_FACES[duell_kind(piece)];
    text_char(out, COLOUR_LETTER[duell_colour(piece)]);
    if (duell_kind(piece) == DUELL_KING)
        text_char(out, 'K');
    else
        text_addf(out, "%d%d", faces->top, faces->north);
}

static void write_rank(const uint8_t *squares, Text *out)
{
    int run = 0, items = 0;
    for (int column = 0; column <= DUELL_COLUMNS; column++) {
        bool is_empty = column < DUELL_COLUMNS && squares[column] == DUELL_EMPTY;
        if (is_empty) {
            run++;
            continue;
        }
        if (run > 0)
            text_addf(out, "%s%d", items++ == 0 ? "" : ",", run);
        run = 0;
        if (column < DUELL_COLUMNS) {
            text_add(out, items++ == 0 ? "" : ",");
            write_piece(squares[column], out);
        }
    }
}

static void pos_write(const Pos *pos, Text *out)
{
    const Duell *duell = duell_of(pos);
    for (int row = DUELL_ROWS - 1; row >= 0; row--) {
        write_rank(&duell->board[duell_square(row, 0)], out);
        text_char(out, row > 0 ? '/' : ' ');
    }
    text_addf(out, "%c %d %d", COLOUR_LETTER[pos->side], pos->extra, duell->number);
}

/* Write a die by two of its faces, or a king. */
static void arrange_piece(const Piece *piece, Text *out)
{
    bool is_king = strcmp(piece->glyph, "king") == 0;
    text_char(out, arrange_letter(piece, is_king ? "king" : "die", COLOUR_LETTER, '?'));
    if (is_king)
        text_char(out, 'K');
    else
        text_addf(out, "%d%d", piece->faces[0], piece->faces[1]);
}

static void arrange(const Pos *like, const Arrangement *board, Text *out)
{
    for (int row = DUELL_ROWS - 1; row >= 0; row--) {
        int run = 0, items = 0;
        for (int column = 0; column <= DUELL_COLUMNS; column++) {
            const Piece *piece =
                column < DUELL_COLUMNS ? board->at[duell_square(row, column)] : NULL;
            if (column < DUELL_COLUMNS && piece == NULL) {
                run++;
                continue;
            }
            if (run > 0)
                text_addf(out, "%s%d", items++ == 0 ? "" : ",", run);
            run = 0;
            if (piece != NULL) {
                text_add(out, items++ == 0 ? "" : ",");
                arrange_piece(piece, out);
            }
        }
        text_char(out, row > 0 ? '/' : ' ');
    }
    text_addf(out, "%c %d %d", COLOUR_LETTER[board->side], like->extra, duell_of(like)->number);
}

/* --- moves --- */

static Status step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    return duell_step_take(pos, scan, false, step, why);
}

static void step_write(const Pos *pos, Step step, Text *out)
{
    duell_move_write(duell_of(pos), step, out);
    text_add(out, duell_mark(pos, step));
}

/* --- the board in characters (R10) --- */

enum { CELL_WIDTH = 6 };

/* Draw one of the three lines of a square: the north face; west, top and east; the south face. */
static void draw_cell(uint8_t piece, int line, Text *out)
{
    const DuellFaces *faces = &DUELL_FACES[duell_kind(piece)];
    bool              is_king = duell_kind(piece) == DUELL_KING;
    const char       *frame = piece != DUELL_EMPTY && duell_colour(piece) == 1 ? "()" : "[]";
    if (piece == DUELL_EMPTY)
        text_add(out, line == 1 ? "   .  " : "      ");
    else if (is_king && line == 1)
        text_addf(out, "  %cK%c ", frame[0], frame[1]);
    else if (is_king)
        text_fill(out, ' ', CELL_WIDTH);
    else if (line == 1)
        text_addf(out, " %d%c%d%c%d", 7 - faces->east, frame[0], faces->top, frame[1], faces->east);
    else
        text_addf(out, "   %d  ", line == 0 ? faces->north : 7 - faces->north);
}

/* Remove trailing spaces and end the line. */
static void end_line(Text *out)
{
    size_t length = out->length;
    while (length > 0 && out->data[length - 1] == ' ')
        length--;
    text_cut(out, length);
    text_char(out, '\n');
}

static void draw(const Pos *pos, Text *out)
{
    const Duell *duell = duell_of(pos);
    for (int row = DUELL_ROWS - 1; row >= 0; row--)
        for (int line = 0; line < 3; line++) {
            text_char(out, (char)(line == 1 ? '1' + row : ' '));
            for (int column = 0; column < DUELL_COLUMNS; column++)
                draw_cell(duell->board[duell_square(row, column)], line, out);
            end_line(out);
        }
    text_char(out, '\n');
    text_char(out, ' ');
    for (int column = 0; column < DUELL_COLUMNS; column++)
        text_addf(out, "   %c  ", 'A' + column);
    end_line(out);
    text_addf(out, "%s to move\n", pos->side == DUELL_WHITE ? "[White]" : "(Black)");
}

static void cell_write(uint32_t variant, int cell, Text *out)
{
    (void)variant;
    duell_square_write(cell, out);
}

/* With announce=required players announce DUELL and DUELL-MATT themselves (R7.4); with king-capture
 * there is no mate (R8.2). */
static const Announcement *announcements(uint32_t variant)
{
    static const Announcement LIST[] = {
        { "+", &DUELL_MESSAGE[DUELL_MSG_ANNOUNCE_DUELL] },
        { "++", &DUELL_MESSAGE[DUELL_MSG_ANNOUNCE_MATE] },
        { NULL, NULL },
    };
    static const Announcement ONLY_DUELL[] = {
        { "+", &DUELL_MESSAGE[DUELL_MSG_ANNOUNCE_DUELL] },
        { NULL, NULL },
    };
    DuellSettings settings = duell_unpack(variant);
    if (!settings.announce)
        return NULL;
    return settings.king_capture ? ONLY_DUELL : LIST;
}

const GameText DUELL_TEXT = {
    .variant_read = variant_read,
    .variant_write = variant_write,
    .pos_read = pos_read,
    .pos_write = pos_write,
    .arrange = arrange,
    .step_read = step_read,
    .cell_write = cell_write,
    .step_write = step_write,
    .draw = NATIVE_ONLY(draw),
    .outcome_message = duell_outcome_message,
    .announcements = announcements,
};
