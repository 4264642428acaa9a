/* inside_acts.h - one command of the operator, as the files see it that carry it out. Nobody else includes this. */
#pragma once

#include "acts.h"

typedef struct {
    const Desk *desk;
    Text *out;
    const char *const *words; /* without the command's own */
    int count;
    ActResult result;
} Act;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
/* One line of the answer. */
void act_say(Text *out, const char *format, ...);
void act_refuse(Act *act, const char *sentence);

/* Each is refused when false. */
bool act_find_person(Act *act, const char *name, Person *person);
/* Of the word of that number, "30m"; INT64_MAX, for ever, without one. */
bool act_read_until(Act *act, int word, int64_t *until);

/* Of challenges and seeks (clearing_acts.c). */
void act_challenges(Act *act);
void act_clear_challenges(Act *act);
/* From the database, without a server; how many there were. */
size_t act_delete_challenges(Act *act, const CorePick *pick);
void act_seeks(Act *act);
void act_clear_seeks(Act *act);
void act_ban_address(Act *act);
void act_unban_address(Act *act);
void act_bans(Act *act);
