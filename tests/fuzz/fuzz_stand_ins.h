/* fuzz_stand_ins.h - what stands in for clocks, chance, slow passwords, searches and other servers, so that an input of a fuzzer does
 * the same each time, and at once: fuzz_stand_ins.c has functions by the names of libsodium's and the server's own. fuzz_loop.h is another one. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Ids, tokens and salts are the same each time from here on. */
void fuzz_chance_begin(void);

/* What other servers answer to all that is asked of them from here on; NULL: what fits what they are asked. Copied. */
void fuzz_elsewhere_set(int status, const char *body);
/* Of an OpenID provider's token: what the sign-in was begun with. */
void fuzz_elsewhere_nonce(const char *nonce);
/* Called with each letter that is sent. */
void fuzz_elsewhere_hear(void (*letter)(void *context, const char *text, size_t length),
                         void *context);

/* Answers the searches and requests to other servers that wait; how many there were. */
size_t fuzz_stand_ins_answer(void);
