#include "lichess_tournament_json.h"

#include "instant.h"
#include "memory.h"
#include "message_parts.h"
#include "rating.h"
#include "tournament_call.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_OF_PAGE = 10, DUELS_MAX = 6, LISTED_TEAMS = 10 };

/* ---- what both have ---- */

/* One that starts when its organiser says so may start at any moment. */
static int64_t starts_at(const LichessTournament *of)
{
    const Tourney *tourney = of->tourney;
    if (tourney->started_at)
        return tourney->started_at;
    return tourney->settings.starts_at ? tourney->settings.starts_at : of->call->now;
}

/* Before the start those who left do not count. */
static uint32_t count_players(const Tourney *tourney)
{
    return tourney->started_at ? tourney->players_count : tourney->active_count;
}

static Category category(const TourneySettings *settings)
{
    TimeControl control = tourney_settings_control(settings);
    return category_of(&control, (Variant)settings->variant);
}

static void print_perf(const TourneySettings *settings, bool with_position, Text *text)
{
    Category of = category(settings);
    char name[24];
    snprintf(name, sizeof name, "%s", category_word(of));
    name[0] = (char)toupper((unsigned char)name[0]);
    text_open(text, "perf", '{');
    text_string(text, "key", category_word(of));
    text_string(text, "name", name);
    text_string(text, "icon", "");
    if (with_position)
        text_integer(text, "position", of);
    text_close(text, '}');
}

static void print_clock(const TourneySettings *settings, Text *text)
{
    text_open(text, "clock", '{');
    text_integer(text, "limit", settings->limit);
    text_integer(text, "increment", settings->increment);
    text_close(text, '}');
}

static void print_creator(const Tourney *tourney, Text *text)
{
    char handle[PERSON_NAME_MAX + 1], name[PERSON_NAME_MAX + 1];
    snprintf(name, sizeof name, "%.*s", PERSON_NAME_MAX, tourney->organiser.name);
    text_string(text, "createdBy", name_handle(name, handle));
}

static void print_limit(const TourneySettings *settings, const char *name, int rating, Text *text)
{
    if (!rating)
        return;
    text_open(text, name, '{');
    text_string(text, "perf", category_word(category(settings)));
    text_integer(text, "rating", rating);
    text_close(text, '}');
}

static void print_conditions(const TourneySettings *settings, Text *text)
{
    if (settings->rating_max)
        text_bool(text, "hasMaxRating", true);
    print_limit(settings, "maxRating", settings->rating_max, text);
    print_limit(settings, "minRating", settings->rating_min, text);
    if (settings->games_min) {
        text_open(text, "minRatedGames", '{');
        text_integer(text, "nb", settings->games_min);
        text_close(text, '}');
    }
    if (settings->bots)
        text_bool(text, "botsAllowed", true);
    if (settings->code[0])
        text_bool(text, "private", true);
}

static void print_verdict(const char *condition, const char *why, bool fails, Text *text)
{
    text_open(text, NULL, '{');
    text_string(text, "condition", condition);
    text_string(text, "verdict", fails ? why : "ok");
    text_close(text, '}');
}

/* Nobody in particular fulfils all of them. */
static void print_verdicts(const LichessTournament *of, Text *text)
{
    const TourneySettings *settings = &of->tourney->settings;
    const AccountInfo *account = &of->call->identity.account;
    TourneyPerson person = {.kind = TOURNEY_ACCOUNT};
    TourneyEntry entry = {.code = settings->code};
    TourneyAnswer answer = {.status = 400};
    bool known = account_is_found(account);
    if (known)
        tournament_take_account(account, settings, of->call->now, &person, &entry);
    if (known)
        tournaments_fill_entry(core_tournaments(of->call->server->core), of->tourney, account->id,
                               &entry);
    bool may = !known || tourney_may_join(of->tourney, &person, &entry, &answer) ||
               strcmp(answer.code, "joined") == 0;
    bool no_rating = known && (!person.rating || person.provisional);
    char line[80];
    text_open(text, "verdicts", '{');
    text_open(text, "list", '[');
    snprintf(line, sizeof line, "Rating of at least %d", settings->rating_min);
    if (settings->rating_min)
        print_verdict(line, "Your rating is too low, or not certain yet",
                      no_rating || (known && person.rating < settings->rating_min), text);
    snprintf(line, sizeof line, "Rating of at most %d", settings->rating_max);
    if (settings->rating_max)
        print_verdict(line, "Your rating is too high, or not certain yet",
                      no_rating || (known && person.rating > settings->rating_max), text);
    snprintf(line, sizeof line, "At least %d rated games", settings->games_min);
    if (settings->games_min)
        print_verdict(line, "You have played too few rated games",
                      known && entry.games < settings->games_min, text);
    if (settings->list[0])
        print_verdict("Players on a list", "You are not on the list",
                      known && !tourney_settings_lists(settings, person.name), text);
    if (settings->teams[0])
        print_verdict("Must be in a team that may join", "You do not belong to such a team",
                      known && !entry.is_of_team, text);
    if (!settings->bots)
        print_verdict("Bot players are not allowed", "Bot players are not allowed", person.bot,
                      text);
    text_close(text, ']');
    text_bool(text, "accepted", may);
    text_close(text, '}');
}

