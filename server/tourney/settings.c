/* The table of settings, and everything that follows from it alone. */
#include "tourney_settings.h"

#include "base62.h"
#include "rating.h"
#include "setting_table.h"
#include "team_tiebreak.h"
#include "tiebreak.h"
#include "time_control_text.h"
#include "utf8.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const FORMATS[] = {"arena", "swiss", "roundrobin", "knockout",
                                      "simul", "teams", NULL};
static const char *const VARIANTS[] = {"standard", "chess960", NULL};
static const char *const PAIRINGS[] = {"auto", "manual", NULL};
static const char *const INITIALS[] = {"random", "white", "black", NULL};
static const char *const HOST_COLOURS[] = {"white", "black", "random", NULL};
static const char *const SYSTEMS[] = {"roundrobin", "swiss", NULL};
static const char *const ACCELERATIONS[] = {"none", "baku", NULL};

enum {
    ARENA = 1 << FORMAT_ARENA,
    SWISS = 1 << FORMAT_SWISS,
    ROBIN = 1 << FORMAT_ROBIN,
    KNOCKOUT = 1 << FORMAT_KNOCKOUT,
    SIMUL = 1 << FORMAT_SIMUL,
    TEAMS = 1 << FORMAT_TEAMS,
    IN_ROUNDS = SWISS | ROBIN | KNOCKOUT | TEAMS,
    ALL = ARENA | IN_ROUNDS | SIMUL,
    BY_TIEBREAKS = SWISS | ROBIN | TEAMS,
};

#define AT(member) offsetof(TourneySettings, member)
#define NUMBER(name, member, formats, least, most, late)                                           \
    {                                                                                              \
        name, SETTING_NUMBER, AT(member), formats, least, most, NULL, late, false                  \
    }
#define FLAG(name, member, formats, late)                                                          \
    {                                                                                              \
        name, SETTING_FLAG, AT(member), formats, 0, 1, NULL, late, false                           \
    }
#define WORD(name, member, formats, words, late)                                                   \
    {                                                                                              \
        name, SETTING_WORD, AT(member), formats, 0, 0, words, late, false                          \
    }
#define LINE(name, member, formats, characters, size, late)                                        \
    {                                                                                              \
        name, SETTING_TEXT, AT(member), formats, characters, size, NULL, late, false               \
    }

