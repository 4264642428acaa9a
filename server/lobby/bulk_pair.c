#include "bulk_pair.h"

#include "base62.h"

#include <string.h>

/* The first byte; challenges begin with their own versions, which are below. */
enum { VERSION = 0x81 };

const char *bulk_error_text(BulkError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        BULK_ERRORS(X)
#undef X
    };
    return TEXTS[error];
}

static unsigned char *put_instant(unsigned char *out, int64_t instant)
{
    for (int i = 0; i < 8; i++)
        *out++ = (unsigned char)((uint64_t)instant >> 8 * i);
    return out;
}

static int64_t get_instant(const unsigned char *in)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)in[i] << 8 * i;
    return (int64_t)value;
}

/* The version; the bulk's id; the place in it; both instants; the owner's id, its length in a byte before it; the challenge. */
size_t bulk_pair_pack(const BulkPair *pair, unsigned char *out)
{
    unsigned char *at = out;
    size_t length = strlen(pair->owner);
    *at++ = VERSION;
    memcpy(at, pair->bulk.text, GAME_ID_LENGTH);
    at += GAME_ID_LENGTH;
    *at++ = (unsigned char)pair->place;
    *at++ = (unsigned char)(pair->place >> 8);
    at = put_instant(at, pair->pair_at);
    at = put_instant(at, pair->paired_at);
    *at++ = (unsigned char)length;
    memcpy(at, pair->owner, length);
    at += length;
    return (size_t)(at - out) + challenge_pack(&pair->challenge, at);
}

bool bulk_pair_is(const unsigned char *bytes, size_t length)
{
    return length > 0 && bytes[0] == VERSION;
}

bool bulk_pair_unpack(BulkPair *pair, const unsigned char *bytes, size_t length)
{
    enum { PLACE = 1 + GAME_ID_LENGTH, TIMES = PLACE + 2, HEAD = TIMES + 8 + 8 + 1 };
    *pair = (BulkPair){.pair_at = 0};
    if (length < HEAD || !bulk_pair_is(bytes, length))
        return false;
    memcpy(pair->bulk.text, bytes + 1, GAME_ID_LENGTH);
    pair->place = (uint16_t)(bytes[PLACE] | bytes[PLACE + 1] << 8);
    pair->pair_at = get_instant(bytes + TIMES);
    pair->paired_at = get_instant(bytes + TIMES + 8);
    size_t owner = bytes[HEAD - 1];
    if (owner == 0 || owner > PERSON_ID_MAX || length < HEAD + owner)
        return false;
    memcpy(pair->owner, bytes + HEAD, owner);
    return pair->place < BULK_GAMES_MAX && base62_is(pair->bulk.text, GAME_ID_LENGTH) &&
           strlen(pair->owner) == owner && pair->pair_at >= 0 && pair->paired_at >= 0 &&
           challenge_unpack(&pair->challenge, bytes + HEAD + owner, length - HEAD - owner) &&
           !pair->challenge.link;
}
