#include "archive_row.h"

#include "archive.h"
#include "archive_forecast.h"
#include "archive_terms.h"
#include "checksum.h"
#include "crc32c.h"
#include "fen.h"
#include "memory.h"
#include "room.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* After the terms comes the story, or the journal's events, each after its size. The receipts are their instant on
 * the axis and what archive.h makes of them. Both end with a checksum since version 2. */
enum {
    RESULT_WINNERS = 3,
    RESULT_REASONS = 8,
};

/* ---- results ---- */

int archive_result(const StoreGame *game)
{
    return ((int)game->status * RESULT_WINNERS + (int)game->winner) * RESULT_REASONS +
           (int)game->reason;
}

bool archive_result_read(int64_t result, StoreGame *game)
{
    if (result < 0 || result >= (STATUS_NOSTART + 1) * RESULT_WINNERS * RESULT_REASONS ||
        result % RESULT_REASONS > REASON_INSUFFICIENT)
        return false;
    game->reason = (Reason)(result % RESULT_REASONS);
    game->winner = (Winner)(result / RESULT_REASONS % RESULT_WINNERS);
    game->status = (Status)(result / RESULT_REASONS / RESULT_WINNERS);
    return true;
}

/* ---- checksums ---- */

/* Of the columns, so that a row in another's place is noticed, and of the bytes before the checksum. */
static uint32_t sum_of(const StoreGame *known, const unsigned char *bytes, size_t size)
{
    unsigned char columns[GAME_ID_LENGTH + 8 + 2];
    int result = archive_result(known);
    memcpy(columns, known->id.text, GAME_ID_LENGTH);
    for (int i = 0; i < 8; i++)
        columns[GAME_ID_LENGTH + i] = (unsigned char)((uint64_t)known->made >> 8 * i);
    columns[GAME_ID_LENGTH + 8] = (unsigned char)result;
    columns[GAME_ID_LENGTH + 9] = (unsigned char)(result >> 8);
    return crc32c(crc32c(0, columns, sizeof columns), bytes, size);
}

/* The receipts' checksum continues the data's, since they belong together. */
void archive_row_seal(const StoreGame *known, ArchiveRow *row)
{
    size_t size = row->data_size - CHECKSUM_SIZE;
    uint32_t sum = sum_of(known, row->data, size);
    checksum_put(row->data + size, sum);
    if (row->receipts_size == 0)
        return;
    size = row->receipts_size - CHECKSUM_SIZE;
    checksum_put(row->receipts + size, crc32c(sum, row->receipts, size));
}

bool archive_row_is_old(const ArchiveRow *row)
{
    int version = archive_terms_version(row->data, row->data_size);
    return version > 0 && version < ARCHIVE_TERMS_VERSION;
}

/* Removes the checksums from *row; NULL when they are right, else what is damaged. */
static const char *unseal(const StoreGame *known, ArchiveRow *row)
{
    if (archive_terms_version(row->data, row->data_size) != ARCHIVE_TERMS_VERSION)
        return NULL;
    if (row->data_size <= CHECKSUM_SIZE)
        return "it is cut off";
    row->data_size -= CHECKSUM_SIZE;
    uint32_t sum = sum_of(known, row->data, row->data_size);
    if (checksum_get(row->data + row->data_size) != sum)
        return "its checksum does not match";
    if (row->receipts_size == 0)
        return NULL;
    if (row->receipts_size <= CHECKSUM_SIZE)
        return archive_error_text(ARCHIVE_RECEIPTS);
    row->receipts_size -= CHECKSUM_SIZE;
    return checksum_get(row->receipts + row->receipts_size) ==
                   crc32c(sum, row->receipts, row->receipts_size)
               ? NULL
               : archive_error_text(ARCHIVE_RECEIPTS);
}

bool archive_row_terms(StoreGame *known, const unsigned char *data, size_t size)
{
    VarintSource source = {.at = data, .end = data + size};
    ArchiveTerms terms;
    return archive_terms_get(&source, known, &terms);
}

/* ---- events ---- */

typedef struct {
    Position start;
    ArchiveGame game;
} Working;