/* Name, kind, where, formats, bounds, words, and whether it may change after the start. */
const Setting SETTINGS[] = {
    LINE("name", name, ALL, TOURNEY_NAME_MAX, TOURNEY_NAME_SIZE, true),
    WORD("format", format, ALL, FORMATS, false),
    LINE("description", description, ALL, TOURNEY_DESCRIPTION_MAX, TOURNEY_DESCRIPTION_SIZE, true),
    {"startsAt", SETTING_INSTANT, AT(starts_at), ALL, 0, 0, NULL, false, false},
    NUMBER("clock.limit", limit, ALL, 0, CLOCK_INITIAL_MAX / 1000, false),
    NUMBER("clock.increment", increment, ALL, 0, CLOCK_INCREMENT_MAX / 1000, false),
    {"clock.stages", SETTING_TEXT, AT(stages), IN_ROUNDS, TOURNEY_STAGES_SIZE, TOURNEY_STAGES_SIZE,
     NULL, false, true},
    NUMBER("days", days, IN_ROUNDS, 0, CLOCK_DAYS_MAX, false),
    WORD("variant", variant, ALL, VARIANTS, false),
    FLAG("rated", rated, ALL, false),
    NUMBER("firstMove", first_move, ALL, 0, 86400, false),
    NUMBER("playersMax", players_max, ALL, 0, TOURNEY_PLAYERS_MAX, false),
    LINE("code", code, ALL, TOURNEY_CODE_MAX, TOURNEY_CODE_SIZE, true),
    LINE("list", list, ALL, TOURNEY_LIST_SIZE, TOURNEY_LIST_SIZE, true),
    NUMBER("ratingMin", rating_min, ALL, 0, RATING_MAX, false),
    NUMBER("ratingMax", rating_max, ALL, 0, RATING_MAX, false),
    NUMBER("gamesMin", games_min, ALL, 0, 10000, false),
    FLAG("bots", bots, ALL, false),
    FLAG("guests", guests, ALL, false),
    FLAG("chat", chat, ALL, true),
    {"delayMoves", SETTING_NUMBER, AT(delay_moves), ALL, 0, 50, NULL, true, true},
    {"delayMinutes", SETTING_NUMBER, AT(delay_minutes), ALL, 0, 1440, NULL, true, true},
    NUMBER("minutes", minutes, ARENA, 1, 720, false),
    FLAG("berserk", berserk, ARENA, false),
    FLAG("streaks", streaks, ARENA, false),
    NUMBER("rounds", rounds, SWISS | TEAMS, 1, TOURNEY_ROUNDS_MAX, true),
    NUMBER("interval", interval, IN_ROUNDS, 0, 604800, true),
    WORD("pairing", pairing, IN_ROUNDS, PAIRINGS, true),
    {"nextRound", SETTING_INSTANT, AT(next_round), IN_ROUNDS, 0, 0, NULL, true, true},
    NUMBER("lateUntil", late_until, SWISS, 0, TOURNEY_ROUNDS_MAX, true),
    WORD("acceleration", acceleration, SWISS, ACCELERATIONS, false),
    WORD("initial", initial, SWISS, INITIALS, false),
    NUMBER("cycles", cycles, ROBIN | TEAMS, 1, 2, false),
    FLAG("swapsRounds", swaps_rounds, ROBIN, false),
    FLAG("varma", varma, ROBIN, false),
    {"teams", SETTING_TEXT, AT(teams), ALL, TOURNEY_TEAMS_SIZE, TOURNEY_TEAMS_SIZE, NULL, true,
     true},
    {"leaders", SETTING_NUMBER, AT(leaders), ARENA, 0, TOURNEY_LEADERS_MAX, NULL, false, true},
    NUMBER("boards", boards, TEAMS, 1, TOURNEY_BOARDS_MAX, false),
    WORD("system", system, TEAMS, SYSTEMS, false),
    NUMBER("games", games, KNOCKOUT, 1, 12, false),
    NUMBER("tiebreakPairs", tiebreak_pairs, KNOCKOUT, 0, 5, false),
    WORD("hostColor", host_colour, SIMUL, HOST_COLOURS, false),
    NUMBER("hostExtra", host_extra, SIMUL, 0, CLOCK_INITIAL_MAX / 1000, false),
    NUMBER("hostExtraEach", host_extra_each, SIMUL, 0, 3600, false),
    LINE("tiebreaks", tiebreaks, BY_TIEBREAKS, TOURNEY_TIEBREAKS_SIZE, TOURNEY_TIEBREAKS_SIZE,
         true),
};

const size_t SETTINGS_COUNT = sizeof SETTINGS / sizeof *SETTINGS;

const char *format_word(Format format)
{
    return FORMATS[format];
}

bool format_parse(const char *word, Format *format)
{
    for (int i = 0; FORMATS[i]; i++)
        if (strcmp(FORMATS[i], word) == 0) {
            *format = (Format)i;
            return true;
        }
    return false;
}

void tourney_settings_usual(TourneySettings *settings, Format format)
{
    memset(settings, 0, sizeof *settings);
    settings->format = (int32_t)format;
    settings->limit = 180;
    settings->increment = 2;
    settings->rated = settings->chat = true;
    if (format == FORMAT_ARENA) {
        settings->minutes = 45;
        settings->berserk = settings->streaks = true;
    } else if (format == FORMAT_TEAMS) {
        settings->boards = 4;
        settings->cycles = 1;
        settings->rounds = 5;
        strcpy(settings->tiebreaks, "EDE,EMMSB,BC");
    } else if (format == FORMAT_SIMUL) {
        settings->rated = false;
        settings->limit = 1200;
        settings->increment = 0;
        settings->first_move = TOURNEY_SIMUL_FIRST_MOVE;
    } else {
        settings->interval = 30;
    }
    if (format == FORMAT_SWISS) {
        settings->rounds = 7;
        settings->late_until = 3;
        strcpy(settings->tiebreaks, "BH/C1,BH,SB,DE");
    } else if (format == FORMAT_ROBIN) {
        settings->cycles = 1;
        strcpy(settings->tiebreaks, "DE,SB,WIN,BWG");
    } else if (format == FORMAT_KNOCKOUT) {
        settings->games = 2;
        settings->tiebreak_pairs = 1;
    }
}

