/* The parts put together: creating, loading and freeing them; what comes from the store and the searchers; and each
 * turn of the loop. */
#include "account_copies.h"
#include "connect.h"
#include "dispatch.h"
#include "retries.h"

#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdlib.h>

/* ---- opening and closing ---- */

static void share(Core *core, const CoreOptions *options, const SipKey *sip)
{
    core->options = *options;
    core->journal = journal_new(options->store, options->metrics);
    server_time_init(&core->time, options->loop, core->journal, store_axis(options->store));
    address_bans_init(&core->address_bans, sip);
    core->bounds = bounds_new(options->limits, options->bounds, sip);
    core->limiter = rate_limiter_new(options->limits, sip);
    if (options->rules)
        rate_limiter_set_rules(core->limiter, options->rules);
    text_init(&core->text);
}

/* What the live games tell goes on to the matchmaker. */
static void on_moved(void *context, const GameId *game, uint32_t plies, bool over)
{
    Core *core = context;
    matchmaker_game_moved(core->matchmaker, game, plies, over);
}

static void on_aborted(void *context, const Person *white, const Person *black)
{
    Core *core = context;
    matchmaker_game_aborted(core->matchmaker, white, black);
}

static bool is_strict(void *context, const GameId *game)
{
    const Core *core = context;
    return tournaments_play(core->tournaments, game);
}

static bool tournament_of(void *context, const GameId *game, GameTournament *tournament)
{
    const Core *core = context;
    return core->tournaments && tournaments_of_game(core->tournaments, game, tournament);
}

static void tell_begun(const Core *core, const GameNews *news)
{
    GameTournament tournament;
    bool is_of_one = tournaments_of_game(core->tournaments, &news->id, &tournament);
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].begun)
            core->news[i].begun(core->news[i].context, news, is_of_one ? tournament.name : NULL);
}

static void on_news(void *context, const GameNews *news)
{
    const Core *core = context;
    tournaments_news(core->tournaments, news);
    if (core->games.news)
        core->games.news(core->games.context, news);
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].game)
            core->news[i].game(core->news[i].context, news);
    if (news->status == STATUS_STARTED)
        tell_begun(core, news);
}

static void on_rematch(void *context, const RematchNews *news)
{
    const Core *core = context;
    if (core->games.rematch)
        core->games.rematch(core->games.context, news);
}

static void on_seek(void *context, const Seek *seek)
{
    const Core *core = context;
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].seek)
            core->news[i].seek(core->news[i].context, seek);
}

static void on_turn(void *context, const GameNews *news, Color turn)
{
    const Core *core = context;
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].turn)
            core->news[i].turn(core->news[i].context, news, turn);
}

static void on_challenge(void *context, const Challenge *challenge, uint64_t number)
{
    const Core *core = context;
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].challenge)
            core->news[i].challenge(core->news[i].context, challenge, number);
}

static void on_tournament(void *context, const TournamentNews *news)
{
    const Core *core = context;
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].tournament)
            core->news[i].tournament(core->news[i].context, news);
}

void core_on_news(Core *core, const CoreNews *news)
{
    assert(core->news_count < CORE_NEWS_MAX);
    core->news[core->news_count++] = *news;
}

void core_on_games(Core *core, const CoreGames *games)
{
    core->games = games ? *games : (CoreGames){.context = NULL};
}

static bool greeting(void *context, const GameId *game, Color seat, Greeting *greeting)
{
    const Core *core = context;
    return core->matchmaker && matchmaker_greeting(core->matchmaker, game, seat, greeting);
}

static Live *new_live(Core *core, const SipKey *sip)
{
    const CoreOptions *options = &core->options;
    return live_new(&(LiveOptions){
        .store = options->store,
        .accounts = options->accounts,
        .clients = core->clients,
        .journal = core->journal,
        .time = &core->time,
        .searchers = options->searchers,
        .engines = options->engines,
        .metrics = options->metrics,
        .limiter = core->limiter,
        .bounds = core->bounds,
        .sip = sip,
        .keep_quiet = options->keep_quiet,
        .hurry = options->hurry,
        .quiet = options->quiet,
        .casual = options->casual,
        .hooks = {.context = core,
                  .moved = on_moved,
                  .is_strict = is_strict,
                  .tournament = tournament_of,
                  .aborted = on_aborted,
                  .news = on_news,
                  .turn = on_turn,
                  .rematch = on_rematch,
                  .greeting = greeting},
    });
}

