/* The tournaments as an iCalendar file (RFC 5545), for the calendars of phones and clubs. */
#include "array.h"
#include "ical.h"
#include "running.h"
#include "time_control_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESCRIPTION_MOST = 1000, /* bytes */
    URL_MAX = 512,
    MOVES =
        40, /* of each side, in a game of usual length (as on lichess.org, whose estimate has 40 as well) */
};

static int64_t start_of(const Tourney *tourney)
{
    return tourney->started_at ? tourney->started_at : tourney->settings.starts_at;
}

/* How long a round takes at most, in ms; 0: nobody knows. */
static int64_t round_time(const TourneySettings *settings)
{
    bool has_clock = settings->limit > 0 || settings->increment > 0;
    if (settings->days > 0 || settings->stages[0] || !has_clock)
        return 0;
    int64_t game = 2 * ((int64_t)settings->limit + (int64_t)MOVES * settings->increment);
    return 1000 * (game + settings->interval);
}

/* When it is over, or will be, as far as that can be told; 0: it cannot. */
static int64_t end_of(const Tourney *tourney)
{
    const TourneySettings *settings = &tourney->settings;
    int64_t rounds = tourney->rounds_count;
    if (rounds == 0)
        rounds = settings->rounds;
    if (tourney->over_at)
        return tourney->over_at;
    if (settings->format == FORMAT_ARENA)
        return start_of(tourney) + (int64_t)settings->minutes * 60 * 1000;
    int64_t time = rounds * round_time(settings);
    return time > 0 ? start_of(tourney) + time : 0;
}

static void print_description(const Tourney *tourney, Text *text)
{
    static const char *const FORMATS[FORMAT_COUNT] = {
        [FORMAT_ARENA] = "Arena",        [FORMAT_SWISS] = "Swiss", [FORMAT_ROBIN] = "Round robin",
        [FORMAT_KNOCKOUT] = "Knock-out", [FORMAT_SIMUL] = "Simul", [FORMAT_TEAMS] = "Teams"};
    const TourneySettings *settings = &tourney->settings;
    TimeControl control = tourney_settings_control(settings);
    char clock[TIME_CONTROL_TEXT_MAX], words[sizeof settings->description + 256], rounds[32] = "";
    time_control_print(&control, true, clock);
    if (settings->format == FORMAT_SWISS)
        snprintf(rounds, sizeof rounds, ", %d rounds", (int)settings->rounds);
    snprintf(words, sizeof words, "%s%s, %s, %s%s%s", FORMATS[settings->format], rounds, clock,
             settings->rated ? "rated" : "casual", settings->description[0] ? "\n\n" : "",
             settings->description);
    ical_words(text, "DESCRIPTION", words, DESCRIPTION_MOST);
}

static void print_entry(const Tourney *tourney, const char *base, int64_t now, Text *text)
{
    char value[URL_MAX];
    int64_t end = end_of(tourney);
    bool is_cancelled = tourney->status == TOURNEY_CANCELLED;
    ical_line(text, "BEGIN", "VEVENT");
    snprintf(value, sizeof value, "%s.%lld@castled", tourney->id.text, (long long)tourney->made_at);
    ical_line(text, "UID", value);
    ical_time(text, "DTSTAMP", now);
    ical_time(text, "DTSTART", start_of(tourney));
    if (end > start_of(tourney))
        ical_time(text, "DTEND", end);
    snprintf(value, sizeof value, "%lu", (unsigned long)tourney->seq);
    ical_line(text, "SEQUENCE", value);
    ical_words(text, "SUMMARY", tourney->settings.name, sizeof tourney->settings.name);
    print_description(tourney, text);
    ical_line(text, "STATUS", is_cancelled ? "CANCELLED" : "CONFIRMED");
    snprintf(value, sizeof value, "%s/tournament/%s", base, tourney->id.text);
    if (base[0])
        ical_line(text, "URL", value);
    ical_line(text, "END", "VEVENT");
}

/* The latest first: what is left out lies furthest in the past. */
static int compare(const void *one, const void *other)
{
    const Tourney *a = *(const Tourney *const *)one, *b = *(const Tourney *const *)other;
    int64_t at = start_of(a), of = start_of(b);
    return at != of ? (at < of) - (at > of) : strcmp(a->id.text, b->id.text);
}

void tournaments_print_calendar(const Tournaments *tournaments, const char *name, const char *base,
                                int64_t now, Text *text)
{
    const Tourney **list = NULL;
    size_t count = 0, size = 0;
    Running *running;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));) {
        if (start_of(running->tourney) == 0)
            continue; /* it begins when its organiser says so */
        list = array_reserve(list, &size, count + 1, sizeof *list);
        list[count++] = running->tourney;
    }
    if (count)
        qsort(list, count, sizeof *list, compare);
    ical_line(text, "BEGIN", "VCALENDAR");
    ical_line(text, "VERSION", "2.0");
    ical_line(text, "PRODID", "-//castled//castled//EN");
    ical_line(text, "METHOD", "PUBLISH");
    ical_words(text, "NAME", name, URL_MAX); /* RFC 7986, 5.1; what older calendars read: */
    ical_words(text, "X-WR-CALNAME", name, URL_MAX);
    ical_line(text, "REFRESH-INTERVAL;VALUE=DURATION", "PT1H"); /* RFC 7986, 5.7 */
    for (size_t i = 0; i < count && i < TOURNAMENTS_CALENDAR_MAX; i++)
        print_entry(list[i], base, now, text);
    ical_line(text, "END", "VCALENDAR");
    free(list);
}
