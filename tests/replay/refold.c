#include "refold.h"

#include "rearchive.h"

#include <string.h>

static const char *line_difference(const Line *one, const Line *other)
{
    if (one->plies != other->plies ||
        (one->plies && memcmp(one->moves, other->moves, one->plies * sizeof *one->moves) != 0))
        return "moves";
    if (memcmp(&one->start, &other->start, sizeof one->start) != 0)
        return "start";
    if (memcmp(&one->now, &other->now, sizeof one->now) != 0)
        return "position";
    return NULL;
}

static const char *clock_difference(const Clock *one, const Clock *other)
{
    if (one->remaining[WHITE] != other->remaining[WHITE] ||
        one->remaining[BLACK] != other->remaining[BLACK])
        return "time left";
    if (memcmp(one->moves, other->moves, sizeof one->moves) != 0 ||
        memcmp(one->stages, other->stages, sizeof one->stages) != 0)
        return "stage";
    if (one->berserk[WHITE] != other->berserk[WHITE] ||
        one->berserk[BLACK] != other->berserk[BLACK])
        return "who is berserk";
    if (one->running != other->running)
        return "whether a clock runs";
    return one->turn == other->turn ? NULL : "whose clock runs";
}

static const char *seat_difference(const Seat *one, const Seat *other)
{
    if (memcmp(one->offer, other->offer, sizeof one->offer) != 0)
        return "open offers";
    if (one->draw_from != other->draw_from)
        return "when a draw may be offered again";
    if (one->gifts != other->gifts)
        return "how many times it gave time in this turn";
    if (one->takeback_refusals != other->takeback_refusals ||
        one->takeback_from != other->takeback_from)
        return "when a takeback may be asked again";
    if (one->quota != other->quota || one->lag != other->lag)
        return "what may be given for lag";
    return one->rematch_from == other->rematch_from ? NULL : "when a rematch may be offered again";
}

const char *game_difference(const Room *one, const Room *other)
{
    if (one->seq != other->seq)
        return "seq";
    if (one->turn != other->turn || one->began != other->began)
        return "turn";
    if (one->takebacks != other->takebacks)
        return "how many takebacks were granted";
    if (one->at != other->at)
        return "game time";
    if (one->status != other->status || one->winner != other->winner ||
        one->reason != other->reason)
        return "result";
    if (one->paused != other->paused)
        return "pause";
    if (one->halted != other->halted || one->sealing != other->sealing ||
        one->sealed != other->sealed || one->until != other->until)
        return "adjournment";
    if (one->rematched != other->rematched)
        return "rematch";
    const char *difference = line_difference(&one->line, &other->line);
    if (!difference)
        difference = clock_difference(&one->clock, &other->clock);
    for (int seat = WHITE; !difference && seat <= BLACK; seat++)
        difference = seat_difference(&one->seat[seat], &other->seat[seat]);
    return difference;
}

const char *room_difference(const Room *one, const Room *other)
{
    const char *difference = game_difference(one, other);
    if (difference)
        return difference;
    for (int seat = WHITE; seat <= BLACK; seat++) {
        const Presence *a = &one->presence[seat], *b = &other->presence[seat];
        if (a->present != b->present || a->gone_at != b->gone_at)
            return "presence";
    }
    if (one->clock.since != other->clock.since)
        return "when the turn began";
    return one->waiting_until == other->waiting_until ? NULL : "how long the mover is waited for";
}

static bool events_equal(const Event *one, const Event *other)
{
    unsigned char a[EVENT_PACKED_MAX], b[EVENT_PACKED_MAX];
    size_t length = event_pack(one, a);
    return one->seq == other->seq && event_pack(other, b) == length && memcmp(a, b, length) == 0 &&
           (one->kind != EV_MOVE || strcmp(one->move.san, other->move.san) == 0);
}

Room *refold(void *memory, unsigned plies, const GameSetup *setup, const Event *events,
             unsigned count, const char **why)
{
    Room *room = room_init(memory, plies, setup);
    for (unsigned i = 0; i < count; i++) {
        unsigned char bytes[EVENT_PACKED_MAX];
        Event event;
        size_t length = event_pack(&events[i], bytes);
        *why = "an event cannot be unpacked";
        if (!event_unpack(&event, bytes, length))
            return NULL;
        event.seq = i + 1;
        *why = "an event does not follow";
        if (!room_replay(room, &event))
            return NULL;
        *why = "an event comes out changed";
        if (!events_equal(&event, &events[i]))
            return NULL;
    }
    *why = rearchive(setup, events, count);
    return *why ? NULL : room;
}
