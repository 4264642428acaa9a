/* What an organiser has decided about a tournament, as JSON. */
#include "running.h"

#include <string.h>

enum {
    ARENA = 1 << FORMAT_ARENA,
    SWISS = 1 << FORMAT_SWISS,
    ROBIN = 1 << FORMAT_ROBIN,
    KNOCKOUT = 1 << FORMAT_KNOCKOUT,
    SIMUL = 1 << FORMAT_SIMUL,
    TEAMS = 1 << FORMAT_TEAMS
};

static void print_number(Text *text, const char *name, int64_t number)
{
    if (number)
        text_integer(text, name, number);
    else
        text_null(text, name);
}

static void print_word(Text *text, const char *name, const char *word)
{
    text_string(text, name, word && *word ? word : NULL);
}

static bool is_of(const TourneySettings *settings, int formats)
{
    return formats & 1 << settings->format;
}

static void print_flag(Text *text, const char *name, bool is_there, bool value)
{
    if (is_there)
        text_bool(text, name, value);
    else
        text_null(text, name);
}

static void print_of_format(const TourneySettings *s, Text *text)
{
    static const char *const HOST[] = {"white", "black", "random"};
    print_number(text, "leaders", s->leaders);
    print_number(text, "boards", s->boards);
    print_word(text, "system", !is_of(s, TEAMS) ? NULL : s->system ? "swiss" : "roundrobin");
    print_number(text, "minutes", s->minutes);
    print_flag(text, "berserk", is_of(s, ARENA), s->berserk);
    print_flag(text, "streaks", is_of(s, ARENA), s->streaks);
    print_number(text, "cycles", s->cycles);
    print_flag(text, "swapsRounds", is_of(s, ROBIN), s->swaps_rounds);
    print_flag(text, "varma", is_of(s, ROBIN), s->varma);
    print_number(text, "games", s->games);
    if (is_of(s, KNOCKOUT))
        text_integer(text, "tiebreakPairs", s->tiebreak_pairs);
    else
        text_null(text, "tiebreakPairs");
    print_word(text, "hostColor", is_of(s, SIMUL) ? HOST[s->host_colour] : NULL);
    print_number(text, "hostExtra", s->host_extra);
    print_number(text, "hostExtraEach", s->host_extra_each);
}

void json_settings(Tournaments *tournaments, const Tourney *tourney, Text *text)
{
    const TourneySettings *s = &tourney->settings;
    static const char *const INITIAL[] = {"random", "white", "black"};
    bool in_rounds = is_of(s, SWISS | ROBIN | KNOCKOUT | TEAMS), swiss = is_of(s, SWISS);
    text_open(text, "settings", '{');
    print_word(text, "pairing", !in_rounds ? NULL : s->pairing ? "manual" : "auto");
    if (in_rounds)
        text_integer(text, "interval", s->interval);
    else
        text_null(text, "interval");
    print_word(text, "stages", s->stages);
    print_number(text, "firstMove", s->first_move);
    print_number(text, "lateUntil", s->late_until);
    print_word(text, "acceleration", !swiss ? NULL : s->acceleration ? "baku" : "none");
    print_word(text, "initial", swiss ? INITIAL[s->initial] : NULL);
    text_open(text, "tiebreaks", '[');
    for (const char *at = s->tiebreaks; *at;) {
        char code[TOURNEY_TIEBREAKS_SIZE + 1];
        size_t length = strcspn(at, ",");
        memcpy(code, at, length);
        code[length] = '\0';
        text_string(text, NULL, code);
        at += length + (at[length] == ',');
    }
    text_close(text, ']');
    text_bool(text, "bots", s->bots);
    text_bool(text, "guests", s->guests);
    text_bool(text, "chat", s->chat);
    print_number(text, "delayMoves", s->delay_moves);
    print_number(text, "delayMinutes", s->delay_minutes);
    print_number(text, "ratingMin", s->rating_min);
    print_number(text, "ratingMax", s->rating_max);
    print_number(text, "gamesMin", s->games_min);
    text_bool(text, "hasList", s->list[0] != '\0');
    print_of_format(s, text);
    json_entry_teams(tournaments, tourney, text);
    text_close(text, '}');
}
