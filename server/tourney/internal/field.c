/* A tournament as pairing and tie-breaks need it. */
#include "tourney.h"

#include "memory.h"
#include "round_robin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_player(const TourneyPlayer *player, TournamentPlayer *of)
{
    const TourneyPerson *person = &player->person;
    of->id = (uint16_t)player->tpn;
    of->sex = person->sex[0] ? person->sex[0] : ' ';
    of->rating = person->rating;
    snprintf(of->name, sizeof of->name, "%.*s", (int)sizeof of->name - 1, person->name);
    memcpy(of->title, person->title, sizeof of->title);
    memcpy(of->federation, person->federation, sizeof of->federation);
    memcpy(of->fide_id, person->fide_id, sizeof of->fide_id);
    memcpy(of->birth, person->birth, sizeof of->birth);
}

/* What a board's result is to one side. */
static RoundResult result_of(const TourneyBoard *board, bool white)
{
    int halves = board_result_halves(board->result, white);
    switch (board->result) {
    case BOARD_BYE: return RESULT_PAIRING_BYE;
    case BOARD_FORFEIT_WHITE:
    case BOARD_FORFEIT_BLACK:
    case BOARD_FORFEIT_BOTH: return halves ? RESULT_FORFEIT_WIN : RESULT_FORFEIT_LOSS;
    case BOARD_NONE:
    case BOARD_ANNULLED: return RESULT_NONE;
    default: return halves == 2 ? RESULT_WIN : halves == 1 ? RESULT_DRAW : RESULT_LOSS;
    }
}

static void copy_board(const Tourney *t, const TourneyBoard *board, Tournament *field)
{
    const TourneyPlayer *white = tourney_player(t, board->pair.white);
    const TourneyPlayer *black = tourney_player(t, board->pair.black);
    uint32_t round = board->round - 1;
    if (board->result == BOARD_ANNULLED || !white->tpn || (black && !black->tpn))
        return;
    bool is_bye = !black;
    RoundResult result =
        is_bye && t->settings.format == FORMAT_TEAMS ? RESULT_FORFEIT_WIN : result_of(board, true);
    *tournament_game(field, (int)white->tpn - 1, (int)round) = (RoundGame){
        (uint16_t)(black ? black->tpn : 0), is_bye ? SIDE_NONE : SIDE_WHITE, (uint8_t)result};
    if (black)
        *tournament_game(field, (int)black->tpn - 1, (int)round) =
            (RoundGame){(uint16_t)white->tpn, SIDE_BLACK, (uint8_t)result_of(board, false)};
}

/* Byes that were asked for, and in the round to be paired everybody who will not be there. */
static void copy_absences(const Tourney *t, const TourneyPlayer *player, Tournament *field)
{
    int next = field->played;
    for (int round = 0; round <= next && round < field->room.rounds; round++) {
        RoundGame *game = tournament_game(field, (int)player->tpn - 1, round);
        int halves = tourney_bye(t, player, (uint32_t)round + 1);
        bool is_absent = round == next && player->status != PLAYER_ACTIVE;
        if (game->opponent || game->result != RESULT_NONE)
            continue;
        if (halves >= 0 && !is_absent)
            game->result = halves == 2   ? RESULT_FULL_BYE
                           : halves == 1 ? RESULT_HALF_BYE
                                         : RESULT_ZERO_BYE;
        else if (is_absent && t->settings.format == FORMAT_SWISS)
            game->result = RESULT_ZERO_BYE;
    }
}

static void copy_forbidden(const Tourney *t, Tournament *field)
{
    for (uint32_t i = 0; i < t->forbidden_count; i++) {
        const TourneyPlayer *one = tourney_player(t, t->forbidden[i].one);
        const TourneyPlayer *other = tourney_player(t, t->forbidden[i].other);
        if (!one->tpn || !other->tpn)
            continue;
        field->groups[field->group_count++] =
            (ForbiddenGroup){0, TOURNAMENT_ROUNDS_MAX, field->forbidden_count, 2};
        field->forbidden[field->forbidden_count++] = (uint16_t)one->tpn;
        field->forbidden[field->forbidden_count++] = (uint16_t)other->tpn;
    }
}

static bool has_left(const TourneyPlayer *player)
{
    return player->tpn && (player->status == PLAYER_WITHDRAWN || player->status == PLAYER_REMOVED);
}

static Withdrawal judge(const Tournament *field, RobinSchedule schedule,
                        const TourneyPlayer *player)
{
    return robin_judge_withdrawal(field, schedule, (int)player->tpn - 1, (int)player->left_round);
}

/* By the rules of round robins, those who left first first. By the first rules a game did not count as completed any more
 * when the opponent's had been annulled before. */