bool tourney_settings_has(const char *name)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        if (strcmp(SETTINGS[i].name, name) == 0)
            return true;
    return false;
}

/* ---- read from the fields of a request ---- */

static bool read_text(TourneySettings *settings, const Setting *setting, const char *value,
                      char *why)
{
    bool has_lines = setting->offset == AT(description);
    bool is_shown = has_lines ? utf8_is_lines(value) : utf8_is_line(value);
    if (strlen(value) > (size_t)setting->most || utf8_count(value) > (size_t)setting->least)
        snprintf(why, TOURNEY_WHY_MAX, "%s: at most %d characters", setting->name,
                 (int)setting->least);
    else if (setting->offset == AT(name) && !utf8_is_seen(value))
        snprintf(why, TOURNEY_WHY_MAX, "name: missing");
    else if (!is_shown)
        snprintf(why, TOURNEY_WHY_MAX, "%s: has characters that cannot be shown", setting->name);
    else {
        memcpy((char *)settings + setting->offset, value, strlen(value) + 1);
        return true;
    }
    return false;
}

static bool read_number(const char *value, int64_t least, int64_t most, int64_t *number)
{
    char *end;
    size_t length = strlen(value);
    if (length == 0 || length > 15 || strspn(value, "0123456789") != length)
        return false;
    *number = strtoll(value, &end, 10);
    return *number >= least && *number <= most;
}

static bool read_setting(TourneySettings *settings, const Setting *setting, const char *value,
                         int64_t now, char *why)
{
    void *place = (char *)settings + setting->offset;
    int64_t number = 0;
    int64_t latest = now + INT64_C(24) * 3600 * 1000 * TOURNEY_DAYS_AHEAD;
    switch (setting->kind) {
    case SETTING_TEXT: return read_text(settings, setting, value, why);
    case SETTING_FLAG:
        if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
            *(bool *)place = strcmp(value, "true") == 0;
            return true;
        }
        snprintf(why, TOURNEY_WHY_MAX, "%s: must be true or false", setting->name);
        return false;
    case SETTING_WORD:
        for (int i = 0; setting->words[i]; i++)
            if (strcmp(setting->words[i], value) == 0) {
                *(int32_t *)place = i;
                return true;
            }
        snprintf(why, TOURNEY_WHY_MAX, "%s: there is no such choice", setting->name);
        return false;
    case SETTING_INSTANT:
        if (*value && !read_number(value, 0, latest, &number)) {
            snprintf(why, TOURNEY_WHY_MAX, "%s: must be ms since 1970, at most a year ahead",
                     setting->name);
            return false;
        }
        *(int64_t *)place = number && number < now ? now : number;
        return true;
    case SETTING_NUMBER: break;
    }
    if (*value && !read_number(value, setting->least, setting->most, &number)) {
        snprintf(why, TOURNEY_WHY_MAX, "%s: must be a number from %d to %d", setting->name,
                 (int)setting->least, (int)setting->most);
        return false;
    }
    *(int32_t *)place = (int32_t)number;
    return true;
}

