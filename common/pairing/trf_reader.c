#include "trf_reader.h"

#include <string.h>

enum { FIRST_ROUND_COLUMN = 92, ROUND_COLUMNS = 10 };

/* --- players -------------------------------------------------------------------------------- */

static bool read_opponent(TrfReader *r, int column, uint16_t *opponent)
{
    int id;
    *opponent = 0;
    if (trf_line_number(&r->line, column, column + 3, &id) == FIELD_BAD)
        return trf_refuse(r, TRF_BAD_ID, column);
    *opponent = (uint16_t)id;
    return true;
}

/* One round of a player. */
static bool read_game(TrfReader *r, int column, int own_id, RoundGame *game)
{
    if (!read_opponent(r, column, &game->opponent))
        return false;
    if (game->opponent == own_id)
        return trf_refuse(r, TRF_BAD_ID, column);
    char colour = trf_line_char(&r->line, column + 5);
    if (colour != 'w' && colour != 'b' && colour != '-' && colour != ' ' && colour != 'W' &&
        colour != 'B')
        return trf_refuse(r, TRF_BAD_COLOUR, column + 5);
    game->colour = colour == 'w' || colour == 'W'   ? SIDE_WHITE
                   : colour == 'b' || colour == 'B' ? SIDE_BLACK
                                                    : SIDE_NONE;
    RoundResult result = trf_result_of(trf_line_char(&r->line, column + 7));
    if (result == RESULT_COUNT)
        return trf_refuse(r, TRF_BAD_RESULT, column + 7);
    bool forfeit = result == RESULT_FORFEIT_WIN || result == RESULT_FORFEIT_LOSS;
    game->result = (uint8_t)result;
    if (!game->opponent) {
        if (result == RESULT_DRAW && colour != 'w' && colour != 'b') /* "0000 - =" of TRF06 */
            game->result = RESULT_HALF_BYE;
        else if (game_was_played(game))
            return trf_refuse(r, TRF_BAD_RESULT, column + 7);
        if (game->colour != SIDE_NONE)
            return trf_refuse(r, TRF_BAD_COLOUR, column + 5);
        return true;
    }
    if (!forfeit && !game_was_played(game))
        return trf_refuse(r, TRF_BAD_RESULT, column + 7);
    if (!forfeit && game->colour == SIDE_NONE)
        return trf_refuse(r, TRF_BAD_COLOUR, column + 5);
    return true;
}

static bool read_games(TrfReader *r, int player)
{
    const TrfLine *line = &r->line;
    int own_id = r->tournament->players[player].id;
    for (int round = 0;; round++) {
        int column = FIRST_ROUND_COLUMN + round * ROUND_COLUMNS;
        if (column + 7 > line->columns)
            return trf_line_is_blank_from(line, column) ||
                   trf_refuse(r, TRF_LINE_TOO_SHORT, line->columns);
        if (round >= r->tournament->room.rounds - 1 || round >= TOURNAMENT_ROUNDS_MAX)
            return trf_line_is_blank_from(line, column) ||
                   trf_refuse(r, TRF_TOO_MANY_ROUNDS, column);
        if (!read_game(r, column, own_id, tournament_game(r->tournament, player, round)))
            return false;
    }
}

