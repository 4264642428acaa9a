#include "base62.h"

#include <sodium.h>

const char BASE62[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

int base62_value(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A' + 10;
    return letter >= 'a' && letter <= 'z' ? letter - 'a' + 36 : -1;
}

bool base62_is(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && base62_value(text[at]) >= 0)
        at++;
    return at == length && text[at] == '\0';
}

void base62_draw(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text[i] = BASE62[randombytes_uniform(BASE62_LETTERS)];
    text[length] = '\0';
}
