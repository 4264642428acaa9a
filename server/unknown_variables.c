#include "unknown_variables.h"

#include "config.h"

#include <string.h>

static const char PREFIX[] = "CASTLED_";

static bool is_option(const char *name, size_t length)
{
    const OptionTable *table = config_options();
    for (size_t i = 0; i < table->count; i++)
        if (strlen(table->options[i].variable) == length &&
            memcmp(table->options[i].variable, name, length) == 0)
            return true;
    return false;
}

/* Returns the new length: the old one where there is no room. */
static size_t append(char *names, size_t size, size_t length, const char *name, size_t name_length)
{
    size_t comma = length ? 2 : 0;
    if (length + comma + name_length >= size)
        return length;
    memcpy(names + length, ", ", comma);
    for (size_t i = 0; i < name_length; i++)
        names[length + comma + i] = (char)(name[i] < '!' || name[i] > '~' ? '?' : name[i]);
    length += comma + name_length;
    names[length] = '\0';
    return length;
}

size_t unknown_variables(char *const environment[], char *names, size_t size)
{
    size_t count = 0, length = 0;
    *names = '\0';
    for (; *environment; environment++) {
        const char *name = *environment;
        size_t name_length = strcspn(name, "=");
        if (strncmp(name, PREFIX, sizeof PREFIX - 1) != 0 || is_option(name, name_length))
            continue;
        length = append(names, size, length, name, name_length);
        count++;
    }
    return count;
}
