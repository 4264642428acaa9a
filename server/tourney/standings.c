/* Who is ahead, by the format's rules. */
#include "matches.h"
#include "simul.h"
#include "strength.h"

#include "memory.h"
#include "performance.h"
#include "tiebreak.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATED_GAMES_MAX = TOURNAMENT_ROUNDS_MAX };

void standings_clear(Standings *standings)
{
    free(standings->rows);
    *standings = (Standings){.rows = NULL};
}

/* ---- those that are paired by FIDE's rules ---- */

/* Tie-breaks that decide, behind points, and the column of each. */
typedef struct {
    TieBreak list[STANDING_TIEBREAKS_MAX + 1];
    uint32_t column[STANDING_TIEBREAKS_MAX + 1];
    int count;
} Deciding;

/* What is by ratings has its column, and decides nothing while somebody has none. */
static void read_codes(const Tourney *tourney, const TieBreakInput *input, Deciding *deciding,
                       Standings *standings)
{
    for (const char *at = tourney->settings.tiebreaks;
         *at && standings->tiebreaks_count < STANDING_TIEBREAKS_MAX;) {
        size_t length = strcspn(at, ",");
        TieBreak *tiebreak = &deciding->list[deciding->count];
        if (tiebreak_parse(at, length, tiebreak) == TIEBREAK_OK) {
            uint32_t column = standings->tiebreaks_count++;
            snprintf(standings->tiebreaks[column], sizeof *standings->tiebreaks, "%.*s",
                     (int)(length < 11 ? length : 11), at);
            if (tiebreak_check(tiebreak, input->is_round_robin) == TIEBREAK_OK &&
                !tiebreak_lacks_ratings(input, tiebreak))
                deciding->column[deciding->count++] = column;
        }
        at += length + (at[length] == ',');
    }
}

static void count_games(const Tournament *field, int player, int rounds, Standing *row)
{
    int ratings[RATED_GAMES_MAX], count = 0, score = 0;
    for (int round = 0; round < rounds; round++) {
        const RoundGame *game = tournament_game(field, player, round);
        int opponent = tournament_find(field, game->opponent);
        if (!game_was_played(game) || opponent < 0)
            continue;
        row->games++;
        if (field->players[opponent].rating && count < RATED_GAMES_MAX) {
            ratings[count++] = field->players[opponent].rating;
            score += tournament_worth(field, game);
        }
    }
    row->performance = count ? performance_rating(score, ratings, count) : 0;
}

static void rank_field(Standings *standings, const Tourney *tourney)
{
    Tournament field;
    uint32_t *numbers;
    Deciding deciding = {.list = {{.code = TIEBREAK_PTS}}, .count = 1};
    void *memory = tourney_field(tourney, &field, &numbers);
    size_t players = (size_t)field.player_count;
    void *room = memory_array(1, tiebreak_memory(field.player_count) + 16);
    uint16_t *ranks = memory_array(players + 1, sizeof *ranks);
    uint16_t *order = memory_array(players + 1, sizeof *order);
    int32_t *values = memory_array((STANDING_TIEBREAKS_MAX + 1) * players + 1, sizeof *values);
    TieBreakInput input = {.tournament = &field,
                           .rounds = field.played,
                           .is_round_robin = tourney->settings.format == FORMAT_ROBIN,
                           .leaves_out_open = tourney->rules >= RULES_NOV_2026 ||
                                              tourney->status == TOURNEY_STARTED};
    if (tourney->settings.format != FORMAT_TEAMS) /* whose codes are of teams */
        read_codes(tourney, &input, &deciding, standings);
    TieBreakError error =
        tiebreak_rank(&input, deciding.list, deciding.count, room, ranks, order, values);
    assert(error == TIEBREAK_OK);
    (void)error;
    for (size_t i = 0; i < players; i++) {
        int player = order[i];
        Standing *row = &standings->rows[standings->count++];
        *row = (Standing){.rank = ranks[player],
                          .player = numbers[player],
                          .halves = tournament_points(&field, player, field.played) / 5};
        for (size_t code = 1; code < (size_t)deciding.count; code++)
            row->tiebreaks[deciding.column[code]] = values[code * players + (size_t)player];
        count_games(&field, player, field.played, row);
    }
    free(room);
    free(ranks);
    free(order);
    free(values);
    free(memory);
}

/* ---- arenas ---- */

static int compare_arena(const void *one, const void *other)
{
    const Standing *a = one, *b = other;
    if (a->halves != b->halves)
        return a->halves > b->halves ? -1 : 1;
    if (a->tiebreaks[0] != b->tiebreaks[0])
        return a->tiebreaks[0] > b->tiebreaks[0] ? -1 : 1;
    return a->player < b->player ? -1 : 1;
}

/* By points, then by performance, or the rating of those who have not played. */
static void rank_arena(Standings *standings, const Tourney *tourney)
{
    for (uint32_t i = 0; i < tourney->players_count; i++) {
        const TourneyPlayer *player = &tourney->players[i];
        uint32_t games = player->games_count;
        if (!games && player->status != PLAYER_ACTIVE && player->status != PLAYER_PAUSED)
            continue;
        int32_t performance = games ? (int32_t)(player->performance_sum / games) : 0;
        standings->rows[standings->count++] =
            (Standing){.player = player->number,
                       .halves = 2 * player->score,
                       .games = games,
                       .performance = performance,
                       .tiebreaks = {games ? performance : player->person.rating}};
    }
    if (standings->count)
        qsort(standings->rows, standings->count, sizeof *standings->rows, compare_arena);
    for (uint32_t i = 0; i < standings->count; i++)
        standings->rows[i].rank = i + 1;
}

