/* book.h - which move of an opening book a player of a given rating plays, and when it leaves the book.
 *
 * Book, position, rating and seed give the same move everywhere. Strong players play the book's main moves, weak
 * players also its rarer ones, and they know fewer plies of it. Pure; the caller owns the book's bytes. */
#pragma once

#include "line.h"
#include "polyglot.h"

typedef struct {
    const uint8_t *bytes;
    size_t size;
    PolyglotKeys keys;
} Book;

/* Checks the whole book. The bytes must stay while the book is used. */
PolyglotError book_init(Book *book, const uint8_t *bytes, size_t size);

/* MOVE_NONE: the book has no move, or the player does not know it. The seed may differ from move to move. */
Move book_choose(const Book *book, const Line *line, int rating, uint64_t seed);
/* How many plies of a book a player of that rating knows at most. */
uint32_t book_plies(int rating);
