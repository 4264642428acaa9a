/* polyglot.h - opening books in Polyglot's format: position keys and moves found in a book.
 *
 * The book is in the caller's memory (a file that was read or mapped): entries of sixteen bytes, big-endian, sorted
 * by key. Any bytes are safe. The keys' 781 numbers are the first outputs of ISAAC-64 without a seed; they take six
 * kilobytes, which the caller keeps. */
#pragma once

#include <stddef.h>

#include "position.h"

enum { POLYGLOT_NUMBERS = 781, POLYGLOT_ENTRY = 16 };

typedef struct {
    uint64_t number[POLYGLOT_NUMBERS];
} PolyglotKeys;

void polyglot_init(PolyglotKeys *keys);

/* En passant counts here only while a capture is legal; the format also counts pinned pawns. */
uint64_t polyglot_key(const PolyglotKeys *keys, const Position *pos);

#define POLYGLOT_ERRORS(X)                                                                         \
    X(OK, "a book")                                                                                \
    X(SIZE, "the book ends inside an entry")                                                       \
    X(ORDER, "an entry's key is smaller than the one before")

typedef enum {
#define X(name, text) POLYGLOT_##name,
    POLYGLOT_ERRORS(X)
#undef X
        POLYGLOT_ERROR_COUNT
} PolyglotError;

const char *polyglot_error_text(PolyglotError error);

/* Checks the whole book; *entry is the number of a bad entry, from 0. */
PolyglotError polyglot_check(const uint8_t *book, size_t size, size_t *entry);

typedef struct {
    Move move;
    uint16_t weight;
    uint32_t learn;
} PolyglotMove;

/* The legal moves that the book has for a position, in the book's order, each once. Returns their number. In a book
 * that polyglot_check refuses it may miss some. */
int polyglot_find(const PolyglotKeys *keys, const uint8_t *book, size_t size, const Position *pos,
                  PolyglotMove found[MOVES_MAX]);
