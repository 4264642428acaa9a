#include "pgn_scan.h"

#include <assert.h>

void pgn_refill(PgnReader *reader)
{
    size_t rest = (size_t)(reader->end - reader->at);
    reader->passed += (uint64_t)(reader->at - reader->buffer);
    memmove(reader->buffer, reader->at, rest);
    reader->at = reader->buffer;
    while (rest < reader->size && !reader->source_ended) {
        size_t got =
            reader->source(reader->source_context, reader->buffer + rest, reader->size - rest);
        assert(got <= reader->size - rest);
        rest += got;
        reader->source_ended = got == 0;
    }
    reader->end = reader->buffer + rest;
}

PgnError pgn_fail(PgnReader *reader, const char *place, PgnError error)
{
    reader->fault.error = error;
    reader->fault.line = reader->line;
    reader->fault.column = (uint32_t)(pgn_place(reader, place) - reader->line_start + 1);
    return error;
}

bool pgn_pass_line(PgnReader *reader)
{
    do {
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        if (newline) {
            reader->at = newline + 1;
            pgn_next_line(reader, reader->at);
            return pgn_ready(reader);
        }
        reader->at = reader->end;
    } while (pgn_ready(reader));
    return false;
}

bool pgn_pass_space(PgnReader *reader)
{
    while (pgn_ready(reader)) {
        char c = *reader->at;
        if (c == '\n') {
            reader->at++;
            pgn_next_line(reader, reader->at);
        } else if (is_space(c)) {
            reader->at++;
        } else if (c == '%' && pgn_at_line_start(reader)) {
            pgn_pass_line(reader);
        } else {
            return true;
        }
    }
    return false;
}
