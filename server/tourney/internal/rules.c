/* Whether an act may be done: rights, the state that it needs, and what the rules of chess tournaments forbid. */
#include "board_index.h"
#include "round_robin.h"
#include "simul.h"
#include "team_rules.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table of rights ---- */

enum {
    ORGANISERS = 1 << ROLE_ORGANISER,
    DESK = ORGANISERS | 1 << ROLE_ARBITER,
    RESULTS = DESK | 1 << ROLE_RESULTS
};

/* Who may do what, and nobody anything else. Joining and withdrawing oneself are everybody's, and are not asked here. */
static const int RIGHTS[ACT_COUNT] = {
    [ACT_SETTINGS] = ORGANISERS, [ACT_ROLE] = ORGANISERS,   [ACT_ADD] = DESK,
    [ACT_PLAYER] = DESK,         [ACT_WITHDRAW] = DESK,     [ACT_READMIT] = DESK,
    [ACT_REMOVE] = DESK,         [ACT_BYE] = DESK,          [ACT_FORBID] = DESK,
    [ACT_PERMIT] = DESK,         [ACT_START] = ORGANISERS,  [ACT_PAIR] = DESK,
    [ACT_BOARDS] = DESK,         [ACT_UNPAIR] = DESK,       [ACT_ROUND] = DESK,
    [ACT_RESULT] = RESULTS,      [ACT_ANNUL] = DESK,        [ACT_PAUSE] = DESK,
    [ACT_RESUME] = DESK,         [ACT_FINISH] = ORGANISERS, [ACT_CANCEL] = ORGANISERS,
    [ACT_TIME] = DESK,           [ACT_STOP] = DESK,         [ACT_GO_ON] = DESK,
    [ACT_ADJOURN] = DESK,        [ACT_ACCEPT] = DESK,       [ACT_DECLINE] = DESK,
    [ACT_TEAM] = DESK,           [ACT_TEAM_OUT] = DESK,     [ACT_LINEUP] = DESK,
};

bool tourney_role_may(TourneyRole role, TourneyActKind kind)
{
    return role != ROLE_NONE && RIGHTS[kind] & 1 << role;
}

/* ---- answers ---- */

static bool wrong_time(TourneyAnswer *answer, const char *why)
{
    return tourney_refuse(answer, 400, "wrong_time", why);
}

static void warn(TourneyAnswer *answer, const char *code, const char *text)
{
    size_t most = sizeof answer->warnings / sizeof *answer->warnings;
    if (answer->warnings_count == most)
        return;
    answer->warnings[answer->warnings_count].code = code;
    snprintf(answer->warnings[answer->warnings_count++].text, TOURNEY_WHY_MAX, "%s", text);
}

/* ---- people ---- */

static bool check_role(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    int organisers = 0;
    for (uint32_t i = 0; i < t->roles_count; i++)
        organisers +=
            t->roles[i].role == ROLE_ORGANISER && strcmp(t->roles[i].user, act->person.user) != 0;
    if (!organisers && act->role != ROLE_ORGANISER)
        return tourney_refuse(answer, 400, "last_organiser", "There must be an organiser.");
    if (tourney_role_of(t, act->person.user) == act->role)
        return tourney_refuse(answer, 400, "same", "They have that role already.");
    if (t->roles_count == TOURNEY_ROLES_MAX && act->role != ROLE_NONE &&
        tourney_role_of(t, act->person.user) == ROLE_NONE)
        return tourney_refuse(answer, 400, "full", "There are too many officials.");
    return true;
}

static bool is_late(const Tourney *t)
{
    if (t->status != TOURNEY_STARTED || t->settings.format == FORMAT_ARENA)
        return false;
    return t->settings.format != FORMAT_SWISS || t->round > (uint32_t)t->settings.late_until;
}

