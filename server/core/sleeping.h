/* sleeping.h - games that go on for days leave memory while nobody listens, and come back in time.
 *
 * What stays of one is its id with its players, and in the store the instant of the axis when it is due. It
 * wakes when somebody asks for it (loading.h) or shortly before that instant. */
#pragma once

#include "inside_core.h"

/* Whether it may sleep now, and since when: called when a game is looked at. */
void sleeping_consider(const Core *core, Game *game);
/* It is time: puts it to sleep, and frees it, or does nothing. True: it is gone. */
bool sleeping_put(Core *core, Game *game);
/* It is in memory again. */
void sleeping_ended(Core *core, const Game *game);

/* The games that sleep as the server starts: their players know of them. */
bool sleeping_load(Core *core, char *line);
/* Reads the games that are due soon. */
void sleeping_tick(Core *core);
/* INT64_MAX for never. */
int64_t sleeping_due(const Core *core);
