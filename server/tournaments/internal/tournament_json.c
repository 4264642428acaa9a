/* A tournament and its parts as JSON, as README.md has them. */
#include "memory.h"
#include "message_parts.h"
#include "running.h"

#include <stdlib.h>
#include <string.h>

static const char *status_word_of(TourneyStatus status)
{
    static const char *const WORDS[] = {"created", "started", "finished", "cancelled"};
    return WORDS[status];
}

static void print_instant(Text *text, const char *name, int64_t at)
{
    if (at)
        text_integer(text, name, at);
    else
        text_null(text, name);
}

static void print_number(Text *text, const char *name, int64_t number)
{
    print_instant(text, name, number);
}

static void print_word(Text *text, const char *name, const char *word)
{
    text_string(text, name, word && *word ? word : NULL);
}

/* Of a simul whether the host plays them; null elsewhere. */
static void print_accepted(const Tourney *tourney, const TourneyPlayer *player, Text *text)
{
    if (tourney->settings.format == FORMAT_SIMUL)
        text_bool(text, "accepted", player->is_accepted);
    else
        text_null(text, "accepted");
}

/* ---- players ---- */

bool json_tells_birth(const Tourney *tourney, const Person *viewer)
{
    return viewer && tourney_role_may(tourney_role_of(tourney, viewer->id), ACT_PLAYER);
}

void json_player(const Tournaments *tournaments, const Tourney *tourney,
                 const TourneyPlayer *player, bool tells_birth, const char *name, Text *text)
{
    static const char *const STATUS[] = {"active", "paused", "withdrawn", "removed"};
    const TourneyPerson *person = &player->person;
    text_open(text, name, '{');
    text_integer(text, "player", player->number);
    print_number(text, "tpn", player->tpn);
    print_word(text, "user", person->user);
    text_string(text, "name", person->name);
    print_word(text, "title", person->title);
    print_number(text, "rating", person->rating);
    text_bool(text, "provisional", person->provisional);
    text_bool(text, "bot", person->bot);
    text_bool(text, "guest", person->kind == TOURNEY_GUEST);
    print_number(text, "level", person->level);
    text_bool(text, "engine", person->kind == TOURNEY_ENGINE);
    text_string(text, "status", STATUS[player->status]);
    print_accepted(tourney, player, text);
    print_word(text, "team", person->team);
    print_number(text, "teamNumber", player->team);
    print_word(text, "fideId", person->fide_id);
    print_word(text, "federation", person->federation);
    print_word(text, "birth", tells_birth ? person->birth : NULL);
    print_word(text, "sex", tells_birth ? person->sex : NULL);
    text_open(text, "byes", '[');
    for (uint32_t i = 0; i < player->byes_count; i++) {
        text_open(text, NULL, '{');
        text_integer(text, "round", player->byes[i].round);
        text_halves(text, "points", player->byes[i].halves);
        text_close(text, '}');
    }
    text_close(text, ']');
    text_bool(text, "here",
              tourney_person_is_program(person) ||
                  (person->user[0] && clients_is_here(tournaments->clients, person->user)));
    text_close(text, '}');
}

/* ---- rows ---- */

static const char *result_of(const TourneyBoard *board, bool white)
{
    static const char *const POINTS[] = {"0", "½", "1"};
    int halves = board_result_halves(board->result, white);
    switch (board->result) {
    case BOARD_NONE: return board->state == STATE_PLAYING ? "*" : "";
    case BOARD_BYE: return "U";
    case BOARD_ANNULLED: return "";
    case BOARD_FORFEIT_WHITE:
    case BOARD_FORFEIT_BLACK:
    case BOARD_FORFEIT_BOTH: return halves ? "+" : "-";
    default: return POINTS[halves];
    }
}

/* 'board' is the player's in that round; NULL: none. */
static void print_cell(const Tourney *tourney, const TourneyPlayer *player, uint32_t round,
                       const TourneyBoard *board, Text *text)
{
    static const char *const BYES[] = {"Z", "H", "F"};
    int bye = tourney_bye(tourney, player, round);
    bool white = board && board->pair.white == player->number;
    text_open(text, NULL, '{');
    text_integer(text, "round", round);
    text_string(text, "result", board ? result_of(board, white) : bye >= 0 ? BYES[bye] : "");
    if (board && board->pair.black) {
        text_string(text, "color", white ? "white" : "black");
        text_integer(text, "opponent", white ? board->pair.black : board->pair.white);
        text_integer(text, "board", board->number);
        print_word(text, "game", board->pair.game.text);
    } else {
        text_null(text, "color");
        text_null(text, "opponent");
        text_null(text, "board");
        text_null(text, "game");
    }
    text_close(text, '}');
}

