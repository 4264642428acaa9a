/* The compiler may call the mem functions by itself; -ffreestanding keeps it from turning these loops
 * into calls of themselves. */
#include "string.h"

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    char *out = to;
    const char *in = from;
    for (size_t i = 0; i < size; i++)
        out[i] = in[i];
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    char *out = to;
    const char *in = from;
    if (out < in) {
        for (size_t i = 0; i < size; i++)
            out[i] = in[i];
        return to;
    }
    while (size-- > 0)
        out[size] = in[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] - right[i];
    return 0;
}

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    return NULL;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *text, int letter)
{
    for (; *text != (char)letter; text++)
        if (!*text)
            return NULL;
    return (char *)text;
}
