#include "rearchive.h"

#include "archive.h"

#include <stdlib.h>
#include <string.h>

static bool events_equal(const Event *one, const Event *other)
{
    unsigned char a[EVENT_PACKED_MAX], b[EVENT_PACKED_MAX];
    size_t length = event_pack(one, a);
    return one->seq == other->seq && event_pack(other, b) == length && memcmp(a, b, length) == 0;
}

/* Without receipts everything comes back but instants and how the clocks were decided. */
static const char *unpack(ArchiveGame *game, const Event *events, const ArchivePart *story,
                          const ArchivePart *receipts)
{
    uint32_t count = 0;
    if (archive_count(story, &count) != ARCHIVE_OK || count != game->count)
        return "an archive knows how many events it has";
    if (archive_unpack(game, story, receipts) != ARCHIVE_OK)
        return "an archive can be read";
    for (uint32_t i = 0; i < count; i++) {
        Event *event = &game->events[i];
        if (!receipts) {
            event->at = events[i].at;
            event->receipt = events[i].receipt;
        }
        if (!events_equal(event, &events[i]))
            return receipts ? "an archived event comes back" : "a story tells all but instants";
    }
    return NULL;
}

const char *rearchive(const GameSetup *setup, const Event *events, unsigned count)
{
    size_t size = ARCHIVE_HEAD_MAX + (size_t)ARCHIVE_EVENT_MAX * count;
    unsigned char *bytes = malloc(2 * size);
    Event *copies = malloc((count + 1) * sizeof *copies);
    ArchivePly *plies = malloc((count + 1) * sizeof *plies);
    if (!bytes || !copies || !plies)
        abort();
    if (count)
        memcpy(copies, events, count * sizeof *copies);
    ArchiveGame game = {&setup->start, &setup->control, copies, count, plies};
    ArchivePart story = {bytes, size}, receipts = {bytes + size, size};
    const char *why = "a room's events can be archived";
    if (archive_pack(&game, &story, &receipts))
        why = unpack(&game, events, &story, &receipts);
    if (!why)
        why = unpack(&game, events, &story, NULL);
    free(bytes);
    free(copies);
    free(plies);
    return why;
}
