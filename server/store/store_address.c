#include "store_address.h"

#include <string.h>

/* As libpq reads it: user and password are what is before an @, unless a slash comes first. */
bool store_address_is_good(const char *text)
{
    bool has_scheme =
        strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0;
    if (!has_scheme)
        return false;
    text = strstr(text, "//") + 2;
    size_t user = strcspn(text, "@/");
    text += text[user] == '@' ? user + 1 : 0;
    return text[strcspn(text, "@?")] != '@';
}
