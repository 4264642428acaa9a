/* The part as a whole: made, freed, asked; what is due. */
#include "broadcasts.h"

#include "broadcast_state.h"
#include "memory.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STUCK_RETRY = 1000 }; /* ms until an address is asked that waits for the disk */

Broadcasts *broadcasts_new(const BroadcastsOptions *options)
{
    Broadcasts *broadcasts = memory_new(sizeof *broadcasts);
    broadcasts->options = *options;
    broadcasts->next_at = INT64_MAX;
    text_init(&broadcasts->text);
    hash_table_init(&broadcasts->broadcasts, offsetof(Broadcast, id), options->sip);
    hash_table_init(&broadcasts->rounds, offsetof(Round, id), options->sip);
    return broadcasts;
}

void broadcasts_stop(Broadcasts *broadcasts)
{
    Round *round;
    broadcasts->is_stopped = true;
    for (size_t at = 0; (round = hash_table_next(&broadcasts->rounds, &at));)
        broadcast_stop_asking(broadcasts, round);
}

void broadcasts_free(Broadcasts *broadcasts)
{
    Broadcast *broadcast;
    for (;;) {
        size_t at = 0;
        broadcast = hash_table_next(&broadcasts->broadcasts, &at);
        if (!broadcast)
            break;
        broadcast_remove(broadcasts, broadcast);
    }
    hash_table_clear(&broadcasts->broadcasts);
    hash_table_clear(&broadcasts->rounds);
    text_clear(&broadcasts->text);
    free(broadcasts);
}

/* ---- shown ---- */

void broadcasts_print_list(const Broadcasts *broadcasts, const BroadcastPerson *by, size_t most,
                           Text *text)
{
    const Broadcast *list[BROADCASTS_MAX];
    size_t count = broadcast_sort(broadcasts, list);
    text_open(text, NULL, '{');
    text_open(text, "broadcasts", '[');
    for (size_t i = 0; i < count && i < most; i++)
        broadcast_json(broadcasts, list[i], by, NULL, text);
    text_close(text, ']');
    text_close(text, '}');
}

bool broadcasts_print(const Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                      Text *text)
{
    const Broadcast *broadcast = broadcast_find(broadcasts, id);
    if (broadcast)
        broadcast_json(broadcasts, broadcast, by, NULL, text);
    return broadcast != NULL;
}

bool broadcasts_print_round(const Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                            Text *text)
{
    const Round *round = broadcast_round(broadcasts, id);
    if (round)
        broadcast_round_json(broadcasts, round, by, NULL, text);
    return round != NULL;
}

bool broadcasts_print_pgn(const Broadcasts *broadcasts, const char *id, uint32_t board, Text *text)
{
    const Round *round = broadcast_round(broadcasts, id);
    if (!round || board > round->games.count)
        return false;
    for (uint32_t i = 0; i < round->games.count; i++)
        if (!board || i + 1 == board)
            text_append(text, round->games.at[i].pgn, round->games.at[i].length);
    return true;
}

/* ---- changed ---- */

static bool can_save(const Broadcasts *broadcasts, BroadcastRefusal *refusal)
{
    if (broadcasts->is_stopped || journal_is_stuck(broadcasts->options.journal))
        return broadcast_refuse(refusal, 503, "not_now",
                                "The server cannot save anything right now.");
    return true;
}

static bool may(const Broadcasts *broadcasts, const Broadcast *broadcast, const BroadcastPerson *by,
                BroadcastRefusal *refusal)
{
    if (!broadcast)
        return broadcast_refuse(refusal, 404, "not_found", "There is no such broadcast.");
    if (!broadcast_is_own(broadcast, by))
        return broadcast_refuse(refusal, 403, "not_allowed", "You may not do that here.");
    return can_save(broadcasts, refusal);
}

static bool has_room(const Broadcasts *broadcasts, const char *owner, BroadcastRefusal *refusal)
{
    size_t count = 0;
    const Broadcast *broadcast;
    for (size_t at = 0; (broadcast = hash_table_next(&broadcasts->broadcasts, &at));)
        count += strcmp(broadcast->owner, owner) == 0;
    if (broadcasts->broadcasts.count >= BROADCASTS_MAX)
        return broadcast_refuse(refusal, 400, "full", "There are too many broadcasts here.");
    if (count >= BROADCASTS_OWNER_MAX)
        return broadcast_refuse(refusal, 400, "many", "You have too many broadcasts.");
    return true;
}

