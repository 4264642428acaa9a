#include "pgn_scan.h"

#include <assert.h>
#include <string.h>

enum { TOKEN_ROOM = 2 * PGN_TAG_MAX + 64 }; /* what a token needs in one piece */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static void open_scan(PgnScan *scan)
{
    memset(scan, 0, sizeof *scan);
    scan->line = 1;
}

void pgn_scan_open(PgnScan *scan, char *buffer, size_t size, PgnSource source, void *source_context)
{
    assert(size >= PGN_BUFFER_MIN);
    open_scan(scan);
    scan->source = source;
    scan->source_context = source_context;
    scan->buffer = buffer;
    scan->size = size;
    scan->base = scan->at = scan->end = buffer;
}

void pgn_scan_open_text(PgnScan *scan, const char *text, size_t length)
{
    open_scan(scan);
    scan->base = scan->at = text;
    scan->end = text + length;
    scan->source_ended = true;
}

void pgn_scan_refill(PgnScan *scan)
{
    size_t rest = (size_t)(scan->end - scan->at);
    scan->passed += (uint64_t)(scan->at - scan->buffer);
    memmove(scan->buffer, scan->at, rest);
    scan->at = scan->buffer;
    while (rest < scan->size && !scan->source_ended) {
        size_t got = scan->source(scan->source_context, scan->buffer + rest, scan->size - rest);
        assert(got <= scan->size - rest);
        rest += got;
        scan->source_ended = got == 0;
    }
    scan->end = scan->buffer + rest;
}

bool pgn_scan_ready(PgnScan *scan)
{
    if (scan->end - scan->at < TOKEN_ROOM && !scan->source_ended)
        pgn_scan_refill(scan);
    return scan->at < scan->end;
}

uint64_t pgn_scan_place(const PgnScan *scan, const char *byte)
{
    return scan->passed + (uint64_t)(byte - scan->base);
}

void pgn_scan_next_line(PgnScan *scan, const char *first)
{
    scan->line++;
    scan->line_start = pgn_scan_place(scan, first);
}

bool pgn_scan_at_line_start(const PgnScan *scan)
{
    return pgn_scan_place(scan, scan->at) == scan->line_start;
}

bool pgn_scan_starts_tag(const PgnScan *scan)
{
    return scan->end - scan->at > 1 && scan->at[0] == '[' && is_letter(scan->at[1]);
}

bool pgn_scan_starts_with(const PgnScan *scan, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, word, length) == 0;
}

bool pgn_scan_at_event(const PgnScan *scan)
{
    return pgn_scan_at_line_start(scan) && pgn_scan_starts_with(scan, "[Event ");
}

bool pgn_scan_pass_line(PgnScan *scan)
{
    do {
        const char *newline = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
        if (newline) {
            scan->at = newline + 1;
            pgn_scan_next_line(scan, scan->at);
            return pgn_scan_ready(scan);
        }
        scan->at = scan->end;
    } while (pgn_scan_ready(scan));
    return false;
}

bool pgn_scan_pass_space(PgnScan *scan)
{
    while (pgn_scan_ready(scan)) {
        char c = *scan->at;
        if (c == '\n') {
            scan->at++;
            pgn_scan_next_line(scan, scan->at);
        } else if (is_space(c)) {
            scan->at++;
        } else if (c == '%' && pgn_scan_at_line_start(scan)) {
            pgn_scan_pass_line(scan);
        } else {
            return true;
        }
    }
    return false;
}