static int rating_of(const TourneyPlayer *player)
{
    return player->person.rating ? player->person.rating : RATING_START / 100;
}

static int64_t average_rating(const Tourney *tourney)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < tourney->players_count; i++)
        sum += rating_of(&tourney->players[i]);
    return tourney->players_count ? sum / tourney->players_count : 0;
}

static void print_title(const TourneyPlayer *player, Text *text)
{
    if (player->person.bot)
        text_string(text, "title", "BOT");
    else if (player->person.title[0])
        text_string(text, "title", player->person.title);
}

typedef struct {
    int64_t games, moves, white, black, draws, berserks, byes, absences;
} Stats;

static Stats sum_up(const Tourney *tourney)
{
    Stats stats = {.games = 0};
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_OVER)
            continue;
        stats.byes += board->result == BOARD_BYE;
        stats.absences +=
            board->result == BOARD_FORFEIT_WHITE || board->result == BOARD_FORFEIT_BLACK;
        if (!board->by_play)
            continue;
        stats.games++;
        stats.moves += board->plies;
        stats.white += board->result == BOARD_WHITE;
        stats.black += board->result == BOARD_BLACK;
        stats.draws += board->result == BOARD_DRAW;
        stats.berserks += board->berserk[0] + board->berserk[1];
    }
    return stats;
}

/* ---- team battles ---- */

/* Teams that are only here have their number as an id. */
static const char *team_id(const TourneyTeam *team, char id[16])
{
    snprintf(id, 16, "%u", team->number);
    return team->about.id[0] ? team->about.id : id;
}

static void print_battle(const LichessTournament *of, Text *text)
{
    const Tourney *tourney = of->tourney;
    char id[16];
    if (!tourney->settings.leaders)
        return;
    text_open(text, "teamBattle", '{');
    text_open(text, "teams", '{');
    for (uint32_t i = 0; i < tourney->teams_count; i++) {
        text_open(text, team_id(&tourney->teams[i], id), '[');
        text_string(text, NULL, tourney->teams[i].about.name);
        text_null(text, NULL);
        text_close(text, ']');
    }
    text_close(text, '}');
    text_integer(text, "nbLeaders", tourney->settings.leaders);
    text_close(text, '}');
}

static void print_leader(const Tourney *tourney, uint32_t number, Text *text)
{
    char handle[PERSON_NAME_MAX + 1], name[PERSON_NAME_MAX + 1];
    const TourneyPlayer *player = tourney_player(tourney, number);
    snprintf(name, sizeof name, "%.*s", PERSON_NAME_MAX, player->person.name);
    text_open(text, NULL, '{');
    text_open(text, "user", '{');
    text_string(text, "name", name);
    print_title(player, text);
    text_string(text, "id", name_handle(name, handle));
    text_close(text, '}');
    text_integer(text, "score", player->score);
    text_close(text, '}');
}

void lichess_battle_json(const LichessTournament *of, uint32_t most, const char *name, Text *text)
{
    const Tourney *tourney = of->tourney;
    const TeamStandings *standings =
        tournaments_team_standings(core_tournaments(of->call->server->core), tourney);
    char id[16];
    text_open(text, name, '[');
    for (uint32_t i = 0; i < standings->count && i < most; i++) {
        const TeamStanding *row = &standings->rows[i];
        text_open(text, NULL, '{');
        text_integer(text, "rank", row->rank);
        text_string(text, "id", team_id(tourney_team(tourney, row->team), id));
        text_integer(text, "score", row->points);
        text_open(text, "players", '[');
        for (uint32_t j = 0; j < row->played; j++)
            print_leader(tourney, row->leaders[j], text);
        text_close(text, ']');
        text_close(text, '}');
    }
    text_close(text, ']');
}

