/* As it is stored: a line of JSON, and behind a round's its games as PGN. */
#include "broadcast_state.h"

void broadcast_store(Broadcasts *broadcasts, Broadcast *broadcast)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "name", broadcast->name);
    text_string(&text, "description", broadcast->description);
    text_string(&text, "owner", broadcast->owner);
    text_string(&text, "ownerName", broadcast->owner_name);
    text_integer(&text, "madeAt", broadcast->made_at);
    text_close(&text, '}');
    broadcast->number = journal_note(
        broadcasts->options.journal,
        store_put_broadcast(broadcasts->options.store, broadcast->id, "", text.bytes, text.length));
    text_clear(&text);
}

void broadcast_store_round(Broadcasts *broadcasts, Round *round)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "name", round->name);
    text_string(&text, "url", round->url);
    text_integer(&text, "startsAt", round->starts_at);
    text_integer(&text, "period", round->period);
    text_bool(&text, "over", round->is_over);
    text_integer(&text, "madeAt", round->made_at);
    text_integer(&text, "changedAt", round->changed_at);
    text_integer(&text, "seq", round->seq);
    text_open(&text, "movedAt", '['); /* of each board, in the order of the games below */
    for (uint32_t i = 0; i < round->games.count; i++)
        text_integer(&text, NULL, round->games.at[i].moved_at);
    text_close(&text, ']');
    text_close(&text, '}');
    text_append(&text, "\n", 1);
    for (uint32_t i = 0; i < round->games.count; i++)
        text_append(&text, round->games.at[i].pgn, round->games.at[i].length);
    round->number = journal_note(broadcasts->options.journal,
                                 store_put_broadcast(broadcasts->options.store, round->id,
                                                     round->of->id, text.bytes, text.length));
    text_clear(&text);
}
