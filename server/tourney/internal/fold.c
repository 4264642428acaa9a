/* What acts make of a tournament. Nothing else changes one. */
#include "arena_sheet.h"
#include "array.h"
#include "board_list.h"
#include "knockout.h"
#include "round_robin.h"
#include "simul.h"
#include "strength.h"
#include "team_fold.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- people ---- */

static bool fold_role(Tourney *t, const TourneyAct *act)
{
    TourneyOfficial official = {.role = act->role};
    snprintf(official.user, sizeof official.user, "%s", act->person.user);
    snprintf(official.name, sizeof official.name, "%s", act->person.name);
    uint32_t at = 0;
    while (at < t->roles_count && strcmp(t->roles[at].user, official.user) != 0)
        at++;
    if (!official.user[0] || (at == t->roles_count && at == TOURNEY_ROLES_MAX))
        return false;
    if (at == t->roles_count && act->role == ROLE_NONE)
        return false;
    if (act->role == ROLE_NONE)
        t->roles[at] = t->roles[--t->roles_count];
    else
        t->roles[at] = official;
    t->roles_count += at == t->roles_count && act->role != ROLE_NONE;
    t->about_seq = act->seq;
    return true;
}

static bool is_stronger(const Tourney *t, const TourneyPlayer *one, const TourneyPlayer *other)
{
    return t->rules < RULES_NOV_2026 ? one->person.rating > other->person.rating
                                     : strength_compare(one, other) < 0;
}

/* Late players are numbered by their strength while the order may still change, afterwards behind all others. */
static void number_late(Tourney *t, TourneyPlayer *late)
{
    uint32_t place = t->tpn_count + 1;
    if (t->round <= 3)
        for (uint32_t i = 0; i < t->players_count; i++) {
            const TourneyPlayer *player = &t->players[i];
            if (player->tpn && is_stronger(t, late, player) && player->tpn < place)
                place = player->tpn;
        }
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].tpn >= place)
            t->players[i].tpn++;
    late->tpn = place;
    t->tpn_count++;
}

/* Whoever had taken their name off before the start has no number yet. */
static void number_if_new(Tourney *t, TourneyPlayer *player)
{
    if (t->status != TOURNEY_STARTED || player->tpn)
        return;
    if (t->settings.format == FORMAT_SWISS)
        number_late(t, player);
    else if (t->settings.format == FORMAT_TEAMS && player->team)
        player->tpn = ++t->tpn_count;
}

/* The byes of rounds that were paired meanwhile are gone. */
static void come_back(Tourney *t, TourneyPlayer *player, int64_t at)
{
    player->status = PLAYER_ACTIVE;
    player->since = at;
    t->active_count++;
    if (t->rules < RULES_NOV_2026)
        return;
    for (uint32_t i = 0; i < player->byes_count; i++)
        if (player->byes[i].round > player->left_round && player->byes[i].round <= t->round)
            player->byes[i--] = player->byes[--player->byes_count];
    number_if_new(t, player);
}

static bool fold_join(Tourney *t, const TourneyAct *act)
{
    TourneyPlayer *known = tourney_player_of(t, act->person.user);
    if (known) {
        if (known->status == PLAYER_ACTIVE)
            return false;
        come_back(t, known, act->at);
        known->joins += act->kind == ACT_JOIN;
        return true;
    }
    if (t->players_count == TOURNEY_PLAYERS_MAX || !act->person.name[0] ||
        (act->team && !tourney_team(t, act->team)))
        return false;
    t->players =
        array_reserve(t->players, &t->players_size, t->players_count + 1, sizeof *t->players);
    TourneyPlayer *player = &t->players[t->players_count++];
    *player = (TourneyPlayer){.number = t->players_count,
                              .person = act->person,
                              .joined_round = t->round,
                              .joins = act->kind == ACT_JOIN,
                              .since = act->at};
    t->active_count++;
    player->is_accepted = simul_accepts_at_once(t, act);
    if (t->status == TOURNEY_STARTED && t->settings.format == FORMAT_SWISS)
        number_late(t, player);
    team_fold_joined(t, player, act->team);
    return true;
}

