#include "rfc3339.h"

#include <stdio.h>
#include <time.h>

void rfc3339_print(int64_t at, char text[RFC3339_SIZE])
{
    time_t seconds = (time_t)(at / 1000);
    struct tm utc = {0};
    gmtime_r(&seconds, &utc);
    size_t length = strftime(text, RFC3339_SIZE, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, RFC3339_SIZE - length, ".%03dZ", (int)(at % 1000));
}
