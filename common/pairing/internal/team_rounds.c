#include "team_rounds.h"

#include "take.h"

#include <string.h>

size_t team_file_lay_out(TrfTeamFile *f, void *memory, const TeamFileSize *size)
{
    char *at = memory;
    size_t teams = (size_t)size->teams + 1, rounds = (size_t)size->people.rounds;
    (void)take(&at, tournament_memory(size->people));
    f->teams = take(&at, teams * sizeof *f->teams);
    f->byes = take(&at, rounds * sizeof *f->byes);
    f->forfeits = take(&at, (size_t)size->forfeits * sizeof *f->forfeits);
    f->lineups = take(&at, (size_t)size->lineups * sizeof *f->lineups);
    f->absences = take(&at, (size_t)size->absences * sizeof *f->absences);
    f->accelerations = take(&at, (size_t)size->accelerations * sizeof *f->accelerations);
    f->abnormal = take(&at, (size_t)size->abnormal * sizeof *f->abnormal);
    f->rounds = take(&at, teams * rounds * sizeof *f->rounds);
    f->extra = take(&at, teams * rounds * sizeof *f->extra);
    f->present = take(&at, teams * sizeof *f->present);
    f->forbidden = take(&at, (size_t)size->forbidden * sizeof *f->forbidden);
    f->team_of = take(&at, ((size_t)size->people.players + 1) * sizeof *f->team_of);
    return (size_t)(at - (char *)memory);
}

/* ---- faults that are found later ---- */

bool team_file_refuse_row(TeamFileReader *r, TrfError error, int row, int column)
{
    *r->problem = (TrfProblem){.error = error, .row = row, .column = column};
    return false;
}

/* At the n-th record with the tag, from 0. */
static bool refuse_record(TeamFileReader *r, TrfError error, const char *tag, int n, int column)
{
    TrfLine line;
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&line, r->text, r->length, &at, &row))
        if (trf_line_has_tag(&line, tag) && n-- == 0)
            break;
    return team_file_refuse_row(r, error, row, column);
}

/* At a round of a player. */
static bool refuse_game(TeamFileReader *r, TrfError error, int player, int round)
{
    TrfLine line;
    size_t at = 0;
    int row = 0, id, wanted = r->file->people.players[player].id;
    while (trf_line_next(&line, r->text, r->length, &at, &row))
        if (trf_line_has_tag(&line, "001") && trf_line_number(&line, 5, 8, &id) == FIELD_OK &&
            id == wanted)
            break;
    team_file_refuse_row(r, error, row, 92 + 10 * round);
    r->problem->player = wanted;
    return false;
}

/* ---- what a team did in a round ---- */

static TeamRound *round_of(const TrfTeamFile *f, int team, int round)
{
    return &f->rounds[team * f->field.rounds + round];
}

static const TrfLineup *find_lineup(const TrfTeamFile *f, int team, int round)
{
    for (int i = 0; i < f->lineups_count; i++)
        if (f->lineups[i].round == round + 1 && f->lineups[i].team == f->teams[team].number)
            return &f->lineups[i];
    return NULL;
}

/* Players at the boards in their order, -1 for an empty board. Returns how many, -1 when they are too many. */
static int find_seats(const TrfTeamFile *f, int team, int round, int *seats)
{
    const TrfLineup *lineup = find_lineup(f, team, round);
    const TrfTeam *of = &f->teams[team];
    int count = 0;
    for (int i = 0; i < (lineup ? lineup->count : of->count); i++) {
        int id = lineup ? lineup->players[i] : of->players[i];
        int player = id ? tournament_find(&f->people, id) : -1;
        if (!lineup) {
            const RoundGame *game = tournament_game(&f->people, player, round);
            bool forfeit =
                game->result == RESULT_FORFEIT_WIN || game->result == RESULT_FORFEIT_LOSS;
            if (!game->opponent && !forfeit)
                continue;
        }
        if (count == (f->sequence[0] ? f->boards : TEAM_BOARDS_MAX))
            return -1;
        seats[count++] = player;
    }
    return count;
}

