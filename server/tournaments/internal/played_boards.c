/* The boards whose games go on, by the ids of the games. */
#include "memory.h"
#include "running.h"

#include <stdlib.h>

void begin_draw_ids(Tournaments *tournaments, const Running *running, TourneyAct *act)
{
    for (uint32_t i = 0; i < act->boards_count; i++)
        if (tourney_plays_here(running->tourney, &act->boards[i]))
            act->boards[i].game = store_draw_game_id(tournaments->options.store);
}

PlayedBoard *played_find(const Tournaments *tournaments, const GameId *game)
{
    return game->text[0] ? hash_table_find(&tournaments->played, game->text) : NULL;
}

void played_note(Tournaments *tournaments, Running *running, const TourneyBoard *board)
{
    PlayedBoard *played = memory_new(sizeof *played);
    *played = (PlayedBoard){board->pair.game, running, board->number};
    hash_table_put(&tournaments->played, played);
}

const Running *played_in(const Tournaments *tournaments, const GameId *game)
{
    const PlayedBoard *played = played_find(tournaments, game);
    const PastGame *past = hash_table_find(&tournaments->past, game->text);
    return played ? played->of : past ? past->of : NULL;
}

void played_note_past(Tournaments *tournaments, const Running *running, const TourneyBoard *board)
{
    bool is_past = board->state == STATE_OVER || board->state == STATE_LEFT;
    if (!board->pair.game.text[0] || !is_past ||
        hash_table_find(&tournaments->past, board->pair.game.text))
        return;
    PastGame *past = memory_new(sizeof *past);
    *past = (PastGame){board->pair.game, running};
    hash_table_put(&tournaments->past, past);
}

void played_forget_past(Tournaments *tournaments, const Running *running, const TourneyBoard *board)
{
    PastGame *past = board->pair.game.text[0]
                         ? hash_table_find(&tournaments->past, board->pair.game.text)
                         : NULL;
    if (!past || past->of != running)
        return;
    hash_table_remove(&tournaments->past, past);
    free(past);
}

void begin_forget(Tournaments *tournaments, const TourneyBoard *board, bool call_off)
{
    PlayedBoard *played = played_find(tournaments, &board->pair.game);
    if (!played)
        return;
    hash_table_remove(&tournaments->played, played);
    free(played);
    if (call_off)
        live_call_off(tournaments->live, &board->pair.game);
}