static bool read_player(TrfReader *r)
{
    Tournament *t = r->tournament;
    const TrfLine *line = &r->line;
    int id, rating;
    if (!trf_check_width(r))
        return false;
    if (line->columns < 84)
        return trf_refuse(r, TRF_LINE_TOO_SHORT, line->columns);
    if (trf_line_number(line, 5, 8, &id) != FIELD_OK || id < 1)
        return trf_refuse(r, TRF_BAD_ID, 5);
    if (trf_line_number(line, 49, 52, &rating) == FIELD_BAD)
        return trf_refuse(r, TRF_BAD_NUMBER, 49);
    if (t->player_count >= t->room.players)
        return trf_refuse(r, TRF_TOO_MANY_PLAYERS, 1);
    TournamentPlayer *player = &t->players[t->player_count];
    *player =
        (TournamentPlayer){.id = (uint16_t)id, .sex = trf_line_char(line, 10), .rating = rating};
    if (trf_line_points(line, 81, 84, &player->points) != FIELD_OK)
        return trf_refuse(r, TRF_BAD_POINTS, 81);
    if (trf_line_number(line, 86, 89, &player->rank) == FIELD_BAD)
        return trf_refuse(r, TRF_BAD_NUMBER, 86);
    trf_line_copy(line, 11, 13, player->title, sizeof player->title);
    trf_line_copy(line, 15, 47, player->name, sizeof player->name);
    trf_line_copy(line, 54, 56, player->federation, sizeof player->federation);
    trf_line_copy(line, 58, 68, player->fide_id, sizeof player->fide_id);
    trf_line_copy(line, 70, 79, player->birth, sizeof player->birth);
    if (t->index[id])
        return trf_refuse(r, TRF_DUPLICATE_PLAYER, 5);
    t->index[id] = (uint16_t)(t->player_count + 1);
    return read_games(r, t->player_count++);
}

/* Puts players into the order of their numbers, with their games; each cycle of the permutation is walked once. */
static void sort_players(Tournament *t)
{
    size_t width = (size_t)t->room.rounds;
    for (int i = 0, id = 1; i < t->player_count; i++, id++) {
        while (!t->index[id])
            id++;
        int from = t->index[id] - 1;
        if (from == i)
            continue;
        TournamentPlayer player = t->players[i];
        t->players[i] = t->players[from];
        t->players[from] = player;
        for (size_t round = 0; round < width; round++) {
            RoundGame *one = tournament_game(t, i, (int)round),
                      *other = tournament_game(t, from, (int)round);
            RoundGame game = *one;
            *one = *other;
            *other = game;
        }
        t->index[t->players[from].id] = (uint16_t)(from + 1);
        t->index[id] = (uint16_t)(i + 1);
    }
}

/* --- the file ------------------------------------------------------------------------------- */

/* What stands by itself. */
static bool read_settings(TrfReader *r)
{
    return trf_line_has_tag(&r->line, "001") ? read_player(r) : trf_read_setting(r);
}

static bool read_lines(TrfReader *r, bool (*read)(TrfReader *))
{
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&r->line, r->text, r->length, &at, &row))
        if (!read(r))
            return false;
    r->line.row = 0;
    return true;
}

/* Rounds in which somebody was paired are over; a column with byes only is about the round to be paired, unless nobody
 * is left to be paired in it. */
static void count_played(Tournament *t)
{
    for (int i = 0; i < t->player_count; i++)
        for (int round = t->room.rounds - 1; round >= t->played; round--) {
            const RoundGame *game = tournament_game(t, i, round);
            if (game_was_paired(game))
                t->played = round + 1;
            else if (game->result != RESULT_NONE && round > t->played)
                t->played = round;
        }
    bool all_absent = t->player_count > 0 && t->played < t->room.rounds - 1;
    for (int i = 0; i < t->player_count && all_absent; i++)
        all_absent = tournament_game(t, i, t->played)->result != RESULT_NONE;
    t->played += all_absent;
}

static bool refuse_player(TrfReader *r, TrfError error, int player, int round)
{
    size_t at = 0;
    int row = 0, id;
    trf_refuse(r, error, round < 0 ? 81 : FIRST_ROUND_COLUMN + round * ROUND_COLUMNS);
    r->problem->player = r->tournament->players[player].id;
    while (trf_line_next(&r->line, r->text, r->length, &at, &row))
        if (trf_line_has_tag(&r->line, "001") && trf_line_number(&r->line, 5, 8, &id) == FIELD_OK &&
            id == r->problem->player)
            r->problem->row = row;
    return false;
}

