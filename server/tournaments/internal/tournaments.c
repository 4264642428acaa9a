/* The part as a whole: made, freed, asked; what is due. */
#include "array.h"
#include "base62.h"
#include "memory.h"
#include "running.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STUCK_RETRY = 250, /* ms until what waits for the disk is looked at again */
    CLOCK_STEP = 1000, /* ms by which the wall clock must have been set back to be noticed */
};

Tournaments *tournaments_new(const TournamentsOptions *options)
{
    Tournaments *tournaments = memory_new(sizeof *tournaments);
    tournaments->options = *options;
    tournaments->clients = options->clients;
    tournaments->live = options->live;
    tournaments->time = options->time;
    tournaments->next_at = INT64_MAX;
    tournaments->ahead = INT64_MIN / 2; /* nothing has been planned */
    text_init(&tournaments->text);
    hash_table_init(&tournaments->running, offsetof(Running, id), options->sip);
    hash_table_init(&tournaments->played, offsetof(PlayedBoard, game), options->sip);
    hash_table_init(&tournaments->past, offsetof(PastGame, game), options->sip);
    return tournaments;
}

void tournaments_free(Tournaments *tournaments)
{
    Running *running;
    PlayedBoard *board;
    PastGame *past;
    for (PairingJob *job = tournaments->jobs; job; job = job->next)
        job->owner = NULL;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));)
        running_free(running);
    for (size_t at = 0; (board = hash_table_next(&tournaments->played, &at));)
        free(board);
    hash_table_clear(&tournaments->running);
    hash_table_clear(&tournaments->played);
    for (size_t at = 0; (past = hash_table_next(&tournaments->past, &at));)
        free(past);
    hash_table_clear(&tournaments->past);
    text_clear(&tournaments->text);
    free(tournaments->news);
    free(tournaments);
}

void tournaments_stop(Tournaments *tournaments)
{
    tournaments->is_stopped = true;
}

uint64_t tournaments_number(const Tournaments *tournaments, const Tourney *tourney)
{
    return running_find(tournaments, tourney->id.text)->number;
}

const Tourney *tournaments_find(const Tournaments *tournaments, const char *id)
{
    Running *running = running_find(tournaments, id);
    if (!running)
        return NULL;
    running->asked_at = tournaments->time->now;
    return running->tourney;
}

void tournaments_each(const Tournaments *tournaments,
                      void (*visit)(void *context, const Tourney *tourney), void *context)
{
    const Running *running;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));)
        visit(context, running->tourney);
}

const Standings *tournaments_standings(const Tournaments *tournaments, const Tourney *tourney)
{
    return running_standings(running_find(tournaments, tourney->id.text));
}

const TeamStandings *tournaments_team_standings(const Tournaments *tournaments,
                                                const Tourney *tourney)
{
    return running_teams(running_find(tournaments, tourney->id.text));
}

/* ---- what is asked ---- */

static bool has_room(const Tournaments *tournaments, const TournamentMaker *maker,
                     TourneyAnswer *answer)
{
    const Bounds *bounds = tournaments->options.bounds;
    const char *owner = maker->person->id;
    size_t most = TOURNAMENTS_OPEN_MAX - (maker->is_new ? TOURNAMENTS_RESERVED : 0);
    if (tournaments->open >= most)
        return tourney_refuse(answer, 400, "full", "There are too many tournaments here.");
    if (bounds_count(bounds, BOUND_NEW_TOURNAMENTS, owner) >= TOURNAMENTS_OWNER_MAX)
        return tourney_refuse(answer, 400, "many", "You have too many tournaments.");
    if (maker->is_new && !bounds_has_room(bounds, BOUND_NEW_TOURNAMENTS, owner))
        return tourney_refuse(
            answer, 429, "not_now",
            "Your account is new: until tomorrow it cannot have more tournaments.");
    if (!bounds_has_room(bounds, BOUND_ADDRESS_TOURNAMENTS, maker->address))
        return tourney_refuse(answer, 429, "not_now",
                              "There are too many tournaments from your network.");
    return true;
}

static bool can_save(const Tournaments *tournaments, TourneyAnswer *answer)
{
    if (tournaments->is_stopped || journal_is_stuck(tournaments->options.journal))
        return tourney_refuse(answer, 503, "not_now", "The server cannot save anything right now.");
    return true;
}