/* What was stored before this was refused may name one twice. */
static bool names_twice(const char *tiebreaks, char *why)
{
    for (const char *at = tiebreaks; *at;) {
        size_t length = strcspn(at, ",");
        for (const char *before = tiebreaks; before < at; before += strcspn(before, ",") + 1)
            if (strcspn(before, ",") == length && memcmp(before, at, length) == 0) {
                snprintf(why, TOURNEY_WHY_MAX, "tiebreaks: %.*s is named twice",
                         (int)(length < 20 ? length : 20), at);
                return true;
            }
        at += length + (at[length] == ',');
    }
    return false;
}

bool tourney_settings_read(TourneySettings *settings, const Params *fields, int64_t now, char *why)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const Setting *setting = &SETTINGS[i];
        const char *value = params_find(fields, setting->name);
        if (!value || setting->offset == AT(format))
            continue;
        if (!(setting->formats & 1 << settings->format)) {
            snprintf(why, TOURNEY_WHY_MAX, "%s: not of this format", setting->name);
            return false;
        }
        if (!read_setting(settings, setting, value, now, why))
            return false;
    }
    if (params_find(fields, "tiebreaks") && names_twice(settings->tiebreaks, why))
        return false;
    const char *rounds = params_find(fields, "rounds");
    if (rounds && settings->format == FORMAT_SWISS && !params_find(fields, "lateUntil"))
        settings->late_until = settings->rounds / 2;
    TimeControl stages;
    if (time_control_parse(settings->stages, strlen(settings->stages), &stages)) {
        settings->limit = stages.initial / 1000;
        settings->increment = stages.increment / 1000;
    } else if (settings->days) {
        settings->limit = settings->increment = 0;
    }
    if (settings->guests)
        settings->rated = false;
    return true;
}

/* ---- whether they go together ---- */

static bool check_tiebreaks(const TourneySettings *settings, char *why)
{
    int count = 0;
    const char *at = settings->tiebreaks;
    while (*at) {
        TieBreak tiebreak;
        TeamTieBreak of_teams;
        size_t length = strcspn(at, ",");
        TieBreakError error = TIEBREAK_OK;
        if (settings->format != FORMAT_TEAMS)
            error = tiebreak_parse(at, length, &tiebreak);
        else if (!team_tiebreak_parse(at, length, &of_teams))
            error = TIEBREAK_UNKNOWN;
        if (error == TIEBREAK_OK && settings->format != FORMAT_TEAMS)
            error = tiebreak_check(&tiebreak, settings->format == FORMAT_ROBIN);
        if (error != TIEBREAK_OK || ++count > TOURNEY_TIEBREAKS_MAX) {
            snprintf(why, TOURNEY_WHY_MAX, "tiebreaks: %.20s %s", at,
                     error == TIEBREAK_FORBIDDEN ? "may not be used in a round robin"
                     : error == TIEBREAK_OK      ? "is one too many"
                                                 : "is not a code of FIDE's");
            return false;
        }
        at += length + (at[length] == ',');
    }
    return true;
}

static bool are_stages_good(const TourneySettings *settings)
{
    TimeControl control;
    return time_control_parse(settings->stages, strlen(settings->stages), &control) &&
           control.timed && control.moves;
}

static bool is_id(void *context, const char *id)
{
    (void)context;
    return base62_is(id, TOURNEY_TEAM_ID_LENGTH);
}

static const char *find_team_fault(const TourneySettings *settings)
{
    if (!tourney_settings_each_team(settings, is_id, NULL))
        return "teams: must be ids of teams with commas between";
    if (tourney_settings_has_teams(settings) && settings->guests)
        return "guests: players of teams have accounts";
    return NULL;
}