static bool check_add(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyPlayer *known = tourney_player_of(t, act->person.user);
    if (t->status == TOURNEY_STARTED &&
        (t->settings.format == FORMAT_ROBIN || t->settings.format == FORMAT_KNOCKOUT ||
         t->settings.format == FORMAT_SIMUL))
        return wrong_time(answer, "Nobody can be added to this format after the start.");
    if (known && known->status == PLAYER_ACTIVE)
        return tourney_refuse(answer, 400, "same", "They take part already.");
    if (t->players_count == TOURNEY_PLAYERS_MAX)
        return tourney_refuse(answer, 400, "full", "There is no room for more players.");
    if (!team_check_add(t, act, answer))
        return false;
    if (is_late(t))
        warn(answer, "late", "The time for late entries is over.");
    if (act->person.kind != TOURNEY_NAME) {
        TourneyEntry entry = {.games = INT32_MAX, .code = t->settings.code, .is_of_team = true};
        entry.team = act->team ? tourney_team(t, act->team)->about.id : NULL;
        TourneyAnswer joins = {.status = 200};
        if (!tourney_may_join(t, &act->person, &entry, &joins) && !is_late(t))
            warn(answer, "conditions", joins.why);
    }
    return true;
}

static bool check_player(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyPlayer *player = tourney_player(t, act->player);
    bool other_rating =
        act->kind == ACT_PLAYER && player && act->person.rating != player->person.rating;
    if (other_rating && t->status != TOURNEY_CREATED)
        return wrong_time(answer, "Ratings are fixed after the start.");
    return true;
}

static bool check_leave(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyPlayer *player = tourney_player(t, act->player);
    bool has_left = player->status == PLAYER_REMOVED ||
                    (act->kind == ACT_WITHDRAW && player->status != PLAYER_ACTIVE);
    if (has_left)
        return tourney_refuse(answer, 400, "same", "They do not take part any more.");
    if (t->settings.format == FORMAT_SIMUL && act->player == SIMUL_HOST)
        return tourney_refuse(answer, 400, "host", "The host cannot leave: cancel the simul.");
    return true;
}

static bool check_readmit(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyPlayer *player = tourney_player(t, act->player);
    if (player->status == PLAYER_ACTIVE)
        return tourney_refuse(answer, 400, "same", "They take part already.");
    if (t->settings.format == FORMAT_KNOCKOUT && t->status == TOURNEY_STARTED &&
        player->left_round < t->round)
        return wrong_time(answer, "Their match is over.");
    bool is_closed = t->settings.format == FORMAT_ROBIN || t->settings.format == FORMAT_KNOCKOUT ||
                     t->settings.format == FORMAT_SIMUL;
    if (is_closed && t->status == TOURNEY_STARTED && !player->tpn)
        return wrong_time(answer, "Nobody can be added to this format after the start.");
    return true;
}

/* The tables give them no game in that round. */
static bool rests(const Tourney *t, const TourneyPlayer *player, uint32_t round)
{
    RobinSchedule schedule = {(int)t->robin_players, t->settings.cycles, t->settings.swaps_rounds};
    SideColour colour;
    return t->settings.format == FORMAT_ROBIN && player->tpn && round <= t->rounds_count &&
           !robin_opponent(schedule, (int)round - 1, (int)player->tpn, &colour);
}

static bool check_bye(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyPlayer *player = tourney_player(t, act->player);
    if (t->settings.format != FORMAT_SWISS && t->settings.format != FORMAT_ROBIN)
        return wrong_time(answer, "There are no byes in this format.");
    if (act->round <= t->round || act->round > TOURNEY_ROUNDS_MAX)
        return wrong_time(answer, "That round is paired already.");
    if (act->halves > 0 && t->settings.format == FORMAT_ROBIN)
        return tourney_refuse(answer, 400, "bad_field",
                              "points: a bye in a round robin is a loss by forfeit, and gives 0");
    if (act->halves >= 0 && rests(t, player, act->round))
        return wrong_time(answer, "They rest in that round.");
    if (player->byes_count == TOURNEY_BYES_MAX && act->halves >= 0 &&
        tourney_bye(t, player, act->round) < 0)
        return tourney_refuse(answer, 400, "full", "They have as many byes as there may be.");
    if (act->halves == 2)
        warn(answer, "full_bye", "A bye for a full point helps them against all others.");
    if (act->halves == 1 && t->settings.format == FORMAT_SWISS &&
        act->round == (uint32_t)t->settings.rounds)
        warn(answer, "last_round", "A half-point bye in the last round is unusual.");
    return true;
}

