#include "lichess_fields.h"

#include "base62.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { AS_IS, FLAG, MINUTES, WANTED, TEAM, NONE } FieldKind; /* NONE: not here */

typedef struct {
    const char *theirs, *ours;
    FieldKind kind;
} Field;

/* Of both. */
static const Field COMMON[] = {
    {"name", "name", AS_IS},
    {"description", "description", AS_IS},
    {"variant", "variant", AS_IS},
    {"rated", "rated", FLAG},
    {"password", "code", AS_IS},
    {"conditions.minRating.rating", "ratingMin", AS_IS},
    {"conditions.maxRating.rating", "ratingMax", AS_IS},
    {"conditions.nbRatedGame.nb", "gamesMin", AS_IS},
    {"conditions.allowList", "list", AS_IS},
    {"conditions.bots", "bots", FLAG},
    {"conditions.accountAge", NULL, NONE},
    {"conditions.titled", NULL, NONE},
    {"position", NULL, NONE},
    {NULL, NULL, AS_IS},
};
static const Field ARENA[] = {
    {"clockTime", "clock.limit", MINUTES},
    {"clockIncrement", "clock.increment", WANTED},
    {"minutes", "minutes", WANTED},
    {"berserkable", "berserk", FLAG},
    {"streakable", "streaks", FLAG},
    {"hasChat", "chat", FLAG},
    {"conditions.teamMember.teamId", "teams", TEAM},
    {"teamBattleByTeam", "teams", TEAM},
    {"teams", "teams", AS_IS},
    {"nbLeaders", "leaders", AS_IS},
    {NULL, NULL, AS_IS},
};
static const Field SWISS[] = {
    {"clock.limit", "clock.limit", WANTED},
    {"clock.increment", "clock.increment", WANTED},
    {"nbRounds", "rounds", WANTED},
    {"forbiddenPairings", NULL, NONE},
    {"manualPairings", NULL, NONE},
    {"conditions.playYourGames", NULL, NONE},
    {NULL, NULL, AS_IS},
};

typedef struct {
    Call *call;
    const Tourney *tourney;
    TourneySettings *settings;
    TourneyAnswer *answer;
} Reading;

static bool refuse(Reading *reading, const char *field, const char *what)
{
    TourneyAnswer *answer = reading->answer;
    snprintf(answer->field, sizeof answer->field, "%s", field);
    snprintf(answer->why, sizeof answer->why, "%s: %s", field, what);
    answer->status = 400;
    answer->code = "bad_field";
    return false;
}

/* One setting, by the table of all settings; a refusal names their field. */
static bool read_setting(Reading *reading, const char *theirs, const char *ours, const char *value)
{
    char why[TOURNEY_WHY_MAX];
    Params one = {.at = {{ours, value}}, .count = 1};
    if (tourney_settings_read(reading->settings, &one, reading->call->now, why))
        return true;
    const char *what = strchr(why, ':');
    return refuse(reading, theirs, what ? what + 2 : why);
}

/* Minutes such as 0.25 and 1.5, as seconds. */
static bool read_minutes(Reading *reading, const Field *field, const char *value)
{
    char seconds[16], *end;
    double minutes = strtod(value, &end);
    bool is_number = *value >= '0' && *value <= '9' && !*end && minutes <= 180;
    int whole = is_number ? (int)(minutes * 60) : 0;
    if (!is_number || whole != minutes * 60)
        return refuse(reading, field->theirs, "must be minutes of whole seconds, at most 180");
    snprintf(seconds, sizeof seconds, "%d", whole);
    return read_setting(reading, field->theirs, field->ours, seconds);
}

static bool is_off(const char *value)
{
    return !*value || strcmp(value, "false") == 0 || strcmp(value, "False") == 0 ||
           strcmp(value, "0") == 0;
}

static bool read_field(Reading *reading, const Field *field)
{
    const Params *params = &reading->call->params;
    const char *value = params_find(params, field->theirs);
    bool is_wanted = field->kind == WANTED || field->kind == MINUTES;
    if (!value || (!*value && is_wanted))
        return !is_wanted || reading->tourney || refuse(reading, field->theirs, "missing");
    switch (field->kind) {
    case MINUTES: return read_minutes(reading, field, value);
    case TEAM:
        if (!is_off(value) && !base62_is(value, TOURNEY_TEAM_ID_LENGTH))
            return refuse(reading, field->theirs, "must be a team's id");
        return is_off(value) || read_setting(reading, field->theirs, field->ours, value);
    case NONE: return is_off(value) || refuse(reading, field->theirs, "is not possible here");
    case FLAG:
        if (!*value)
            return true;
        return read_setting(reading, field->theirs, field->ours,
                            params_flag(params, field->theirs, true) ? "true" : "false");
    default: return read_setting(reading, field->theirs, field->ours, value);
    }
}