static void on_paired(void *context, const char *person, const LobbyId *seek, const GameId *game)
{
    const Core *core = context;
    request_keys_paired(core->keys, person, seek, game);
}

static Matchmaker *new_matchmaker(Core *core, const SipKey *sip)
{
    const CoreOptions *options = &core->options;
    return matchmaker_new(&(MatchmakerOptions){
        .store = options->store,
        .accounts = options->accounts,
        .clients = core->clients,
        .inbox = core->inbox,
        .live = core->live,
        .journal = core->journal,
        .time = &core->time,
        .limiter = core->limiter,
        .bounds = core->bounds,
        .sip = sip,
        .fallback = options->fallback,
        .hooks = {.context = core, .seek = on_seek, .challenge = on_challenge, .paired = on_paired},
    });
}

static Tournaments *new_tournaments(Core *core, const SipKey *sip)
{
    const CoreOptions *options = &core->options;
    return tournaments_new(&(TournamentsOptions){.loop = options->loop,
                                                 .store = options->store,
                                                 .clients = core->clients,
                                                 .live = core->live,
                                                 .journal = core->journal,
                                                 .bounds = core->bounds,
                                                 .teams = core->teams,
                                                 .time = &core->time,
                                                 .sip = sip,
                                                 .hooks = {core, on_tournament}});
}

Teams *core_teams(Core *core)
{
    server_time_read(&core->time);
    return core->teams;
}

Tournaments *core_tournaments(Core *core)
{
    server_time_read(&core->time);
    return core->tournaments;
}

Broadcasts *core_broadcasts(Core *core)
{
    server_time_read(&core->time);
    return core->broadcasts;
}

Core *core_new(const CoreOptions *options)
{
    SipKey sip;
    Core *core = memory_new(sizeof *core);
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    share(core, options, &sip);
    core->clients = clients_new(options->sessions, options->metrics, &sip);
    core->inbox = dispatch_new_inbox(core, &sip);
    core->keys = retries_new_keys(core, &sip);
    core->live = new_live(core, &sip);
    core->matchmaker = new_matchmaker(core, &sip);
    core->teams = teams_new(&(TeamsOptions){.store = options->store,
                                            .journal = core->journal,
                                            .time = &core->time,
                                            .bounds = core->bounds,
                                            .sip = &sip});
    core->tournaments = new_tournaments(core, &sip);
    core->broadcasts = broadcasts_new(&(BroadcastsOptions){.store = options->store,
                                                           .clients = core->clients,
                                                           .journal = core->journal,
                                                           .time = &core->time,
                                                           .outbound = options->outbound,
                                                           .limiter = core->limiter,
                                                           .sip = &sip});
    account_copies_begin(core);
    return core;
}

bool core_load(Core *core, char *line)
{
    server_time_read(&core->time);
    return request_keys_load(core->keys, line) && live_load(core->live, line) &&
           matchmaker_load(core->matchmaker, line) && teams_load(core->teams, line) &&
           tournaments_load(core->tournaments, line) && broadcasts_load(core->broadcasts, line);
}

void core_free(Core *core)
{
    connect_clear(core);
    broadcasts_free(core->broadcasts);
    tournaments_free(core->tournaments);
    teams_free(core->teams);
    matchmaker_free(core->matchmaker);
    live_free(core->live);
    inbox_free(core->inbox);
    clients_free(core->clients);
    request_keys_free(core->keys);
    free(core->retrying);
    bounds_free(core->bounds);
    address_bans_clear(&core->address_bans);
    rate_limiter_free(core->limiter);
    journal_free(core->journal);
    text_clear(&core->text);
    free(core);
}

void core_stop(Core *core)
{
    core->is_stopping = true;
    server_time_read(&core->time);
    tournaments_stop(core->tournaments);
    broadcasts_stop(core->broadcasts);
    teams_stop(core->teams);
    accounts_finish(core->options.accounts);
    journal_note(core->journal, store_put_axis(core->options.store, core->time.now));
    store_flush(core->options.store);
}

bool core_is_durable(const Core *core)
{
    return journal_is_durable(core->journal);
}