static void print_sheet(const Tourney *tourney, const TourneyPlayer *player, Text *text)
{
    uint8_t *points = memory_array(player->games_count + 1, sizeof *points);
    arena_sheet(tourney, player, points);
    text_open(text, "sheet", '[');
    for (uint32_t i = 0; i < player->games_count; i++)
        text_integer(text, NULL, points[i]);
    text_close(text, ']');
    text_bool(text, "fire", arena_is_on_fire(tourney, player));
    text_integer(text, "berserks", player->berserks);
    free(points);
}

/* Rounds and their boards have the same order. */
static void print_cells(Running *running, const TourneyPlayer *player, Text *text)
{
    const Tourney *tourney = running->tourney;
    const BoardIndex *index = running_boards(running);
    uint32_t count = board_index_count(index, player->number), at = 0;
    for (uint32_t round = 1; round <= tourney->round; round++) {
        const TourneyBoard *last = NULL, *board;
        for (; at < count; at++) {
            board = board_index_get(index, tourney, player->number, at);
            if (board->round > round)
                break;
            last = board;
        }
        print_cell(tourney, player, round, last, text);
    }
}

void json_row(Running *running, const Standings *standings, const Standing *row, const char *name,
              Text *text)
{
    static const char *const STATUS[] = {"active", "paused", "withdrawn", "removed"};
    const Tourney *tourney = running->tourney;
    const TourneyPlayer *player = tourney_player(tourney, row->player);
    bool is_arena = tourney->settings.format == FORMAT_ARENA;
    text_open(text, name, '{');
    text_integer(text, "rank", row->rank);
    text_integer(text, "player", row->player);
    print_number(text, "tpn", player->tpn);
    print_word(text, "user", player->person.user);
    text_string(text, "name", player->person.name);
    print_word(text, "title", player->person.title);
    print_number(text, "rating", player->person.rating);
    text_halves(text, "points", row->halves);
    text_open(text, "tiebreaks", '[');
    for (uint32_t i = 0; i < standings->tiebreaks_count; i++)
        text_hundredths(text, NULL, row->tiebreaks[i]);
    text_close(text, ']');
    text_integer(text, "games", row->games);
    print_number(text, "performance", row->performance);
    text_string(text, "status", STATUS[player->status]);
    print_accepted(tourney, player, text);
    print_word(text, "team", player->person.team);
    print_number(text, "teamNumber", player->team);
    text_open(text, "rounds", '[');
    if (!is_arena)
        print_cells(running, player, text);
    text_close(text, ']');
    if (is_arena) {
        print_sheet(tourney, player, text);
    } else {
        text_null(text, "sheet");
        text_null(text, "fire");
        text_null(text, "berserks");
    }
    text_close(text, '}');
}

/* ---- boards ---- */

static int32_t halves_before(Running *running, uint32_t player, const TourneyBoard *board)
{
    const Tourney *tourney = running->tourney;
    if (tourney->settings.format == FORMAT_ARENA)
        return 2 * tourney_player(tourney, player)->score;
    return board_index_halves(running_boards(running), tourney, player, board->round);
}

static void print_side(Running *running, const TourneyBoard *board, bool white, Text *text)
{
    uint32_t number = white ? board->pair.white : board->pair.black;
    const TourneyPlayer *player = tourney_player(running->tourney, number);
    if (!player) {
        text_null(text, "black");
        return;
    }
    text_open(text, white ? "white" : "black", '{');
    text_integer(text, "player", number);
    print_word(text, "user", player->person.user);
    text_string(text, "name", player->person.name);
    print_word(text, "title", player->person.title);
    print_number(text, "rating", player->person.rating);
    text_halves(text, "points", halves_before(running, number, board));
    text_bool(text, "berserk", board->berserk[!white]);
    text_close(text, '}');
}