bool tournaments_create(Tournaments *tournaments, const TourneySettings *settings,
                        const TournamentMaker *maker, TourneyId *id, uint64_t *number,
                        TourneyAnswer *answer)
{
    const Person *organiser = maker->person;
    if (!can_save(tournaments, answer) || !has_room(tournaments, maker, answer) ||
        !teams_check_settings(tournaments, settings, NULL, answer))
        return false;
    do
        base62_draw(id->text, TOURNEY_ID_LENGTH);
    while (running_find(tournaments, id->text));
    TourneyAct act = {.kind = ACT_CREATED, .id = *id};
    act.settings = memory_new(sizeof *act.settings);
    *act.settings = *settings;
    if (live_is_casual(tournaments->options.live))
        act.settings->rated = false;
    Running *running = running_add(tournaments, id);
    snprintf(running->address, sizeof running->address, "%s", maker->address);
    running_apply(tournaments, running, &act, organiser);
    tourney_act_clear(&act);
    teams_take_part(tournaments, running);
    if (maker->host) {
        TourneyAct joins = {.kind = ACT_JOIN, .person = *maker->host};
        running_apply(tournaments, running, &joins, organiser);
    }
    *number = running->number;
    return true;
}

static Running *find_to_change(Tournaments *tournaments, const char *id, TourneyAnswer *answer)
{
    Running *running = running_find(tournaments, id);
    if (!running)
        tourney_refuse(answer, 404, "not_found", "There is no such tournament.");
    return running && can_save(tournaments, answer) ? running : NULL;
}

static const char *why_not_now(TourneyActKind kind)
{
    switch (kind) {
    case ACT_TIME: return "That would leave no time, or more than twenty days.";
    case ACT_STOP: return "Its clocks stand already.";
    case ACT_GO_ON: return "Nobody has stopped that game.";
    default: return "Both sides must have moved, and the clocks must not stand.";
    }
}

/* Does to the game at a board what the act says. */
static bool arbitrate(Tournaments *tournaments, const Tourney *tourney, const TourneyAct *act,
                      TourneyAnswer *answer)
{
    ArbiterAct does = {.kind = act->kind == ACT_TIME    ? ARBITER_TIME
                               : act->kind == ACT_STOP  ? ARBITER_STOP
                               : act->kind == ACT_GO_ON ? ARBITER_RESUME
                                                        : ARBITER_ADJOURN,
                       .side = act->black ? BLACK : WHITE,
                       .given = act->seconds * 1000,
                       .until = act->until};
    RoomError error;
    uint64_t number;
    const GameId *game = &tourney_board(tourney, act->board)->pair.game;
    if (!live_arbitrate(tournaments->live, game, &does, &error, &number))
        return tourney_refuse(answer, 400, "asleep", "That game cannot be read from the disk.");
    if (error == ROOM_OK)
        return true;
    return tourney_refuse(answer, 400, "wrong_time",
                          error == ROOM_OVER        ? "That game is over."
                          : error == ROOM_FORBIDDEN ? "That game has no clock."
                          : error == ROOM_FULL      ? "That game is too long."
                                                    : why_not_now(act->kind));
}

/* A line-up of a round that is paired changes its boards. */
static void seat_again(Tournaments *tournaments, Running *running)
{
    TourneyAct act;
    if (!tourney_seat_again(running->tourney, &act))
        return;
    begin_draw_ids(tournaments, running, &act);
    running_apply(tournaments, running, &act, NULL);
    tourney_act_clear(&act);
}

static void carry_out(Tournaments *tournaments, Running *running, TourneyAct *act, const Person *by)
{
    if (act->kind == ACT_START)
        apply_fill_start(act);
    if (act->kind == ACT_BOARDS)
        begin_draw_ids(tournaments, running, act);
    running_apply(tournaments, running, act, by);
    if (act->kind == ACT_SETTINGS)
        teams_take_part(tournaments, running);
    if (act->kind == ACT_LINEUP)
        seat_again(tournaments, running);
}

/* An engine must be one of this server's that plays such games. */
static bool check_engine(const Tournaments *tournaments, const Tourney *tourney,
                         const TourneyAct *act, TourneyAnswer *answer)
{
    Variant variant = (Variant)tourney->settings.variant;
    if (act->kind != ACT_ADD || act->person.kind != TOURNEY_ENGINE ||
        live_engine_plays(tournaments->live, act->person.name, variant))
        return true;
    tourney_refuse(answer, 400, "bad_field",
                   "engine: this server has none of that name that plays such games now");
    snprintf(answer->field, sizeof answer->field, "engine");
    return false;
}

