#include "game_receipt.h"

#include "game_json.h"
#include "memory.h"
#include "receipt.h"
#include "replay.h"
#include "time_control_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_LENGTH = 400, WORDS_MAX = 64, CONTROL_MAX = 2 * WORDS_MAX + 32 };

static void say(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(Text *text, const char *format, ...)
{
    char line[LINE_MAX_LENGTH];
    va_list words;
    va_start(words, format);
    int length = vsnprintf(line, sizeof line, format, words);
    va_end(words);
    text_append(text, line, length < LINE_MAX_LENGTH ? (size_t)length : LINE_MAX_LENGTH - 1);
}

static const char *name_of(const StoreSeat *seat, char out[WORDS_MAX])
{
    if (seat->kind == STORE_SEAT_ENGINE)
        snprintf(out, WORDS_MAX, "engine %s", seat->engine[0] ? seat->engine : "?");
    else if (seat->kind == STORE_SEAT_LEVEL)
        snprintf(out, WORDS_MAX, "computer level %d", (int)seat->level);
    else
        snprintf(out, WORDS_MAX, "%s (%s)", seat->name[0] ? seat->name : "?",
                 seat->player[0] ? seat->player : "not of here");
    return out;
}

static const char *side_of(const TimeControl *control, Color side, char out[WORDS_MAX])
{
    TimeControl own = time_control_of(control, side);
    snprintf(out, WORDS_MAX, "%.3f s + %.3f s", own.initial / 1000.0, own.increment / 1000.0);
    return out;
}

static const char *control_of(const TimeControl *control, char out[CONTROL_MAX])
{
    static const char *const BONUS[] = {"", ", Bronstein", ", delay"};
    char white[WORDS_MAX], black[WORDS_MAX];
    if (!control->timed)
        return "no clock";
    if (control->days)
        snprintf(out, CONTROL_MAX, "%d days a move", (int)control->days);
    else if (control->odds)
        snprintf(out, CONTROL_MAX, "white %s, black %s%s", side_of(control, WHITE, white),
                 side_of(control, BLACK, black), BONUS[control->bonus]);
    else if (control->moves)
        time_control_print(control, true, out);
    else
        snprintf(out, CONTROL_MAX, "%s%s", side_of(control, WHITE, white), BONUS[control->bonus]);
    return out;
}

static const char *date_of(int64_t wall, char out[WORDS_MAX])
{
    time_t seconds = (time_t)(wall / 1000);
    struct tm utc = {0};
    gmtime_r(&seconds, &utc);
    size_t length = strftime(out, WORDS_MAX, "%Y-%m-%d %H:%M:%S", &utc);
    snprintf(out + length, WORDS_MAX - length, ".%03d UTC", (int)(wall % 1000));
    return out;
}

static void print_head(const StoreGame *game, Text *text)
{
    char one[WORDS_MAX], other[WORDS_MAX], control[CONTROL_MAX];
    say(text, "game %s: %s, %s, %s\n", game->id.text, game_variant_word(game->variant),
        control_of(&game->control, control), game->rated ? "rated" : "casual");
    say(text, "white %s, black %s\n", name_of(&game->seat[WHITE], one),
        name_of(&game->seat[BLACK], other));
    if (game->fen[0])
        say(text, "from %s\n", game->fen);
    say(text, "made %s", date_of(game->made, one));
    if (game->ended)
        say(text, ", ended %s", date_of(game->ended, one));
    say(text, "\n\n   seq           at  what                               white         black  "
              "receipt\n");
}

static const char *what_of(const Event *event, char out[WORDS_MAX])
{
    static const char *const WORDS[] = {
        [EV_DRAW_OFFER] = "draw offer",
        [EV_TAKEBACK_OFFER] = "takeback offer",
        [EV_REMATCH_OFFER] = "rematch offer",
        [EV_REFUSED] = "refusal",
        [EV_TAKEBACK] = "takeback",
        [EV_MORETIME] = "more time",
        [EV_REMATCH] = "rematch",
        [EV_PAUSED] = "the server is back: pause",
        [EV_RESUMED] = "the game goes on",
        [EV_END] = "end",
        [EV_STOPPED] = "an arbiter stops the clocks",
        [EV_ADJOURN] = "adjournment: a move is to be sealed",
        [EV_SEALED] = "a move is sealed",
        [EV_BERSERK] = "berserk",
    };
    const char *by = event->by == WHITE ? "white" : "black";
    switch (event->kind) {
    case EV_MOVE:
        snprintf(out, WORDS_MAX, "%u%s%s", (event->move.ply + 1) / 2,
                 event->move.ply % 2 ? ". " : "... ", event->move.san);
        return out;
    case EV_PAUSED:
    case EV_RESUMED:
    case EV_STOPPED:
    case EV_ADJOURN: return WORDS[event->kind];
    case EV_ADJUSTED:
        snprintf(out, WORDS_MAX, "an arbiter gives %s %+.3f s", by, event->given / 1000.0);
        return out;
    case EV_END:
        snprintf(out, WORDS_MAX, "end: %s%s%s", status_word(event->end.status),
                 event->end.reason ? ", " : "",
                 event->end.reason ? reason_word(event->end.reason) : "");
        return out;
    default: snprintf(out, WORDS_MAX, "%s by %s", WORDS[event->kind], by); return out;
    }
}

static const char *seconds_of(int64_t ms, char out[WORDS_MAX])
{
    snprintf(out, WORDS_MAX, "%.3f", (double)ms / 1000);
    return out;
}

/* Behind it the receipt from the game's log: what the mover had, how long they took, how much of that was lag and
 * given back, and what they were charged. */
static void print_event(const Event *event, const TimeControl *control, Text *text)
{
    char what[WORDS_MAX], at[WORDS_MAX], white[WORDS_MAX], black[WORDS_MAX], receipt[RECEIPT_MAX];
    say(text, "%6u %12s  %-26s", event->seq, seconds_of(event->at, at), what_of(event, what));
    if (control->timed)
        say(text, "%14s%14s", seconds_of(event->clock[WHITE], white),
            seconds_of(event->clock[BLACK], black));
    bool decides = event->kind == EV_MORETIME || event->kind == EV_ADJUSTED ||
                   event->kind == EV_BERSERK || event->receipt.left || event->receipt.elapsed;
    if (decides && receipt_print(event, control, receipt) > 0) {
        const char *words = strchr(receipt, ' '); /* behind its number */
        say(text, "  %s", words ? words + 1 : receipt);
    }
    say(text, "\n");
}

/* The number of the first event that packs to other bytes than those stored, 0 for none. */
static uint32_t find_difference(const StoredGame *game, const Event *events)
{
    for (uint32_t i = 0; i < game->count; i++) {
        unsigned char bytes[EVENT_PACKED_MAX];
        size_t size = event_pack(&events[i], bytes);
        if (size != game->events[i].size || memcmp(bytes, game->events[i].bytes, size) != 0)
            return i + 1;
    }
    return 0;
}

static bool has_same_end(const StoredGame *game, const Room *room)
{
    return room_status(room) == game->game.status || game->game.ended == 0;
}

static bool print_verdict(const StoredGame *game, const Room *room, const Event *events, Text *text)
{
    uint32_t differs = find_difference(game, events);
    bool same_end = has_same_end(game, room);
    if (differs)
        say(text, "\nevent %u is not what was kept\n", differs);
    else if (!same_end)
        say(text, "\nthe game's row has another end: %s\n", status_word(game->game.status));
    else
        say(text, "\n%u events, rebuilt bit for bit: %u moves, %s\n", game->count,
            room_line(room)->plies, status_word(room_status(room)));
    return !differs && same_end;
}

bool game_receipt(const StoredGame *game, Text *text)
{
    void *memory;
    unsigned plies;
    uint32_t bad_seq;
    Event *events = memory_array(game->count + 1, sizeof *events);
    print_head(&game->game, text);
    Room *room = replay_room(game, &memory, &plies, events, &bad_seq);
    if (!room) {
        say(text, bad_seq ? "event %u does not follow\n" : "its terms make no sense\n", bad_seq);
        free(events);
        return false;
    }
    for (uint32_t i = 0; i < game->count; i++)
        print_event(&events[i], &game->game.control, text);
    bool sound = print_verdict(game, room, events, text);
    free(memory);
    free(events);
    return sound;
}

bool game_receipt_is_sound(const StoredGame *game)
{
    void *memory;
    unsigned plies;
    uint32_t bad_seq;
    Event *events = memory_array(game->count + 1, sizeof *events);
    const Room *room = replay_room(game, &memory, &plies, events, &bad_seq);
    bool sound = room && !find_difference(game, events) && has_same_end(game, room);
    if (room)
        free(memory);
    free(events);
    return sound;
}