/* ---- arenas ---- */

static void print_winner(const LichessTournament *of, Text *text)
{
    char handle[PERSON_NAME_MAX + 1], name[PERSON_NAME_MAX + 1];
    if (of->tourney->status != TOURNEY_FINISHED || !of->standings->count)
        return;
    const TourneyPlayer *first = tourney_player(of->tourney, of->standings->rows[0].player);
    snprintf(name, sizeof name, "%.*s", PERSON_NAME_MAX, first->person.name);
    text_open(text, "winner", '{');
    text_string(text, "id", name_handle(name, handle));
    text_string(text, "name", name);
    print_title(first, text);
    text_close(text, '}');
}

void lichess_arena_json(const LichessTournament *of, const char *name, Text *text)
{
    static const char *const NAMES[] = {"Standard", "Chess960"}, *const SHORTS[] = {"Std", "960"};
    const Tourney *tourney = of->tourney;
    const TourneySettings *settings = &tourney->settings;
    bool is_960 = settings->variant == VARIANT_CHESS960;
    int64_t at = starts_at(of);
    text_open(text, name, '{');
    text_string(text, "id", tourney->id.text);
    print_creator(tourney, text);
    text_string(text, "system", "arena");
    text_integer(text, "minutes", settings->minutes);
    print_clock(settings, text);
    text_bool(text, "rated", settings->rated);
    text_string(text, "fullName", settings->name);
    text_integer(text, "nbPlayers", count_players(tourney));
    text_open(text, "variant", '{');
    text_string(text, "key", variant_word((Variant)settings->variant));
    text_string(text, "short", SHORTS[is_960]);
    text_string(text, "name", NAMES[is_960]);
    text_close(text, '}');
    text_integer(text, "startsAt", at);
    text_integer(text, "finishesAt",
                 tourney->over_at ? tourney->over_at : at + settings->minutes * INT64_C(60000));
    text_integer(text, "status", tourney->status * 10 + 10);
    print_perf(settings, true, text);
    if (tourney->status == TOURNEY_CREATED)
        text_integer(text, "secondsToStart", at > of->call->now ? (at - of->call->now) / 1000 : 0);
    print_battle(of, text);
    print_conditions(settings, text);
    print_winner(of, text);
    text_close(text, '}');
}

static void print_sheet(const LichessTournament *of, const TourneyPlayer *player, Text *text)
{
    uint8_t *points = memory_array(player->games_count + 1, sizeof *points);
    char *scores = memory_array(player->games_count + 1, sizeof *scores);
    arena_sheet(of->tourney, player, points);
    for (uint32_t i = 0; i < player->games_count; i++)
        scores[i] = (char)('0' + points[i]);
    text_open(text, "sheet", '{');
    text_string(text, "scores", scores);
    if (arena_is_on_fire(of->tourney, player))
        text_bool(text, "fire", true);
    text_close(text, '}');
    free(scores);
    free(points);
}

static void print_stand(const LichessTournament *of, const Standing *row, Text *text)
{
    const TourneyPlayer *player = tourney_player(of->tourney, row->player);
    text_open(text, NULL, '{');
    text_string(text, "name", player->person.name);
    print_title(player, text);
    text_integer(text, "rank", row->rank);
    text_integer(text, "rating", rating_of(player));
    text_integer(text, "score", row->halves / 2);
    print_sheet(of, player, text);
    if (player->status != PLAYER_ACTIVE)
        text_bool(text, "withdraw", true);
    text_close(text, '}');
}

static void print_podium(const LichessTournament *of, Text *text)
{
    const Standings *standings = of->standings;
    text_open(text, "podium", '[');
    for (uint32_t i = 0; i < standings->count && i < 3; i++) {
        const Standing *row = &standings->rows[i];
        const TourneyPlayer *player = tourney_player(of->tourney, row->player);
        int64_t wins = 0;
        for (uint32_t j = 0; j < player->games_count; j++)
            wins += player->games[j].result == 2;
        text_open(text, NULL, '{');
        text_string(text, "name", player->person.name);
        print_title(player, text);
        text_integer(text, "rank", row->rank);
        text_integer(text, "rating", rating_of(player));
        text_integer(text, "score", row->halves / 2);
        text_open(text, "nb", '{');
        text_integer(text, "game", row->games);
        text_integer(text, "berserk", player->berserks);
        text_integer(text, "win", wins);
        text_close(text, '}');
        if (row->performance)
            text_integer(text, "performance", row->performance);
        text_close(text, '}');
    }
    text_close(text, ']');
}

