#include "archive.h"

#include "archive_coder.h"
#include "archive_forecast.h"

#include <assert.h>
#include <string.h>

enum { CHECK_BITS = 16 };

static void start(ArchiveCoder *coder, const ArchiveGame *game)
{
    static const uint16_t MOVES[ARCHIVE_STAGES] = {64000, 16, 16, 300, 16};
    memset(coder, 0, sizeof *coder);
    for (Color side = WHITE; side <= BLACK; side++) {
        coder->control[side] = time_control_of(game->control, side);
        coder->quota[side] = archive_quota(&coder->control[side]);
        coder->left[side] = coder->last.clock[side] = archive_full(&coder->control[side]);
    }
    coder->plies = game->plies;
    *archive_board(coder) = *game->start;
    for (int i = 0; i < ARCHIVE_STAGES; i++)
        coder->moves[i] = range_coder_bit_of(MOVES[i]);
    for (int i = 0; i < ARCHIVE_KINDS; i++)
        coder->by[i] = range_coder_bit_of(i >= EV_PAUSED ? 16 : 32768);
    coder->unlike_last[0] = coder->unlike_last[1] = coder->negative = range_coder_bit_of(40);
    coder->uncharged = range_coder_bit_of(1000);
    coder->fifteen = range_coder_bit_of(60000);
    coder->claimed = range_coder_bit_of(200);
    coder->receipt[0][0] = coder->receipt[1][0] = range_coder_bit_of(2000);
    coder->receipt[0][1] = range_coder_bit_of(64000);
    coder->receipt[1][1] = range_coder_bit_of(20000);
    CodedNumber *const numbers[] = {&coder->offer, &coder->taken,   &coder->given,
                                    &coder->odd,   &coder->late[0], &coder->late[1]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        range_coder_number_init(numbers[i]);
    for (int i = 0; i < ARCHIVE_RECEIPT_PARTS; i++)
        range_coder_number_init(&coder->part[i]);
}

/* FNV-1a (Fowler, Noll, Vo), folded when it is used. */
static uint32_t check_on(uint32_t check, const Event *event)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    size_t size = event_pack(event, bytes);
    for (size_t i = 0; i < size; i++)
        check = (check ^ bytes[i]) * 16777619u;
    return check;
}

static uint32_t check_of(uint32_t check)
{
    return (check ^ check >> CHECK_BITS) & ((1u << CHECK_BITS) - 1);
}

static void check_event(ArchiveCoder *coder, const Event *event)
{
    Event told = *event;
    told.at = 0;
    told.receipt = (Receipt){0};
    coder->story_check = check_on(coder->story_check, &told);
    coder->receipt_check = check_on(coder->receipt_check, event);
}

/* Whether a part of version 1 ends with the checksum of what was read. Later versions have none here. */
static bool is_checked(const ArchiveCoder *coder, RangeCoder *part, uint32_t sum)
{
    return coder->version > ARCHIVE_FIRST || range_coder_bits(part, CHECK_BITS, 0) == check_of(sum);
}

static void code_event(ArchiveCoder *coder, Event *event)
{
    Color turn = position_turn(archive_board(coder));
    bool running =
        coder->control[turn].timed && coder->count >= 2 && !coder->paused && !coder->over;
    archive_code_story(coder, event);
    if (!coder->failed)
        archive_code_clocks(coder, event, turn, running);
    if (coder->failed)
        return;
    coder->over |= event->kind == EV_END;
    bool stops = event->kind == EV_PAUSED || event->kind == EV_STOPPED || event->kind == EV_SEALED;
    coder->paused = stops || (coder->paused && event->kind != EV_RESUMED);
    if (coder->version == ARCHIVE_FIRST)
        check_event(coder, event);
    coder->last = *event;
}

static bool code_events(ArchiveCoder *coder, const ArchiveGame *game)
{
    archive_start_clocks(coder);
    for (uint32_t i = 0; i < game->count && !coder->failed && !coder->newer; i++) {
        Event *event = &game->events[i];
        if (coder->reading)
            memset(event, 0, sizeof *event);
        event->seq = i + 1;
        code_event(coder, event);
    }
    return !coder->failed && !coder->newer;
}