static void withdraw(const Tourney *t, Tournament *field)
{
    RobinSchedule schedule = {(int)t->robin_players, t->settings.cycles, t->settings.swaps_rounds};
    bool judges_at_once = t->rules >= RULES_NOV_2026;
    Withdrawal *judged = memory_array(t->players_count + 1, sizeof *judged);
    for (uint32_t i = 0; i < t->players_count; i++)
        if (has_left(&t->players[i]))
            judged[i] = judge(field, schedule, &t->players[i]);
    for (uint32_t round = 0; round <= t->round; round++)
        for (uint32_t i = 0; i < t->players_count; i++) {
            const TourneyPlayer *player = &t->players[i];
            if (!has_left(player) || player->left_round != round)
                continue;
            if (!judges_at_once)
                judged[i] = judge(field, schedule, player);
            robin_withdraw(field, schedule, (int)player->tpn - 1, (int)round, judged[i]);
        }
    /* Nor do they win by forfeit against those who left behind them. */
    for (uint32_t i = 0; judges_at_once && i < t->players_count; i++)
        if (has_left(&t->players[i]) && judged[i] == WITHDRAWAL_ANNULS)
            robin_withdraw(field, schedule, (int)t->players[i].tpn - 1, 0, WITHDRAWAL_ANNULS);
    free(judged);
}

static int rounds_that_count(const Tourney *t)
{
    return (int)t->round - (t->round_state == ROUND_PAIRED);
}

static bool is_in_field(const Tourney *t, const TourneyBoard *board, const Tournament *field)
{
    return board->state != STATE_DROPPED && board->round && (int)board->round <= field->played &&
           t->settings.format != FORMAT_KNOCKOUT;
}

void *tourney_field(const Tourney *t, Tournament *field, uint32_t **numbers)
{
    uint32_t rounds = t->rounds_count > t->round ? t->rounds_count : t->round;
    TournamentSize size = {(int)t->tpn_count, (int)rounds + 1, 2 * (int)t->forbidden_count,
                           (int)t->forbidden_count};
    size_t bytes = (tournament_memory(size) + 15) / 16 * 16;
    char *memory = memory_new(bytes + (t->tpn_count + 1) * sizeof **numbers);
    uint32_t *by_tpn = (uint32_t *)(void *)(memory + bytes);
    tournament_open(field, memory, size);
    field->player_count = (int)t->tpn_count;
    field->rounds = (int)rounds;
    field->played = rounds_that_count(t);
    InitialColour initial = (InitialColour)t->settings.initial;
    bool white = initial == INITIAL_WHITE || (initial == INITIAL_RANDOM && t->seed % 2 == 0);
    field->initial = white ? SIDE_WHITE : SIDE_BLACK;
    field->type = t->settings.acceleration == ACCELERATION_BAKU ? TYPE_DUTCH_BAKU
                  : t->settings.format == FORMAT_TEAMS          ? TYPE_OTHER
                                                                : TYPE_DUTCH;
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].tpn) {
            copy_player(&t->players[i], &field->players[t->players[i].tpn - 1]);
            by_tpn[t->players[i].tpn - 1] = t->players[i].number;
        }
    for (uint32_t i = 0; i < t->boards_count; i++)
        if (is_in_field(t, &t->boards[i], field))
            copy_board(t, &t->boards[i], field);
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].tpn)
            copy_absences(t, &t->players[i], field);
    copy_forbidden(t, field);
    tournament_index(field);
    if (t->settings.format == FORMAT_ROBIN && t->robin_players >= 2)
        withdraw(t, field);
    if (field->type == TYPE_DUTCH_BAKU)
        tournament_accelerate(field);
    for (int i = 0; i < field->player_count; i++)
        field->players[i].points = tournament_points(field, i, field->played);
    if (numbers)
        *numbers = by_tpn;
    return memory;
}

/* A game of somebody whose results were annulled is there again, and is worth nothing. */
static void restore(const Tourney *t, const TourneyBoard *board, Tournament *field)
{
    const TourneyPlayer *players[] = {tourney_player(t, board->pair.white),
                                      tourney_player(t, board->pair.black)};
    int round = (int)board->round - 1;
    if (!players[1] || tournament_game(field, (int)players[0]->tpn - 1, round)->opponent)
        return;
    copy_board(t, board, field);
    for (int side = 0; side < 2; side++) {
        int player = (int)players[side]->tpn - 1;
        int worth = tournament_worth(field, tournament_game(field, player, round));
        field->abnormal[player * field->room.rounds + round] = (int16_t)-worth;
    }
}

void *tourney_report_field(const Tourney *t, Tournament *field)
{
    void *memory = tourney_field(t, field, NULL);
    for (uint32_t i = 0; t->settings.format == FORMAT_ROBIN && i < t->boards_count; i++)
        if (is_in_field(t, &t->boards[i], field))
            restore(t, &t->boards[i], field);
    return memory;
}
