/* What is put of games, their players and challenges; accounts_puts.c and import_puts.c have the rest. */
#include "putting.h"

#include <assert.h>
#include <string.h>

uint64_t store_put_player(Store *store, const StorePlayer *player)
{
    assert(is_text(player->id, sizeof player->id) && is_text(player->name, sizeof player->name));
    assert(player->id[0]);
    return store_push(store, PUT_PLAYER, player, sizeof *player);
}

uint64_t store_put_game(Store *store, const StoreGame *game)
{
    assert(is_text(game->fen, sizeof game->fen));
    for (int side = WHITE; side <= BLACK; side++) {
        const StoreSeat *seat = &game->seat[side];
        assert(is_text(seat->player, sizeof seat->player));
        assert((seat->player[0] != '\0') == (seat->kind == STORE_SEAT_HUMAN));
        assert((seat->kind == STORE_SEAT_LEVEL) == (seat->level > 0));
        assert(is_text(seat->engine, sizeof seat->engine));
        assert((seat->kind == STORE_SEAT_ENGINE) == (seat->engine[0] || seat->engine_number));
    }
    PutGame put = {.number = store_number_of(store, &game->id), .game = *game};
    return store_push(store, PUT_GAME, &put, sizeof put);
}

uint64_t store_put_event(Store *store, const GameId *game, uint32_t seq, const void *bytes,
                         size_t size)
{
    assert(seq >= 1 && seq <= STORE_EVENTS_MAX && size <= EVENT_PACKED_MAX);
    PutEvent put = {
        .number = store_number_of(store, game), .seq = seq, .size = (unsigned char)size};
    memcpy(put.bytes, bytes, size);
    return store_push(store, PUT_EVENT, &put, sizeof put);
}

uint64_t store_put_end(Store *store, const GameId *game, const Event *end, int64_t now_wall)
{
    assert(end->kind == EV_END);
    PutEnd put = {.number = store_number_of(store, game),
                  .ended = now_wall,
                  .status = (int32_t)end->end.status,
                  .winner = (int32_t)end->end.winner,
                  .reason = (int32_t)end->end.reason};
    return store_push(store, PUT_END, &put, sizeof put);
}

uint64_t store_put_sleep(Store *store, const GameId *game, int64_t wakes)
{
    PutSleep put = {.number = store_number_of(store, game), .wakes = wakes};
    return store_push(store, PUT_SLEEP, &put, sizeof put);
}

uint64_t store_put_challenge(Store *store, const StoreChallenge *challenge)
{
    assert(is_text(challenge->id, sizeof challenge->id) && challenge->size <= STORE_TERMS_MAX);
    return store_push(store, PUT_CHALLENGE, challenge, sizeof *challenge);
}

uint64_t store_delete_challenge(Store *store, const char *id)
{
    size_t size = strlen(id) + 1;
    assert(size <= STORE_CHALLENGE_ID_MAX + 1);
    return store_push(store, PUT_CHALLENGE_DELETE, id, size);
}

uint64_t store_put_rating(Store *store, const StoreRating *rating)
{
    assert(is_text(rating->player, sizeof rating->player));
    return store_push(store, PUT_RATING, rating, sizeof *rating);
}

uint64_t store_put_rating_change(Store *store, const StoreRatingChange *change)
{
    assert(is_text(change->before.player, sizeof change->before.player));
    PutRatingChange put = {.number = store_number_of(store, &change->game), .change = *change};
    return store_push(store, PUT_RATING_CHANGE, &put, sizeof put);
}

uint64_t store_delete_changes(Store *store, const GameId *game)
{
    int64_t number = store_number_of(store, game);
    return store_push(store, PUT_CHANGES_DELETE, &number, sizeof number);
}

uint64_t store_put_axis(Store *store, int64_t axis)
{
    return store_push(store, PUT_AXIS, &axis, sizeof axis);
}
