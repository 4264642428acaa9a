/* book.h - which move of an opening book a player of a given rating plays, and when he leaves the book.
 *
 * Book, position, rating and seed give the same move everywhere. Strong players play what the book plays most, weak
 * ones its rarer moves too, and they know fewer moves of it. Pure; the book's bytes are the caller's. */
#pragma once

#include "line.h"
#include "polyglot.h"

typedef struct {
    const uint8_t *bytes;
    size_t size;
    PolyglotKeys keys;
} Book;

/* Looks at the whole book. The bytes must stay. */
PolyglotError book_init(Book *book, const uint8_t *bytes, size_t size);

/* MOVE_NONE: the book has none, or the player does not know it. The seed may be another for each move. */
Move book_choose(const Book *book, const Line *line, int rating, uint64_t seed);
/* So many plies of it a player of that rating knows at most. */
uint32_t book_plies(int rating);
