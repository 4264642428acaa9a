/* form_parts.h - members and words that the objects of forms.h have in common. */
#pragma once

#include "forms.h"
#include "message_parts.h"

void form_variant(Text *text, Variant variant);
const char *form_speed(const TimeControl *control);
const char *form_perf_word(const TimeControl *control, Variant variant);
void form_perf(Text *text, const TimeControl *control, Variant variant);
int form_status_number(Status status);
void form_status(Text *text, Status status);
void form_winner(Text *text, Winner winner);
const char *form_source(const HeardGame *game);
void form_rating(Text *text, const Person *person);
void form_title(Text *text, const FormPerson *about);
void form_compatible(Text *text);
void form_start(Text *text, const HeardGame *game);
