/* pgn_scan.h - the reader's place in the text: the next piece of it, lines, blanks, where games begin. Inside the
 * reader only; pgn_tags.c reads tags with it, pgn_reader.c moves. */
#pragma once

#include "pgn_reader.h"

#include <string.h>

enum { PGN_TOKEN_ROOM = 2 * PGN_TAG_MAX + 64 }; /* what a token needs in one piece */

/* Moves what is not yet read to the front and fills the rest of the buffer. */
void pgn_refill(PgnReader *reader);

/* A token may begin here: it is whole in the buffer then, unless it is a comment. False at the end. */
static inline bool pgn_ready(PgnReader *reader)
{
    if (reader->end - reader->at < PGN_TOKEN_ROOM && !reader->source_ended)
        pgn_refill(reader);
    return reader->at < reader->end;
}

static inline uint64_t pgn_place(const PgnReader *reader, const char *byte)
{
    return reader->passed + (uint64_t)(byte - reader->base);
}

static inline void pgn_next_line(PgnReader *reader, const char *first)
{
    reader->line++;
    reader->line_start = pgn_place(reader, first);
}

/* Notes the fault; returns it. 'place' is in the buffer, on the line that is being read. */
PgnError pgn_fail(PgnReader *reader, const char *place, PgnError error);

static inline bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool pgn_at_line_start(const PgnReader *reader)
{
    return pgn_place(reader, reader->at) == reader->line_start;
}

static inline bool pgn_starts_tag(const PgnReader *reader)
{
    return reader->end - reader->at > 1 && reader->at[0] == '[' && is_letter(reader->at[1]);
}

static inline bool pgn_starts_with(const PgnReader *reader, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, word, length) == 0;
}

/* Where every game begins: not part of the one before, even when that lacks moves or a brace. */
static inline bool pgn_at_event(const PgnReader *reader)
{
    return pgn_at_line_start(reader) && pgn_starts_with(reader, "[Event ");
}

/* The text is that word, without its NUL. */
static inline bool pgn_is(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

/* To the next line's first byte. False at the end of the text. */
bool pgn_pass_line(PgnReader *reader);
/* Passes blanks and escaped lines (PGN 6). False at the end of the text. */
bool pgn_pass_space(PgnReader *reader);

/* All tags of a game, told to the visitor; fills in its start. */
PgnError pgn_read_tags(PgnReader *reader);
