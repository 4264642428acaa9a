/* rated.h - ratings in the core: with which one a person is shown, and what a finished game makes of it.
 *
 * A result and the ratings that it changes are put in the same turn, so that they are durable together. */
#pragma once

#include "inside_core.h"

/* The person as everybody sees him in a game of that kind. */
void rated_show(const Core *core, Person *person, const TimeControl *control, Variant variant);
/* An account has come. */
void rated_know(Core *core, Player *player);
/* For his welcome; fills in at most CATEGORY_COUNT and answers how many. */
size_t rated_view(const Core *core, const Person *person, RatingView *views);
/* The game is over: counts it if it is rated, and tells who listens. */
void rated_end(Core *core, Game *game, const Event *end);
/* Colours are counted: the person sits down. */
void rated_seat(Core *core, Person *person, Color seat);

bool rated_load(Core *core, char *line);