static bool check_forbid(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    if (act->player == act->other || !tourney_player(t, act->other))
        return tourney_refuse(answer, 400, "no_player", "There is no such other player.");
    if (tourney_are_forbidden(t, act->player, act->other) == (act->kind == ACT_FORBID))
        return tourney_refuse(answer, 400, "same", "That is so already.");
    if (act->kind == ACT_FORBID && t->forbidden_count == TOURNEY_FORBIDDEN_MAX)
        return tourney_refuse(answer, 400, "full", "There are too many forbidden pairs.");
    if (t->settings.format != FORMAT_SWISS)
        return wrong_time(answer, "Only Swiss tournaments have forbidden pairs.");
    if (t->status == TOURNEY_STARTED)
        warn(answer, "forbid_late", "FIDE's rules have forbidden pairs told before round 1.");
    return true;
}

/* ---- start and rounds ---- */

static bool check_start(const Tourney *t, TourneyAnswer *answer)
{
    int cycles = t->settings.cycles ? t->settings.cycles : 1;
    if (t->status != TOURNEY_CREATED)
        return wrong_time(answer, "It has started already.");
    if (t->settings.format == FORMAT_SIMUL)
        return simul_check_start(t, answer);
    if (t->settings.format == FORMAT_TEAMS && !team_check_start(t, answer))
        return false;
    if (t->active_count < 2)
        return wrong_time(answer, "At least two players are needed.");
    if (t->settings.format == FORMAT_ROBIN &&
        (t->active_count + t->active_count % 2 - 1) * (uint32_t)cycles > TOURNAMENT_ROUNDS_MAX)
        return wrong_time(answer, "There would be more than 99 rounds.");
    if (t->settings.format == FORMAT_KNOCKOUT && t->active_count > 1024)
        return wrong_time(answer, "A knock-out has at most 1,024 players.");
    if (t->settings.format == FORMAT_SWISS && (uint32_t)t->settings.rounds >= t->active_count)
        warn(answer, "rounds",
             "There are as many rounds as players, or more: they run out of opponents.");
    return true;
}

static bool check_pair(const Tourney *t, TourneyAnswer *answer)
{
    if (t->settings.format == FORMAT_ARENA)
        return wrong_time(answer, "An arena has no rounds.");
    if (t->status != TOURNEY_STARTED)
        return wrong_time(answer, "It does not go on.");
    if (t->paused)
        return wrong_time(answer, "It is paused: it has to be resumed first.");
    if (t->round_state == ROUND_PAIRED || t->round_state == ROUND_PLAYING)
        return wrong_time(answer, "A round is paired already.");
    if (!tourney_wants_pairing(t))
        return wrong_time(answer, "All rounds have been played.");
    return true;
}

static bool have_met(const Tourney *t, const BoardIndex *index, uint32_t one, uint32_t other,
                     uint32_t *round)
{
    for (uint32_t at = 0; at < board_index_count(index, one); at++) {
        const TourneyBoard *board = board_index_get(index, t, one, at);
        bool is_pair = board->pair.white == other || board->pair.black == other;
        *round = board->round;
        if (is_pair && board->state == STATE_OVER && board->round < t->round &&
            board->result != BOARD_ANNULLED && board->result != BOARD_FORFEIT_WHITE &&
            board->result != BOARD_FORFEIT_BLACK && board->result != BOARD_FORFEIT_BOTH)
            return true;
    }
    return false;
}

/* C.04.1, article 4: either of these bars from the bye that the pairing gives. */
typedef enum { NO_FREE_POINT, BYE_BEFORE, FORFEIT_BEFORE } FreePoint;

