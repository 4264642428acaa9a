/* word_listeners.h - the sessions of a word that goes to many (words.h).
 *
 * Each is written as its difference to the one before, in 7 bits a byte with the lowest first; the sessions of a front who
 * follow each other in its table differ by about 2^20, which takes four bytes. Pure, total: any bytes are safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WORD_LISTENERS_MAX = 1024, /* sessions of one word */
    WORD_LISTENER_BYTES = 10,  /* of one session, at most */
};

typedef struct {
    const unsigned char *bytes; /* lent */
    size_t length;
} WordListeners;

/* One more, behind the one that was printed last: *last, 0 at first. Returns its length. */
size_t word_listeners_print(unsigned char out[WORD_LISTENER_BYTES], uint64_t *last, uint64_t id);
/* The next one, which is taken off; *last likewise. False behind the last, and for bytes that word_listeners_print does
 * not write. */
bool word_listeners_next(WordListeners *listeners, uint64_t *last, uint64_t *id);
/* From 1 to WORD_LISTENERS_MAX, and nothing behind them. */
bool word_listeners_are_valid(const WordListeners *listeners);