bool broadcasts_create(Broadcasts *broadcasts, const Params *fields, const BroadcastPerson *by,
                       Text *text, uint64_t *number, BroadcastRefusal *refusal)
{
    Broadcast asked = {.made_at = broadcasts->options.time->wall};
    if (!broadcast_read(&asked, fields, refusal) || !can_save(broadcasts, refusal) ||
        !has_room(broadcasts, by->id, refusal))
        return false;
    Broadcast *broadcast = broadcast_add(broadcasts, NULL);
    memcpy(asked.id, broadcast->id, sizeof asked.id);
    snprintf(asked.owner, sizeof asked.owner, "%s", by->id);
    snprintf(asked.owner_name, sizeof asked.owner_name, "%s", by->name);
    *broadcast = asked;
    broadcast_store(broadcasts, broadcast);
    *number = broadcast->number;
    broadcast_json(broadcasts, broadcast, by, NULL, text);
    return true;
}

bool broadcasts_change(Broadcasts *broadcasts, const char *id, const Params *fields,
                       const BroadcastPerson *by, Text *text, uint64_t *number,
                       BroadcastRefusal *refusal)
{
    Broadcast *broadcast = broadcast_find(broadcasts, id);
    if (!may(broadcasts, broadcast, by, refusal))
        return false;
    Broadcast asked = *broadcast;
    if (!broadcast_read(&asked, fields, refusal))
        return false;
    *broadcast = asked;
    broadcast_store(broadcasts, broadcast);
    *number = broadcast->number;
    broadcast_json(broadcasts, broadcast, by, NULL, text);
    return true;
}

static uint64_t delete_row(Broadcasts *broadcasts, const char *id)
{
    return journal_note(broadcasts->options.journal,
                        store_delete_broadcast(broadcasts->options.store, id));
}

bool broadcasts_delete(Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                       uint64_t *number, BroadcastRefusal *refusal)
{
    Broadcast *broadcast = broadcast_find(broadcasts, id);
    if (!may(broadcasts, broadcast, by, refusal))
        return false;
    for (uint32_t i = 0; i < broadcast->rounds_count; i++)
        delete_row(broadcasts, broadcast->rounds[i]->id);
    *number = delete_row(broadcasts, broadcast->id);
    broadcast_remove(broadcasts, broadcast);
    return true;
}

/* ---- rounds ---- */

static void save_round(Broadcasts *broadcasts, Round *round, const BroadcastPerson *by, Text *text,
                       uint64_t *number)
{
    broadcast_store_round(broadcasts, round);
    broadcast_plan_asking(broadcasts, round);
    *number = round->number;
    broadcast_round_json(broadcasts, round, by, NULL, text);
}

bool broadcasts_add_round(Broadcasts *broadcasts, const char *id, const Params *fields,
                          const BroadcastPerson *by, Text *text, uint64_t *number,
                          BroadcastRefusal *refusal)
{
    Broadcast *broadcast = broadcast_find(broadcasts, id);
    int64_t now = broadcasts->options.time->wall;
    Round asked = {.period = BROADCAST_PERIOD};
    if (!may(broadcasts, broadcast, by, refusal) ||
        !broadcast_read_round(&asked, fields, now, refusal))
        return false;
    if (broadcast->rounds_count == BROADCAST_ROUNDS_MAX)
        return broadcast_refuse(refusal, 400, "full", "The broadcast has too many rounds.");
    Round *round = broadcast_add_round(broadcasts, broadcast, NULL);
    memcpy(asked.id, round->id, sizeof asked.id);
    asked.of = broadcast;
    asked.ask_at = INT64_MAX;
    asked.made_at = asked.changed_at = now;
    *round = asked;
    save_round(broadcasts, round, by, text, number);
    return true;
}

static Round *find_to_change(Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                             BroadcastRefusal *refusal)
{
    Round *round = broadcast_round(broadcasts, id);
    return may(broadcasts, round ? round->of : NULL, by, refusal) ? round : NULL;
}