static bool is_same_board_colour(const TrfTeamFile *f, int board)
{
    return f->sequence[0] ? f->sequence[board] == f->sequence[0] : board % 2 == 0;
}

/* Takes over the game at a board. */
static bool add_board(TeamFileReader *r, int team, int round, int board, int player)
{
    TrfTeamFile *f = r->file;
    TeamRound *own = round_of(f, team, round);
    const RoundGame *game = tournament_game(&f->people, player, round);
    if (game->opponent) {
        int other = f->team_of[tournament_find(&f->people, game->opponent)];
        if (!other || other == team + 1 || (own->opponent && own->opponent != other))
            return refuse_game(r, TRF_OTHER_TEAM, player, round);
        own->opponent = (uint16_t)other;
    }
    if (game_was_played(game))
        own->kind = TEAM_PLAYED;
    else if (own->kind == TEAM_ABSENT)
        own->kind = TEAM_FORFEIT;
    own->board[board] = (int16_t)tournament_worth(&f->people, game);
    own->game_points = (int16_t)(own->game_points + own->board[board]);
    if (own->colour == SIDE_NONE && game->colour != SIDE_NONE) {
        bool white = (game->colour == SIDE_WHITE) == is_same_board_colour(f, board);
        own->colour = white ? SIDE_WHITE : SIDE_BLACK;
    }
    return true;
}

/* Points that its players were given for a bye, and whether it was the pairing-allocated one. */
static int sum_byes(const TrfTeamFile *f, int team, int round, bool *is_allocated)
{
    int sum = 0;
    for (int i = 0; i < f->teams[team].count; i++) {
        int player = tournament_find(&f->people, f->teams[team].players[i]);
        const RoundGame *game = tournament_game(&f->people, player, round);
        if (game->opponent)
            continue;
        *is_allocated |= game->result == RESULT_PAIRING_BYE;
        sum += game->result == RESULT_NONE ? 0 : tournament_worth(&f->people, game);
    }
    return sum;
}

/* Whether whoever of the team has played sits at a board. */
static bool sits_with_all(TeamFileReader *r, int team, int round, const int *seats, int count)
{
    const TrfTeamFile *f = r->file;
    for (int i = 0; i < f->teams[team].count; i++) {
        int player = tournament_find(&f->people, f->teams[team].players[i]);
        bool sits = !tournament_game(&f->people, player, round)->opponent;
        for (int board = 0; board < count && !sits; board++)
            sits = seats[board] == player;
        if (!sits)
            return refuse_game(r, TRF_CONTRADICTION, player, round);
    }
    return true;
}

static bool gather(TeamFileReader *r, int team, int round)
{
    TrfTeamFile *f = r->file;
    int seats[TEAM_BOARDS_MAX], count = find_seats(f, team, round, seats);
    TeamRound *own = round_of(f, team, round);
    *own = (TeamRound){.kind = TEAM_ABSENT};
    if (count < 0) {
        team_file_refuse_row(r, TRF_TOO_MANY_PLAYERS, f->teams[team].row, 74);
        r->problem->team = f->teams[team].number;
        return false;
    }
    for (int board = 0; board < count; board++)
        if (seats[board] >= 0 && !add_board(r, team, round, board, seats[board]))
            return false;
    if (!sits_with_all(r, team, round, seats, count))
        return false;
    if (!f->sequence[0] && count > f->boards)
        f->boards = count;
    bool allocated = f->byes[round] == f->teams[team].number;
    if (own->kind != TEAM_ABSENT)
        return !allocated || refuse_record(r, TRF_BYE_CONTRADICTED, "320", 0, 15 + 4 * round);
    own->game_points = (int16_t)sum_byes(f, team, round, &allocated);
    own->kind = allocated ? TEAM_BYE : TEAM_ABSENT;
    return true;
}

/* ---- records that say more ---- */