static bool read_start(const StoreGame *game, Position *start)
{
    if (game->fen[0] == '\0')
        position_start(start);
    else if (fen_parse(game->fen, strlen(game->fen), start, NULL) != FEN_OK)
        return false;
    start->chess960 = start->chess960 || game->variant == VARIANT_CHESS960;
    return archive_holds(&game->control);
}

/* Working memory for so many events; its addresses stay good while *working stays where it is. */
static bool open_working(Working *working, const StoreGame *game, uint32_t count)
{
    memset(working, 0, sizeof *working);
    if (!read_start(game, &working->start))
        return false;
    working->game = (ArchiveGame){
        .start = &working->start,
        .control = &game->control,
        .events = memory_array(count + 1, sizeof(Event)),
        .count = count,
        .plies = memory_array(count + 1, sizeof(ArchivePly)),
    };
    return true;
}

static void close_working(Working *working)
{
    free(working->game.events);
    free(working->game.plies);
}

static bool unpack_events(const StoredGame *game, Event *events)
{
    for (uint32_t i = 0; i < game->count; i++) {
        if (!event_unpack(&events[i], game->events[i].bytes, game->events[i].size))
            return false;
        events[i].seq = i + 1;
    }
    return true;
}

static bool is_same(const StoredGame *game, const Event *events)
{
    for (uint32_t i = 0; i < game->count; i++) {
        unsigned char bytes[EVENT_PACKED_MAX];
        size_t size = event_pack(&events[i], bytes);
        if (size != game->events[i].size || memcmp(bytes, game->events[i].bytes, size) != 0)
            return false;
    }
    return true;
}

/* Both parts have room for the most. False: the journal has to be kept as it is. */
static bool pack_story(const StoredGame *game, ArchivePart *story, ArchivePart *receipts)
{
    Working working;
    bool packed = game->count > 0 && open_working(&working, &game->game, game->count);
    if (!packed)
        return false;
    packed = unpack_events(game, working.game.events) &&
             archive_pack(&working.game, story, receipts) &&
             archive_unpack(&working.game, story, receipts) == ARCHIVE_OK &&
             is_same(game, working.game.events);
    close_working(&working);
    return packed;
}

static unsigned char *put_journal(unsigned char *out, const StoredGame *game)
{
    out = varint_put(out, game->count);
    for (uint32_t i = 0; i < game->count; i++)
        out = varint_put_bytes(out, game->events[i].bytes, game->events[i].size);
    return out;
}

/* The axis belongs to the instants. */
void archive_row_pack(const StoredGame *game, ArchiveRow *row)
{
    const size_t most =
        ARCHIVE_TERMS_MAX + ARCHIVE_HEAD_MAX + (size_t)ARCHIVE_EVENT_MAX * game->count;
    row->data = memory_new(most + CHECKSUM_SIZE);
    row->receipts = memory_new(most + CHECKSUM_SIZE);
    unsigned char *tail = varint_put(row->receipts, (uint64_t)game->game.created);
    ArchivePart receipts = {tail, most - ARCHIVE_TERMS_MAX};
    ArchivePart story = {memory_new(receipts.size), receipts.size};
    bool is_story = pack_story(game, &story, &receipts);
    unsigned char *out = archive_terms_put(row->data, game, !is_story);
    if (is_story) {
        memcpy(out, story.bytes, story.size);
        out += story.size;
    } else {
        out = put_journal(out, game);
        receipts.size = 0;
    }
    free(story.bytes);
    row->data_size = (size_t)(out - row->data) + CHECKSUM_SIZE;
    row->receipts_size = (size_t)(tail - row->receipts) + receipts.size + CHECKSUM_SIZE;
    archive_row_seal(&game->game, row);
}

void archive_row_clear(ArchiveRow *row)
{
    free(row->data);
    free(row->receipts);
    *row = (ArchiveRow){0};
}

static StoredGame *new_game(const StoreGame *known, uint32_t count)
{
    StoredGame *game = memory_new(sizeof *game + count * sizeof(StoredEvent));
    game->game = *known;
    game->count = count;
    return game;
}