bool broadcasts_change_round(Broadcasts *broadcasts, const char *id, const Params *fields,
                             const BroadcastPerson *by, Text *text, uint64_t *number,
                             BroadcastRefusal *refusal)
{
    Round *round = find_to_change(broadcasts, id, by, refusal);
    if (!round)
        return false;
    Round asked = *round;
    if (!broadcast_read_round(&asked, fields, broadcasts->options.time->wall, refusal))
        return false;
    broadcast_stop_asking(broadcasts, round);
    bool is_other = strcmp(asked.url, round->url) != 0;
    asked.asked = 0;
    asked.changed_at = broadcasts->options.time->wall;
    asked.failures = 0;
    if (is_other) {
        asked.etag[0] = asked.modified[0] = asked.words[0] = '\0';
        asked.body_length = 0;
        asked.asked_at = 0;
    }
    *round = asked;
    save_round(broadcasts, round, by, text, number);
    return true;
}

bool broadcasts_delete_round(Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                             uint64_t *number, BroadcastRefusal *refusal)
{
    Round *round = find_to_change(broadcasts, id, by, refusal);
    if (!round)
        return false;
    *number = delete_row(broadcasts, round->id);
    broadcast_remove_round(broadcasts, round);
    return true;
}

/* ---- pushed ---- */

static void print_merged(const BroadcastBoard *board, const BroadcastMerged *merged, Text *text)
{
    text_open(text, NULL, '{');
    text_open(text, "tags", '{');
    text_string(text, "White", board ? board->side[WHITE].name : "");
    text_string(text, "Black", board ? board->side[BLACK].name : "");
    text_string(text, "Result", pgn_result_text(board ? board->result : PGN_UNKNOWN));
    text_close(text, '}');
    if (board) {
        text_integer(text, "board", merged->board);
        text_integer(text, "moves", board->plies);
        text_bool(text, "changed", merged->changed);
    }
    if (!board)
        text_string(text, "error", "there is no room for it in this round");
    else if (board->fault[0])
        text_string(text, "error", board->fault);
    text_close(text, '}');
}

bool broadcasts_push(Broadcasts *broadcasts, const char *id, const char *pgn, size_t length,
                     const BroadcastPerson *by, Text *text, uint64_t *number,
                     BroadcastRefusal *refusal)
{
    Round *round = find_to_change(broadcasts, id, by, refusal);
    BroadcastGames came;
    BroadcastMerged merged[BROADCAST_BOARDS_MAX];
    if (!round)
        return false;
    if (round->is_over)
        return broadcast_refuse(refusal, 400, "over", "The round is over.");
    if (broadcasts->size + length > BROADCASTS_BYTES_MAX)
        return broadcast_refuse(refusal, 400, "full",
                                "There is no room for more games on this server.");
    if (!broadcast_may_read(broadcasts, round, length))
        return broadcast_refuse(refusal, 429, "too_often", "Too much is sent for your broadcasts.");
    if (!broadcast_games_read(&came, pgn, length))
        return broadcast_refuse(refusal, 400, "no_games", "The text has no games.");
    uint32_t count = came.count;
    broadcast_take(broadcasts, round, &came, merged);
    *number = round->number;
    text_open(text, NULL, '{');
    text_open(text, "games", '[');
    for (uint32_t i = 0; i < count; i++)
        print_merged(merged[i].board ? &round->games.at[merged[i].board - 1] : NULL, &merged[i],
                     text);
    text_close(text, ']');
    text_close(text, '}');
    return true;
}

/* ---- what is due ---- */

int64_t broadcasts_due(const Broadcasts *broadcasts)
{
    const ServerTime *time = broadcasts->options.time;
    if (broadcasts->is_stopped || broadcasts->next_at == INT64_MAX)
        return INT64_MAX;
    return broadcasts->next_at - time->wall + time->now;
}

void broadcasts_tick(Broadcasts *broadcasts)
{
    Round *round;
    int64_t wall = broadcasts->options.time->wall;
    bool is_stuck = journal_is_stuck(broadcasts->options.journal);
    if (broadcasts->is_stopped || wall < broadcasts->next_at)
        return;
    broadcasts->next_at = INT64_MAX;
    for (size_t at = 0; (round = hash_table_next(&broadcasts->rounds, &at));) {
        if (round->ask_at <= wall && is_stuck)
            round->ask_at = wall + STUCK_RETRY;
        else if (round->ask_at <= wall)
            broadcast_ask(broadcasts, round);
        broadcast_tell(broadcasts, round);
        broadcast_plan(broadcasts, round->ask_at);
    }
}