static uint32_t rank_in(const Standings *standings, uint32_t player)
{
    for (uint32_t i = 0; i < standings->count; i++)
        if (standings->rows[i].player == player)
            return standings->rows[i].rank;
    return 0;
}

static void print_duel_side(const LichessTournament *of, uint32_t number, Text *text)
{
    const TourneyPlayer *player = tourney_player(of->tourney, number);
    text_open(text, NULL, '{');
    text_string(text, "n", player->person.name);
    text_integer(text, "r", rating_of(player));
    text_integer(text, "k", rank_in(of->standings, number));
    text_close(text, '}');
}

/* The newest games that go on. */
static void print_duels(const LichessTournament *of, Text *text)
{
    const Tourney *tourney = of->tourney;
    int left = DUELS_MAX;
    text_open(text, "duels", '[');
    for (uint32_t i = tourney->boards_count; tourney->boards_left && i-- > 0 && left;) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_PLAYING || !board->pair.game.text[0])
            continue;
        left--;
        text_open(text, NULL, '{');
        text_string(text, "id", board->pair.game.text);
        text_open(text, "p", '[');
        print_duel_side(of, board->pair.white, text);
        print_duel_side(of, board->pair.black, text);
        text_close(text, ']');
        text_close(text, '}');
    }
    text_close(text, ']');
}

static void print_times(const LichessTournament *of, Text *text)
{
    const Tourney *tourney = of->tourney;
    int64_t now = of->call->now, at = starts_at(of);
    if (tourney->status == TOURNEY_CREATED)
        text_integer(text, "secondsToStart", at > now ? (at - now) / 1000 : 0);
    if (tourney->status == TOURNEY_STARTED) {
        int64_t end = tourney_ends_at(tourney);
        text_integer(text, "secondsToFinish", end > now ? (end - now) / 1000 : 0);
        if (now >= tourney_closes_at(tourney))
            text_bool(text, "pairingsClosed", true);
    }
    if (tourney->status == TOURNEY_FINISHED) {
        text_bool(text, "isFinished", true);
        text_bool(text, "pairingsClosed", true);
    }
}

static void print_arena_stats(const Tourney *tourney, Text *text)
{
    Stats stats = sum_up(tourney);
    text_open(text, "stats", '{');
    text_integer(text, "games", stats.games);
    text_integer(text, "moves", stats.moves);
    text_integer(text, "whiteWins", stats.white);
    text_integer(text, "blackWins", stats.black);
    text_integer(text, "draws", stats.draws);
    text_integer(text, "berserks", stats.berserks);
    text_integer(text, "averageRating", average_rating(tourney));
    text_close(text, '}');
}

void lichess_arena_full_json(const LichessTournament *of, int64_t page, Text *text)
{
    const Tourney *tourney = of->tourney;
    const TourneySettings *settings = &tourney->settings;
    text_open(text, NULL, '{');
    text_string(text, "id", tourney->id.text);
    print_creator(tourney, text);
    text_instant(text, "startsAt", starts_at(of));
    text_string(text, "system", "arena");
    text_string(text, "fullName", settings->name);
    text_integer(text, "minutes", settings->minutes);
    print_perf(settings, false, text);
    print_clock(settings, text);
    text_string(text, "variant", variant_word((Variant)settings->variant));
    text_bool(text, "rated", settings->rated);
    text_integer(text, "nbPlayers", count_players(tourney));
    print_times(of, text);
    print_duels(of, text);
    text_open(text, "standing", '{');
    text_integer(text, "page", page);
    text_open(text, "players", '[');
    for (int64_t i = (page - 1) * ROWS_OF_PAGE; i < page * ROWS_OF_PAGE; i++)
        if (i < of->standings->count)
            print_stand(of, &of->standings->rows[i], text);
    text_close(text, ']');
    text_close(text, '}');
    if (tourney->status == TOURNEY_FINISHED) {
        print_podium(of, text);
        print_arena_stats(tourney, text);
    }
    if (settings->berserk)
        text_bool(text, "berserkable", true);
    print_conditions(settings, text);
    print_verdicts(of, text);
    print_battle(of, text);
    if (settings->leaders)
        lichess_battle_json(of, LISTED_TEAMS, "teamStanding", text);
    if (settings->description[0])
        text_string(text, "description", settings->description);
    if (account_is_found(&of->call->identity.account))
        text_string(text, "myUsername", of->call->identity.account.name);
    text_close(text, '}');
}