void core_count(const Core *core, MetricsNow *now)
{
    now->games = live_count(core->live);
    now->games_live = live_unfinished_count(core->live);
    now->seeks = matchmaker_seek_count(core->matchmaker);
    now->challenges = matchmaker_challenge_count(core->matchmaker);
    now->searches_waiting = searchers_waiting(core->options.searchers);
    now->backlog_bytes = store_backlog(core->options.store);
}

/* ---- from the store and the searchers ---- */

void core_committed(Core *core, uint64_t number)
{
    server_time_read(&core->time);
    journal_committed(core->journal, number);
    live_committed(core->live, number);
    sessions_committed(core->options.sessions, number);
}

void core_failing(Core *core, bool failing)
{
    server_time_read(&core->time); /* what has passed until now passed as it was */
    journal_set_failing(core->journal, failing);
    sessions_let_overtake(core->options.sessions, failing);
}

CoreHealth core_health(const Core *core)
{
    if (core->is_stopping)
        return CORE_STOPPING;
    return journal_is_failing(core->journal) ? CORE_FAILING : CORE_READY;
}

void core_answered(Core *core, const SearchAnswer *answer)
{
    server_time_read(&core->time);
    live_answered(core->live, answer);
}

void core_engine_trouble(Core *core, const GameId *game, const char *words, bool over)
{
    server_time_read(&core->time);
    live_engine_trouble(core->live, game, words, over);
}

/* ---- a turn of the loop ---- */

/* A part's pair of functions, for the table below. */
#define DUTY(name, part, part_due, part_tick)                                                      \
    static int64_t duty_##name##_due(const Core *core)                                             \
    {                                                                                              \
        return part_due(core->part);                                                               \
    }                                                                                              \
    static void duty_##name##_tick(Core *core)                                                     \
    {                                                                                              \
        part_tick(core->part);                                                                     \
    }

DUTY(games, live, live_due, live_tick)
DUTY(seeks, matchmaker, matchmaker_seeks_due, matchmaker_seeks_tick)
DUTY(boards, live, live_best_due, live_best_tick)
DUTY(challenges, matchmaker, matchmaker_challenges_due, matchmaker_challenges_tick)
DUTY(bulks, matchmaker, matchmaker_bulks_due, matchmaker_bulks_tick)
DUTY(tournaments, tournaments, tournaments_due, tournaments_tick)
DUTY(broadcasts, broadcasts, broadcasts_due, broadcasts_tick)
DUTY(wake, live, live_wake_due, live_wake_tick)
DUTY(end, live, live_end_due, live_end_tick)

/* What is due when, and what is done then, in this order at the end of each turn. 'due' returns an instant of
 * ServerTime.now, INT64_MAX for never. */
static const struct {
    int64_t (*due)(const Core *core);
    void (*tick)(Core *core);
} DUTIES[] = {
    {connect_due, connect_tick},
    {retries_due, retries_tick},
    {duty_games_due, duty_games_tick},
    {duty_seeks_due, duty_seeks_tick},
    {duty_boards_due, duty_boards_tick},
    {duty_challenges_due, duty_challenges_tick},
    {duty_bulks_due, duty_bulks_tick},
    {duty_tournaments_due, duty_tournaments_tick},
    {duty_broadcasts_due, duty_broadcasts_tick},
    {duty_wake_due, duty_wake_tick},
    {duty_end_due, duty_end_tick},
};

enum { DUTY_COUNT = sizeof DUTIES / sizeof *DUTIES };

void core_turn(Core *core)
{
    server_time_read(&core->time);
    for (int i = 0; i < DUTY_COUNT; i++)
        if (DUTIES[i].due(core) <= core->time.now)
            DUTIES[i].tick(core);
    accounts_turn(core->options.accounts); /* ratings go to disk together with the games' ends */
    journal_flush(core->journal);
    sessions_flush(core->options.sessions);
}

int64_t core_wait(Core *core)
{
    int64_t at = INT64_MAX;
    if (sessions_have_more(core->options.sessions))
        return 0;
    for (int i = 0; i < DUTY_COUNT; i++) {
        int64_t due = DUTIES[i].due(core);
        at = due < at ? due : at;
    }
    if (at == INT64_MAX)
        return -1;
    return at > core->time.now ? at - core->time.now : 0;
}