static bool apply_forfeits(TeamFileReader *r)
{
    TrfTeamFile *f = r->file;
    for (int i = 0; i < f->forfeits_count; i++) {
        const TrfForfeitedMatch *match = &f->forfeits[i];
        int sides[2] = {team_file_find(f, match->white), team_file_find(f, match->black)};
        for (int side = 0; side < 2; side++) {
            TeamRound *own = round_of(f, sides[side], match->round - 1);
            bool won = match->kind == (side ? FORFEIT_BLACK_WINS : FORFEIT_WHITE_WINS);
            if (own->kind == TEAM_PLAYED || own->kind == TEAM_BYE ||
                (own->opponent && own->opponent != sides[!side] + 1))
                return refuse_record(r, TRF_BYE_CONTRADICTED, "330", i, 8);
            for (int board = 0; won && own->kind == TEAM_ABSENT && board < f->boards; board++) {
                own->board[board] = (int16_t)f->people.points.win;
                own->game_points = (int16_t)(own->game_points + own->board[board]);
            }
            own->kind = TEAM_FORFEIT;
            own->opponent = (uint16_t)(sides[!side] + 1);
            own->points = (int16_t)(won ? f->win : f->loss);
        }
    }
    return true;
}

static bool check_lineups(TeamFileReader *r)
{
    const TrfTeamFile *f = r->file;
    for (int i = 0; i < f->lineups_count; i++) {
        const TrfLineup *lineup = &f->lineups[i];
        if (lineup->round > f->field.rounds)
            continue;
        const TeamRound *own = round_of(f, team_file_find(f, lineup->team), lineup->round - 1);
        if (own->opponent && f->teams[own->opponent - 1].number != lineup->opponent)
            return refuse_record(r, TRF_CONTRADICTION, "300", i, 13);
    }
    return true;
}

char team_find_absence(const TrfTeamFile *f, int team, int round)
{
    for (int i = 0; i < f->absences_count; i++)
        if (f->absences[i].round == round + 1 && f->absences[i].team == f->teams[team].number)
            return f->absences[i].kind;
    return '\0';
}

static char judge_absence(const TrfTeamFile *f, TeamRound *own, char kind)
{
    const PointSystem *points = &f->people.points;
    int game = kind == 'F' ? points->win : kind == 'H' ? points->draw : 0;
    own->points = (int16_t)(kind == 'F' ? f->win : kind == 'H' ? f->draw : 0);
    if (!own->game_points)
        own->game_points = (int16_t)(f->boards * game);
    return kind ? kind : 'Z';
}

/* The letter of 299 for what a team did, before abnormal points. */
static char judge(TrfTeamFile *f, int team, int round)
{
    TeamRound *own = round_of(f, team, round);
    const PointSystem *points = &f->people.points;
    int other = own->opponent ? round_of(f, own->opponent - 1, round)->game_points : 0;
    int difference = own->game_points - other;
    switch ((TeamRoundKind)own->kind) {
    case TEAM_PLAYED:
        own->points = (int16_t)(difference > 0 ? f->win : difference < 0 ? f->loss : f->draw);
        return difference > 0 ? 'W' : difference < 0 ? 'L' : 'D';
    case TEAM_FORFEIT:
        own->points = (int16_t)(difference > 0 || own->points == f->win ? f->win : f->loss);
        return own->points == f->win ? '+' : '-';
    case TEAM_BYE:
        own->points = (int16_t)(f->has_bye_points ? f->bye_points : f->draw);
        own->game_points =
            (int16_t)(f->has_bye_points ? f->bye_game_points : f->boards * points->draw);
        return 'P';
    default: return judge_absence(f, own, team_find_absence(f, team, round));
    }
}

static bool is_about(const TrfAbnormal *abnormal, int number, int round)
{
    if (abnormal->round && abnormal->round != round + 1)
        return false;
    for (int i = 0; i < abnormal->count; i++)
        if (abnormal->teams[i] == number)
            return true;
    return abnormal->count == 0;
}

