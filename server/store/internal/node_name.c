#include "node_name.h"

#include "base62.h"

#include <sodium.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LETTERS = 12, HOST_MAX = 64 };

static bool are_letters(const char *text)
{
    for (int i = 0; i < LETTERS; i++)
        if (base62_value(text[i]) < 0)
            return false;
    return true;
}

bool node_name(int lock, char name[NODE_NAME_MAX])
{
    char letters[LETTERS + 1] = "", host[HOST_MAX + 1] = "";
    if (pread(lock, letters, LETTERS, 0) != LETTERS || !are_letters(letters)) {
        for (int i = 0; i < LETTERS; i++)
            letters[i] = BASE62[randombytes_uniform(BASE62_LETTERS)];
        if (pwrite(lock, letters, LETTERS, 0) != LETTERS || fsync(lock) != 0)
            return false;
    }
    gethostname(host, HOST_MAX);
    for (char *c = host; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    snprintf(name, NODE_NAME_MAX, "%s/%s", host, letters);
    return true;
}