void json_board(Running *running, const TourneyBoard *board, Text *text)
{
    static const char *const STATES[] = {"paired", "playing", "over", "dropped", "over"};
    static const char *const HALTS[] = {NULL, "stopped", "adjourned"};
    bool goes_on = board->until && board->until <= running->time->wall;
    text_open(text, NULL, '{');
    text_integer(text, "board", board->number);
    text_integer(text, "table", board->table ? board->table : 1);
    text_integer(text, "round", board->round);
    text_string(text, "state", STATES[board->state]);
    print_side(running, board, true, text);
    print_side(running, board, false, text);
    print_word(text, "game", board->pair.game.text);
    print_word(text, "result", board_result_word(board->result));
    if (board->state != STATE_OVER || !board->pair.black)
        text_null(text, "by");
    else
        text_string(text, "by", board->by_play ? "play" : "arbiter");
    print_number(text, "match", board->pair.match);
    text_bool(text, "tiebreak", board->pair.is_tiebreak);
    print_word(text, "halted", goes_on ? NULL : HALTS[board->halt]);
    print_instant(text, "until", goes_on ? 0 : board->until);
    text_close(text, '}');
}

static void print_newest(Running *running, uint32_t newest, Text *text)
{
    const Tourney *tourney = running->tourney;
    for (uint32_t i = tourney->boards_count; i-- > 0 && newest;)
        if (tourney->boards[i].state != STATE_DROPPED) {
            json_board(running, &tourney->boards[i], text);
            newest--;
        }
}

void json_round(Running *running, uint32_t round, uint32_t newest, const char *name, Text *text)
{
    static const char *const STATES[] = {"none", "paired", "playing", "over"};
    const Tourney *tourney = running->tourney;
    const TourneyRound *of = round ? &tourney->rounds[round - 1] : NULL;
    RoundState state = round && round < tourney->round ? ROUND_OVER : tourney->round_state;
    text_open(text, name, '{');
    text_integer(text, "round", round);
    text_string(text, "state", STATES[state]);
    print_instant(text, "startedAt", of ? of->started_at : 0);
    print_instant(text, "finishedAt", of ? of->over_at : 0);
    json_matches(tourney, round, text);
    text_open(text, "boards", '[');
    if (!of && tourney->settings.format == FORMAT_ARENA)
        print_newest(running, newest, text);
    for (uint32_t i = of ? of->first : 0; of && i < of->first + of->count; i++)
        if (tourney->boards[i].state != STATE_DROPPED)
            json_board(running, &tourney->boards[i], text);
    text_close(text, ']');
    text_close(text, '}');
}

/* ---- the tournament ---- */

static void print_clock(const TourneySettings *settings, Text *text)
{
    if (settings->days) {
        text_null(text, "clock");
        text_integer(text, "days", settings->days);
        return;
    }
    TimeControl control = tourney_settings_control(settings);
    message_control(text, &control);
    text_null(text, "days");
}

static void print_winning_team(Running *running, Text *text)
{
    const TeamStandings *teams = running_teams(running);
    if (!teams->count) {
        text_null(text, "winner");
        return;
    }
    text_open(text, "winner", '{');
    text_null(text, "id");
    text_string(text, "name", tourney_team(running->tourney, teams->rows[0].team)->about.name);
    text_close(text, '}');
}

static void print_winner(Running *running, Text *text)
{
    const Tourney *tourney = running->tourney;
    if (tourney->settings.format == FORMAT_TEAMS && tourney->status == TOURNEY_FINISHED) {
        print_winning_team(running, text);
        return;
    }
    const Standings *standings =
        tourney->status == TOURNEY_FINISHED && tourney->settings.format != FORMAT_SIMUL
            ? running_standings(running)
            : NULL;
    if (!standings || !standings->count || standings->rows[0].rank != 1) {
        text_null(text, "winner");
        return;
    }
    const TourneyPlayer *first = tourney_player(tourney, standings->rows[0].player);
    text_open(text, "winner", '{');
    print_word(text, "id", first->person.user);
    text_string(text, "name", first->person.name);
    text_close(text, '}');
}

void json_host(const Tourney *tourney, Text *text)
{
    const TourneyPlayer *host = tourney_player(tourney, SIMUL_HOST);
    if (tourney->settings.format != FORMAT_SIMUL || !host) {
        text_null(text, "host");
        return;
    }
    SimulScore score = tourney_simul_score(tourney);
    text_open(text, "host", '{');
    text_integer(text, "player", SIMUL_HOST);
    print_word(text, "title", host->person.title);
    print_number(text, "rating", host->person.rating);
    text_integer(text, "wins", score.wins);
    text_integer(text, "draws", score.draws);
    text_integer(text, "losses", score.losses);
    text_integer(text, "playing", score.playing);
    text_close(text, '}');
}

