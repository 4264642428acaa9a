#include "chunked.h"

#include "http_head.h"

/* Where the next byte is. */
enum {
    LENGTH,
    SPACE, /* behind it, which only an extension may have in front */
    EXTENSION,
    LENGTH_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER_START,
    TRAILER_NAME,
    TRAILER,
    TRAILER_LF,
    LAST_LF,
    END,
    BAD,
};

static int digit_of(unsigned char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    byte |= 32;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* In the line with the length. */
static int read_length(Chunked *chunked, unsigned char byte)
{
    int digit = digit_of(byte);
    if (digit >= 0 && chunked->digits < CHUNKED_DIGITS_MAX) {
        chunked->left = 16 * chunked->left + (uint64_t)digit;
        chunked->digits++;
        return LENGTH;
    }
    if (chunked->digits == 0 || digit >= 0)
        return BAD;
    return byte == '\r'                  ? LENGTH_LF
           : byte == ';'                 ? EXTENSION
           : byte == ' ' || byte == '\t' ? SPACE
                                         : BAD;
}

static int read_space(Chunked *chunked, unsigned char byte)
{
    if (byte == ';')
        return EXTENSION;
    return (byte == ' ' || byte == '\t') && ++chunked->extra <= CHUNKED_EXTRA_MAX ? SPACE : BAD;
}

/* In text that means nothing here, up to its CR. */
static int skip(Chunked *chunked, unsigned char byte, int here, int next)
{
    if (byte == '\r')
        return next;
    bool is_control = (byte < 0x20 && byte != '\t') || byte == 0x7f;
    return is_control || ++chunked->extra > CHUNKED_EXTRA_MAX ? BAD : here;
}

static int read_trailer_name(Chunked *chunked, unsigned char byte)
{
    return http_is_token_byte(byte) && ++chunked->extra <= CHUNKED_EXTRA_MAX ? TRAILER_NAME : BAD;
}

static int begin_data(Chunked *chunked)
{
    chunked->digits = 0;
    return chunked->left ? DATA : TRAILER_START;
}

static int step(Chunked *chunked, unsigned char byte)
{
    switch (chunked->place) {
    case LENGTH: return read_length(chunked, byte);
    case SPACE: return read_space(chunked, byte);
    case EXTENSION: return skip(chunked, byte, EXTENSION, LENGTH_LF);
    case LENGTH_LF: return byte == '\n' ? begin_data(chunked) : BAD;
    case DATA_CR: return byte == '\r' ? DATA_LF : BAD;
    case DATA_LF: return byte == '\n' ? LENGTH : BAD;
    case TRAILER_START: return byte == '\r' ? LAST_LF : read_trailer_name(chunked, byte);
    case TRAILER_NAME: return byte == ':' ? TRAILER : read_trailer_name(chunked, byte);
    case TRAILER: return skip(chunked, byte, TRAILER, TRAILER_LF);
    case TRAILER_LF: return byte == '\n' ? TRAILER_START : BAD;
    case LAST_LF: return byte == '\n' ? END : BAD;
    default: return BAD;
    }
}

ChunkedResult chunked_read(Chunked *chunked, const char *bytes, size_t length, size_t *used,
                           const char **data, size_t *data_length)
{
    for (*used = 0; *used < length;) {
        if (chunked->place == DATA) {
            size_t here = length - *used;
            *data = bytes + *used;
            *data_length = here < chunked->left ? here : (size_t)chunked->left;
            *used += *data_length;
            chunked->left -= *data_length;
            chunked->place = chunked->left ? DATA : DATA_CR;
            return CHUNKED_DATA;
        }
        chunked->place = step(chunked, (unsigned char)bytes[(*used)++]);
        if (chunked->place == BAD || chunked->place == END)
            break;
    }
    return chunked->place == BAD ? CHUNKED_BAD : chunked->place == END ? CHUNKED_END : CHUNKED_MORE;
}
