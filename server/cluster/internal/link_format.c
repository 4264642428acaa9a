#include "link_format.h"

#include <string.h>

static unsigned char *put_number(unsigned char *at, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(number >> 8 * (size - 1 - i));
    return at + size;
}

static uint64_t get_number(const unsigned char *at, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | at[i];
    return number;
}

uint32_t link_frame_length(const unsigned char head[LINK_FRAME_HEAD])
{
    return (uint32_t)get_number(head, LINK_FRAME_HEAD);
}

void link_frame_head(unsigned char head[LINK_FRAME_HEAD], uint32_t length)
{
    put_number(head, length, LINK_FRAME_HEAD);
}

LinkKind link_kind(const unsigned char *bytes, size_t length)
{
    return length && bytes[0] <= LINK_KIND_MESSAGE ? (LinkKind)bytes[0] : LINK_KIND_NONE;
}

static unsigned char *put_bytes(unsigned char *at, const void *bytes, size_t length)
{
    memcpy(at, bytes, length);
    return at + length;
}

static unsigned char *put_text(unsigned char *at, const char *text)
{
    size_t length = strlen(text);
    *at = (unsigned char)length;
    return put_bytes(at + 1, text, length);
}

size_t link_introduction_print(const LinkIntroduction *introduction, LinkKind kind,
                               const SealKey *key, const unsigned char nonce[SEAL_NONCE_SIZE],
                               unsigned char out[LINK_INTRODUCTION_MAX])
{
    unsigned char *begin = out + 1 + SEAL_NONCE_SIZE, *at = begin;
    out[0] = (unsigned char)kind;
    memcpy(out + 1, nonce, SEAL_NONCE_SIZE);
    at = put_number(at, (uint64_t)introduction->version, 2);
    at = put_bytes(at, introduction->front, SEAL_CHANCE_SIZE);
    at = put_bytes(at, introduction->owner, SEAL_CHANCE_SIZE);
    at = put_number(at, introduction->epoch, 8);
    at = put_text(at, introduction->node);
    at = put_text(at, introduction->castled);
    seal_encrypt(key, nonce, (uint8_t)kind, begin, (size_t)(at - begin), begin);
    return (size_t)(at - out) + SEAL_EXTRA;
}

/* What is left to read. Something was missing: 'is_good' is false, and all else reads as nothing. */
typedef struct {
    const unsigned char *at;
    size_t left;
    bool is_good;
} Reader;

static const unsigned char *get_bytes(Reader *reader, size_t length)
{
    static const unsigned char NOTHING[SEAL_CHANCE_SIZE];
    reader->is_good = reader->is_good && reader->left >= length;
    if (!reader->is_good)
        return NOTHING;
    const unsigned char *bytes = reader->at;
    reader->at += length;
    reader->left -= length;
    return bytes;
}

/* A text that can be logged: no control characters. */
static void get_text(Reader *reader, char *text, size_t most)
{
    size_t length = get_bytes(reader, 1)[0];
    if (length > most)
        reader->is_good = false;
    const unsigned char *bytes = get_bytes(reader, length);
    if (!reader->is_good)
        length = 0;
    for (size_t i = 0; i < length; i++) {
        text[i] = (char)bytes[i];
        if (bytes[i] < ' ' || bytes[i] == 0x7f)
            reader->is_good = false;
    }
    text[length] = '\0';
}

bool link_introduction_parse(LinkIntroduction *introduction, LinkKind kind, const SealKey *key,
                             const unsigned char *bytes, size_t length)
{
    unsigned char plain[LINK_INTRODUCTION_MAX];
    const size_t front = 1 + SEAL_NONCE_SIZE;
    if (length < front + SEAL_EXTRA || length > LINK_INTRODUCTION_MAX ||
        link_kind(bytes, length) != kind ||
        !seal_decrypt(key, bytes + 1, (uint8_t)kind, bytes + front, length - front, plain))
        return false;
    Reader reader = {.at = plain, .left = length - front - SEAL_EXTRA, .is_good = true};
    *introduction = (LinkIntroduction){.version = (int)get_number(get_bytes(&reader, 2), 2)};
    memcpy(introduction->front, get_bytes(&reader, SEAL_CHANCE_SIZE), SEAL_CHANCE_SIZE);
    if (!reader.is_good || introduction->version != LINK_VERSION)
        return reader.is_good;
    memcpy(introduction->owner, get_bytes(&reader, SEAL_CHANCE_SIZE), SEAL_CHANCE_SIZE);
    introduction->epoch = get_number(get_bytes(&reader, 8), 8);
    get_text(&reader, introduction->node, LINK_NODE_MAX);
    get_text(&reader, introduction->castled, LINK_CASTLED_MAX);
    return reader.is_good && reader.left == 0;
}

static void nonce_of(uint64_t number, unsigned char nonce[SEAL_NONCE_SIZE])
{
    memset(nonce, 0, SEAL_NONCE_SIZE);
    put_number(nonce + SEAL_NONCE_SIZE - 8, number, 8);
}

size_t link_message_print(const LinkHead *head, const SealKey *key, uint64_t number, size_t stream,
                          unsigned char *out)
{
    unsigned char nonce[SEAL_NONCE_SIZE], *at = out;
    nonce_of(number, nonce);
    at = put_number(at, LINK_KIND_MESSAGE, 1);
    at = put_number(at, number, 8);
    at = put_number(at, head->words << LINK_FLAGS_BITS | head->flags, 1);
    at = put_number(at, head->ack, 8);
    at = put_number(at, head->clock, 8);
    put_number(at, head->echo, 8);
    unsigned char *begin = out + LINK_MESSAGE_FRONT;
    seal_encrypt(key, nonce, LINK_KIND_MESSAGE, begin, LINK_MESSAGE_HEAD + stream, begin);
    return LINK_MESSAGE_LEAST + stream;
}

bool link_message_number(const unsigned char *bytes, size_t length, uint64_t *number)
{
    if (length < LINK_MESSAGE_LEAST || length > LINK_MESSAGE_MAX ||
        link_kind(bytes, length) != LINK_KIND_MESSAGE)
        return false;
    *number = get_number(bytes + 1, 8);
    return true;
}

bool link_message_parse(LinkHead *head, const SealKey *key, const unsigned char *bytes,
                        size_t length, unsigned char *plain)
{
    unsigned char nonce[SEAL_NONCE_SIZE];
    nonce_of(get_number(bytes + 1, 8), nonce);
    if (!seal_decrypt(key, nonce, LINK_KIND_MESSAGE, bytes + LINK_MESSAGE_FRONT,
                      length - LINK_MESSAGE_FRONT, plain))
        return false;
    *head = (LinkHead){.flags = plain[0] & ((1u << LINK_FLAGS_BITS) - 1),
                       .words = plain[0] >> LINK_FLAGS_BITS,
                       .ack = get_number(plain + 1, 8),
                       .clock = get_number(plain + 9, 8),
                       .echo = get_number(plain + 17, 8)};
    return true;
}