static FreePoint find_free_point(const Tourney *t, const BoardIndex *index, uint32_t number)
{
    for (uint32_t round = 1; round < t->round; round++)
        if (tourney_bye(t, tourney_player(t, number), round) == 2)
            return BYE_BEFORE;
    for (uint32_t at = 0; at < board_index_count(index, number); at++) {
        const TourneyBoard *board = board_index_get(index, t, number, at);
        bool white = board->pair.white == number;
        if (board->round >= t->round || board->state != STATE_OVER)
            continue;
        if (board->result == BOARD_BYE)
            return BYE_BEFORE;
        if (board->result == (white ? BOARD_FORFEIT_WHITE : BOARD_FORFEIT_BLACK))
            return FORFEIT_BEFORE;
    }
    return NO_FREE_POINT;
}

/* Games with White minus games with Black, with this one. */
static int colours_of(const Tourney *t, const BoardIndex *index, uint32_t number, bool white)
{
    int balance = white ? 1 : -1;
    for (uint32_t at = 0; at < board_index_count(index, number); at++) {
        const TourneyBoard *board = board_index_get(index, t, number, at);
        if (board->state == STATE_OVER && board->pair.black && board->round < t->round)
            balance += board->pair.white == number ? 1 : -1;
    }
    return balance;
}

static const char *name_of(const Tourney *t, uint32_t number)
{
    return tourney_player(t, number)->person.name;
}

static void warn_of_board(const Tourney *t, const BoardIndex *index, const PairedBoard *pair,
                          TourneyAnswer *answer)
{
    char text[TOURNEY_WHY_MAX];
    uint32_t round;
    if (!pair->black) {
        FreePoint before = find_free_point(t, index, pair->white);
        snprintf(text, sizeof text, "%.40s has %s before.", name_of(t, pair->white),
                 before == FORFEIT_BEFORE ? "won by forfeit" : "had the bye");
        if (before != NO_FREE_POINT)
            warn(answer, "bye_again", text);
        return;
    }
    if (t->settings.format == FORMAT_SWISS &&
        have_met(t, index, pair->white, pair->black, &round)) {
        snprintf(text, sizeof text, "%.40s and %.40s have met in round %u.",
                 name_of(t, pair->white), name_of(t, pair->black), round);
        warn(answer, "rematch", text);
    }
    if (tourney_are_forbidden(t, pair->white, pair->black)) {
        snprintf(text, sizeof text, "%.40s and %.40s may not meet.", name_of(t, pair->white),
                 name_of(t, pair->black));
        warn(answer, "forbidden", text);
    }
    for (int side = 0; side < 2 && t->settings.format == FORMAT_SWISS; side++) {
        uint32_t number = side ? pair->black : pair->white;
        int balance = colours_of(t, index, number, !side);
        if (balance < -2 || balance > 2) {
            snprintf(text, sizeof text, "%.40s would have one colour three times more.",
                     name_of(t, number));
            warn(answer, "colours", text);
        }
    }
}

static void warn_of_boards(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    BoardIndex index = {.first = NULL};
    board_index_build(&index, t);
    for (uint32_t i = 0; i < act->boards_count; i++)
        warn_of_board(t, &index, &act->boards[i], answer);
    board_index_clear(&index);
}

static bool check_dropped(const Tourney *t, TourneyAnswer *answer)
{
    return tourney_may_drop(t) ||
           tourney_refuse(answer, 400, "too_often",
                          "Boards have been taken back too often: this round stays as it is.");
}