bool tourney_settings_check(const TourneySettings *settings, char *why)
{
    TimeControl control = tourney_settings_control(settings);
    const char *fault = NULL;
    if (!settings->name[0])
        fault = "name: missing";
    else if (settings->stages[0] && !are_stages_good(settings))
        fault = "clock.stages: must be stages such as 40/5400+30:1800+30";
    else if (settings->stages[0] && settings->days)
        fault = "days: not with stages";
    else if (!time_control_is_valid(&control))
        fault = "clock.limit: with no increment there must be some time";
    else if (settings->rating_max && settings->rating_min > settings->rating_max)
        fault = "ratingMin: more than ratingMax";
    else if (settings->first_move && settings->first_move < 10)
        fault = "firstMove: must be a number from 10 to 86400";
    else if (settings->players_max == 1)
        fault = "playersMax: must be a number from 2 to 2000";
    else if (settings->rated && settings->guests)
        fault = "rated: guests play casual games";
    else if (settings->rated && settings->format == FORMAT_SIMUL)
        fault = "rated: the games of a simul are casual";
    else if (settings->swaps_rounds && settings->cycles != 2)
        fault = "swapsRounds: needs two cycles";
    else if (settings->format == FORMAT_SWISS && settings->late_until > settings->rounds)
        fault = "lateUntil: more than there are rounds";
    else
        fault = find_team_fault(settings);
    if (fault)
        snprintf(why, TOURNEY_WHY_MAX, "%s", fault);
    return !fault && check_tiebreaks(settings, why);
}

static bool is_same(const TourneySettings *one, const TourneySettings *other,
                    const Setting *setting)
{
    const void *a = (const char *)one + setting->offset, *b = (const char *)other + setting->offset;
    switch (setting->kind) {
    case SETTING_TEXT: return strcmp(a, b) == 0;
    case SETTING_FLAG: return *(const bool *)a == *(const bool *)b;
    case SETTING_INSTANT: return *(const int64_t *)a == *(const int64_t *)b;
    default: return *(const int32_t *)a == *(const int32_t *)b;
    }
}

bool tourney_settings_may_change(const TourneySettings *before, const TourneySettings *after,
                                 char *why)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        if (!SETTINGS[i].late && !is_same(before, after, &SETTINGS[i])) {
            snprintf(why, TOURNEY_WHY_MAX, "%s: cannot change after the start", SETTINGS[i].name);
            return false;
        }
    return true;
}

bool tourney_settings_has_teams(const TourneySettings *settings)
{
    return settings->format == FORMAT_TEAMS ||
           (settings->format == FORMAT_ARENA && settings->leaders > 0);
}

bool tourney_settings_each_team(const TourneySettings *settings,
                                bool (*each)(void *context, const char *id), void *context)
{
    char id[TOURNEY_TEAM_ID_LENGTH + 1];
    for (const char *at = settings->teams; *at;) {
        size_t length = strcspn(at, ",");
        if (length > TOURNEY_TEAM_ID_LENGTH)
            return false;
        memcpy(id, at, length);
        id[length] = '\0';
        if (!each(context, id))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

bool tourney_settings_has_berserk(const TourneySettings *settings)
{
    TimeControl control = tourney_settings_control(settings);
    return settings->berserk && time_control_berserk(&control, WHITE) >= 0 &&
           settings->increment * 60 <= settings->limit * 2;
}

TimeControl tourney_settings_control(const TourneySettings *settings)
{
    TimeControl stages;
    if (settings->stages[0] &&
        time_control_parse(settings->stages, strlen(settings->stages), &stages))
        return stages;
    if (settings->days)
        return (TimeControl){.timed = true, .days = settings->days};
    return (TimeControl){
        .timed = true, .initial = settings->limit * 1000, .increment = settings->increment * 1000};
}

bool tourney_settings_lists(const TourneySettings *settings, const char *name)
{
    char wanted[PERSON_NAME_MAX + 1], listed[PERSON_NAME_MAX + 1];
    if (!settings->list[0])
        return true;
    name_handle(name, wanted);
    for (const char *at = settings->list; *at;) {
        size_t length = strcspn(at, ",\n"), start = strspn(at, " ");
        size_t end = length;
        while (end > start && at[end - 1] == ' ')
            end--;
        if (end > start && end - start <= PERSON_NAME_MAX) {
            char plain[PERSON_NAME_MAX + 1] = "";
            memcpy(plain, at + start, end - start);
            if (strcmp(name_handle(plain, listed), wanted) == 0)
                return true;
        }
        at += length + (at[length] != '\0');
    }
    return false;
}