static void print_summary(Running *running, Text *text)
{
    const Tourney *tourney = running->tourney;
    const TourneySettings *settings = &tourney->settings;
    text_string(text, "id", running->id.text);
    text_string(text, "name", settings->name);
    text_string(text, "format", format_word((Format)settings->format));
    text_string(text, "status", status_word_of(tourney->status));
    text_bool(text, "paused", tourney->paused);
    print_instant(text, "startsAt", settings->starts_at);
    print_instant(text, "startedAt", tourney->started_at);
    print_instant(text, "finishedAt", tourney->over_at);
    print_instant(text, "endsAt", tourney_ends_at(tourney));
    text_string(text, "variant", variant_word((Variant)settings->variant));
    text_bool(text, "rated", settings->rated);
    print_clock(settings, text);
    text_integer(text, "round", tourney->round);
    print_number(text, "rounds",
                 tourney->rounds_count ? tourney->rounds_count : (uint32_t)settings->rounds);
    text_integer(text, "players", tourney_entrants(tourney));
    print_number(text, "playersMax", settings->players_max);
    text_bool(text, "hasCode", settings->code[0] != '\0');
    text_open(text, "organiser", '{');
    text_string(text, "id", tourney->organiser.user);
    text_string(text, "name", tourney->organiser.name);
    text_close(text, '}');
    print_winner(running, text);
    json_host(tourney, text);
}

void json_summary(Running *running, Text *text)
{
    text_open(text, NULL, '{');
    print_summary(running, text);
    text_close(text, '}');
}

static void print_stats(const Tourney *tourney, Text *text)
{
    int64_t games = 0, moves = 0, white = 0, black = 0, draws = 0, berserks = 0;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_OVER || !board->by_play)
            continue;
        games++;
        moves += board->plies;
        white += board->result == BOARD_WHITE;
        black += board->result == BOARD_BLACK;
        draws += board->result == BOARD_DRAW;
        berserks += board->berserk[0] + board->berserk[1];
    }
    text_open(text, "stats", '{');
    text_integer(text, "games", games);
    text_integer(text, "moves", moves);
    text_integer(text, "whiteWins", white);
    text_integer(text, "blackWins", black);
    text_integer(text, "draws", draws);
    text_integer(text, "berserks", berserks);
    text_close(text, '}');
}

static void print_podium(Running *running, Text *text)
{
    if (running->tourney->status != TOURNEY_FINISHED ||
        running->tourney->settings.format == FORMAT_SIMUL ||
        running->tourney->settings.format == FORMAT_TEAMS) {
        text_null(text, "podium");
        return;
    }
    const Standings *standings = running_standings(running);
    text_open(text, "podium", '[');
    for (uint32_t i = 0; i < standings->count && i < 3; i++)
        json_row(running, standings, &standings->rows[i], NULL, text);
    text_close(text, ']');
}

static void print_roles(const Tourney *tourney, Text *text)
{
    text_open(text, "roles", '[');
    for (uint32_t i = 0; i < tourney->roles_count; i++) {
        text_open(text, NULL, '{');
        text_string(text, "id", tourney->roles[i].user);
        text_string(text, "name", tourney->roles[i].name);
        text_string(text, "role", tourney_role_word(tourney->roles[i].role));
        text_close(text, '}');
    }
    text_close(text, ']');
    text_open(text, "forbidden", '[');
    for (uint32_t i = 0; i < tourney->forbidden_count; i++) {
        text_open(text, NULL, '[');
        text_integer(text, NULL, tourney->forbidden[i].one);
        text_integer(text, NULL, tourney->forbidden[i].other);
        text_close(text, ']');
    }
    text_close(text, ']');
}

/* ---- whoever looks ---- */

static void print_own_row(Running *running, const TourneyPlayer *player, Text *text)
{
    const Standings *standings = running_standings(running);
    for (uint32_t i = 0; player && i < standings->count; i++)
        if (standings->rows[i].player == player->number) {
            json_row(running, standings, &standings->rows[i], "row", text);
            return;
        }
    text_null(text, "row");
}

