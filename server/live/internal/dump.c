/* What a developer is shown of a live game: castled admin dump. */
#include "computer.h"

#include "fen.h"
#include "message_parts.h"

#include <string.h>

/* ms from now; null for never. */
static void print_in(Text *text, const char *name, int64_t at, int64_t now)
{
    if (at == INT64_MAX)
        text_null(text, name);
    else
        text_integer(text, name, at - now);
}

/* What the room decides by time. */
static void print_clock(Text *text, const Game *game, int64_t now)
{
    const Clock *clock = room_clock(game->room);
    text_open(text, "clock", '{');
    text_bool(text, "running", clock->running);
    text_bool(text, "pending", clock->running && clock->since == CLOCK_PENDING);
    text_string(text, "turn", color_word(clock->turn));
    text_integer(text, "white", clock_remaining(clock, WHITE, now));
    text_integer(text, "black", clock_remaining(clock, BLACK, now));
    print_in(text, "flagIn", clock_flag_at(clock), now);
    print_in(text, "deadlineIn", room_deadline(game->room), now);
    text_open(text, "claimIn", '{');
    print_in(text, "white", room_claim_at(game->room, WHITE), now);
    print_in(text, "black", room_claim_at(game->room, BLACK), now);
    text_close(text, '}');
    text_close(text, '}');
}

/* Batches that tell of it and are not durable, oldest first, with the newest event in each. */
static void print_journal(Text *text, const Live *live, const Game *game)
{
    text_open(text, "journal", '{');
    text_integer(text, "batch", (int64_t)game->journal);
    text_bool(text, "durable", journal_has(live->journal, game->journal));
    text_bool(text, "failing", journal_is_failing(live->journal));
    text_open(text, "waiting", '[');
    for (size_t i = 0; i < live->notes_count; i++) {
        const Note *note = &live->notes[(live->notes_head + i) % live->notes_size];
        if (strcmp(note->game.text, game->id.text) != 0)
            continue;
        text_open(text, NULL, '{');
        text_integer(text, "batch", (int64_t)note->number);
        text_integer(text, "seq", note->seq);
        text_close(text, '}');
    }
    text_close(text, ']');
    text_close(text, '}');
}

/* What the computer in this game is about to do. */
static void print_computer(Text *text, const Game *game, int64_t now)
{
    const Thinking *thinking = game->thinking;
    Color seat;
    if (!game_computer(game, &seat)) {
        text_null(text, "computer");
        return;
    }
    text_open(text, "computer", '{');
    text_string(text, "color", color_word(seat));
    text_bool(text, "searching", thinking->asked && !thinking->ready);
    text_integer(text, "turn", thinking->turn);
    print_in(text, "actsIn", computer_due(game), now);
    text_close(text, '}');
}

static void print_listeners(Text *text, const Live *live, const Listeners *listeners,
                            const char *role)
{
    Client client;
    for (uint32_t i = 0; i < listeners->count; i++) {
        if (!clients_find(live->clients, listeners->at[i], &client))
            continue;
        ClientOutbox outbox = clients_outbox(live->clients, client.session);
        text_open(text, NULL, '{');
        text_integer(text, "session", (int64_t)session_number(client.session));
        text_string(text, "as", role);
        text_string(text, "id", client.person.id);
        text_string(text, "name", client.person.name);
        text_string(text, "address", client.address);
        text_integer(text, "lag", clients_lag(live->clients, client.session));
        text_integer(text, "queued", (int64_t)outbox.queued);
        text_integer(text, "sendable", (int64_t)outbox.sendable);
        text_close(text, '}');
    }
}

bool live_dump(const Live *live, const GameId *id, Text *text)
{
    const Game *game = games_find(live, id);
    int64_t now = live->time->now;
    char fen[FEN_MAX];
    if (!game)
        return false;
    games_print_snapshot(live, game, text);
    text_append(text, "\n", 1);
    const Line *line = room_line(game->room);
    fen_print(&line->now, fen);
    text_open(text, NULL, '{');
    text_string(text, "position", fen);
    text_integer(text, "plies", line->plies);
    text_integer(text, "pliesMax", game->plies);
    print_clock(text, game, now);
    print_in(text, "lookedAtIn", game->due.place ? game->due.at : INT64_MAX, now);
    print_in(text, "sleepsIn", game->sleep_at, now);
    print_in(text, "leavesMemoryIn", game->drop_at, now);
    print_computer(text, game, now);
    print_journal(text, live, game);
    text_open(text, "present", '{');
    text_bool(text, "white", game->present[WHITE]);
    text_bool(text, "black", game->present[BLACK]);
    text_close(text, '}');
    text_open(text, "listeners", '[');
    print_listeners(text, live, &game->players, "player");
    print_listeners(text, live, &game->watchers, "spectator");
    text_close(text, ']');
    text_close(text, '}');
    text_append(text, "\n", 1);
    return true;
}