/* The points may or may not include those that only count for pairing, and a bye in the round to be paired. */
static bool check_points(TrfReader *r)
{
    const Tournament *t = r->tournament;
    for (int i = 0; i < t->player_count; i++) {
        int stated = t->players[i].points, counted = tournament_points(t, i, t->played);
        int extra = tournament_pairing_points(t, i, t->played) - counted;
        const RoundGame *next = tournament_game(t, i, t->played);
        int bye = next->result == RESULT_NONE ? 0 : tournament_worth(t, next);
        if (stated == counted || stated == counted + extra || stated == counted + bye ||
            stated == counted + extra + bye)
            continue;
        refuse_player(r, TRF_POINTS_DO_NOT_FIT, i, -1);
        r->problem->stated = stated;
        r->problem->counted = counted;
        return false;
    }
    return true;
}

static bool check_games(TrfReader *r)
{
    Tournament *t = r->tournament;
    int round, player = tournament_find_contradiction(t, &round);
    if (player >= 0)
        return refuse_player(r, TRF_CONTRADICTION, player, round);
    if (t->rounds && t->played > t->rounds)
        return trf_refuse(r, TRF_TOO_MANY_ROUNDS, 0);
    return true;
}

static bool read_players(TrfReader *r)
{
    *r->problem = (TrfProblem){.error = TRF_OK};
    if (!read_lines(r, read_settings))
        return false;
    if (!r->tournament->player_count)
        return trf_refuse(r, TRF_NO_PLAYERS, 0);
    if (!r->by_position)
        sort_players(r->tournament);
    count_played(r->tournament);
    return true;
}

bool trf_read_people(const char *text, size_t length, Tournament *t, TrfProblem *problem)
{
    TrfReader reader = {
        .tournament = t, .problem = problem, .text = text, .length = length, .is_of_teams = true};
    return read_players(&reader) && check_games(&reader);
}

bool trf_read(const char *text, size_t length, Tournament *t, TrfProblem *problem)
{
    TrfReader reader = {.tournament = t, .problem = problem, .text = text, .length = length},
              *r = &reader;
    if (!read_players(r) || !read_lines(r, trf_read_record) || !read_lines(r, trf_read_abnormal))
        return false;
    r->adds = true;
    if (!read_lines(r, trf_read_abnormal))
        return false;
    if (r->is_accelerated)
        t->is_accelerated = true;
    else if (t->type == TYPE_DUTCH_BAKU && !tournament_accelerate(t))
        return trf_refuse(r, TRF_BAD_VALUE, 0);
    if (t->initial == SIDE_NONE)
        t->initial = tournament_find_initial(t);
    return check_games(r) && check_points(r);
}

TournamentSize trf_measure(const char *text, size_t length)
{
    TournamentSize size = {0, 0, 0, 0};
    TrfLine line;
    size_t at = 0;
    int row = 0, rounds;
    while (trf_line_next(&line, text, length, &at, &row)) {
        if (trf_line_has_tag(&line, "001") && size.players < TOURNAMENT_PLAYERS_MAX)
            size.players++;
        if (trf_line_has_tag(&line, "001") &&
            (line.columns - FIRST_ROUND_COLUMN) / ROUND_COLUMNS + 1 > size.rounds)
            size.rounds = (line.columns - FIRST_ROUND_COLUMN) / ROUND_COLUMNS + 1;
        if (trf_line_has_tag(&line, "142") || trf_line_has_tag(&line, "XXR")) {
            TrfWord word;
            int start = 3;
            if (trf_line_word(&line, &start, &word) &&
                trf_number(word.text, word.length, &rounds) == FIELD_OK && rounds > size.rounds)
                size.rounds = rounds;
        }
        if (trf_line_has_tag(&line, "260") || trf_line_has_tag(&line, "XXP")) {
            size.groups++;
            TrfWord word;
            for (int start = 3; trf_line_word(&line, &start, &word);)
                size.forbidden++;
        }
    }
    size.rounds = (size.rounds > TOURNAMENT_ROUNDS_MAX ? TOURNAMENT_ROUNDS_MAX : size.rounds) + 2;
    return size;
}