static bool fold_player(Tourney *t, const TourneyAct *act)
{
    TourneyPlayer *player = tourney_player(t, act->player);
    if (!player)
        return false;
    TourneyPerson *known = &player->person;
    const TourneyPerson *person = &act->person;
    known->rating = person->rating;
    memcpy(known->title, person->title, sizeof known->title);
    memcpy(known->federation, person->federation, sizeof known->federation);
    memcpy(known->fide_id, person->fide_id, sizeof known->fide_id);
    memcpy(known->birth, person->birth, sizeof known->birth);
    memcpy(known->sex, person->sex, sizeof known->sex);
    if (!player->team)
        memcpy(known->team, person->team, sizeof known->team);
    return true;
}

static bool fold_leave(Tourney *t, const TourneyAct *act)
{
    TourneyPlayer *player = tourney_player(t, act->player);
    if (!player || player->status == PLAYER_REMOVED ||
        (player->status == PLAYER_WITHDRAWN && act->kind == ACT_WITHDRAW))
        return false;
    bool pauses = act->kind == ACT_WITHDRAW && t->settings.format == FORMAT_ARENA &&
                  t->status == TOURNEY_STARTED;
    if (pauses && player->status == PLAYER_PAUSED)
        return false;
    t->active_count -= player->status == PLAYER_ACTIVE;
    player->status = pauses                    ? PLAYER_PAUSED
                     : act->kind == ACT_REMOVE ? PLAYER_REMOVED
                                               : PLAYER_WITHDRAWN;
    player->pauses += pauses;
    player->left_round = t->round;
    return true;
}

static bool fold_readmit(Tourney *t, const TourneyAct *act)
{
    TourneyPlayer *player = tourney_player(t, act->player);
    if (!player || player->status == PLAYER_ACTIVE)
        return false;
    come_back(t, player, act->at);
    if (t->status == TOURNEY_STARTED && t->settings.format == FORMAT_SWISS && !player->tpn)
        number_late(t, player);
    return true;
}

static bool fold_bye(Tourney *t, const TourneyAct *act)
{
    TourneyPlayer *player = tourney_player(t, act->player);
    if (!player || !act->round)
        return false;
    for (uint32_t i = 0; i < player->byes_count; i++)
        if (player->byes[i].round == act->round)
            player->byes[i--] = player->byes[--player->byes_count];
    if (act->halves < 0)
        return true;
    if (player->byes_count == TOURNEY_BYES_MAX)
        return false;
    player->byes[player->byes_count].round = act->round;
    player->byes[player->byes_count++].halves = act->halves;
    return true;
}

static bool fold_forbid(Tourney *t, const TourneyAct *act)
{
    if (!tourney_player(t, act->player) || !tourney_player(t, act->other) ||
        act->player == act->other)
        return false;
    t->about_seq = act->seq;
    for (uint32_t i = 0; i < t->forbidden_count; i++) {
        uint32_t one = t->forbidden[i].one, other = t->forbidden[i].other;
        if ((one == act->player && other == act->other) ||
            (one == act->other && other == act->player))
            t->forbidden[i--] = t->forbidden[--t->forbidden_count];
    }
    if (act->kind == ACT_PERMIT)
        return true;
    if (t->forbidden_count == TOURNEY_FORBIDDEN_MAX)
        return false;
    t->forbidden[t->forbidden_count].one = act->player;
    t->forbidden[t->forbidden_count++].other = act->other;
    return true;
}

/* ---- the start ---- */

/* By rating, then as they joined: by the first rules. */
static int compare_ratings(const void *one, const void *other)
{
    const TourneyPlayer *a = *(TourneyPlayer *const *)one, *b = *(TourneyPlayer *const *)other;
    if (a->person.rating != b->person.rating)
        return a->person.rating > b->person.rating ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static void number_players(Tourney *t)
{
    TourneyPlayer **order = NULL;
    size_t size = 0;
    uint32_t count = 0;
    order = array_reserve(order, &size, t->players_count + 1, sizeof(TourneyPlayer *));
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].status == PLAYER_ACTIVE)
            order[count++] = &t->players[i];
    if (count)
        qsort(order, count, sizeof(TourneyPlayer *),
              t->rules < RULES_NOV_2026 ? compare_ratings : strength_compare_places);
    for (uint32_t i = 0; i < count; i++)
        order[i]->tpn = i + 1;
    if (t->settings.varma && count >= VARMA_PLAYERS_MIN && count <= VARMA_PLAYERS_MAX) {
        char federations[VARMA_PLAYERS_MAX][4];
        uint8_t numbers[VARMA_PLAYERS_MAX];
        for (uint32_t i = 0; i < count; i++)
            memcpy(federations[i], order[i]->person.federation, sizeof federations[i]);
        if (varma_draw((const char(*)[4])federations, (int)count, t->seed, numbers))
            for (uint32_t i = 0; i < count; i++)
                order[i]->tpn = numbers[i];
    }
    t->tpn_count = count;
    free(order);
}

