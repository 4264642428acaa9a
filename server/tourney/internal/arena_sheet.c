#include "arena_sheet.h"

#include "array.h"
#include "performance.h"

#include <stdlib.h>

enum { LONG_DRAW = 60 }; /* plies, in standard chess and Chess960 (arena.h) */

static ArenaScoring scoring_of(const Tourney *tourney)
{
    return (ArenaScoring){.long_draw = LONG_DRAW,
                          .has_streaks = tourney->settings.streaks,
                          .has_berserk = tourney->settings.berserk,
                          .forgives_quick_draws = tourney->rules < RULES_NOV_2026};
}

static void had_colour(TourneyPlayer *player, bool white)
{
    int sign = white ? 1 : -1;
    player->strike = player->strike * sign > 0 ? player->strike + sign : sign;
    player->balance += sign;
    if (player->strike > 100 || player->strike < -100)
        player->strike = sign * 100;
    if (player->balance > 100 || player->balance < -100)
        player->balance = sign * 100;
}

void arena_sheet_paired(Tourney *tourney, const PairedBoard *pair)
{
    TourneyPlayer *white = tourney_player(tourney, pair->white);
    TourneyPlayer *black = tourney_player(tourney, pair->black);
    if (!black)
        return;
    white->last_opponent = black->number;
    black->last_opponent = white->number;
    had_colour(white, true);
    had_colour(black, false);
}

static int rating_of(const TourneyPlayer *player)
{
    return player->person.rating ? player->person.rating : RATING_DEFAULT;
}

/* An arbiter's draw counts however few moves were made: it is no game that two agreed not to play. */
static uint32_t plies_of(const Tourney *tourney, const TourneyBoard *board)
{
    bool by_arbiter = board->result == BOARD_DRAW && !board->by_play;
    uint32_t plies = by_arbiter && tourney->rules >= RULES_NOV_2026 ? LONG_DRAW : board->plies;
    return plies > 60000 ? 60000 : plies;
}

static void add_game(const Tourney *tourney, TourneyPlayer *player, const TourneyPlayer *opponent,
                     const TourneyBoard *board, bool white)
{
    int halves = board_result_halves(board->result, white);
    bool berserk = board->berserk[!white];
    player->games = array_reserve(player->games, &player->games_size, player->games_count + 1,
                                  sizeof *player->games);
    player->games[player->games_count++] = (ArenaGame){
        .result = (uint8_t)halves, .berserk = berserk, .plies = (uint16_t)plies_of(tourney, board)};
    player->performance_sum += rating_of(opponent) + (halves - 1) * 500;
    player->berserks += berserk;
}

_Static_assert(ARENA_LOSS == 0 && ARENA_DRAW == 1 && ARENA_WIN == 2, "halves of points");

static void score(const Tourney *tourney, TourneyPlayer *player)
{
    player->score = arena_score(scoring_of(tourney), player->games, (int)player->games_count, NULL);
}

/* From all boards anew: corrections are rare. */
static void gather(const Tourney *tourney, TourneyPlayer *player)
{
    player->games_count = player->berserks = 0;
    player->performance_sum = 0;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        bool white = board->pair.white == player->number;
        if (board->state != STATE_OVER || board->result == BOARD_ANNULLED ||
            (!white && board->pair.black != player->number))
            continue;
        const TourneyPlayer *opponent =
            tourney_player(tourney, white ? board->pair.black : board->pair.white);
        if (opponent)
            add_game(tourney, player, opponent, board, white);
    }
    score(tourney, player);
}

void arena_sheet_result(Tourney *tourney, const TourneyBoard *board, bool is_correction)
{
    TourneyPlayer *white = tourney_player(tourney, board->pair.white);
    TourneyPlayer *black = tourney_player(tourney, board->pair.black);
    if (!is_correction && board->result != BOARD_ANNULLED) {
        add_game(tourney, white, black, board, true);
        add_game(tourney, black, white, board, false);
        score(tourney, white);
        score(tourney, black);
    } else {
        gather(tourney, white);
        gather(tourney, black);
    }
    if (board->over_at > white->since)
        white->since = board->over_at;
    if (board->over_at > black->since)
        black->since = board->over_at;
}

int arena_sheet(const Tourney *tourney, const TourneyPlayer *player, uint8_t *points)
{
    return arena_score(scoring_of(tourney), player->games, (int)player->games_count, points);
}

bool arena_is_on_fire(const Tourney *tourney, const TourneyPlayer *player)
{
    uint32_t count = player->games_count;
    return tourney->settings.streaks && count >= 2 &&
           player->games[count - 1].result == ARENA_WIN &&
           player->games[count - 2].result == ARENA_WIN;
}
