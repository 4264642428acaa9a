/* A request's fields as an act that is proposed. */
#include "tourney.h"

#include "memory.h"
#include "utf8.h"

#include <limits.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool bad_field(TourneyAnswer *answer, const char *field, const char *what)
{
    snprintf(answer->field, sizeof answer->field, "%s", field);
    snprintf(answer->why, sizeof answer->why, "%s: %s", field, what);
    answer->status = 400;
    answer->code = "bad_field";
    return false;
}

/* One line of at most size - 1 bytes; absent: "" or unchanged. */
static bool read_text(const Params *fields, const char *name, char *text, size_t size,
                      TourneyAnswer *answer)
{
    const char *value = params_find(fields, name);
    if (!value)
        return true;
    if (strlen(value) >= size)
        return bad_field(answer, name, "is too long");
    if (!utf8_is_line(value))
        return bad_field(answer, name, "has characters that cannot be shown");
    snprintf(text, size, "%s", value);
    return true;
}

static bool read_u32(const Params *fields, const char *name, int64_t most, uint32_t *number,
                     TourneyAnswer *answer)
{
    int64_t value;
    if (!params_find(fields, name))
        return bad_field(answer, name, "missing");
    if (!params_integer(fields, name, 1, most, &value))
        return bad_field(answer, name, "must be a whole number above 0");
    *number = (uint32_t)value;
    return true;
}

/* ---- people ---- */

static bool read_person(const Params *fields, TourneyPerson *person, TourneyAnswer *answer)
{
    int64_t rating = person->rating;
    if (params_find(fields, "rating") && !params_integer(fields, "rating", 0, RATING_MAX, &rating))
        return bad_field(answer, "rating", "must be a number from 0 to 4000");
    person->rating = (int32_t)rating;
    if (params_find(fields, "rating"))
        person->provisional = false;
    return read_text(fields, "title", person->title, sizeof person->title, answer) &&
           read_text(fields, "federation", person->federation, sizeof person->federation, answer) &&
           read_text(fields, "fideId", person->fide_id, sizeof person->fide_id, answer) &&
           read_text(fields, "birth", person->birth, sizeof person->birth, answer) &&
           read_text(fields, "sex", person->sex, sizeof person->sex, answer) &&
           read_text(fields, "team", person->team, sizeof person->team, answer);
}

/* The number of a team in this tournament, where one is named. */
static bool read_team_number(const Tourney *tourney, const Params *fields, TourneyAct *act,
                             TourneyAnswer *answer)
{
    if (!params_find(fields, "team") || !tourney_settings_has_teams(&tourney->settings))
        return true;
    if (!read_u32(fields, "team", TOURNEY_TEAMS_MAX, &act->team, answer))
        return false;
    return tourney_team(tourney, act->team) ||
           tourney_refuse(answer, 400, "no_team", "There is no such team.");
}

static bool read_team(const Tourney *tourney, const Params *fields, TourneyAct *act,
                      TourneyAnswer *answer)
{
    if (!read_team_number(tourney, fields, act, answer))
        return false;
    if (act->team)
        act->about = tourney_team(tourney, act->team)->about;
    if (!read_text(fields, "name", act->about.name, 4 * TOURNEY_NAME_MAX + 1, answer) ||
        !read_text(fields, "captain", act->person.name, PERSON_NAME_MAX + 1, answer))
        return false;
    return utf8_is_seen(act->about.name) || bad_field(answer, "name", "missing");
}

static bool read_lineup(const Tourney *tourney, const Params *fields, TourneyAct *act,
                        TourneyAnswer *answer)
{
    const char *at = params_find(fields, "players");
    if (!at)
        return bad_field(answer, "players", "missing");
    if (!params_find(fields, "team"))
        return bad_field(answer, "team", "missing");
    for (at += strspn(at, " ,"); *at; at += strspn(at, " ,")) {
        char *end;
        unsigned long number = strtoul(at, &end, 10);
        if (end == at || number < 1 || number > TOURNEY_PLAYERS_MAX || !strchr(" ,", *end) ||
            act->lineup_count == TOURNEY_LINEUP_MAX)
            return bad_field(answer, "players", "must be at most 40 numbers such as 3 5 8");
        act->lineup[act->lineup_count++] = (uint32_t)number;
        at = end;
    }
    return read_team_number(tourney, fields, act, answer);
}

static void take_program(TourneyPerson *person, TourneyPlayerKind kind, const Person *program)
{
    person->kind = kind;
    person->level = program->level;
    person->rating = program->rating;
    snprintf(person->user, sizeof person->user, "%s", program->id);
    snprintf(person->name, sizeof person->name, "%s", program->name);
}

/* Whether the server has that engine is asked by whoever knows. */
static bool read_engine(const char *name, TourneyPerson *person, TourneyAnswer *answer)
{
    if (!engine_name_is_good(name, strlen(name)))
        return bad_field(answer, "engine", "must be the name of an engine of this server");
    Person engine = person_engine(name);
    take_program(person, TOURNEY_ENGINE, &engine);
    return true;
}

