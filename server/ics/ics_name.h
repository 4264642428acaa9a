/* ics_name.h - how an Internet Chess Server calls people, kinds of games and times: words without blanks, since programs
 * split its lines at blanks.
 *
 * Guests' names are letters only, as on FICS, whose clients expect it: the digits 0 to 9 of "Guest-7f3a" become G to P, so
 * it is GuestNFJA. The computer is ComputerOne to ComputerThirteen. Accounts have their own names. Pure. */
#pragma once

#include "challenge.h"
#include "person.h"
#include "terms.h"

enum {
    ICS_NAME_MAX = PERSON_NAME_MAX,
    ICS_RATING_MAX = 8,
    ICS_TIME_MAX = 24,
    ICS_DATE_MAX = 40,
};

const char *ics_name(const Person *person, char out[ICS_NAME_MAX + 1]);
/* The name that this server knows somebody by, whom a person calls 'typed'; a computer has none. Cut at PERSON_NAME_MAX. */
const char *ics_name_meant(const char *typed, char out[PERSON_NAME_MAX + 1]);
/* The level of "ComputerFour", ignoring case; 0 for anybody else. */
int ics_name_level(const char *typed);
/* Whether 'typed' is the person's name, ignoring case. */
bool ics_name_is(const char *typed, const Person *person);

/* "1742", "1742P" while it is uncertain, "++++" for guests, "----" without one. */
const char *ics_rating(const Person *person, char out[ICS_RATING_MAX]);

/* "lightning" below 3 minutes, counting two thirds of a minute for each second of increment, "blitz" below 15, "standard",
 * "untimed", "wild/fr" for Chess960, "nonstandard" from a position. */
const char *ics_kind(const TimeControl *control, Variant variant);
/* Its first letter in lists: l b s u w n. */
char ics_kind_letter(const TimeControl *control, Variant variant);
/* Whole minutes and seconds of increment (or delay), 0 and 0 without a clock or with days for each move. */
int ics_minutes(const TimeControl *control);
int ics_increment(const TimeControl *control);

/* "4:57", "1:05:09" */
const char *ics_time(int64_t ms, char out[ICS_TIME_MAX]);
/* "(0:06)", or with 'thousandths' "(0:06.120)". */
const char *ics_elapsed(int64_t ms, bool thousandths, char out[ICS_TIME_MAX]);
/* "Sat Nov 22, 18:20 UTC 2026" */
const char *ics_date(int64_t wall, char out[ICS_DATE_MAX]);
