#include "frame_reader.h"

#include <string.h>

enum {
    FIN = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0f,
    CONTROL = 0x08,
    MASKED = 0x80,
    LENGTH = 0x7f,
    LENGTH_16 = 126, /* the length is in the next two bytes, */
    LENGTH_64 = 127, /* or eight */
    MASK_SIZE = 4,
};

/* ---- UTF-8 ---- */

/* A byte with which a character begins. No overlong forms, no surrogates, nothing beyond U+10FFFF. */
static bool utf8_begin(Utf8 *utf8, unsigned char byte)
{
    utf8->least = 0x80;
    utf8->most = 0xbf;
    utf8->missing = byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    switch (byte) {
    case 0xe0: utf8->least = 0xa0; break;
    case 0xed: utf8->most = 0x9f; break;
    case 0xf0: utf8->least = 0x90; break;
    case 0xf4: utf8->most = 0x8f; break;
    default: break;
    }
    return byte < 0x80 || (byte >= 0xc2 && byte <= 0xf4);
}

static bool utf8_take(Utf8 *utf8, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = bytes[i];
        if (!utf8->missing) {
            if (!utf8_begin(utf8, byte))
                return false;
        } else if (byte < utf8->least || byte > utf8->most) {
            return false;
        } else {
            utf8->missing--;
            utf8->least = 0x80;
            utf8->most = 0xbf;
        }
    }
    return true;
}

/* ---- heads ---- */

typedef struct {
    size_t size;
    int opcode;
    bool is_last;
    uint64_t length; /* of the payload */
    const unsigned char *mask;
} Head;

static bool is_known(int opcode)
{
    return opcode <= OPCODE_BINARY || (opcode >= OPCODE_CLOSE && opcode <= OPCODE_PONG);
}

/* What its first two bytes show already. */
static bool is_good_begin(const FrameReader *reader, const unsigned char *bytes)
{
    int opcode = bytes[0] & OPCODE;
    if (bytes[0] & RESERVED || !is_known(opcode) || !(bytes[1] & MASKED))
        return false;
    if (opcode & CONTROL)
        return bytes[0] & FIN && (bytes[1] & LENGTH) <= FRAME_CONTROL_MAX;
    return (opcode == OPCODE_CONTINUATION) == reader->in_message;
}

/* Lengths are written as short as can be, and fit into 63 bits (5.2). */
static bool is_good_length(const unsigned char *bytes, uint64_t length)
{
    switch (bytes[1] & LENGTH) {
    case LENGTH_16: return length >= LENGTH_16;
    case LENGTH_64: return length > UINT16_MAX && length <= INT64_MAX;
    default: return true;
    }
}

/* FRAME_PART when it is whole. */
static FrameResult read_head(const FrameReader *reader, const unsigned char *bytes, size_t length,
                             Head *head)
{
    if (length < 2)
        return FRAME_UNFINISHED;
    if (!is_good_begin(reader, bytes))
        return FRAME_BAD;
    size_t wide = bytes[1] & LENGTH, more = wide == LENGTH_16 ? 2 : wide == LENGTH_64 ? 8 : 0;
    *head = (Head){.size = 2 + more + MASK_SIZE,
                   .opcode = bytes[0] & OPCODE,
                   .is_last = bytes[0] & FIN,
                   .length = more ? 0 : wide};
    if (length < 2 + more)
        return FRAME_UNFINISHED;
    for (size_t i = 0; i < more; i++)
        head->length = head->length << 8 | bytes[2 + i];
    if (!is_good_length(bytes, head->length))
        return FRAME_BAD;
    head->mask = bytes + 2 + more;
    return length < head->size ? FRAME_UNFINISHED : FRAME_PART;
}

/* ---- payloads ---- */

static void unmask(const unsigned char mask[MASK_SIZE], unsigned turn, unsigned char *bytes,
                   size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] ^= mask[(turn + i) % MASK_SIZE];
}

static FrameResult refuse(Frame *frame, CloseCode code)
{
    frame->code = code;
    return FRAME_BAD;
}

/* Only when all of it is there. */
static FrameResult take_control(unsigned char *bytes, size_t length, const Head *head, Frame *frame)
{
    if (length < head->size + head->length)
        return FRAME_UNFINISHED;
    frame->opcode = head->opcode;
    frame->payload = bytes + head->size;
    frame->length = (size_t)head->length;
    frame->used = head->size + frame->length;
    unmask(head->mask, 0, frame->payload, frame->length);
    return FRAME_CONTROL;
}

/* A frame of a message begins: CLOSE_NONE, or the code with which it is refused. */
static CloseCode begin(FrameReader *reader, const Head *head)
{
    if (head->opcode == OPCODE_BINARY)
        return CLOSE_UNACCEPTABLE;
    if (head->length > reader->message_max - reader->message)
        return CLOSE_TOO_LARGE;
    memcpy(reader->mask, head->mask, MASK_SIZE);
    reader->turn = 0;
    reader->left = head->length;
    reader->message += head->length;
    reader->is_last = head->is_last;
    reader->in_frame = reader->in_message = true;
    return CLOSE_NONE;
}

/* What there is of the payload of the frame under way. */
static FrameResult take_payload(FrameReader *reader, unsigned char *bytes, size_t length,
                                Frame *frame)
{
    frame->payload = bytes;
    frame->length = length < reader->left ? length : (size_t)reader->left;
    frame->used += frame->length;
    unmask(reader->mask, reader->turn, bytes, frame->length);
    reader->turn = (unsigned char)((reader->turn + frame->length) % MASK_SIZE);
    reader->left -= frame->length;
    if (!utf8_take(&reader->utf8, bytes, frame->length))
        return refuse(frame, CLOSE_INVALID);
    if (reader->left)
        return frame->length ? FRAME_PART : FRAME_UNFINISHED;
    reader->in_frame = false;
    if (!reader->is_last)
        return FRAME_PART;
    if (reader->utf8.missing)
        return refuse(frame, CLOSE_INVALID);
    reader->in_message = false;
    reader->message = 0;
    return FRAME_MESSAGE;
}

FrameResult frame_reader_take(FrameReader *reader, unsigned char *bytes, size_t length,
                              Frame *frame)
{
    Head head;
    *frame = (Frame){.code = CLOSE_PROTOCOL};
    if (!reader->in_frame) {
        FrameResult result = read_head(reader, bytes, length, &head);
        if (result != FRAME_PART)
            return result;
        if (head.opcode & CONTROL)
            return take_control(bytes, length, &head, frame);
        CloseCode refusal = begin(reader, &head);
        if (refusal)
            return refuse(frame, refusal);
        frame->used = head.size;
    }
    return take_payload(reader, bytes + frame->used, length - frame->used, frame);
}

/* ---- close frames ---- */

/* 7.4.1 and IANA's registry: 1004 to 1006 and 1015 are never sent; 3000 to 4999 are libraries' and programs'. */
static bool may_be_sent(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

CloseCode frame_close_code(const unsigned char *payload, size_t length)
{
    Utf8 utf8 = {0};
    if (length == 0)
        return CLOSE_NONE;
    unsigned code = length < 2 ? 0 : (unsigned)payload[0] << 8 | payload[1];
    if (!may_be_sent(code))
        return CLOSE_PROTOCOL;
    bool is_text = utf8_take(&utf8, payload + 2, length - 2) && !utf8.missing;
    return is_text ? (CloseCode)code : CLOSE_INVALID;
}