static bool read_fields(Reading *reading, const Field *field)
{
    for (; field->theirs; field++)
        if (!read_field(reading, field))
            return false;
    return true;
}

/* lila's, by the speed. */
static int usual_interval(const TourneySettings *settings)
{
    int estimate = settings->limit + 40 * settings->increment;
    if (estimate < 30)
        return 5;
    if (estimate < 180)
        return 10;
    if (estimate < 480)
        return settings->limit < 300 ? 20 : 30;
    return estimate < 1500 ? 60 : 300;
}

enum { BY_HAND = 99999999 };

static bool read_interval(Reading *reading)
{
    const char *value = params_find(&reading->call->params, "roundInterval");
    TourneySettings *settings = reading->settings;
    int64_t seconds;
    bool is_usual = value ? !*value || strcmp(value, "-1") == 0 : !reading->tourney;
    if (is_usual) {
        settings->interval = usual_interval(settings);
        settings->pairing = 0;
        return true;
    }
    if (!value)
        return true;
    if (params_integer(&reading->call->params, "roundInterval", BY_HAND, BY_HAND, &seconds)) {
        settings->pairing = 1;
        return true;
    }
    settings->pairing = 0;
    return read_setting(reading, "roundInterval", "interval", value);
}

static bool read_chat(Reading *reading)
{
    int64_t who = 20;
    const char *value = params_find(&reading->call->params, "chatFor");
    if (value && *value && !params_integer(&reading->call->params, "chatFor", 0, 30, &who))
        return refuse(reading, "chatFor", "must be 0, 10, 20 or 30");
    if (value)
        reading->settings->chat = who != 0;
    return true;
}

/* An arena starts after some minutes, a Swiss after ten, unless a date is given. */
static bool read_start(Reading *reading, bool is_arena)
{
    const Params *params = &reading->call->params;
    const char *name = is_arena ? "startDate" : "startsAt";
    const char *date = params_find(params, name), *wait = params_find(params, "waitMinutes");
    int64_t minutes = is_arena ? 5 : 10;
    if (date && *date)
        return read_setting(reading, name, "startsAt", date);
    if (reading->tourney && !(is_arena && wait))
        return true;
    if (is_arena && wait && !params_integer(params, "waitMinutes", 0, 60 * 24 * 7, &minutes))
        return refuse(reading, "waitMinutes", "must be a number of minutes");
    reading->settings->starts_at = reading->call->now + minutes * 60 * 1000;
    return true;
}

static bool read_list(Reading *reading)
{
    if (!strchr(reading->settings->list, '%'))
        return true;
    return refuse(reading, "conditions.allowList", "titles are not known here");
}

/* A battle of one team yet, which invites others; the usual number of leaders is lila's. */
static void read_battle(Reading *reading)
{
    const char *team = params_find(&reading->call->params, "teamBattleByTeam");
    if (team && *team && !reading->settings->leaders)
        reading->settings->leaders = 5;
}

static bool check_all(Reading *reading)
{
    TourneyAnswer *answer = reading->answer;
    TourneySettings *settings = reading->settings;
    if (!settings->name[0])
        snprintf(settings->name, sizeof settings->name, "%s %s",
                 reading->call->identity.person.name,
                 settings->format == FORMAT_ARENA ? "Arena" : "Swiss");
    if (tourney_settings_check(settings, answer->why))
        return true;
    answer->status = 400;
    answer->code = "bad_field";
    return false;
}

bool lichess_fields_read(Call *call, const Tourney *tourney, TourneySettings *settings,
                         TourneyAnswer *answer)
{
    Reading reading = {call, tourney, settings, answer};
    bool is_arena = settings->format == FORMAT_ARENA;
    memset(answer, 0, sizeof *answer);
    if (!read_fields(&reading, is_arena ? ARENA : SWISS) || !read_fields(&reading, COMMON) ||
        !read_list(&reading) || !read_start(&reading, is_arena))
        return false;
    read_battle(&reading);
    if (!is_arena && (!read_interval(&reading) || !read_chat(&reading)))
        return false;
    return check_all(&reading);
}