static bool read_add(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    TourneyPerson *person = &act->person;
    const char *engine = params_find(fields, "engine");
    int64_t level;
    if (engine)
        return read_engine(engine, person, answer);
    if (params_find(fields, "level")) {
        if (!params_integer(fields, "level", 1, LEVEL_MAX, &level))
            return bad_field(answer, "level", "must be a number from 1 to 13");
        Person computer = person_computer((int32_t)level);
        take_program(person, TOURNEY_COMPUTER, &computer);
        return true;
    }
    bool is_guest = params_flag(fields, "guest", false);
    person->kind = is_guest ? TOURNEY_NAME : TOURNEY_ACCOUNT;
    if (!read_text(fields, "name", person->name, sizeof person->name, answer))
        return false;
    if (!utf8_is_seen(person->name))
        return bad_field(answer, "name", "missing");
    return is_guest ? read_person(fields, person, answer) : true;
}

static bool read_player(const Tourney *tourney, const Params *fields, TourneyAct *act,
                        TourneyAnswer *answer)
{
    if (!read_u32(fields, "player", TOURNEY_PLAYERS_MAX, &act->player, answer))
        return false;
    const TourneyPlayer *player = tourney_player(tourney, act->player);
    if (!player)
        return tourney_refuse(answer, 400, "no_player", "There is no such player.");
    act->person = player->person;
    return read_person(fields, &act->person, answer);
}

static bool read_role(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    const char *role = params_find(fields, "role");
    if (!role || !tourney_role_parse(role, &act->role))
        return bad_field(answer, "role", "must be one of organiser, arbiter, results, none");
    if (!read_text(fields, "user", act->person.name, PERSON_NAME_MAX + 1, answer))
        return false;
    return act->person.name[0] ? true : bad_field(answer, "user", "missing");
}

static bool read_bye(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    static const struct {
        const char *word;
        int halves;
    } POINTS[] = {{"0", 0}, {"0.5", 1}, {"1", 2}, {"0.0", 0}, {"1.0", 2}};
    const char *points = params_find(fields, "points");
    act->halves = -1;
    for (size_t i = 0; points && i < sizeof POINTS / sizeof *POINTS; i++)
        if (strcmp(points, POINTS[i].word) == 0)
            act->halves = POINTS[i].halves;
    if (points && *points && act->halves < 0)
        return bad_field(answer, "points", "must be 0, 0.5 or 1");
    return read_u32(fields, "player", TOURNEY_PLAYERS_MAX, &act->player, answer) &&
           read_u32(fields, "round", TOURNEY_ROUNDS_MAX, &act->round, answer);
}

/* ---- boards ---- */

static bool read_boards(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    const char *at = params_find(fields, "boards");
    if (!at)
        return bad_field(answer, "boards", "missing");
    act->boards = memory_array(TOURNEY_PLAYERS_MAX + 1, sizeof *act->boards);
    for (at += strspn(at, " ,"); *at; at += strspn(at, " ,")) {
        char *end;
        unsigned long white = strtoul(at, &end, 10), black;
        if (end == at || *end != '-' || act->boards_count == TOURNEY_PLAYERS_MAX)
            return bad_field(answer, "boards", "must be pairs such as 3-5 4-1 7-0");
        at = end + 1;
        black = *at == '-' || *at == '+' ? ULONG_MAX : strtoul(at, &end, 10);
        bool is_good = end != at && white >= 1 && white <= TOURNEY_PLAYERS_MAX &&
                       black <= TOURNEY_PLAYERS_MAX && strchr(" ,", *end) && white != black;
        if (!is_good)
            return bad_field(answer, "boards", "must be pairs such as 3-5 4-1 7-0");
        at = end;
        act->boards[act->boards_count++] = (PairedBoard){.white = (uint32_t)white,
                                                         .black = (uint32_t)black,
                                                         .result = black ? BOARD_NONE : BOARD_BYE};
    }
    return true;
}

static bool read_result(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    const char *word = params_find(fields, "result");
    if (!word || !board_result_parse(word, &act->result) || act->result == BOARD_BYE ||
        act->result == BOARD_ANNULLED)
        return bad_field(answer, "result", "there is no such result");
    return read_u32(fields, "board", UINT32_MAX, &act->board, answer);
}

static bool read_settings(const Tourney *tourney, const Params *fields, int64_t now,
                          TourneyAct *act, TourneyAnswer *answer)
{
    char why[TOURNEY_WHY_MAX];
    act->settings = memory_new(sizeof *act->settings);
    *act->settings = tourney->settings;
    if (tourney_settings_read(act->settings, fields, now, why) &&
        tourney_settings_check(act->settings, why))
        return true;
    tourney_refuse(answer, 400, "bad_field", why);
    snprintf(answer->field, sizeof answer->field, "%.*s", (int)strcspn(why, ":"), why);
    return false;
}

