#include "instant.h"

#include <stdio.h>
#include <time.h>

void text_instant(Text *text, const char *name, int64_t instant)
{
    char date[40];
    time_t seconds = (time_t)(instant / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    size_t length = strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(date + length, sizeof date - length, ".%03dZ", (int)(instant % 1000));
    text_string(text, name, date);
}