static bool check_boards(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    if (t->round_state != ROUND_PAIRED)
        return wrong_time(answer, "No round is paired that could be changed.");
    if (t->settings.format == FORMAT_KNOCKOUT)
        return wrong_time(answer, "The bracket decides who meets whom.");
    if (t->settings.format == FORMAT_TEAMS)
        return wrong_time(answer, "The line-ups decide who meets whom.");
    if (t->settings.format == FORMAT_SIMUL)
        return wrong_time(answer, "The host plays everybody.");
    if (!check_dropped(t, answer))
        return false;
    unsigned char *seated = memory_array(t->players_count + 1, 1);
    bool is_twice = false, is_missing = false;
    for (uint32_t i = 0; i < act->boards_count; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t number = side ? act->boards[i].black : act->boards[i].white;
            is_missing |= number && !tourney_player(t, number);
            if (number && number <= t->players_count)
                is_twice |= seated[number]++ > 0;
        }
    uint32_t left = 0;
    for (uint32_t i = 0; i < t->players_count; i++)
        left += t->players[i].status == PLAYER_ACTIVE && !seated[i + 1] &&
                tourney_bye(t, &t->players[i], t->round) < 0;
    free(seated);
    if (is_missing)
        return tourney_refuse(answer, 400, "no_player", "There is no such player.");
    if (is_twice)
        return tourney_refuse(answer, 400, "bad_field", "boards: somebody is named twice");
    if (left) {
        char text[TOURNEY_WHY_MAX];
        snprintf(text, sizeof text, "%u of the players would not be paired.", left);
        warn(answer, "left_out", text);
    }
    warn_of_boards(t, act, answer);
    return true;
}

static bool check_unpair(const Tourney *t, TourneyAnswer *answer)
{
    if (t->round_state != ROUND_PAIRED && t->round_state != ROUND_PLAYING)
        return wrong_time(answer, "No round is paired.");
    if (t->settings.format == FORMAT_ARENA)
        return wrong_time(answer, "An arena has no rounds.");
    if (!check_dropped(t, answer))
        return false;
    if (t->round_state == ROUND_PLAYING)
        warn(answer, "games_lost", "The round goes on: its games would not count.");
    return true;
}

/* ---- results ---- */

static bool check_result(const Tourney *t, const TourneyAct *act, TourneyRole role,
                         TourneyAnswer *answer)
{
    const TourneyBoard *board = tourney_board(t, act->board);
    if (!board || !board->pair.black)
        return tourney_refuse(answer, 400, "no_board", "There is no such board.");
    if (board->state == STATE_PAIRED)
        return wrong_time(answer, "The round has not begun.");
    bool is_correction = board->state == STATE_OVER || act->kind == ACT_ANNUL;
    if (is_correction && role == ROLE_RESULTS)
        return tourney_refuse(answer, 403, "not_allowed", "Only an arbiter changes a result.");
    if (is_correction && !act->reason[0])
        return tourney_refuse(answer, 400, "reason", "A correction needs a reason.");
    BoardResult result = act->kind == ACT_ANNUL ? BOARD_ANNULLED : act->result;
    if (board->state == STATE_OVER && board->result == result)
        return tourney_refuse(answer, 400, "same", "That is the result already.");
    if (board->state == STATE_PLAYING && board->pair.game.text[0])
        warn(answer, "in_play", "Their game goes on: it would not count any more.");
    if (t->settings.format == FORMAT_KNOCKOUT && board->round < t->round)
        warn(answer, "next_round", "The next round is paired already, and stays as it is.");
    if (t->status == TOURNEY_FINISHED)
        warn(answer, "finished", "The tournament is over: the final standings would change.");
    return true;
}

static bool check_game_act(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyBoard *board = tourney_board(t, act->board);
    if (!board || !board->pair.black)
        return tourney_refuse(answer, 400, "no_board", "There is no such board.");
    if (board->state != STATE_PLAYING || !board->pair.game.text[0])
        return wrong_time(answer, "No game goes on at that board.");
    return true;
}

/* ---- the whole ---- */

static bool check_settings(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    char why[TOURNEY_WHY_MAX];
    if (t->status == TOURNEY_CREATED)
        return true;
    if (!tourney_settings_may_change(&t->settings, act->settings, why))
        return tourney_refuse(answer, 400, "wrong_time", why);
    if (t->settings.format == FORMAT_SWISS && (uint32_t)act->settings->rounds < t->round)
        return tourney_refuse(answer, 400, "bad_field", "rounds: fewer than have been played");
    if (strcmp(t->settings.tiebreaks, act->settings->tiebreaks) != 0)
        warn(answer, "tiebreaks_late", "FIDE's rules have the tie-breaks told before round 1.");
    return true;
}

