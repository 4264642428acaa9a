#include "simul.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_host(const Tourney *tourney, const char *user)
{
    return user[0] && strcmp(user, tourney->organiser.user) == 0;
}

/* ---- accepted ---- */

bool simul_accepts_at_once(const Tourney *tourney, const TourneyAct *act)
{
    return tourney->settings.format == FORMAT_SIMUL &&
           (act->kind == ACT_ADD || is_host(tourney, act->person.user));
}

bool simul_accept(Tourney *tourney, const TourneyAct *act)
{
    TourneyPlayer *player = tourney_player(tourney, act->player);
    bool is_all = act->player == 0 && act->kind == ACT_ACCEPT;
    if (tourney->status != TOURNEY_CREATED || tourney->settings.format != FORMAT_SIMUL ||
        act->player == SIMUL_HOST || (!player && !is_all))
        return false;
    if (player)
        player->is_accepted = act->kind == ACT_ACCEPT;
    for (uint32_t i = 0; is_all && i < tourney->players_count; i++)
        if (tourney->players[i].status == PLAYER_ACTIVE)
            tourney->players[i].is_accepted = true;
    tourney->about_seq = act->seq;
    return true;
}

static bool takes_part(const TourneyPlayer *player)
{
    return player->is_accepted && player->status == PLAYER_ACTIVE;
}

static uint32_t count_accepted(const Tourney *tourney)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tourney->players_count; i++)
        count += tourney->players[i].number != SIMUL_HOST && takes_part(&tourney->players[i]);
    return count;
}

bool simul_check_accept(const Tourney *tourney, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyPlayer *player = tourney_player(tourney, act->player);
    if (tourney->settings.format != FORMAT_SIMUL)
        return tourney_refuse(answer, 400, "wrong_time", "Only a simul's host accepts players.");
    if (tourney->status != TOURNEY_CREATED)
        return tourney_refuse(answer, 400, "wrong_time", "It has started already.");
    if (act->player && (!player || player->number == SIMUL_HOST || player->status != PLAYER_ACTIVE))
        return tourney_refuse(answer, 400, "no_player", "There is no such player.");
    if (player && player->is_accepted == (act->kind == ACT_ACCEPT))
        return tourney_refuse(answer, 400, "same", "That is so already.");
    return true;
}

bool simul_check_start(const Tourney *tourney, TourneyAnswer *answer)
{
    uint32_t accepted = count_accepted(tourney);
    if (!accepted)
        return tourney_refuse(answer, 400, "wrong_time", "Nobody has been accepted yet.");
    if (accepted > TOURNEY_SIMUL_BOARDS_MAX)
        return tourney_refuse(answer, 400, "wrong_time", "A simul has at most 100 boards.");
    return true;
}

uint32_t tourney_entrants(const Tourney *tourney)
{
    return tourney->active_count -
           (tourney->settings.format == FORMAT_SIMUL && tourney->active_count > 0);
}

/* ---- boards ---- */

static int compare_seats(const void *one, const void *other)
{
    const TourneyPlayer *a = *(TourneyPlayer *const *)one, *b = *(TourneyPlayer *const *)other;
    if ((a->number == SIMUL_HOST) != (b->number == SIMUL_HOST))
        return a->number == SIMUL_HOST ? -1 : 1;
    if (a->person.rating != b->person.rating)
        return a->person.rating > b->person.rating ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

void simul_number(Tourney *tourney)
{
    TourneyPlayer **seats = memory_array(tourney->players_count + 1, sizeof(TourneyPlayer *));
    uint32_t count = 0;
    for (uint32_t i = 0; i < tourney->players_count; i++)
        if (takes_part(&tourney->players[i]))
            seats[count++] = &tourney->players[i];
    if (count)
        qsort(seats, count, sizeof(TourneyPlayer *), compare_seats);
    for (uint32_t i = 0; i < count; i++)
        seats[i]->tpn = i + 1;
    tourney->tpn_count = count;
    free(seats);
}

/* By lot: each bit of the seed decides for one board in 64. */
static bool host_is_white(const Tourney *tourney, uint32_t place)
{
    switch (tourney->settings.host_colour) {
    case HOST_WHITE: return true;
    case HOST_BLACK: return false;
    default: return (tourney->seed >> place % 64 & 1) != 0;
    }
}

bool simul_pair(const Tourney *tourney, TourneyAct *act)
{
    if (tourney->round || tourney->tpn_count < 2)
        return false;
    *act = (TourneyAct){.kind = ACT_PAIR, .round = 1};
    act->boards = memory_array(tourney->tpn_count, sizeof *act->boards);
    act->boards_count = tourney->tpn_count - 1;
    for (uint32_t i = 0; i < tourney->players_count; i++) {
        const TourneyPlayer *player = &tourney->players[i];
        if (player->tpn < 2)
            continue;
        bool white = host_is_white(tourney, player->tpn);
        act->boards[player->tpn - 2] = (PairedBoard){.white = white ? SIMUL_HOST : player->number,
                                                     .black = white ? player->number : SIMUL_HOST};
    }
    return true;
}

TimeControl tourney_board_control(const Tourney *tourney, const TourneyBoard *board)
{
    const TourneySettings *settings = &tourney->settings;
    TimeControl control = tourney_settings_control(settings);
    if (settings->format != FORMAT_SIMUL)
        return control;
    int64_t extra = settings->host_extra +
                    (int64_t)settings->host_extra_each * tourney->rounds[board->round - 1].count;
    int64_t initial = control.initial + extra * 1000;
    if (initial > CLOCK_INITIAL_MAX)
        initial = CLOCK_INITIAL_MAX;
    if (initial == control.initial)
        return control;
    control.odds = board->pair.white == SIMUL_HOST ? TIME_ODDS_WHITE : TIME_ODDS_BLACK;
    control.odds_initial = (int32_t)initial;
    control.odds_increment = control.increment;
    return control;
}

SimulScore tourney_simul_score(const Tourney *tourney)
{
    SimulScore score = {0};
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        bool white = board->pair.white == SIMUL_HOST;
        if (board->state == STATE_PAIRED || board->state == STATE_PLAYING)
            score.playing++;
        if (board->state != STATE_OVER || board->result == BOARD_ANNULLED)
            continue;
        int halves = board_result_halves(board->result, white);
        score.wins += halves == 2;
        score.draws += halves == 1;
        score.losses += halves == 0;
    }
    return score;
}
