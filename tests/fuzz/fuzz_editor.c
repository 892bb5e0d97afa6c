/* SPDX-License-Identifier: MIT */
/* Any lines are commands of the board editor or are rejected, and a board that is possible is a position that
 * can be written and read back.  The first byte chooses the game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "term/editor_commands.h"
#include "fuzz.h"

static const char *const SETUPS[] = {
    "toy",  "gipf:3,3,10,10;choice=mover", "ponte:contest;size=5", "diavolo:4", "alliances:4",
    "duell"
};

static void check(const Editor *editor)
{
    char       words[POS_TEXT_MAX];
    Text       line = text_over(words, sizeof words);
    PosBuffer  again;
    const Pos *pos = editor_pos(editor);
    if (pos == NULL) {
        insist(editor->fault.why[0] != '\0');
        return;
    }
    editor->setup.game->text->pos_write(pos, &line);
    insist(!line.full);
    insist(setup_position(&editor->setup, words, &again.head, NULL) == STATUS_OK);
    insist(game_same(editor->setup.game, pos, &again.head));
}

static void obey_all(Editor *editor, char *text, FILE *out)
{
    for (char *line = text; line != NULL;) {
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        editor_obey(editor, line, false, out);
        check(editor);
        line = next;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Setup     setup;
    PosBuffer start;
    Editor    editor;
    size_t    which = size == 0 ? 0 : data[0] % (sizeof SETUPS / sizeof SETUPS[0]);
    char     *text = calloc(size + 1, 1);
    FILE     *out = fopen("/dev/null", "w");
    insist(text != NULL && out != NULL);
    if (size > 0)
        memcpy(text, data + 1, size - 1);
    insist(games_setup(SETUPS[which], &setup, NULL) == STATUS_OK);
    setup.game->rules->start(setup.variant, &start.head);
    insist(editor_open(&editor, &setup, &start.head, NULL) == STATUS_OK);
    obey_all(&editor, text, out);
    editor_free(&editor);
    fclose(out);
    free(text);
    return 0;
}