void lichess_arena_row_json(const LichessTournament *of, const Standing *row, bool with_sheet,
                            Text *text)
{
    const TourneyPlayer *player = tourney_player(of->tourney, row->player);
    text_open(text, NULL, '{');
    text_integer(text, "rank", row->rank);
    text_integer(text, "score", row->halves / 2);
    text_integer(text, "rating", rating_of(player));
    text_string(text, "username", player->person.name);
    print_title(player, text);
    text_integer(text, "performance", row->performance);
    if (player->person.team[0])
        text_string(text, "team", player->person.team);
    if (with_sheet)
        print_sheet(of, player, text);
    text_close(text, '}');
}

void lichess_arena_player_json(const LichessTournament *of, const Standing *row,
                               bool with_performance, Text *text)
{
    text_open(text, NULL, '{');
    lichess_arena_json(of, "tournament", text);
    text_open(text, "player", '{');
    text_integer(text, "games", row->games);
    text_integer(text, "score", row->halves / 2);
    text_integer(text, "rank", row->rank);
    if (with_performance && row->performance)
        text_integer(text, "performance", row->performance);
    text_close(text, '}');
    text_close(text, '}');
}

/* ---- Swiss ---- */

static void print_swiss_stats(const Tourney *tourney, Text *text)
{
    Stats stats = sum_up(tourney);
    text_open(text, "stats", '{');
    text_integer(text, "games", stats.games);
    text_integer(text, "whiteWins", stats.white);
    text_integer(text, "blackWins", stats.black);
    text_integer(text, "draws", stats.draws);
    text_integer(text, "byes", stats.byes);
    text_integer(text, "absences", stats.absences);
    text_integer(text, "averageRating", average_rating(tourney));
    text_close(text, '}');
}

void lichess_swiss_json(const LichessTournament *of, Text *text)
{
    static const char *const STATUS[] = {"created", "started", "finished", "finished"};
    const Tourney *tourney = of->tourney;
    const TourneySettings *settings = &tourney->settings;
    int64_t next =
        tourney->status == TOURNEY_CREATED ? settings->starts_at : tourney_next_round_at(tourney);
    text_open(text, NULL, '{');
    text_string(text, "id", tourney->id.text);
    print_creator(tourney, text);
    text_instant(text, "startsAt", starts_at(of));
    text_string(text, "name", settings->name);
    print_clock(settings, text);
    text_string(text, "variant", variant_word((Variant)settings->variant));
    text_integer(text, "round", tourney->round);
    text_integer(text, "nbRounds", settings->rounds);
    text_integer(text, "nbPlayers", count_players(tourney));
    text_integer(text, "nbOngoing",
                 tourney->round_state == ROUND_PLAYING ? tourney->boards_left : 0);
    text_string(text, "status", STATUS[tourney->status]);
    if (tourney->started_at)
        print_swiss_stats(tourney, text);
    text_bool(text, "rated", settings->rated);
    print_verdicts(of, text);
    if (next) {
        text_open(text, "nextRound", '{');
        text_instant(text, "at", next);
        text_integer(text, "in", next > of->call->now ? (next - of->call->now) / 1000 : 0);
        text_close(text, '}');
    }
    text_close(text, '}');
}

void lichess_swiss_row_json(const LichessTournament *of, const Standing *row, Text *text)
{
    const TourneyPlayer *player = tourney_player(of->tourney, row->player);
    text_open(text, NULL, '{');
    if (player->status != PLAYER_ACTIVE)
        text_bool(text, "absent", true);
    text_integer(text, "rank", row->rank);
    text_halves(text, "points", row->halves);
    text_hundredths(text, "tieBreak", of->standings->tiebreaks_count ? row->tiebreaks[0] : 0);
    text_integer(text, "rating", rating_of(player));
    text_string(text, "username", player->person.name);
    print_title(player, text);
    text_integer(text, "performance", row->performance);
    text_close(text, '}');
}
