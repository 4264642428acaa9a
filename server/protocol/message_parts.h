/* message_parts.h - what several messages of castled.v1 have in common: their beginnings and ends, people, clocks. Each
 * function appends to a Text. */
#pragma once

#include "request.h"
#include "text.h"

/* As the wire has them. */
const char *color_word(Color color);
const char *variant_word(Variant variant);

/* A message of that kind, an answer, one about a game; each is closed by message_end. */
void message_begin(Text *text, const char *kind);
void message_answer(Text *text, const char *kind, const Request *request);
void message_game(Text *text, const char *kind, const GameId *game);
void message_end(Text *text);

/* A member of the object that is open, in an array 'name' is NULL. */
void message_person(Text *text, const char *name, const Person *person);
/* The same left open for more members: closed by text_close. */
void message_open_person(Text *text, const char *name, const Person *person);

/* The member "rules", an array of words; nothing without rules. */
void message_rules(Text *text, unsigned rules);

/* The member "clock": only the control, or what is left on a room's clocks at an instant of the axis (ms);
 * 'full' adds the control, for clients that don't know it yet. */
void message_control(Text *text, const TimeControl *control);
void message_clock(Text *text, const Room *room, int64_t axis, bool full);