static bool read_board(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    return read_u32(fields, "board", UINT32_MAX, &act->board, answer);
}

static bool read_time(const Params *fields, TourneyAct *act, TourneyAnswer *answer)
{
    int64_t seconds;
    const char *side = params_find(fields, "side");
    if (!side || (strcmp(side, "white") != 0 && strcmp(side, "black") != 0))
        return bad_field(answer, "side", "must be white or black");
    if (!params_integer(fields, "seconds", -TOURNEY_SECONDS_MAX, TOURNEY_SECONDS_MAX, &seconds) ||
        seconds == 0)
        return bad_field(answer, "seconds", "must be a number from -86400 to 86400, and not 0");
    act->black = *side == 'b';
    act->seconds = (int32_t)seconds;
    return read_board(fields, act, answer);
}

static bool read_adjourn(const Params *fields, int64_t now, TourneyAct *act, TourneyAnswer *answer)
{
    int64_t latest = now + INT64_C(24) * 3600 * 1000 * TOURNEY_DAYS_AHEAD;
    const char *until = params_find(fields, "until");
    if (until && *until && !params_integer(fields, "until", now, latest, &act->until))
        return bad_field(answer, "until", "must be ms since 1970, in the future");
    return read_board(fields, act, answer);
}

/* ---- the whole ---- */

static bool read_kind(const Tourney *tourney, const Params *fields, int64_t now, TourneyAct *act,
                      TourneyAnswer *answer)
{
    switch (act->kind) {
    case ACT_SETTINGS: return read_settings(tourney, fields, now, act, answer);
    case ACT_ROLE: return read_role(fields, act, answer);
    case ACT_ADD:
        return read_team_number(tourney, fields, act, answer) && read_add(fields, act, answer);
    case ACT_TEAM: return read_team(tourney, fields, act, answer);
    case ACT_TEAM_OUT: return read_u32(fields, "team", TOURNEY_TEAMS_MAX, &act->team, answer);
    case ACT_LINEUP: return read_lineup(tourney, fields, act, answer);
    case ACT_PLAYER: return read_player(tourney, fields, act, answer);
    case ACT_WITHDRAW:
    case ACT_READMIT:
    case ACT_REMOVE: return read_u32(fields, "player", TOURNEY_PLAYERS_MAX, &act->player, answer);
    case ACT_BYE: return read_bye(fields, act, answer);
    case ACT_FORBID:
    case ACT_PERMIT:
        return read_u32(fields, "player", TOURNEY_PLAYERS_MAX, &act->player, answer) &&
               read_u32(fields, "other", TOURNEY_PLAYERS_MAX, &act->other, answer);
    case ACT_BOARDS: return read_boards(fields, act, answer);
    case ACT_RESULT: return read_result(fields, act, answer);
    case ACT_ANNUL:
    case ACT_STOP:
    case ACT_GO_ON: return read_board(fields, act, answer);
    case ACT_TIME: return read_time(fields, act, answer);
    case ACT_ADJOURN: return read_adjourn(fields, now, act, answer);
    case ACT_ACCEPT:
        return !params_find(fields, "player") ||
               read_u32(fields, "player", TOURNEY_PLAYERS_MAX, &act->player, answer);
    case ACT_DECLINE: return read_u32(fields, "player", TOURNEY_PLAYERS_MAX, &act->player, answer);
    case ACT_START:
    case ACT_PAIR:
    case ACT_UNPAIR:
    case ACT_ROUND:
    case ACT_PAUSE:
    case ACT_RESUME:
    case ACT_FINISH:
    case ACT_CANCEL: return true;
    default: return bad_field(answer, "act", "there is no such act");
    }
}

static bool is_seen(const Tourney *tourney, const Params *fields, TourneyAnswer *answer)
{
    int64_t seen;
    if (!params_find(fields, "seen"))
        return true;
    if (!params_integer(fields, "seen", 0, UINT32_MAX, &seen))
        return bad_field(answer, "seen", "must be the number of an act");
    if (seen < tourney->desk_seq)
        return tourney_refuse(answer, 409, "changed",
                              "Somebody else has changed something meanwhile: look again.");
    return true;
}

bool tourney_read_act(const Tourney *tourney, const Params *fields, int64_t now, TourneyAct *act,
                      TourneyAnswer *answer)
{
    const char *word = params_find(fields, "act");
    memset(act, 0, sizeof *act);
    memset(answer, 0, sizeof *answer);
    if (!word || !tourney_act_parse_word(word, &act->kind) || act->kind == ACT_CREATED ||
        act->kind == ACT_JOIN || act->kind == ACT_BERSERK)
        return bad_field(answer, "act", "there is no such act");
    act->confirmed = params_flag(fields, "confirm", false);
    if (read_text(fields, "reason", act->reason, sizeof act->reason, answer) &&
        is_seen(tourney, fields, answer) && read_kind(tourney, fields, now, act, answer))
        return true;
    tourney_act_clear(act);
    return false;
}