static bool events_are_sound(const ArchiveGame *game)
{
    for (uint32_t i = 0; i < game->count; i++) {
        const Event *event = &game->events[i];
        if (event->kind < EV_MOVE || event->kind > EV_LAST || event->by > BLACK ||
            event->seq != i + 1 || event->at < 0 || event->at > EVENT_TIME_MAX ||
            event->clock[WHITE] < 0 || event->clock[WHITE] > EVENT_TIME_MAX ||
            event->clock[BLACK] < 0 || event->clock[BLACK] > EVENT_TIME_MAX)
            return false;
        const Receipt *receipt = &event->receipt;
        if ((event->kind == EV_MORETIME && event->given < 0) ||
            (event->kind == EV_ADJOURN && (event->until < 0 || event->until > EVENT_TIME_MAX)))
            return false;
        if (receipt->left < 0 || receipt->elapsed < 0 || receipt->lag < 0 || receipt->given < 0 ||
            receipt->quota < 0)
            return false;
        if (event->kind == EV_END &&
            (event->end.status > STATUS_NOSTART || event->end.winner > WINNER_BLACK ||
             event->end.reason > REASON_INSUFFICIENT))
            return false;
    }
    return game->count <= ARCHIVE_EVENTS_MAX;
}

/* The head: the version, then the number of events with seven bits in each byte, lowest first. */
static size_t write_head(unsigned char *out, uint32_t count)
{
    size_t size = 0;
    out[size++] = ARCHIVE_VERSION;
    for (; count >= 0x80; count >>= 7)
        out[size++] = (unsigned char)(count | 0x80);
    out[size++] = (unsigned char)count;
    return size;
}

static ArchiveError read_head(const ArchivePart *story, uint32_t *count, size_t *size)
{
    *count = 0;
    *size = 1;
    if (story->size < 2)
        return ARCHIVE_STORY;
    if (story->bytes[0] < ARCHIVE_FIRST || story->bytes[0] > ARCHIVE_VERSION)
        return story->bytes[0] > ARCHIVE_VERSION ? ARCHIVE_NEWER : ARCHIVE_STORY;
    for (int shift = 0; shift < 21 && *size < story->size; shift += 7) {
        unsigned char byte = story->bytes[(*size)++];
        *count |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return *count <= ARCHIVE_EVENTS_MAX ? ARCHIVE_OK : ARCHIVE_STORY;
    }
    return ARCHIVE_STORY;
}

const char *archive_error_text(ArchiveError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        ARCHIVE_ERRORS(X)
#undef X
    };
    return TEXTS[error];
}

bool archive_pack(const ArchiveGame *game, ArchivePart *story, ArchivePart *receipts)
{
    ArchiveCoder coder;
    if (!archive_holds(game->control) || !events_are_sound(game) || story->size < ARCHIVE_HEAD_MAX)
        return false;
    start(&coder, game);
    coder.version = ARCHIVE_VERSION;
    size_t head = write_head(story->bytes, game->count);
    range_coder_write(&coder.story, story->bytes + head, story->size - head);
    range_coder_write(&coder.receipts, receipts->bytes, receipts->size);
    if (!code_events(&coder, game))
        return false;
    story->size = head + range_coder_finish(&coder.story);
    receipts->size = range_coder_finish(&coder.receipts);
    return !coder.story.failed && !coder.receipts.failed;
}

ArchiveError archive_count(const ArchivePart *story, uint32_t *count)
{
    size_t head;
    return read_head(story, count, &head);
}

ArchiveError archive_unpack(const ArchiveGame *game, const ArchivePart *story,
                            const ArchivePart *receipts)
{
    ArchiveCoder coder;
    uint32_t count;
    size_t head;
    ArchiveError error = read_head(story, &count, &head);
    if (error != ARCHIVE_OK)
        return error;
    assert(count == game->count);
    start(&coder, game);
    coder.version = story->bytes[0];
    coder.reading = true;
    coder.bare = !receipts;
    range_coder_read(&coder.story, story->bytes + head, story->size - head);
    range_coder_read(&coder.receipts, receipts ? receipts->bytes : NULL,
                     receipts ? receipts->size : 0);
    bool coded = code_events(&coder, game);
    if (coder.lost) /* the receipts are damaged, or a damaged story misread them */
        return archive_unpack(game, story, NULL) == ARCHIVE_OK ? ARCHIVE_RECEIPTS : ARCHIVE_STORY;
    if (coder.newer)
        return ARCHIVE_NEWER;
    if (!coded || !is_checked(&coder, &coder.story, coder.story_check))
        return ARCHIVE_STORY;
    if (receipts && !is_checked(&coder, &coder.receipts, coder.receipt_check))
        return ARCHIVE_RECEIPTS;
    return ARCHIVE_OK;
}
