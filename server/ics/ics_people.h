/* ics_people.h - people as an Internet Chess Server lists them. Pure; lines end with LF. */
#pragma once

#include "account.h"
#include "text.h"

typedef struct {
    Person person; /* with the rating of blitz */
    bool plays;
} IcsHere;

/* Those that are listed, and how many there are in all; 'for_program' is the form of "who I". */
void ics_who(const IcsHere *people, size_t count, size_t all, bool for_program, Text *out);

/* "Finger of ann:": an account with its ratings at 'now' (wall clock), or with an empty account a guest. 'game': its number, 0 for
 * none. */
void ics_finger(const AccountInfo *account, const Person *person, bool is_here, int game,
                int64_t now, Text *out);