static bool fold_start(Tourney *t, const TourneyAct *act)
{
    if (t->status != TOURNEY_CREATED)
        return false;
    t->status = TOURNEY_STARTED;
    t->started_at = act->at;
    t->seed = act->seed;
    t->rules = act->rules;
    if (t->settings.format == FORMAT_ARENA)
        return true;
    if (t->settings.format == FORMAT_SIMUL)
        simul_number(t);
    else if (t->settings.format == FORMAT_TEAMS)
        team_fold_number(t);
    else
        number_players(t);
    t->robin_players = t->tpn_count;
    RobinSchedule schedule = {(int)t->tpn_count, t->settings.cycles, t->settings.swaps_rounds};
    if (t->settings.format == FORMAT_SWISS)
        t->rounds_count = (uint32_t)t->settings.rounds;
    else if (t->settings.format == FORMAT_SIMUL)
        t->rounds_count = 1;
    else if (t->settings.format == FORMAT_TEAMS)
        t->rounds_count = team_fold_rounds(t);
    else if (t->settings.format == FORMAT_ROBIN)
        t->rounds_count = t->tpn_count < 2 ? 0 : (uint32_t)robin_rounds(schedule);
    else
        t->rounds_count = (uint32_t)knockout_rounds((int)t->tpn_count);
    return true;
}

/* ---- rounds ---- */

static bool are_boards_good(const Tourney *t, const TourneyAct *act)
{
    for (uint32_t i = 0; i < act->boards_count; i++) {
        const PairedBoard *pair = &act->boards[i];
        bool is_bye = pair->black == 0;
        if (!tourney_player(t, pair->white) || pair->white == pair->black ||
            (!is_bye && !tourney_player(t, pair->black)) || is_bye != (pair->result == BOARD_BYE) ||
            (is_bye && pair->game.text[0]) || pair->match > KNOCKOUT_PLAYERS_MAX)
            return false;
    }
    return true;
}

static void add_boards(Tourney *t, const TourneyAct *act)
{
    TourneyRound *round = &t->rounds[t->round - 1];
    for (uint32_t i = 0; i < act->boards_count; i++) {
        board_list_add(t, &act->boards[i], t->round, round->count + 1, act->at);
        round->count++;
    }
}

static void play_boards(Tourney *t, uint32_t first, int64_t at)
{
    for (uint32_t i = first; i < t->boards_count; i++)
        if (t->boards[i].state == STATE_PAIRED) {
            t->boards[i].state = STATE_PLAYING;
            t->boards[i].at = at;
        }
}

static bool fold_pair_arena(Tourney *t, const TourneyAct *act)
{
    uint32_t first = t->boards_count;
    for (uint32_t i = 0; i < act->boards_count; i++) {
        board_list_add(t, &act->boards[i], 0, 0, act->at);
        arena_sheet_paired(t, &act->boards[i]);
    }
    play_boards(t, first, act->at);
    return true;
}

static void look_at_round(Tourney *t, int64_t at)
{
    TourneyRound *round = &t->rounds[t->round - 1];
    if (t->round_state == ROUND_PLAYING && board_list_is_over(t, t->round)) {
        t->round_state = ROUND_OVER;
        round->over_at = at;
    } else if (t->round_state == ROUND_OVER && !board_list_is_over(t, t->round)) {
        t->round_state = ROUND_PLAYING;
        round->over_at = 0;
    }
}

