/* Any bytes may come after a handshake: the reader of frames stays inside them, passes on no message that is too long or
 * not UTF-8, and finds the same whether they come in one piece or byte by byte. */
#include "frame_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 300, FOUND_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A record of what was found: payloads, and the kind of each. */
typedef struct {
    unsigned char at[FOUND_MAX];
    size_t length;
    size_t message; /* bytes of the current message */
} Found;

static void note(Found *found, const unsigned char *bytes, size_t length)
{
    assert(found->length + length < FOUND_MAX);
    if (length)
        memcpy(found->at + found->length, bytes, length);
    found->length += length;
}

static void note_kind(Found *found, unsigned kind)
{
    unsigned char byte = (unsigned char)kind;
    note(found, &byte, 1);
}

/* A different way to check: the whole text, by code points. */
static bool is_utf8(const unsigned char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t more = text[i] < 0x80 ? 0 : text[i] < 0xe0 ? 1 : text[i] < 0xf0 ? 2 : 3;
        uint32_t point = more == 0 ? text[i] : text[i] & (0x3fu >> more);
        if ((text[i] >= 0x80 && text[i] < 0xc0) || text[i] > 0xf7 || i + more >= length)
            return false;
        for (size_t k = 1; k <= more; k++) {
            if ((text[i + k] & 0xc0) != 0x80)
                return false;
            point = point << 6 | (text[i + k] & 0x3f);
        }
        static const uint32_t LEAST[] = {0, 0x80, 0x800, 0x10000};
        if (point < LEAST[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
            return false;
        i += more + 1;
    }
    return true;
}

static void note_frame(Found *found, FrameResult result, const Frame *frame)
{
    if (result == FRAME_CONTROL) {
        assert(frame->length <= FRAME_CONTROL_MAX);
        note_kind(found, 0x80u | (unsigned)frame->opcode);
        note(found, frame->payload, frame->length);
        if (frame->opcode == OPCODE_CLOSE)
            frame_close_code(frame->payload, frame->length);
        return;
    }
    note(found, frame->payload, frame->length);
    found->message += frame->length;
    assert(found->message <= MESSAGE_MAX);
    if (result == FRAME_MESSAGE)
        note_kind(found, 'm');
}

/* The bytes come in pieces of 'step'. Returns the code of the refusal, CLOSE_NONE when there was none. */
static CloseCode read_all(const uint8_t *data, size_t size, size_t step, Found *found)
{
    FrameReader reader = {.message_max = MESSAGE_MAX};
    size_t begin = 0;
    CloseCode code = CLOSE_NONE;
    unsigned char *bytes = malloc(size + 1);
    *found = (Found){.length = 0};
    for (size_t end = 0; end < size && !code;) {
        size_t more = size - end < step ? size - end : step;
        memcpy(bytes + end, data + end, more);
        end += more;
        FrameResult result = FRAME_PART;
        while (begin < end && !code && result != FRAME_UNFINISHED) {
            Frame frame;
            result = frame_reader_take(&reader, bytes + begin, end - begin, &frame);
            assert(frame.used <= end - begin);
            if (result == FRAME_BAD)
                code = frame.code;
            else if (result != FRAME_UNFINISHED)
                note_frame(found, result, &frame);
            if (result == FRAME_MESSAGE)
                found->message = 0;
            begin += frame.used;
        }
    }
    free(bytes);
    return code;
}

/* Only frames of one message, so that its text is all that is found. */
static void expect_utf8(const uint8_t *data, size_t size)
{
    unsigned char frame[4 + 4 + MESSAGE_MAX] = {0x81, 0xfe};
    FrameReader reader = {.message_max = MESSAGE_MAX};
    Frame found;
    if (size < 126 || size > MESSAGE_MAX)
        return;
    frame[2] = (unsigned char)(size >> 8);
    frame[3] = (unsigned char)size;
    memcpy(frame + 8, data, size); /* with a mask of zeros */
    FrameResult result = frame_reader_take(&reader, frame, 8 + size, &found);
    assert((result == FRAME_MESSAGE) == is_utf8(data, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Found whole, parts;
    if (size > FOUND_MAX / 4)
        return 0;
    CloseCode code = read_all(data, size, size + 1, &whole);
    assert(read_all(data, size, 1, &parts) == code);
    /* Of a refused message, less may have been passed on before the refusal. */
    size_t same = whole.length < parts.length ? whole.length : parts.length;
    assert(code || whole.length == parts.length);
    assert(memcmp(whole.at, parts.at, same) == 0);
    expect_utf8(data, size);
    return 0;
}
