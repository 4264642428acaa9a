/* pictures.h - pictures of games of one kind: drawn one at a time on a thread of libuv's pool, and kept for a while.
 *
 * What is kept is limited in bytes; the oldest goes first. Close it before the store, then let the loop run;
 * pictures_free frees what is kept. */
#pragma once

#include "line.h"
#include "page.h"
#include "stored.h"

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum {
    PICTURES_WAITING_MAX = 64,           /* games that may wait to be drawn */
    PICTURES_KEPT_MAX = 4 * 1024 * 1024, /* bytes */
    ANIMATIONS_KEPT_MAX = 8 * 1024 * 1024,
};

typedef struct Pictures Pictures;

/* What draws a game: board_picture_draw or board_animation_draw. */
typedef unsigned char *(*PictureDraw)(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                      size_t *length);

/* The pieces are borrowed. At most so many bytes are kept: PICTURES_KEPT_MAX or ANIMATIONS_KEPT_MAX but in tests. */
Pictures *pictures_new(uv_loop_t *loop, const PagePiece pieces[PAGE_PIECES], PictureDraw draw,
                       size_t kept_most);
void pictures_close(Pictures *pictures);
void pictures_free(Pictures *pictures);

/* Called on the loop, at once or later; the bytes are lent for the call. NULL: the game is damaged or cannot be drawn, or
 * pictures_close came first. */
typedef void (*PictureDone)(void *context, const unsigned char *bytes, size_t length);
/* Takes the game over in any case. False, and no callback, when too many wait. */
bool pictures_draw(Pictures *pictures, StoredGame *game, PictureDone done, void *context);

/* Bytes that are kept. */
size_t pictures_kept(const Pictures *pictures);