bool tournaments_act(Tournaments *tournaments, const char *id, TourneyAct *act, const Person *by,
                     uint64_t *number, TourneyAnswer *answer)
{
    Running *running = find_to_change(tournaments, id, answer);
    if (!running)
        return false;
    Tourney *tourney = running->tourney;
    snprintf(act->by, sizeof act->by, "%s", by->id);
    if (!tourney_check(tourney, act, tourney_role_of(tourney, by->id), answer))
        return false;
    if (!check_engine(tournaments, tourney, act, answer))
        return false;
    if (act->kind == ACT_SETTINGS &&
        !teams_check_settings(tournaments, act->settings, &tourney->settings, answer))
        return false;
    if (act->kind == ACT_SETTINGS && live_is_casual(tournaments->options.live))
        act->settings->rated = false;
    bool is_of_game = act->kind == ACT_TIME || act->kind == ACT_STOP || act->kind == ACT_GO_ON ||
                      act->kind == ACT_ADJOURN;
    if (is_of_game && !arbitrate(tournaments, tourney, act, answer))
        return false;
    if (act->kind == ACT_PAIR) { /* carried out with the next tick, perhaps on another thread */
        running->desk_pairs = true;
        running->desk = *by;
        running_plan(tournaments, running, tournaments->time->wall);
    } else {
        carry_out(tournaments, running, act, by);
    }
    *number = running->number;
    return true;
}

bool tournaments_join(Tournaments *tournaments, const char *id, const TourneyPerson *person,
                      const TourneyEntry *entry, uint64_t *number, TourneyAnswer *answer)
{
    Running *running = find_to_change(tournaments, id, answer);
    Person by = {.kind = PERSON_HUMAN};
    TourneyEntry whole = *entry;
    if (running)
        tournaments_fill_entry(tournaments, running->tourney, person->user, &whole);
    if (!running || !tourney_may_join(running->tourney, person, &whole, answer))
        return false;
    const TourneyTeam *team = whole.team ? tourney_team_of(running->tourney, whole.team) : NULL;
    TourneyAct act = {.kind = ACT_JOIN, .person = *person, .team = team ? team->number : 0};
    snprintf(by.id, sizeof by.id, "%s", person->user);
    snprintf(by.name, sizeof by.name, "%.*s", PERSON_NAME_MAX, person->name);
    running_apply(tournaments, running, &act, &by);
    *number = running->number;
    return true;
}

/* Whether all of them can be added. */
static bool check_people(const Tourney *tourney, const TourneyPerson *people, const uint32_t *teams,
                         size_t count, const Person *by, TourneyAnswer *answer)
{
    TourneyAct act = {.kind = ACT_ADD, .confirmed = true};
    snprintf(act.by, sizeof act.by, "%s", by->id);
    if (tourney->players_count + count > TOURNEY_PLAYERS_MAX)
        return tourney_refuse(answer, 400, "full", "There is no room for more players.");
    for (size_t i = 0; i < count; i++) {
        act.person = people[i];
        act.team = teams[i];
        for (size_t j = 0; j < i && people[i].user[0]; j++)
            if (strcmp(people[i].user, people[j].user) == 0)
                return tourney_refuse(answer, 400, "same", "Somebody is in the list twice.");
        if (!tourney_check(tourney, &act, tourney_role_of(tourney, by->id), answer))
            return false;
    }
    return true;
}

/* The team of each, where teams are rivals. */
static bool find_teams(Tournaments *tournaments, Running *running, const TourneyPerson *people,
                       size_t count, const Person *by, uint32_t *teams, TourneyAnswer *answer)
{
    for (size_t i = 0; i < count; i++)
        if (!teams_import(tournaments, running, people[i].team, by, &teams[i], answer))
            return false;
    return true;
}

bool tournaments_import(Tournaments *tournaments, const char *id, const TourneyPerson *people,
                        size_t count, const Person *by, uint64_t *number, TourneyAnswer *answer)
{
    Running *running = find_to_change(tournaments, id, answer);
    uint32_t *teams = memory_array(count + 1, sizeof *teams);
    bool is_good = running && find_teams(tournaments, running, people, count, by, teams, answer) &&
                   check_people(running->tourney, people, teams, count, by, answer);
    for (size_t i = 0; is_good && i < count; i++) {
        TourneyAct act = {
            .kind = ACT_ADD, .confirmed = true, .person = people[i], .team = teams[i]};
        running_apply(tournaments, running, &act, by);
    }
    if (is_good)
        *number = running->number;
    free(teams);
    return is_good;
}

/* ---- people who are gone ---- */

