#include "bulk_pair.h"

#include "base62.h"

#include <string.h>

/* The first byte; challenges begin with their own versions, which are below. The first version had neither clocks_at nor what
 * is behind it: it is only read. */
enum { FIRST = 0x81, VERSION = 0x82 };

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

static unsigned char *put_text(unsigned char *out, const char *text)
{
    size_t length = strlen(text);
    *out++ = (unsigned char)length;
    *out++ = (unsigned char)(length >> 8);
    memcpy(out, text, length);
    return out + length;
}

/* The version; the bulk's id; the place in it; the instants; whether the clocks have been started; owner, sender and message,
 * the length of each in two bytes before it; the challenge. */
size_t bulk_pair_pack(const BulkPair *pair, unsigned char *out)
{
    unsigned char *at = out;
    *at++ = VERSION;
    memcpy(at, pair->bulk.text, GAME_ID_LENGTH);
    at += GAME_ID_LENGTH;
    *at++ = (unsigned char)pair->place;
    *at++ = (unsigned char)(pair->place >> 8);
    at = put_instant(at, pair->pair_at);
    at = put_instant(at, pair->paired_at);
    at = put_instant(at, pair->clocks_at);
    *at++ = pair->clocks_started;
    at = put_text(at, pair->owner);
    at = put_text(at, pair->sender);
    at = put_text(at, pair->message);
    return (size_t)(at - out) + challenge_pack(&pair->challenge, at);
}

bool bulk_pair_is(const unsigned char *bytes, size_t length)
{
    return length > 0 && (bytes[0] == FIRST || bytes[0] == VERSION);
}

/* Into room for 'most' bytes and the NUL; the length is in 'size' bytes. What follows, or NULL. */
static const unsigned char *get_text(const unsigned char *in, const unsigned char *end, size_t size,
                                     char *text, size_t most)
{
    if (!in || (size_t)(end - in) < size)
        return NULL;
    size_t length = in[0] | (size > 1 ? (size_t)in[1] << 8 : 0);
    in += size;
    if (length > most || (size_t)(end - in) < length)
        return NULL;
    memcpy(text, in, length);
    text[length] = '\0';
    return strlen(text) == length ? in + length : NULL;
}

static const unsigned char *get_texts(BulkPair *pair, const unsigned char *in,
                                      const unsigned char *end, bool is_first)
{
    in = get_text(in, end, is_first ? 1 : 2, pair->owner, PERSON_ID_MAX);
    if (is_first)
        return in;
    in = get_text(in, end, 2, pair->sender, PERSON_NAME_MAX);
    return get_text(in, end, 2, pair->message, BULK_MESSAGE_MAX);
}

bool bulk_pair_unpack(BulkPair *pair, const unsigned char *bytes, size_t length)
{
    enum { PLACE = 1 + GAME_ID_LENGTH, TIMES = PLACE + 2, CLOCKS = TIMES + 8 + 8 };
    bool is_first = length > 0 && bytes[0] == FIRST;
    size_t head = is_first ? CLOCKS : CLOCKS + 8 + 1;
    *pair = (BulkPair){.pair_at = 0};
    if (length < head || !bulk_pair_is(bytes, length))
        return false;
    memcpy(pair->bulk.text, bytes + 1, GAME_ID_LENGTH);
    pair->place = (uint16_t)(bytes[PLACE] | bytes[PLACE + 1] << 8);
    pair->pair_at = get_instant(bytes + TIMES);
    pair->paired_at = get_instant(bytes + TIMES + 8);
    if (!is_first) {
        pair->clocks_at = get_instant(bytes + CLOCKS);
        pair->clocks_started = bytes[CLOCKS + 8] == 1;
        if (bytes[CLOCKS + 8] > 1)
            return false;
    }
    const unsigned char *at = get_texts(pair, bytes + head, bytes + length, is_first);
    return at && pair->owner[0] && pair->place < BULK_GAMES_MAX &&
           base62_is(pair->bulk.text, GAME_ID_LENGTH) && pair->pair_at >= 0 &&
           pair->paired_at >= 0 && pair->clocks_at >= 0 &&
           challenge_unpack(&pair->challenge, at, (size_t)(bytes + length - at)) &&
           !pair->challenge.link;
}
