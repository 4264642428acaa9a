#include "game_pgn.h"

#include "memory.h"
#include "person.h"
#include "pgn.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { VALUE_MAX = 64, TAGS = 12 };

static const char *name_of(const StoreSeat *seat, char out[VALUE_MAX])
{
    if (seat->level >= LEVEL_ENGINE)
        snprintf(out, VALUE_MAX, "Engine");
    else if (seat->level > 0)
        snprintf(out, VALUE_MAX, "Computer level %d", (int)seat->level);
    else
        snprintf(out, VALUE_MAX, "%s", seat->name);
    return out;
}

/* Seconds of a whole game and of each move: "300+3"; of one move in games by days: "1/259200"; "-" without a
 * clock (PGN 9.6.1). The standard has no delays: they are written "300d5". */
static const char *control_of(const TimeControl *control, char out[VALUE_MAX])
{
    if (!control->timed)
        return "-";
    char *at = out, sign = control->bonus == BONUS_FISCHER ? '+' : 'd';
    if (control->days) {
        snprintf(out, VALUE_MAX, "1/%d", (int)(control->days * (CLOCK_DAY / 1000)));
        return out;
    }
    at += snprintf(at, VALUE_MAX, "%d", (int)(control->initial / 1000));
    if (control->initial % 1000)
        at += snprintf(at, VALUE_MAX / 2, ".%03d", (int)(control->initial % 1000));
    if (control->increment % 1000)
        snprintf(at, VALUE_MAX / 2, "%c%d.%03d", sign, (int)(control->increment / 1000),
                 (int)(control->increment % 1000));
    else if (control->increment)
        snprintf(at, VALUE_MAX / 2, "%c%d", sign, (int)(control->increment / 1000));
    return out;
}

/* The values that the PGN standard has for it (9.8.1), and lichess's for what it has not. */
static const char *termination_of(const StoreGame *game)
{
    switch (game->status) {
    case STATUS_CREATED:
    case STATUS_STARTED: return "unterminated";
    case STATUS_ABORTED:
    case STATUS_NOSTART: return "abandoned";
    case STATUS_OUTOFTIME: return "time forfeit";
    case STATUS_TIMEOUT: return "abandoned";
    default: return "normal";
    }
}

static PgnResult result_of(const StoreGame *game)
{
    if (game->winner != WINNER_NONE)
        return game->winner == WINNER_WHITE ? PGN_WHITE_WINS : PGN_BLACK_WINS;
    bool is_draw = game->status == STATUS_DRAW || game->status == STATUS_STALEMATE ||
                   game->status == STATUS_OUTOFTIME || game->status == STATUS_TIMEOUT;
    return is_draw ? PGN_DRAW : PGN_UNKNOWN;
}

/* What was left to the mover after each ply that stands at the end; a takeback takes its plies' back. */
static int32_t *clocks_of(const StoredGame *game, const Event *events, uint32_t plies)
{
    int32_t *clocks = memory_array(plies + 1, sizeof *clocks);
    for (uint32_t i = 0; i < game->count; i++) {
        const Event *event = &events[i];
        if (event->kind == EV_MOVE && event->move.ply >= 1 && event->move.ply <= plies)
            clocks[event->move.ply - 1] = (int32_t)event->clock[event->by];
    }
    return clocks;
}

static void sink(void *context, const char *text, size_t length)
{
    text_append(context, text, length);
}

static void write_tags(const StoredGame *stored, const Room *room, const Event *events, Text *text)
{
    const StoreGame *game = &stored->game;
    char white[VALUE_MAX], black[VALUE_MAX], control[VALUE_MAX], date[VALUE_MAX], hour[VALUE_MAX];
    char white_rating[VALUE_MAX], black_rating[VALUE_MAX];
    time_t made = (time_t)(game->made / 1000);
    struct tm utc = {0};
    gmtime_r(&made, &utc);
    strftime(date, sizeof date, "%Y.%m.%d", &utc);
    strftime(hour, sizeof hour, "%H:%M:%S", &utc);
    PgnTag tags[TAGS] = {
        {"Event", game->rated ? "Rated game" : "Casual game"},
        {"Site", "castled"},
        {"Date", date},
        {"Round", "-"},
        {"White", name_of(&game->seat[WHITE], white)},
        {"Black", name_of(&game->seat[BLACK], black)},
        {"GameId", game->id.text},
        {"UTCTime", hour},
        {"TimeControl", control_of(&game->control, control)},
        {"Termination", termination_of(game)},
    };
    int count = 10;
    if (game->seat[WHITE].rating > 0) {
        snprintf(white_rating, sizeof white_rating, "%d", (int)game->seat[WHITE].rating);
        tags[count++] = (PgnTag){"WhiteElo", white_rating};
    }
    if (game->seat[BLACK].rating > 0) {
        snprintf(black_rating, sizeof black_rating, "%d", (int)game->seat[BLACK].rating);
        tags[count++] = (PgnTag){"BlackElo", black_rating};
    }
    int32_t *clocks =
        game->control.timed ? clocks_of(stored, events, room_line(room)->plies) : NULL;
    pgn_write(&(PgnGame){.tags = tags,
                         .tag_count = count,
                         .line = room_line(room),
                         .clocks = clocks,
                         .result = result_of(game)},
              sink, text);
    free(clocks);
}

bool game_pgn(const StoredGame *game, Text *text)
{
    void *memory;
    unsigned plies;
    uint32_t bad_seq;
    Event *events = memory_array(game->count, sizeof *events);
    Room *room = replay_room(game, &memory, &plies, events, &bad_seq);
    if (room) {
        write_tags(game, room, events, text);
        free(memory);
    }
    free(events);
    return room != NULL;
}
