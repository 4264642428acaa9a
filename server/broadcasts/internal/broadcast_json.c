/* Broadcasts, rounds and boards as JSON (PROTOCOL.md). */
#include "broadcast_state.h"

#include <string.h>

static void print_instant(Text *text, const char *name, int64_t at)
{
    if (at)
        text_integer(text, name, at);
    else
        text_null(text, name);
}

static void print_word(Text *text, const char *name, const char *word)
{
    text_string(text, name, *word ? word : NULL);
}

const char *broadcast_round_state(const Round *round, int64_t now)
{
    if (round->is_over)
        return "over";
    return round->games.count || (round->starts_at && round->starts_at <= now) ? "live" : "new";
}

/* Where its games come from concerns only those who may change it. */
static void print_source(const Round *round, Text *text)
{
    text_open(text, "source", '{');
    print_word(text, "url", round->url);
    text_integer(text, "period", round->period);
    print_instant(text, "askedAt", round->asked_at);
    print_word(text, "error", round->words);
    text_close(text, '}');
}

static void print_round(const Round *round, const BroadcastPerson *by, int64_t now, Text *text)
{
    text_string(text, "id", round->id);
    text_string(text, "name", round->name);
    text_string(text, "state", broadcast_round_state(round, now));
    print_instant(text, "startsAt", round->starts_at);
    text_integer(text, "changedAt", round->changed_at);
    text_integer(text, "seq", round->seq);
    text_integer(text, "games", round->games.count);
    if (broadcast_is_own(round->of, by))
        print_source(round, text);
    else
        text_null(text, "source");
}

void broadcast_json(const Broadcasts *broadcasts, const Broadcast *broadcast,
                    const BroadcastPerson *by, const char *name, Text *text)
{
    int64_t now = broadcasts->options.time->wall;
    text_open(text, name, '{');
    text_string(text, "id", broadcast->id);
    text_string(text, "name", broadcast->name);
    text_string(text, "description", broadcast->description);
    text_open(text, "owner", '{');
    text_string(text, "id", broadcast->owner);
    text_string(text, "name", broadcast->owner_name);
    text_close(text, '}');
    text_integer(text, "madeAt", broadcast->made_at);
    text_bool(text, "mayChange", broadcast_is_own(broadcast, by));
    text_open(text, "rounds", '[');
    for (uint32_t i = 0; i < broadcast->rounds_count; i++) {
        text_open(text, NULL, '{');
        print_round(broadcast->rounds[i], by, now, text);
        text_close(text, '}');
    }
    text_close(text, ']');
    text_close(text, '}');
}

/* ---- boards ---- */

static void print_side(const char *name, const BroadcastSide *side, Text *text)
{
    text_open(text, name, '{');
    text_string(text, "name", side->name[0] ? side->name : "?");
    print_word(text, "title", side->title);
    print_instant(text, "rating", side->rating);
    print_word(text, "federation", side->federation);
    print_word(text, "team", side->team);
    if (side->clock >= 0)
        text_integer(text, "clock", side->clock);
    else
        text_null(text, "clock");
    text_close(text, '}');
}

static void print_board(const BroadcastBoard *board, uint32_t number, Text *text)
{
    text_open(text, NULL, '{');
    text_integer(text, "board", number);
    print_side("white", &board->side[WHITE], text);
    print_side("black", &board->side[BLACK], text);
    text_string(text, "fen", board->fen);
    print_word(text, "last", board->last);
    text_integer(text, "plies", board->plies);
    text_string(text, "result", pgn_result_text(board->result));
    print_instant(text, "movedAt", board->moved_at);
    print_word(text, "fault", board->fault);
    text_close(text, '}');
}

void broadcast_boards_json(const Round *round, uint32_t since, Text *text)
{
    text_open(text, "boards", '[');
    for (uint32_t i = 0; i < round->games.count; i++)
        if (round->games.at[i].seq > since || since == 0)
            print_board(&round->games.at[i], i + 1, text);
    text_close(text, ']');
}

void broadcast_round_json(const Broadcasts *broadcasts, const Round *round,
                          const BroadcastPerson *by, const char *name, Text *text)
{
    int64_t now = broadcasts->options.time->wall;
    text_open(text, name, '{');
    print_round(round, by, now, text);
    text_open(text, "broadcast", '{');
    text_string(text, "id", round->of->id);
    text_string(text, "name", round->of->name);
    text_close(text, '}');
    text_integer(text, "now", now);
    broadcast_boards_json(round, 0, text);
    text_close(text, '}');
}
