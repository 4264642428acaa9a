#include "postgres_text.h"

#include <stdint.h>

/* RFC 3629, 4: the length of the character, 0 when there is none. */
static size_t character_at(const unsigned char *at, size_t left)
{
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (at[0] == 0 || at[0] > 0xf4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool is_long = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool is_none = (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf4 && at[1] > 0x8f);
    return is_long || is_none ? 0 : length;
}

void postgres_text_mend(char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t size = character_at((const unsigned char *)text + i, length - i);
        if (size == 0)
            text[i] = '?';
        i += size ? size : 1;
    }
}

bool postgres_text_is_good(const char *text, size_t length)
{
    size_t size = 1;
    for (size_t i = 0; i < length && size > 0; i += size)
        size = character_at((const unsigned char *)text + i, length - i);
    return size > 0;
}
