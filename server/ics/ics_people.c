#include "ics_people.h"

#include "ics_line.h"
#include "ics_name.h"

#include <stdio.h>

enum { WHO_COLUMNS = 3 };

/* Name, what they do, titles, then blitz, standard, lightning, wild, … of which only the first is known here. */
static void print_for_program(const IcsHere *each, Text *out)
{
    char name[ICS_NAME_MAX + 1];
    const Person *person = &each->person;
    ics_put(out, "%s%c%s%d%c0 0 0 0 0 0 0 0 \n", ics_name(person, name), each->plays ? '^' : ' ',
            person->guest ? "01" : "00", person->rating > 0 ? (int)person->rating : 0,
            person->provisional ? 'P' : ' ');
}

void ics_who(const IcsHere *people, size_t count, size_t all, bool for_program, Text *out)
{
    for (size_t i = 0; i < count; i++) {
        char name[ICS_NAME_MAX + 1], rating[ICS_RATING_MAX], entry[64];
        if (for_program) {
            print_for_program(&people[i], out);
            continue;
        }
        snprintf(entry, sizeof entry, "%4s%c%s%s", ics_rating(&people[i].person, rating),
                 people[i].plays ? '^' : ' ', ics_name(&people[i].person, name),
                 people[i].person.guest ? "(U)" : "");
        bool ends = i % WHO_COLUMNS == WHO_COLUMNS - 1 || i + 1 == count;
        ics_put(out, ends ? "%s\n" : "%-26s", entry);
    }
    if (for_program)
        ics_put(out, "\n%zu Players Displayed.\n", count);
    else
        ics_put(out, "\n  %zu players displayed (of %zu).\n", count, all);
}

static void print_ratings(const AccountInfo *account, int64_t now, Text *out)
{
    bool any = false;
    for (int i = 0; i < CATEGORY_COUNT; i++) {
        const PublicRating *shown = &account->ratings[i];
        if (!shown->rating.games)
            continue;
        if (!any)
            ics_put(out, "\n%-16s rating    RD   games\n", "");
        any = true;
        ics_put(out, "%-16s %5d%c %5d   %5d\n", category_word((Category)i),
                (int)rating_points(&shown->rating),
                rating_is_provisional(&shown->rating, now) ? 'P' : ' ',
                (int)(rating_deviation(&shown->rating, now) / 100), (int)shown->rating.games);
    }
    if (!any)
        ics_put(out, "\nNo rated games yet.\n");
}

void ics_finger(const AccountInfo *account, const Person *person, bool is_here, int game,
                int64_t now, Text *out)
{
    char name[ICS_NAME_MAX + 1], date[ICS_DATE_MAX];
    ics_put(out, "Finger of %s%s:\n\n", ics_name(person, name), person->guest ? "(U)" : "");
    if (is_here)
        ics_put(out, "Is connected.\n");
    else if (account_is_found(account))
        ics_put(out, "Last disconnected: %s\n", ics_date(account->seen, date));
    if (game)
        ics_put(out, "Plays game %d: \"observe %d\" shows it.\n", game, game);
    if (!account_is_found(account)) {
        ics_put(out, "A guest, who plays unrated games.\n");
        return;
    }
    if (account->bot)
        ics_put(out, "Is a program (a bot).\n");
    ics_put(out, "Here since: %s\n", ics_date(account->made, date));
    print_ratings(account, now, out);
}