static bool fold_pair(Tourney *t, const TourneyAct *act)
{
    if (t->status != TOURNEY_STARTED || !are_boards_good(t, act))
        return false;
    if (t->settings.format == FORMAT_ARENA)
        return fold_pair_arena(t, act);
    bool more_of_match = t->settings.format == FORMAT_KNOCKOUT && act->round == t->round &&
                         t->round_state == ROUND_PLAYING;
    if (more_of_match) {
        uint32_t first = t->boards_count;
        add_boards(t, act);
        play_boards(t, first, act->at);
        return true;
    }
    if (act->round != t->round + 1 || act->round > sizeof t->rounds / sizeof *t->rounds ||
        (t->round_state != ROUND_NONE && t->round_state != ROUND_OVER))
        return false;
    if (!team_fold_pairs(t, act))
        return false;
    t->round = act->round;
    t->round_state = ROUND_PAIRED;
    t->rounds[t->round - 1] = (TourneyRound){.first = t->boards_count};
    add_boards(t, act);
    return true;
}

static bool fold_boards(Tourney *t, const TourneyAct *act)
{
    if (t->round_state != ROUND_PAIRED || !are_boards_good(t, act))
        return false;
    board_list_drop_round(t, t->round);
    t->rounds[t->round - 1] = (TourneyRound){.first = t->boards_count};
    add_boards(t, act);
    return true;
}

static bool fold_unpair(Tourney *t, const TourneyAct *act)
{
    (void)act;
    if (t->round_state != ROUND_PAIRED && t->round_state != ROUND_PLAYING)
        return false;
    board_list_drop_round(t, t->round);
    t->rounds[t->round - 1].count = 0;
    team_fold_unpair(t);
    t->round--;
    t->round_state = t->round ? ROUND_OVER : ROUND_NONE;
    for (uint32_t i = 0; t->rules >= RULES_NOV_2026 && i < t->players_count; i++)
        if (t->players[i].left_round > t->round)
            t->players[i].left_round = t->round;
    return true;
}

static bool fold_round(Tourney *t, const TourneyAct *act)
{
    if (t->round_state != ROUND_PAIRED)
        return false;
    t->round_state = ROUND_PLAYING;
    t->rounds[t->round - 1].started_at = act->at;
    play_boards(t, t->rounds[t->round - 1].first, act->at);
    look_at_round(t, act->at);
    return true;
}

/* ---- results ---- */

static bool fold_result(Tourney *t, const TourneyAct *act)
{
    TourneyBoard *board = tourney_board(t, act->board);
    BoardResult result = act->kind == ACT_ANNUL ? BOARD_ANNULLED : act->result;
    if (!board || board->state == STATE_PAIRED || !board->pair.black || result == BOARD_BYE ||
        result == BOARD_NONE)
        return false;
    bool was_over = board->state == STATE_OVER;
    board->by_play = act->by_play;
    if (act->by_play)
        board->plies = act->plies;
    board->halt = HALT_NONE;
    board->until = 0;
    board_list_set(t, board, result, act->at);
    if (t->settings.format == FORMAT_ARENA)
        arena_sheet_result(t, board, was_over);
    else if (board->round == t->round && t->status == TOURNEY_STARTED)
        look_at_round(t, act->at);
    return true;
}

static bool fold_berserk(Tourney *t, const TourneyAct *act)
{
    TourneyBoard *board = tourney_board(t, act->board);
    if (!board || board->state != STATE_PLAYING ||
        (board->pair.white != act->player && board->pair.black != act->player))
        return false;
    board->berserk[board->pair.black == act->player] = true;
    return true;
}

/* What is done to a game is in the game's own events; here it is noted. */
static bool fold_game_act(Tourney *t, const TourneyAct *act)
{
    TourneyBoard *board = tourney_board(t, act->board);
    if (!board || board->state != STATE_PLAYING || !board->pair.game.text[0])
        return false;
    if (act->kind == ACT_TIME)
        return true;
    board->halt = act->kind == ACT_STOP      ? HALT_STOPPED
                  : act->kind == ACT_ADJOURN ? HALT_ADJOURNED
                                             : HALT_NONE;
    board->until = act->until;
    return true;
}

/* ---- the whole ---- */

static bool fold_created(Tourney *t, const TourneyAct *act)
{
    if (t->seq || !act->settings || !act->id.text[0])
        return false;
    t->id = act->id;
    t->settings = *act->settings;
    t->made_at = act->at;
    snprintf(t->organiser.user, sizeof t->organiser.user, "%s", act->by);
    snprintf(t->organiser.name, sizeof t->organiser.name, "%s", act->by_name);
    t->organiser.role = ROLE_ORGANISER;
    t->roles[t->roles_count++] = t->organiser;
    return true;
}

