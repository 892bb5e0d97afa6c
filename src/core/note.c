/* SPDX-License-Identifier: MIT */
#include "core/note.h"

#include <stdlib.h>
#include <string.h>

const NoteMarkText NOTE_MARKS[NOTE_MARK_COUNT] = {
    [NOTE_UNMARKED] = { "", "" },
    [NOTE_GOOD] = { "!", "good" },
    [NOTE_MISTAKE] = { "?", "mistake" },
    [NOTE_INTERESTING] = { "!?", "interesting" },
    [NOTE_INACCURACY] = { "?!", "inaccuracy" },
    [NOTE_BLUNDER] = { "??", "blunder" },
};

Note note_empty(void)
{
    return (Note){ .clock_ms = -1 };
}

bool note_is_empty(const Note *note)
{
    return note->clock_ms < 0 && note->mark == NOTE_UNMARKED && note->comment_count == 0;
}

void note_free(Note *note)
{
    free(note->comment);
    *note = note_empty();
}

/* Return the bytes of all comments with their NULs. */
static size_t comment_bytes(const Note *note)
{
    size_t size = 0;
    for (int i = 0; i < note->comment_count; i++)
        size += strlen(note->comment + size) + 1;
    return size;
}

const char *note_comment(const Note *note, int index)
{
    const char *comment = note->comment;
    if (index < 0 || index >= note->comment_count)
        return NULL;
    for (int i = 0; i < index; i++)
        comment += strlen(comment) + 1;
    return comment;
}

static bool is_comment(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool          is_layout = c == '\t' || c == '\n' || c == '\r';
        if (c == '}' || c == 0x7f || (c < 0x20 && !is_layout))
            return false;
    }
    return true;
}

bool note_is_valid(const Note *note)
{
    for (int i = 0; i < note->comment_count; i++)
        if (!is_comment(note_comment(note, i), strlen(note_comment(note, i))))
            return false;
    return note->clock_ms >= -1 && note->clock_ms <= RECORD_CLOCK_MAX_MS;
}

Status note_add(Note *note, const char *comment, size_t length)
{
    size_t size = comment_bytes(note);
    if (!is_comment(comment, length))
        return STATUS_SYNTAX;
    if (note->comment_count == NOTE_COMMENTS_MAX)
        return STATUS_TOO_LARGE;
    char *grown = realloc(note->comment, size + length + 1);
    if (grown == NULL)
        return STATUS_NO_MEMORY;
    memcpy(grown + size, comment, length);
    grown[size + length] = '\0';
    note->comment = grown;
    note->comment_count++;
    return STATUS_OK;
}

Status note_copy(const Note *note, Note *out)
{
    Note   copy = *note;
    size_t size = comment_bytes(note);
    copy.comment = size == 0 ? NULL : malloc(size);
    if (size > 0 && copy.comment == NULL)
        return STATUS_NO_MEMORY;
    if (size > 0)
        memcpy(copy.comment, note->comment, size);
    *out = copy;
    return STATUS_OK;
}

bool note_same(const Note *a, const Note *b)
{
    size_t size = comment_bytes(a);
    return a->clock_ms == b->clock_ms && a->mark == b->mark &&
           a->comment_count == b->comment_count && size == comment_bytes(b) &&
           (size == 0 || memcmp(a->comment, b->comment, size) == 0);
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

bool mark_read(const char *text, size_t length, NoteMark *out)
{
    for (int mark = NOTE_GOOD; mark < NOTE_MARK_COUNT; mark++)
        if (is_word(NOTE_MARKS[mark].symbol, text, length) ||
            is_word(NOTE_MARKS[mark].name, text, length)) {
            *out = (NoteMark)mark;
            return true;
        }
    return false;
}
