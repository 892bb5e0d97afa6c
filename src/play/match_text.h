/* match_text.h - a match and its games as text, for programs that play them elsewhere.
 *
 * Knows:   the settings that all games of a match share, and what a finished game consists of.
 * Ignores: where the text is stored.
 *
 * A match is one setting per line, `KEY VALUE`, in a fixed order, so equal matches have equal texts.
 * The number of games and the SPRT are not part of it: a match can be extended.  A finished game is a
 * line `work` with the four figures of both players, followed by its record (docs/records.md).
 */
#ifndef PLAY_MATCH_TEXT_H
#define PLAY_MATCH_TEXT_H

#include "play/match.h"

enum { MATCH_TEXT_MAX = SETUP_TEXT_MAX + 2 * PLAYER_TEXT_MAX + 256 };

void match_write(const MatchConfig *config, Text *out);
/* Read the settings into `config`; the caller sets the number of games.  Rejects everything that
 * match_write would not write.  On failure `config` is unchanged. */
Status match_read(const char *text, MatchConfig *config, Fault *fault);

void match_game_write(const MatchWork work[2], const Buffer *record, Buffer *out);
/* Read the work of both players and find the record, which is not checked.  On failure neither is
 * changed. */
Status match_game_read(const char *text, size_t size, MatchWork work[2], const char **record,
                       size_t *record_size, Fault *fault);

#endif
