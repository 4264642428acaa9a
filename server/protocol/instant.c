#include "instant.h"

#include "rfc3339.h"

void text_instant(Text *text, const char *name, int64_t instant)
{
    char date[RFC3339_SIZE];
    rfc3339_print(instant, date);
    text_string(text, name, date);
}
