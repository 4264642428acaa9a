/* pgn_scan.h - the place in a PGN text that is being read: the next piece of it, lines, blanks, where games begin.
 *
 * Part of pgn_reader.h. The text is in memory, or comes from a source through a buffer of the caller's. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fills the buffer with up to 'size' bytes; 0 at the end. */
typedef size_t (*PgnSource)(void *context, char *buffer, size_t size);

enum { PGN_BUFFER_MIN = 8192, PGN_TAG_MAX = 1023 };

typedef struct {
    PgnSource source;
    void *source_context;
    char *buffer; /* NULL when the whole text is there */
    size_t size;
    const char *base, *at, *end;
    uint64_t passed;     /* bytes of the text before 'base' */
    uint64_t line;       /* from 1 */
    uint64_t line_start; /* place of the line's first byte in the text */
    bool source_ended;
} PgnScan;

void pgn_scan_open(PgnScan *scan, char *buffer, size_t size, PgnSource source,
                   void *source_context);
/* A whole text, kept by the caller. */
void pgn_scan_open_text(PgnScan *scan, const char *text, size_t length);

/* Moves what is not yet read to the front and fills the rest of the buffer. */
void pgn_scan_refill(PgnScan *scan);
/* A token may begin here: it is whole in the buffer then, unless it is a comment. False at the end. */
bool pgn_scan_ready(PgnScan *scan);

/* The offset of a byte of the buffer in the text. */
uint64_t pgn_scan_place(const PgnScan *scan, const char *byte);
/* A line ended; the next one begins with that byte. */
void pgn_scan_next_line(PgnScan *scan, const char *first);

bool pgn_scan_at_line_start(const PgnScan *scan);
bool pgn_scan_starts_tag(const PgnScan *scan);
bool pgn_scan_starts_with(const PgnScan *scan, const char *word);
/* At the start of a game: not part of the one before, even when that lacks moves or a brace. */
bool pgn_scan_at_event(const PgnScan *scan);

/* To the next line's first byte. False at the end of the text. */
bool pgn_scan_pass_line(PgnScan *scan);
/* Passes blanks and escaped lines (PGN 6). False at the end of the text. */
bool pgn_scan_pass_space(PgnScan *scan);
