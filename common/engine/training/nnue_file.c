#include "nnue_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *put(uint8_t *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static uint8_t *put_numbers(uint8_t *at, const int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at = put(at, (uint16_t)numbers[i], 2);
    return at;
}

size_t nnue_file_print(const Nnue *net, uint8_t *bytes)
{
    const size_t hidden = (size_t)net->hidden;
    uint8_t *body = bytes + NNUE_HEADER_BYTES;
    uint8_t *at = put_numbers(body, net->features, NNUE_INPUTS * hidden);
    at = put_numbers(at, net->bias, hidden);
    at = put_numbers(at, net->output, NNUE_SETS * 2 * hidden);
    for (int set = 0; set < NNUE_SETS; set++)
        at = put(at, (uint32_t)net->output_bias[set], 4);
    memcpy(bytes, NNUE_MAGIC, 8);
    uint8_t *head = put(bytes + 8, NNUE_VERSION, 4);
    head = put(head, (uint32_t)hidden, 4);
    head = put(head, net->mirrored ? NNUE_FLAG_MIRRORED : 0, 4);
    put(head, nnue_checksum(body, (size_t)(at - body)), 4);
    return (size_t)(at - bytes);
}

/* Reads one byte more than a net can have, to detect a longer file. */
const char *nnue_file_read(const char *path, Nnue *net)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return strerror(errno);
    uint8_t *bytes = malloc(NNUE_FILE_MAX + 1);
    const char *wrong = "not enough memory";
    if (bytes) {
        NnueError error = nnue_parse(bytes, fread(bytes, 1, NNUE_FILE_MAX + 1, file), net);
        wrong = error ? nnue_error_text(error) : NULL;
    }
    free(bytes);
    fclose(file);
    return wrong;
}

static const char *write_bytes(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return strerror(errno);
    bool whole = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && whole ? NULL : strerror(errno);
}

const char *nnue_file_write(const char *path, const Nnue *net)
{
    uint8_t *bytes = malloc(NNUE_FILE_MAX);
    Nnue *again = aligned_alloc(_Alignof(Nnue), sizeof *again);
    const char *wrong = "not enough memory";
    if (bytes && again) {
        size_t size = nnue_file_print(net, bytes);
        NnueError error = nnue_parse(bytes, size, again);
        wrong = error ? nnue_error_text(error) : write_bytes(path, bytes, size);
    }
    free(again);
    free(bytes);
    return wrong;
}