static const char *get_journal(VarintSource *source, const StoreGame *known, StoredGame **game)
{
    uint32_t count = (uint32_t)varint_get(source, STORE_EVENTS_MAX);
    if (source->failed || count > (size_t)(source->end - source->at))
        return "its journal is damaged";
    *game = new_game(known, count);
    for (uint32_t i = 0; i < count; i++) {
        StoredEvent *event = &(*game)->events[i];
        size_t size;
        const unsigned char *bytes = varint_get_bytes(source, &size, EVENT_PACKED_MAX);
        event->seq = i + 1;
        event->size = (unsigned char)size;
        memcpy(event->bytes, bytes, size);
    }
    return source->failed || source->at != source->end ? "its journal is damaged" : NULL;
}

static const char *get_story(VarintSource *source, const ArchivePart *receipts,
                             const StoreGame *known, StoredGame **game)
{
    ArchivePart story = {(unsigned char *)source->at, (size_t)(source->end - source->at)};
    Working working;
    uint32_t count;
    ArchiveError error = archive_count(&story, &count);
    if (error != ARCHIVE_OK)
        return archive_error_text(error);
    if (!open_working(&working, known, count))
        return "its terms are damaged";
    error = archive_unpack(&working.game, &story, receipts);
    if (error == ARCHIVE_OK) {
        *game = new_game(known, count);
        for (uint32_t i = 0; i < count; i++) {
            StoredEvent *event = &(*game)->events[i];
            event->seq = i + 1;
            event->size = (unsigned char)event_pack(&working.game.events[i], event->bytes);
        }
    }
    close_working(&working);
    return error == ARCHIVE_OK ? NULL : archive_error_text(error);
}

/* Behind the receipts' own number. */
static bool split_receipts(const ArchiveRow *row, StoreGame *known, ArchivePart *receipts)
{
    VarintSource source = {.at = row->receipts, .end = row->receipts + row->receipts_size};
    if (row->receipts_size == 0)
        return true;
    known->created = (int64_t)varint_get(&source, INT64_MAX);
    *receipts = (ArchivePart){(unsigned char *)source.at, (size_t)(source.end - source.at)};
    return !source.failed;
}

StoreError archive_row_unpack(const StoreGame *known, const ArchiveRow *row, StoredGame **game,
                              const char **why)
{
    ArchiveRow bare = *row;
    ArchivePart receipts = {NULL, 0};
    ArchiveTerms terms;
    StoreGame head = *known;
    *game = NULL;
    *why = unseal(known, &bare);
    if (*why)
        return STORE_DAMAGED;
    VarintSource source = {.at = bare.data, .end = bare.data + bare.data_size};
    bool sound = archive_terms_get(&source, &head, &terms);
    *why = source.newer ? archive_error_text(ARCHIVE_NEWER) : "its terms are damaged";
    if (!sound)
        return STORE_DAMAGED;
    *why = archive_error_text(ARCHIVE_RECEIPTS);
    if (!split_receipts(&bare, &head, &receipts))
        return STORE_DAMAGED;
    *why = terms.is_journal
               ? get_journal(&source, &head, game)
               : get_story(&source, bare.receipts_size ? &receipts : NULL, &head, game);
    assert(*why || *game);
    if (!*why && terms.tags_size) {
        (*game)->tags = memory_new(terms.tags_size + 1);
        memcpy((*game)->tags, terms.tags, terms.tags_size);
        (*game)->tags_size = terms.tags_size;
    }
    if (*why) {
        stored_game_free(*game);
        *game = NULL;
    }
    return *why ? STORE_DAMAGED : STORE_OK;
}

/* ---- imported games ---- */

/* FNV-1a, 64 bits (draft-eastlake-fnv), over all parts; it is on disk, so it never changes. */
static uint64_t fnv(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(1099511628211);
    return sum;
}

int64_t game_fingerprint(const StoredGame *game)
{
    uint64_t hash = fnv(UINT64_C(14695981039346656037), game->game.fen, strlen(game->game.fen) + 1);
    hash = fnv(hash, game->tags, game->tags_size);
    for (uint32_t i = 0; i < game->count; i++)
        hash = fnv(hash, game->events[i].bytes, game->events[i].size);
    return (int64_t)hash;
}
