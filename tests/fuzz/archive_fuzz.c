/* Any bytes are an archived game or are refused with a reason; what is accepted packs and comes back the same.
 * The first two bytes divide the rest into story and receipts, the third chooses the start. */
#include "archive.h"
#include "rearchive.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MOST = 4096 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void set_up(GameSetup *setup, unsigned which)
{
    *setup = (GameSetup){.control = {.timed = which & 1, .initial = which & 1 ? 180000 : 0}};
    if (which & 1 && which & 128)
        setup->control = time_control_with_odds(&setup->control, TIME_ODDS_BLACK, 60000, 1000);
    position_start(&setup->start);
    if (which & 2)
        position_start960(&setup->start, (int)(which / 4 * 15));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Event events[EVENTS_MOST];
    static ArchivePly plies[EVENTS_MOST + 1];
    GameSetup setup;
    uint32_t count;
    if (size < 3)
        return 0;
    size_t split = (size_t)(data[0] | data[1] << 8) % (size - 2);
    set_up(&setup, data[2]);
    ArchivePart story = {(unsigned char *)data + 3, split < size - 3 ? split : size - 3};
    ArchivePart receipts = {story.bytes + story.size, size - 3 - story.size};
    if (archive_count(&story, &count) != ARCHIVE_OK || count > EVENTS_MOST)
        return 0;
    ArchiveGame game = {&setup.start, &setup.control, events, count, plies};
    archive_unpack(&game, &story, NULL);
    if (archive_unpack(&game, &story, &receipts) != ARCHIVE_OK)
        return 0;
    const char *broken = rearchive(&setup, events, count);
    if (broken) {
        fprintf(stderr, "does not hold: %s\n", broken);
        abort();
    }
    return 0;
}
