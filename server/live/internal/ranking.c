#include "ranking.h"

_Static_assert((int)BEST_KINDS <= 32, "a game's kinds are bits");

/* How interesting a game is to watch: those between people first, then by the ratings of both. */
static int32_t worth(const Game *game)
{
    Color seat;
    int32_t sum = person_strength(&game->seat[WHITE]) + person_strength(&game->seat[BLACK]);
    return game_computer(game, &seat) ? sum : sum + 4 * RATING_MAX;
}

bool ranking_is_live(const Game *game)
{
    return !game_is_over(game) && room_clock(game->room)->control.timed &&
           room_line(game->room)->plies >= 2;
}

static uint32_t kinds_of(const Clients *clients, const Game *game)
{
    const GameSetup setup = room_setup(game->room);
    Category category = category_of(&setup.control, setup.variant);
    Color seat;
    bool has_computer = game_computer(game, &seat);
    bool has_bot = clients_is_bot(clients, game->seat[WHITE].id) ||
                   clients_is_bot(clients, game->seat[BLACK].id);
    uint32_t kinds = 1u << BEST_OF_ALL;
    kinds |= has_computer ? 1u << BEST_OF_COMPUTERS : 0;
    kinds |= has_bot ? 1u << BEST_OF_BOTS : 0;
    if (!has_computer && !has_bot && category < CATEGORY_COUNT)
        kinds |= 1u << (BEST_OF_PEOPLE + (unsigned)category);
    return kinds;
}

/* On each list of the game's kinds. */
static void on_lists(Ranking *ranking, const Game *game,
                     void (*act)(BestList *list, const RankedGame *game))
{
    const RankedGame ranked = {.worth = game->worth, .id = game->id};
    for (unsigned kind = 0; kind < BEST_KINDS; kind++)
        if (game->kinds & 1u << kind)
            act(&ranking->of[kind], &ranked);
}

void ranking_forget(Ranking *ranking, Game *game)
{
    on_lists(ranking, game, best_list_remove);
    game->kinds = 0;
}

void ranking_look(Ranking *ranking, const Clients *clients, Game *game)
{
    bool is_listed = game->kinds != 0;
    if (ranking_is_live(game) == is_listed)
        return;
    if (is_listed) {
        ranking_forget(ranking, game);
        return;
    }
    game->worth = worth(game);
    game->kinds = kinds_of(clients, game);
    on_lists(ranking, game, best_list_add);
}

void ranking_fill(Ranking *ranking, const HashTable *games)
{
    const Game *game;
    for (unsigned kind = 0; kind < BEST_KINDS; kind++)
        best_list_restart(&ranking->of[kind]);
    for (size_t at = 0; (game = hash_table_next(games, &at));)
        on_lists(ranking, game, best_list_offer);
}
