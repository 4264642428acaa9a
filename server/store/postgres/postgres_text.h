/* postgres_text.h - what PostgreSQL accepts as a text: UTF-8 (RFC 3629) without NUL. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Puts "?" in place of each byte that is not part of a character, so that the length stays. */
void postgres_text_mend(char *text, size_t length);
bool postgres_text_is_good(const char *text, size_t length);