static void leave(Tournaments *tournaments, Running *running, uint32_t player, const char *why)
{
    const Tourney *tourney = running->tourney;
    bool is_host = tourney->settings.format == FORMAT_SIMUL && player == SIMUL_HOST;
    TourneyAct act = {.kind = ACT_WITHDRAW, .player = player};
    snprintf(act.reason, sizeof act.reason, "%s", why);
    if (!is_host)
        running_apply(tournaments, running, &act, NULL);
    else if (tourney->status == TOURNEY_CREATED) /* otherwise its games are played to their end */
        running_do(tournaments, running, ACT_CANCEL, why);
}

void tournaments_leave(Tournaments *tournaments, const char *person, const char *why)
{
    Running *running;
    for (size_t at = 0;
         !tournaments->is_stopped && (running = hash_table_next(&tournaments->running, &at));) {
        const TourneyPlayer *player = tourney_player_of(running->tourney, person);
        if (player && player->status == PLAYER_ACTIVE && !tourney_is_over(running->tourney))
            leave(tournaments, running, player->number, why);
    }
}

/* ---- games that end ---- */

void tournaments_news(Tournaments *tournaments, const GameNews *news)
{
    if (news->status < STATUS_ABORTED || !hash_table_find(&tournaments->played, news->id.text))
        return;
    tournaments->news = array_reserve(tournaments->news, &tournaments->news_size,
                                      tournaments->news_count + 1, sizeof *tournaments->news);
    tournaments->news[tournaments->news_count++] = *news;
    tournaments->next_at = INT64_MIN;
}

bool tournaments_play(const Tournaments *tournaments, const GameId *game)
{
    return hash_table_find(&tournaments->played, game->text) ||
           hash_table_find(&tournaments->past, game->text);
}

_Static_assert((int)TOURNAMENT_NAME_SIZE == (int)TOURNEY_NAME_SIZE &&
                   (int)TOURNAMENT_ID_MAX == (int)TOURNEY_ID_LENGTH,
               "a game's snapshot can name every tournament");

bool tournaments_of_game(const Tournaments *tournaments, const GameId *game,
                         GameTournament *tournament)
{
    const Running *of = played_in(tournaments, game);
    if (!of)
        return false;
    const TourneySettings *settings = &of->tourney->settings;
    memcpy(tournament->id, of->id.text, sizeof tournament->id);
    memcpy(tournament->name, settings->name, sizeof tournament->name);
    tournament->berserk = played_find(tournaments, game) && tourney_settings_has_berserk(settings);
    return true;
}

const Tourney *tournaments_played_in(const Tournaments *tournaments, const GameId *game)
{
    const PlayedBoard *played = played_find(tournaments, game);
    return played ? played->of->tourney : NULL;
}

/* ---- what is due ---- */

static bool was_set_back(const Tournaments *tournaments)
{
    return tournaments->time->wall - tournaments->time->now < tournaments->ahead - CLOCK_STEP;
}

/* The wall clock was set back: what waits for so much time to pass would wait for the same time once more. */
static void plan_anew(Tournaments *tournaments)
{
    Running *running;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));) {
        running->waits_at = running->tell_at = 0;
        if (!tourney_is_over(running->tourney))
            running_plan(tournaments, running, tournaments->time->wall);
    }
}

int64_t tournaments_due(const Tournaments *tournaments)
{
    const ServerTime *time = tournaments->time;
    if (tournaments->is_stopped || tournaments->next_at == INT64_MAX)
        return INT64_MAX;
    if (tournaments->next_at == INT64_MIN || was_set_back(tournaments))
        return time->now;
    return tournaments->next_at - time->wall + time->now;
}

void tournaments_tick(Tournaments *tournaments)
{
    Running *running;
    int64_t wall = tournaments->time->wall;
    if (tournaments->is_stopped)
        return;
    if (was_set_back(tournaments))
        plan_anew(tournaments);
    tournaments->ahead = wall - tournaments->time->now;
    begin_take_news(tournaments);
    if (journal_is_stuck(tournaments->options.journal)) { /* nothing new begins */
        tournaments->next_at = wall + STUCK_RETRY;
        return;
    }
    tournaments->next_at = INT64_MAX;
    for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));) {
        if (running->next_at <= wall) {
            running->next_at = INT64_MAX;
            advance(tournaments, running);
            tell_changes(tournaments, running);
        }
        running_plan(tournaments, running, running->next_at);
    }
    if (tournaments->must_trim)
        ended_trim(tournaments);
}
