/* phrases.h - what several messages say alike: their beginnings and ends, people, clocks. Private to what
 * print.h promises; each appends to a Text. */
#pragma once

#include "request.h"
#include "text.h"

/* As the wire has them. */
const char *color_word(Color color);
const char *variant_word(Variant variant);

/* A message of that kind, an answer, one about a game; each is closed by phrase_end. */
void phrase_begin(Text *text, const char *kind);
void phrase_answer(Text *text, const char *kind, const Request *request);
void phrase_game(Text *text, const char *kind, const GameId *game);
void phrase_end(Text *text);

/* A member of the object that is open, in an array 'name' is NULL. */
void phrase_person(Text *text, const char *name, const Person *person);
/* The same left open, for who has more to say of him: closed by text_close. */
void phrase_open_person(Text *text, const char *name, const Person *person);

/* The member "clock": only the control, or what is left on a room's clocks at an instant of the axis (ms);
 * 'full' adds the control, for who doesn't know it yet. */
void phrase_control(Text *text, const TimeControl *control);
void phrase_clock(Text *text, const Room *room, int64_t axis, bool full);