/* ---- knock-outs ---- */

static void count_boards(const Tourney *tourney, Standing *rows)
{
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        bool counts =
            board->state == STATE_OVER && board->pair.black && board->result != BOARD_ANNULLED;
        for (int side = 0; counts && side < 2; side++) {
            Standing *row = &rows[(side ? board->pair.black : board->pair.white) - 1];
            row->halves += board_result_halves(board->result, !side);
            row->games++;
        }
    }
}

/* The round in which they are, and one more for those who won it. Returns whether nobody won the final. */
static bool find_reached(const Tourney *tourney, uint32_t *reached)
{
    Match *matches = memory_array(KNOCKOUT_PLAYERS_MAX / 2, sizeof *matches);
    bool is_vacant = false;
    for (uint32_t round = 1; round <= tourney->round; round++) {
        int count = matches_of_round(tourney, round, matches);
        for (int i = 0; i < count; i++) {
            if (matches[i].first)
                reached[matches[i].first - 1] = round;
            if (matches[i].second)
                reached[matches[i].second - 1] = round;
            if (matches[i].winner)
                reached[matches[i].winner - 1] = round + 1;
            is_vacant |= matches[i].is_void;
        }
    }
    free(matches);
    return is_vacant;
}

static int compare_knockout(const void *one, const void *other)
{
    const Standing *a = one, *b = other;
    if (a->tiebreaks[0] != b->tiebreaks[0])
        return a->tiebreaks[0] > b->tiebreaks[0] ? -1 : 1;
    return a->tiebreaks[1] < b->tiebreaks[1] ? -1 : 1; /* by seed */
}

static void rank_knockout(Standings *standings, const Tourney *tourney)
{
    uint32_t *reached = memory_array(tourney->players_count + 1, sizeof *reached);
    Standing *rows = memory_array(tourney->players_count + 1, sizeof *rows);
    bool is_vacant = find_reached(tourney, reached); /* the first place: both are second */
    count_boards(tourney, rows);
    for (uint32_t i = 0; i < tourney->players_count; i++) {
        if (!tourney->players[i].tpn)
            continue;
        rows[i].player = i + 1;
        rows[i].tiebreaks[0] = (int32_t)reached[i];
        rows[i].tiebreaks[1] = (int32_t)tourney->players[i].tpn;
        standings->rows[standings->count++] = rows[i];
    }
    if (standings->count)
        qsort(standings->rows, standings->count, sizeof *standings->rows, compare_knockout);
    for (uint32_t i = 0; i < standings->count; i++) {
        bool is_level = i && standings->rows[i].tiebreaks[0] == standings->rows[i - 1].tiebreaks[0];
        standings->rows[i].rank = is_level ? standings->rows[i - 1].rank : i + 1;
        standings->rows[i].rank += i == 0 && is_vacant;
    }
    free(reached);
    free(rows);
}

/* ---- simuls ---- */

/* The host first; then the others by points, and as they are seated. */
static int compare_simul(const void *one, const void *other)
{
    const Standing *a = one, *b = other;
    if ((a->player == SIMUL_HOST) != (b->player == SIMUL_HOST))
        return a->player == SIMUL_HOST ? -1 : 1;
    if (a->halves != b->halves)
        return a->halves > b->halves ? -1 : 1;
    return a->tiebreaks[0] < b->tiebreaks[0] ? -1 : 1;
}

static void rank_simul(Standings *standings, const Tourney *tourney)
{
    Standing *rows = memory_array(tourney->players_count + 1, sizeof *rows);
    count_boards(tourney, rows);
    for (uint32_t i = 0; i < tourney->players_count; i++) {
        if (!tourney->players[i].tpn)
            continue;
        rows[i].player = i + 1;
        rows[i].tiebreaks[0] = (int32_t)tourney->players[i].tpn;
        standings->rows[standings->count++] = rows[i];
    }
    if (standings->count)
        qsort(standings->rows, standings->count, sizeof *standings->rows, compare_simul);
    for (uint32_t i = 0; i < standings->count; i++)
        standings->rows[i].rank = i + 1;
    free(rows);
}

/* ---- before the start ---- */

/* As they will be numbered. */
static void list_entries(Standings *standings, const Tourney *tourney)
{
    TourneyPlayer **order = memory_array(tourney->players_count + 1, sizeof(TourneyPlayer *));
    uint32_t count = 0;
    for (uint32_t i = 0; i < tourney->players_count; i++)
        if (tourney->players[i].status == PLAYER_ACTIVE)
            order[count++] = &tourney->players[i];
    if (count)
        qsort(order, count, sizeof(TourneyPlayer *), strength_compare_places);
    for (uint32_t i = 0; i < count; i++)
        standings->rows[i] = (Standing){
            .rank = i + 1, .player = order[i]->number, .tiebreaks = {order[i]->person.rating}};
    standings->count = count;
    free(order);
}

void standings_compute(Standings *standings, const Tourney *tourney)
{
    standings_clear(standings);
    standings->rows = memory_array(tourney->players_count + 1, sizeof *standings->rows);
    if (!tourney->started_at)
        list_entries(standings, tourney);
    else if (tourney->settings.format == FORMAT_ARENA)
        rank_arena(standings, tourney);
    else if (tourney->settings.format == FORMAT_SIMUL)
        rank_simul(standings, tourney);
    else if (tourney->settings.format == FORMAT_KNOCKOUT)
        rank_knockout(standings, tourney);
    else
        rank_field(standings, tourney);
}
