/* view_json_contents.h - the games of a text as JSON, so that a user can choose one of them. */
#ifndef PLAY_VIEW_JSON_CONTENTS_H
#define PLAY_VIEW_JSON_CONTENTS_H

#include "base/json.h"

enum { VIEW_CONTENTS_MAX = 1000 }; /* of one text; further ones are left out */

/* Write an array of the games of a text, in any format of dialects/game_read.h: `games` of
 * /api/contents. */
void view_contents(Json *json, const char *name, const char *text);

#endif
