#include "rating_news.h"

#include "memory.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

/* Who asked, until the store has answered. */
typedef struct {
    Live *live;
    SessionId session;
    GameId game;
    char player[2][PERSON_ID_MAX + 1]; /* by Color */
} Asked;

static int32_t points_of(const StoreRating *stored)
{
    Rating rating = {.rating = stored->rating};
    return rating_points(&rating);
}

/* As it was when the game was over. */
static bool was_provisional(const StoreRating *stored)
{
    Rating rating = {stored->rating, stored->deviation, stored->volatility, stored->games,
                     stored->at};
    return rating_is_provisional(&rating, stored->at);
}

/* False when it is of none of the two players, or of no category. */
static bool read_change(const Asked *asked, const StoreRatingChange *change, RatedNews *news)
{
    Color seat = strcmp(change->after.player, asked->player[WHITE]) == 0 ? WHITE : BLACK;
    if (strcmp(change->after.player, asked->player[seat]) != 0 || change->after.category < 0 ||
        change->after.category >= CATEGORY_COUNT)
        return false;
    news->category = (Category)change->after.category;
    news->rated.before[seat] = points_of(&change->before);
    news->rated.after[seat] = points_of(&change->after);
    news->rated.provisional[seat] = was_provisional(&change->after);
    return true;
}

static void on_changes(void *context, StoreError error, const StoreRatingChange *changes,
                       size_t count)
{
    Asked *asked = context;
    RatedNews news = {.game = &asked->game};
    bool is_whole = error == STORE_OK && count == 2;
    for (size_t i = 0; i < count && is_whole; i++)
        is_whole = read_change(asked, &changes[i], &news);
    if (is_whole) {
        print_rated(&asked->live->text, &news);
        tell_session(asked->live->clients, &asked->live->text, asked->session, 0);
    }
    free(asked);
}

void rating_news_tell(Live *live, SessionId session, const Game *game)
{
    if (!game_is_over(game) || !room_setup(game->room).rated)
        return;
    Asked *asked = memory_new(sizeof *asked);
    *asked = (Asked){.live = live, .session = session, .game = game->id};
    for (Color seat = WHITE; seat <= BLACK; seat++)
        memcpy(asked->player[seat], game->seat[seat].id, sizeof game->seat[seat].id);
    if (!store_read_changes(live->store, &game->id, on_changes, asked))
        free(asked);
}