static void print_may_join(Tournaments *tournaments, Running *running, const Person *viewer,
                           Text *text)
{
    const TourneySettings *settings = &running->tourney->settings;
    TimeControl control = tourney_settings_control(settings);
    TourneyPerson person = {.kind = viewer->guest ? TOURNEY_GUEST : TOURNEY_ACCOUNT,
                            .bot = clients_is_bot(tournaments->clients, viewer->id)};
    Person shown = *viewer;
    Rating rating;
    Category category = category_of(&control, (Variant)settings->variant);
    clients_show(tournaments->clients, &shown, category, tournaments->time->wall);
    TourneyEntry entry = {.code = settings->code, .games = INT32_MAX};
    if (category < CATEGORY_COUNT &&
        clients_rating(tournaments->clients, viewer->id, category, &rating))
        entry.games = rating.games;
    TourneyAnswer answer = {.status = 200};
    memcpy(person.user, viewer->id, sizeof viewer->id);
    memcpy(person.name, viewer->name, sizeof viewer->name);
    person.rating = shown.rating;
    person.provisional = shown.provisional;
    tournaments_fill_entry(tournaments, running->tourney, viewer->id, &entry);
    bool may = tourney_may_join(running->tourney, &person, &entry, &answer);
    text_bool(text, "canJoin", may);
    if (may) {
        text_null(text, "whyNot");
        return;
    }
    text_open(text, "whyNot", '{');
    text_string(text, "code", answer.code);
    text_string(text, "error", answer.why);
    text_close(text, '}');
}

/* A simul's host has many: the first that goes on. */
static const TourneyBoard *own_board(const Tourney *tourney, const TourneyPlayer *player)
{
    if (tourney->settings.format != FORMAT_SIMUL || player->number != SIMUL_HOST)
        return tourney_board(tourney, player->board);
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        if (tourney->boards[i].state == STATE_PLAYING)
            return &tourney->boards[i];
    return NULL;
}

/* What only those know who may change it. */
static void print_secrets(const TourneySettings *settings, TourneyRole role, Text *text)
{
    bool may = tourney_role_may(role, ACT_SETTINGS);
    print_word(text, "code", may && settings->code[0] ? settings->code : NULL);
    print_word(text, "list", may && settings->list[0] ? settings->list : NULL);
}

static void print_me(Tournaments *tournaments, Running *running, const Person *viewer, Text *text)
{
    const Tourney *tourney = running->tourney;
    if (!viewer || !viewer->id[0]) {
        text_null(text, "me");
        return;
    }
    const TourneyPlayer *player = tourney_player_of(tourney, viewer->id);
    TourneyRole role = tourney_role_of(tourney, viewer->id);
    const TourneyBoard *board = player ? own_board(tourney, player) : NULL;
    text_open(text, "me", '{');
    if (player)
        json_player(tournaments, tourney, player, true, "player", text);
    else
        text_null(text, "player");
    text_open(text, "roles", '[');
    if (role != ROLE_NONE)
        text_string(text, NULL, tourney_role_word(role));
    text_close(text, ']');
    print_word(text, "game", board && board->state == STATE_PLAYING ? board->pair.game.text : NULL);
    print_own_row(running, player, text);
    print_may_join(tournaments, running, viewer, text);
    json_own_teams(tournaments, tourney, viewer, text);
    text_open(text, "may", '[');
    for (int kind = 0; kind < ACT_COUNT; kind++)
        if (tourney_role_may(role, (TourneyActKind)kind))
            text_string(text, NULL, tourney_act_word((TourneyActKind)kind));
    text_close(text, ']');
    print_secrets(&tourney->settings, role, text);
    text_close(text, '}');
}

void json_tournament(Tournaments *tournaments, Running *running, const char *name,
                     const Person *viewer, Text *text)
{
    static const char *const STATES[] = {"none", "paired", "playing", "over"};
    const Tourney *tourney = running->tourney;
    text_open(text, name, '{');
    print_summary(running, text);
    text_string(text, "description", tourney->settings.description);
    text_integer(text, "seq", tourney->seq);
    text_integer(text, "now", tournaments->time->wall);
    text_string(text, "roundState", STATES[tourney->round_state]);
    print_instant(text, "roundStartedAt",
                  tourney->round ? tourney->rounds[tourney->round - 1].started_at : 0);
    print_instant(text, "nextRoundAt", running_next_round_at(running));
    text_bool(text, "noPairing", running_has_no_pairing(running));
    text_integer(text, "boardsLeft", tourney->boards_left);
    json_settings(tournaments, tourney, text);
    json_teams(running, text);
    print_roles(tourney, text);
    print_stats(tourney, text);
    print_podium(running, text);
    print_me(tournaments, running, viewer, text);
    text_close(text, '}');
}