static bool fold_settings(Tourney *t, const TourneyAct *act)
{
    if (!act->settings || act->settings->format != t->settings.format)
        return false;
    t->settings = *act->settings;
    if (t->status == TOURNEY_STARTED && t->settings.format == FORMAT_SWISS)
        t->rounds_count =
            (uint32_t)t->settings.rounds > t->round ? (uint32_t)t->settings.rounds : t->round;
    t->about_seq = act->seq;
    return true;
}

static bool fold_pause(Tourney *t, const TourneyAct *act)
{
    bool pauses = act->kind == ACT_PAUSE;
    if (t->paused == pauses || t->status != TOURNEY_STARTED)
        return false;
    t->paused = pauses;
    t->paused_at = act->at;
    return true;
}

static bool fold_end(Tourney *t, const TourneyAct *act)
{
    if (t->status == TOURNEY_FINISHED || t->status == TOURNEY_CANCELLED)
        return false;
    t->status = act->kind == ACT_FINISH ? TOURNEY_FINISHED : TOURNEY_CANCELLED;
    t->over_at = act->at;
    board_list_leave(t);
    if (t->round_state == ROUND_PLAYING) {
        t->round_state = ROUND_OVER;
        t->rounds[t->round - 1].over_at = act->at;
    }
    return true;
}

static bool fold_kind(Tourney *t, const TourneyAct *act)
{
    switch (act->kind) {
    case ACT_CREATED: return fold_created(t, act);
    case ACT_SETTINGS: return fold_settings(t, act);
    case ACT_ROLE: return fold_role(t, act);
    case ACT_JOIN:
    case ACT_ADD: return fold_join(t, act);
    case ACT_PLAYER: return fold_player(t, act);
    case ACT_WITHDRAW:
    case ACT_REMOVE: return fold_leave(t, act);
    case ACT_READMIT: return fold_readmit(t, act);
    case ACT_BYE: return fold_bye(t, act);
    case ACT_FORBID:
    case ACT_PERMIT: return fold_forbid(t, act);
    case ACT_START: return fold_start(t, act);
    case ACT_PAIR: return fold_pair(t, act);
    case ACT_BOARDS: return fold_boards(t, act);
    case ACT_UNPAIR: return fold_unpair(t, act);
    case ACT_ROUND: return fold_round(t, act);
    case ACT_RESULT:
    case ACT_ANNUL: return fold_result(t, act);
    case ACT_BERSERK: return fold_berserk(t, act);
    case ACT_PAUSE:
    case ACT_RESUME: return fold_pause(t, act);
    case ACT_FINISH:
    case ACT_CANCEL: return fold_end(t, act);
    case ACT_TIME:
    case ACT_STOP:
    case ACT_GO_ON:
    case ACT_ADJOURN: return fold_game_act(t, act);
    case ACT_ACCEPT:
    case ACT_DECLINE: return simul_accept(t, act);
    case ACT_TEAM: return team_fold_team(t, act);
    case ACT_TEAM_OUT: return team_fold_out(t, act);
    case ACT_LINEUP: return team_fold_lineup(t, act);
    case ACT_COUNT: break;
    }
    return false;
}

/* Whether somebody at the desk has to look again before they act. */
static bool is_of_desk(const TourneyAct *act)
{
    return act->by[0] ? act->kind != ACT_JOIN && act->kind != ACT_BERSERK
                      : act->kind == ACT_PAIR || act->kind == ACT_ROUND || act->kind == ACT_START;
}

/* Whether a round that is being paired meanwhile has to be paired anew. */
static bool changes_pairing(const TourneyAct *act)
{
    return act->kind != ACT_ROLE && act->kind != ACT_CREATED && act->kind != ACT_BERSERK &&
           act->kind < ACT_TIME;
}

bool tourney_fold(Tourney *tourney, const TourneyAct *act)
{
    bool is_first = act->kind == ACT_CREATED;
    if (act->seq != tourney->seq + 1 || is_first != (tourney->seq == 0) || !fold_kind(tourney, act))
        return false;
    tourney->seq = act->seq;
    tourney->acted_at = act->at;
    if (is_of_desk(act))
        tourney->desk_seq = act->seq;
    if (changes_pairing(act))
        tourney->pairing_seq = act->seq;
    return true;
}