/* 299: first those that replace points, the later ones before the earlier ones; then those that add to them. */
static void apply_abnormal(TrfTeamFile *f, int team, int round, char kind)
{
    TeamRound *own = round_of(f, team, round);
    for (int adds = 0; adds < 2; adds++)
        for (int i = 0; i < f->abnormal_count; i++) {
            const TrfAbnormal *abnormal = &f->abnormal[i];
            if (abnormal->kind != (adds ? ' ' : kind) ||
                !is_about(abnormal, f->teams[team].number, round))
                continue;
            int points = adds ? own->points : 0, games = adds ? own->game_points : 0;
            if (abnormal->has_match_points)
                own->points = (int16_t)(points + abnormal->match_points);
            if (abnormal->has_game_points)
                own->game_points = (int16_t)(games + abnormal->game_points);
        }
}

static void score_rounds(TrfTeamFile *f)
{
    char kinds[TEAM_FIELD_MAX] = {0};
    for (int round = 0; round < f->field.rounds; round++) {
        for (int team = 0; team < f->count; team++)
            kinds[team] = judge(f, team, round);
        for (int team = 0; team < f->count; team++)
            apply_abnormal(f, team, round, kinds[team]);
    }
}

/* ---- the whole ---- */

static void accelerate(TrfTeamFile *f)
{
    int width = f->people.room.rounds, halves = (f->people.rounds + 1) / 2;
    memset(f->extra, 0, (size_t)(f->count * width) * sizeof *f->extra);
    for (int i = 0; i < f->accelerations_count; i++) {
        const TrfTeamAcceleration *a = &f->accelerations[i];
        for (int team = 0; team < f->count; team++)
            for (int round = a->first - 1; round < a->last && round < width; round++)
                if (f->teams[team].number >= a->from && f->teams[team].number <= a->to)
                    f->extra[team * width + round] =
                        (int16_t)(f->swiss.by_game_points ? a->game_points : a->match_points);
    }
    if (!f->is_baku || f->accelerations_count)
        return;
    int favoured = (f->count + 3) / 4 * 2; /* C.04.7, 1.2 to 1.4 */
    for (int team = 0; team < favoured && team < f->count; team++)
        for (int round = 0; round < halves; round++)
            f->extra[team * width + round] = (int16_t)(round < (halves + 1) / 2 ? f->win : f->draw);
}

/* By the first match of the first team; see team_swiss.h for parities. */
static SideColour find_initial(const TrfTeamFile *f)
{
    int number = 0;
    for (int team = 0; team < f->count && f->field.rounds; team++) {
        const TeamRound *own = round_of(f, team, 0);
        bool white = (own->colour == SIDE_WHITE) == (number % 2 == 0);
        if (own->kind == TEAM_PLAYED)
            return white ? SIDE_WHITE : SIDE_BLACK;
        number += own->kind != TEAM_ABSENT;
    }
    return SIDE_NONE;
}

static int count_rounds(const TrfTeamFile *f)
{
    int rounds = f->people.played;
    for (int i = 0; i < f->forfeits_count; i++)
        rounds = f->forfeits[i].round > rounds ? f->forfeits[i].round : rounds;
    for (int round = rounds; round < f->people.room.rounds - 1; round++)
        rounds = f->byes[round] ? round + 1 : rounds;
    return rounds;
}

bool team_file_count(TeamFileReader *r)
{
    TrfTeamFile *f = r->file;
    f->field = (TeamField){.teams = f->count, .rounds = count_rounds(f), .round = f->rounds};
    f->field.win = f->win;
    f->field.draw = f->draw;
    for (int round = 0; round < f->field.rounds; round++)
        for (int team = 0; team < f->count; team++)
            if (!gather(r, team, round))
                return false;
    f->boards = f->boards ? f->boards : 1;
    f->field.boards = f->boards;
    if (!apply_forfeits(r) || !check_lineups(r))
        return false;
    score_rounds(f);
    accelerate(f);
    if (f->people.initial == SIDE_NONE)
        f->people.initial = find_initial(f);
    return true;
}
