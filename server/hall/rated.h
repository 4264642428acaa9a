/* rated.h - ratings in the hall: with which one a person is shown, and what a finished game makes of it.
 *
 * A result and the ratings that it changes are put in the same turn, so that they are durable together. */
#pragma once

#include "inside.h"

/* The person as everybody sees him in a game of that kind. */
void rated_show(const Hall *hall, Person *person, const TimeControl *control, Variant variant);
/* An account has come. */
void rated_know(Hall *hall, Player *player);
/* For his welcome; fills in at most CATEGORY_COUNT and answers how many. */
size_t rated_view(const Hall *hall, const Person *person, RatingView *views);
/* The game is over: counts it if it is rated, and tells who listens. */
void rated_end(Hall *hall, Game *game, const Event *end);
/* Colours are counted: the person sits down. */
void rated_seat(Hall *hall, Person *person, Color seat);

bool rated_load(Hall *hall, char *line);
