/* preview_words.h - a game or a challenge in two lines of English, not yet escaped. Pure; nothing to free.
 *
 * English for everybody: most programs that fetch pages to show a link name no language (Accept-Language), or the one of
 * whoever sends it; who will read it nobody knows. */
#pragma once

#include "challenge.h"
#include "stored.h"

enum { PREVIEW_TITLE_MAX = 160, PREVIEW_DESCRIPTION_MAX = 352 };

typedef struct {
    char title[PREVIEW_TITLE_MAX], description[PREVIEW_DESCRIPTION_MAX];
} PreviewWords;

/* The players; what kind of game it is and how it stands or ended. */
void preview_game_words(const StoredGame *game, PreviewWords *words);
/* Who challenges; the time, the kind of game and the colours. */
void preview_challenge_words(const Challenge *challenge, PreviewWords *words);