static bool check_end(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    if (act->kind == ACT_FINISH && t->status == TOURNEY_CREATED)
        return wrong_time(answer, "It has not started.");
    if (act->kind == ACT_FINISH && t->boards_left)
        warn(answer, "unfinished", "Boards are in play: they would not count.");
    if (act->kind == ACT_CANCEL && t->status == TOURNEY_STARTED)
        warn(answer, "started", "It goes on: nothing of it would count.");
    return true;
}

static bool names_player(TourneyActKind kind)
{
    return (kind >= ACT_PLAYER && kind <= ACT_PERMIT);
}

static bool check_kind(const Tourney *t, const TourneyAct *act, TourneyRole role,
                       TourneyAnswer *answer)
{
    switch (act->kind) {
    case ACT_SETTINGS: return check_settings(t, act, answer);
    case ACT_ROLE: return check_role(t, act, answer);
    case ACT_ADD: return check_add(t, act, answer);
    case ACT_PLAYER: return check_player(t, act, answer);
    case ACT_WITHDRAW:
    case ACT_REMOVE: return check_leave(t, act, answer);
    case ACT_READMIT: return check_readmit(t, act, answer);
    case ACT_BYE: return check_bye(t, act, answer);
    case ACT_FORBID:
    case ACT_PERMIT: return check_forbid(t, act, answer);
    case ACT_START: return check_start(t, answer);
    case ACT_PAIR: return check_pair(t, answer);
    case ACT_BOARDS: return check_boards(t, act, answer);
    case ACT_UNPAIR: return check_unpair(t, answer);
    case ACT_ROUND:
        return t->round_state == ROUND_PAIRED || wrong_time(answer, "No round is paired.");
    case ACT_RESULT:
    case ACT_ANNUL: return check_result(t, act, role, answer);
    case ACT_PAUSE:
    case ACT_RESUME:
        return (t->status == TOURNEY_STARTED && t->paused == (act->kind == ACT_RESUME)) ||
               wrong_time(answer, t->paused ? "It is paused already." : "It is not paused.");
    case ACT_FINISH:
    case ACT_CANCEL: return check_end(t, act, answer);
    case ACT_TIME:
    case ACT_STOP:
    case ACT_GO_ON:
    case ACT_ADJOURN: return check_game_act(t, act, answer);
    case ACT_ACCEPT:
    case ACT_DECLINE: return simul_check_accept(t, act, answer);
    case ACT_TEAM: return team_check_team(t, act, answer);
    case ACT_TEAM_OUT: return team_check_out(t, act, answer);
    case ACT_LINEUP: return team_check_lineup(t, act, tourney_role_may(role, ACT_LINEUP), answer);
    default: return tourney_refuse(answer, 400, "bad_field", "act: there is no such act");
    }
}

static bool is_over(const Tourney *t)
{
    return t->status == TOURNEY_FINISHED || t->status == TOURNEY_CANCELLED;
}

bool tourney_check(const Tourney *tourney, const TourneyAct *act, TourneyRole role,
                   TourneyAnswer *answer)
{
    const TourneyPlayer *player = tourney_player(tourney, act->player);
    bool is_own = act->kind == ACT_WITHDRAW && player && act->by[0] &&
                  strcmp(player->person.user, act->by) == 0;
    bool lasts = act->kind == ACT_RESULT || act->kind == ACT_ANNUL || act->kind == ACT_ROLE ||
                 act->kind == ACT_PLAYER || act->kind == ACT_SETTINGS;
    answer->status = 200;
    answer->warnings_count = 0;
    if (!is_own && !team_is_captains(tourney, act) && !tourney_role_may(role, act->kind))
        return tourney_refuse(answer, 403, "not_allowed", "You may not do that here.");
    if (tourney->status == TOURNEY_CANCELLED || (is_over(tourney) && !lasts))
        return wrong_time(answer, "The tournament is over.");
    if (tourney->seq >= TOURNEY_ACTS_MAX && act->kind != ACT_FINISH && act->kind != ACT_CANCEL)
        return tourney_refuse(answer, 400, "full", "The log is full: finish the tournament.");
    if (names_player(act->kind) && !player)
        return tourney_refuse(answer, 400, "no_player", "There is no such player.");
    if (!check_kind(tourney, act, role, answer))
        return false;
    if (!answer->warnings_count || act->confirmed)
        return true;
    return tourney_refuse(answer, 409, "confirm", answer->warnings[0].text);
}

