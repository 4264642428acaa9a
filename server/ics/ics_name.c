#include "ics_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char GUEST[] = "Guest", COMPUTER[] = "Computer";
enum { GUEST_LENGTH = sizeof GUEST - 1, COMPUTER_LENGTH = sizeof COMPUTER - 1 };

static const char *const LEVELS[LEVEL_MAX + 1] = {
    "",      "One",   "Two",  "Three", "Four",   "Five",   "Six",
    "Seven", "Eight", "Nine", "Ten",   "Eleven", "Twelve", "Thirteen",
};

static char letter_of(char digit)
{
    if (digit >= '0' && digit <= '9')
        return (char)('G' + digit - '0');
    return digit >= 'a' && digit <= 'z' ? (char)(digit - 'a' + 'A') : digit;
}

static char digit_of(char letter)
{
    char small = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
    return small >= 'g' && small <= 'p' ? (char)('0' + small - 'g') : small;
}

const char *ics_name(const Person *person, char out[ICS_NAME_MAX + 1])
{
    const char *name = person->name;
    size_t length = strlen(name);
    if (person->kind == PERSON_LEVEL && person->level >= 1 && person->level <= LEVEL_MAX) {
        snprintf(out, ICS_NAME_MAX + 1, "%s%s", COMPUTER, LEVELS[person->level]);
        return out;
    }
    snprintf(out, ICS_NAME_MAX + 1, "%s", *name ? name : "Anonymous");
    if (person->kind == PERSON_ENGINE)
        out[0] = letter_of(out[0]);
    if (person->guest && length > GUEST_LENGTH + 1 && strncmp(name, GUEST, GUEST_LENGTH) == 0 &&
        name[GUEST_LENGTH] == '-') {
        size_t at = GUEST_LENGTH;
        for (const char *from = name + GUEST_LENGTH + 1; *from; from++)
            out[at++] = letter_of(*from);
        out[at] = '\0';
    }
    for (char *at = out; *at; at++)
        if (*at == ' ')
            *at = '_';
    return out;
}

/* "GuestNFJA": four letters of which each stands for a digit in hexadecimal. */
static bool is_guest(const char *typed)
{
    if (strlen(typed) != GUEST_LENGTH + 4 || strncasecmp(typed, GUEST, GUEST_LENGTH) != 0)
        return false;
    for (const char *at = typed + GUEST_LENGTH; *at; at++) {
        char digit = digit_of(*at);
        if ((*at >= '0' && *at <= '9') ||
            !((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f')))
            return false;
    }
    return true;
}

const char *ics_name_meant(const char *typed, char out[PERSON_NAME_MAX + 1])
{
    snprintf(out, PERSON_NAME_MAX + 1, "%s", typed);
    if (is_guest(typed)) {
        char digits[5] = "";
        for (size_t i = 0; i < 4; i++)
            digits[i] = digit_of(typed[GUEST_LENGTH + i]);
        snprintf(out, PERSON_NAME_MAX + 1, "%s-%s", GUEST, digits);
    }
    return out;
}

int ics_name_level(const char *typed)
{
    if (strncasecmp(typed, COMPUTER, COMPUTER_LENGTH) != 0)
        return 0;
    for (int level = 1; level <= LEVEL_MAX; level++)
        if (strcasecmp(typed + COMPUTER_LENGTH, LEVELS[level]) == 0)
            return level;
    return 0;
}

bool ics_name_is(const char *typed, const Person *person)
{
    char name[ICS_NAME_MAX + 1];
    return strcasecmp(typed, ics_name(person, name)) == 0 || strcasecmp(typed, person->name) == 0;
}

const char *ics_rating(const Person *person, char out[ICS_RATING_MAX])
{
    if (person->rating > 0 && person->rating <= RATING_MAX)
        snprintf(out, ICS_RATING_MAX, "%d%s", (int)person->rating, person->provisional ? "P" : "");
    else
        snprintf(out, ICS_RATING_MAX, "%s", person->guest ? "++++" : "----");
    return out;
}

/* ---- kinds ---- */

const char *ics_kind(const TimeControl *control, Variant variant)
{
    if (variant != VARIANT_STANDARD)
        return variant == VARIANT_CHESS960 ? "wild/fr" : "nonstandard";
    if (!control->timed || control->days)
        return "untimed";
    int64_t estimate = control->initial + INT64_C(40) * control->increment;
    return estimate < 180000 ? "lightning" : estimate < 900000 ? "blitz" : "standard";
}

char ics_kind_letter(const TimeControl *control, Variant variant)
{
    return *ics_kind(control, variant);
}

int ics_minutes(const TimeControl *control)
{
    return control->timed && !control->days ? control->initial / 60000 : 0;
}

int ics_increment(const TimeControl *control)
{
    return control->timed && !control->days ? control->increment / 1000 : 0;
}

/* ---- times ---- */

const char *ics_time(int64_t ms, char out[ICS_TIME_MAX])
{
    long long seconds = ms > 0 ? (long long)(ms + 999) / 1000 : 0;
    if (seconds >= 3600)
        snprintf(out, ICS_TIME_MAX, "%lld:%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                 (int)(seconds % 60));
    else
        snprintf(out, ICS_TIME_MAX, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    return out;
}

const char *ics_elapsed(int64_t ms, bool thousandths, char out[ICS_TIME_MAX])
{
    long long whole = ms > 0 ? (long long)ms : 0;
    int length = snprintf(out, ICS_TIME_MAX, "(%lld:%02d", whole / 60000, (int)(whole / 1000 % 60));
    if (length < 0 || length >= ICS_TIME_MAX - 6)
        length = 0;
    snprintf(out + length, ICS_TIME_MAX - (size_t)length, thousandths ? ".%03d)" : ")",
             (int)(whole % 1000));
    return out;
}

const char *ics_date(int64_t wall, char out[ICS_DATE_MAX])
{
    static const char *const DAYS[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
    static const char *const MONTHS[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    int64_t minutes = wall > 0 ? wall / 60000 : 0, days = minutes / 1440;
    /* The Gregorian calendar in eras of 400 years that begin on 1 March. */
    int64_t shifted = days + 719468, era = shifted / 146097, of_era = shifted % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153, day = of_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 2 : month - 10;
    year += era * 400 + (month < 2);
    snprintf(out, ICS_DATE_MAX, "%s %s %2d, %02d:%02d UTC %d", DAYS[days % 7], MONTHS[month],
             (int)day, (int)(minutes / 60 % 24), (int)(minutes % 60), (int)(year % 100000));
    return out;
}
