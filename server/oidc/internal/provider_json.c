#include "provider_json.h"

#include <string.h>

/* White space of RFC 8259, 2, and nothing else; there need not be a NUL behind it. */
static bool is_blank(const char *from, const char *to)
{
    while (from < to && memchr(" \t\r\n", *from, 4))
        from++;
    return from == to;
}

cJSON *provider_json_parse(const char *text, size_t length)
{
    const char *end = NULL;
    if (memchr(text, 0, length) || memmem(text, length, "\\u0000", 6))
        return NULL;
    cJSON *object = cJSON_ParseWithLengthOpts(text, length, &end, false);
    if (cJSON_IsObject(object) && end && is_blank(end, text + length))
        return object;
    cJSON_Delete(object);
    return NULL;
}

const char *provider_json_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

bool provider_json_lists(const cJSON *object, const char *name, const char *text)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, name), *each;
    if (!cJSON_IsArray(array))
        return false;
    cJSON_ArrayForEach(each, array)
    {
        if (cJSON_IsString(each) && strcmp(each->valuestring, text) == 0)
            return true;
    }
    return false;
}
