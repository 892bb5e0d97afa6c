/* view_json_message.h - definitions, messages, effects and regions as JSON.
 *
 * Knows:   the data of core/message, core/effect and core/shape; docs/api.md describes every object.
 * Ignores: languages other than English; clients translate by key.
 */
#ifndef PLAY_VIEW_JSON_MESSAGE_H
#define PLAY_VIEW_JSON_MESSAGE_H

#include "base/json.h"
#include "core/effect.h"
#include "core/turn.h"

/* Write a side, or null. */
void view_side(Json *json, const char *name, int side);
/* Write the word of a colour; nothing for COLOUR_NONE. */
void view_colour(Json *json, const char *name, int colour);
/* Write the key of a definition and its English text: object Def. */
void view_def(Json *json, const char *name, const MessageDef *def);
/* Write the name of a side: object Def. */
void view_side_def(Json *json, const char *name, const Game *game, int side);
/* Write a message: object Message, which is empty if there is none. */
void view_message(Json *json, const char *name, const Message *message, const Game *game,
                  uint32_t variant);
/* Write a piece: object Piece. */
void view_piece(Json *json, const char *name, const Piece *piece);
/* Write what one step does: array of Effect. */
void view_step_effects(Json *json, const char *name, const Game *game, const Pos *pos, Step step);
/* Write what all steps of a turn do: array of Effect. */
void view_turn_effects(Json *json, const char *name, const Game *game, const Pos *pos,
                       const Turn *turn);
/* Write the effects of a turn that people are told in words: array of Message.  Write nothing if there
 * are none. */
void view_turn_news(Json *json, const char *name, const Game *game, const Pos *pos,
                    const Turn *turn);
/* Write the cells that belong together: array of Region. */
void view_regions(Json *json, const char *name, const Game *game, const Pos *pos);

#endif