/* ---- joining ---- */

static bool check_conditions(const TourneySettings *settings, const TourneyPerson *person,
                             const TourneyEntry *entry, TourneyAnswer *answer)
{
    if (person->bot && !settings->bots)
        return tourney_refuse(answer, 400, "bots", "Bots may not join.");
    if (person->kind == TOURNEY_GUEST && !settings->guests)
        return tourney_refuse(answer, 400, "guests", "Sign in to join.");
    if (!tourney_settings_lists(settings, person->name))
        return tourney_refuse(answer, 400, "not_listed", "You are not on the list of players.");
    bool asks_rating = settings->rating_min || settings->rating_max;
    if (asks_rating && (!person->rating || person->provisional))
        return tourney_refuse(answer, 400, "rating_provisional", "Your rating is not certain yet.");
    if (settings->rating_min && person->rating < settings->rating_min)
        return tourney_refuse(answer, 400, "rating_low", "Your rating is too low.");
    if (settings->rating_max && person->rating > settings->rating_max)
        return tourney_refuse(answer, 400, "rating_high", "Your rating is too high.");
    if (entry->games < settings->games_min)
        return tourney_refuse(answer, 400, "games_few", "You have played too few rated games.");
    if (settings->code[0] && (!entry->code || strcmp(entry->code, settings->code) != 0))
        return tourney_refuse(answer, 400, "code", "That is not the code.");
    return true;
}

bool tourney_may_join(const Tourney *tourney, const TourneyPerson *person,
                      const TourneyEntry *entry, TourneyAnswer *answer)
{
    const TourneyPlayer *known = tourney_player_of(tourney, person->user);
    uint32_t most = tourney->settings.players_max ? (uint32_t)tourney->settings.players_max
                                                  : (uint32_t)TOURNEY_PLAYERS_MAX;
    answer->status = 200;
    if (is_over(tourney))
        return tourney_refuse(answer, 400, "closed", "The tournament is over.");
    if (known && known->status == PLAYER_ACTIVE)
        return tourney_refuse(answer, 400, "joined", "You take part already.");
    if (known && known->status == PLAYER_REMOVED)
        return tourney_refuse(answer, 403, "removed",
                              "You have been removed from this tournament.");
    if (known && known->joins >= TOURNEY_JOINS_MAX)
        return tourney_refuse(answer, 400, "too_often",
                              "You have joined and left too often: ask an arbiter to admit you.");
    bool knows_seat = known && known->tpn; /* they have played before */
    if (is_late(tourney) && !knows_seat)
        return tourney_refuse(answer, 400, "late", "It is too late to join.");
    if (known && known->status == PLAYER_WITHDRAWN && tourney->status == TOURNEY_STARTED)
        return tourney_refuse(answer, 400, "late", "Ask an arbiter to be admitted again.");
    if (known && known->status == PLAYER_PAUSED)
        return true;
    if (!team_may_enter(tourney, entry, answer))
        return false;
    if (tourney_entrants(tourney) >= most ||
        (!known && tourney->players_count == TOURNEY_PLAYERS_MAX) ||
        tourney->seq >= TOURNEY_ACTS_MAX)
        return tourney_refuse(answer, 400, "full", "The tournament is full.");
    return check_conditions(&tourney->settings, person, entry, answer);
}
