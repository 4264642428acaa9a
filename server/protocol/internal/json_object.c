#include "json_object.h"

#include <cJSON.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

void json_object_refuse(const JsonObject *object, Code code, const char *name, const char *sentence)
{
    Fault *fault = object->fault;
    if (fault->code != CODE_OK)
        return;
    fault->code = code;
    if (name)
        snprintf(fault->why, REFUSAL_MAX, "%s%s: %s", object->path, name, sentence);
    else
        snprintf(fault->why, REFUSAL_MAX, "%s", sentence);
}

static const cJSON *find(const JsonObject *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object->tree, name);
}

static void refuse_type(const JsonObject *object, const char *name, const char *type)
{
    json_object_refuse(object, CODE_BAD_REQUEST, name, find(object, name) ? type : "is missing");
}

bool json_object_has(const JsonObject *object, const char *name)
{
    return find(object, name) != NULL;
}

bool json_object_is_null(const JsonObject *object, const char *name)
{
    return cJSON_IsNull(find(object, name));
}

/* What a double represents exactly, so that no two JSON texts become the same integer. */
static bool is_integer(const cJSON *item)
{
    const double most = 9007199254740991.0; /* 2^53 - 1 */
    return cJSON_IsNumber(item) && item->valuedouble >= -most && item->valuedouble <= most &&
           floor(item->valuedouble) == item->valuedouble;
}

int64_t json_object_integer(const JsonObject *object, const char *name, int64_t least, int64_t most)
{
    const cJSON *item = find(object, name);
    if (!is_integer(item)) {
        refuse_type(object, name, "must be an integer");
        return least;
    }
    int64_t value = (int64_t)item->valuedouble;
    if (value < least || value > most) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "must be from %lld to %lld", (long long)least,
                 (long long)most);
        json_object_refuse(object, CODE_BAD_REQUEST, name, sentence);
        return least;
    }
    return value;
}

bool json_object_bool(const JsonObject *object, const char *name)
{
    const cJSON *item = find(object, name);
    if (!cJSON_IsBool(item))
        refuse_type(object, name, "must be true or false");
    return cJSON_IsTrue(item);
}

const char *json_object_string(const JsonObject *object, const char *name)
{
    const cJSON *item = find(object, name);
    if (cJSON_IsString(item))
        return item->valuestring;
    refuse_type(object, name, "must be a string");
    return "";
}

int json_object_word(const JsonObject *object, const char *name, const char *const words[])
{
    const cJSON *item = find(object, name);
    char sentence[REFUSAL_MAX] = "must be one of:";
    for (int i = 0; words[i]; i++) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, words[i]) == 0)
            return i;
        size_t length = strlen(sentence);
        snprintf(sentence + length, sizeof sentence - length, " %s", words[i]);
    }
    refuse_type(object, name, sentence);
    return 0;
}

JsonObject json_object_member(const JsonObject *object, const char *name, const char *path)
{
    const cJSON *item = find(object, name);
    if (!cJSON_IsObject(item))
        refuse_type(object, name, "must be an object");
    return (JsonObject){item, path, object->fault};
}

int json_object_members(const JsonObject *object, const char *name, const char *path, int most,
                        JsonObject *members)
{
    const cJSON *array = find(object, name);
    int count = 0, size = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    bool good = size >= 1 && size <= most;
    for (const cJSON *item = good ? array->child : NULL; item; item = item->next) {
        good = good && cJSON_IsObject(item);
        members[count++] = (JsonObject){item, path, object->fault};
    }
    if (good)
        return count;
    char sentence[80];
    snprintf(sentence, sizeof sentence, "must be an array of 1 to %d objects", most);
    refuse_type(object, name, sentence);
    return 0;
}

void json_object_range(const JsonObject *object, const char *name, int64_t most, int32_t range[2])
{
    const cJSON *item = find(object, name);
    bool good = cJSON_IsArray(item) && cJSON_GetArraySize(item) == 2;
    for (int i = 0; good && i < 2; i++) {
        const cJSON *number = cJSON_GetArrayItem(item, i);
        good =
            is_integer(number) && number->valuedouble >= 0 && number->valuedouble <= (double)most;
        if (good)
            range[i] = (int32_t)number->valuedouble;
    }
    if (good && range[0] <= range[1])
        return;
    char sentence[80];
    snprintf(sentence, sizeof sentence, "must be [least,most], integers from 0 to %lld",
             (long long)most);
    refuse_type(object, name, sentence);
    range[0] = range[1] = 0;
}

static bool are_strings(const cJSON *array, int most)
{
    const cJSON *item;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) > most)
        return false;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item))
            return false;
    }
    return true;
}

static bool are_rows(const cJSON *array, int rows_max, int places_max)
{
    const cJSON *row;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) > rows_max)
        return false;
    cJSON_ArrayForEach(row, array)
    {
        if (!are_strings(row, places_max))
            return false;
    }
    return true;
}

int json_object_list(const JsonObject *object, const char *name, int most, JsonEachString *each,
                     void *context)
{
    const cJSON *array = find(object, name), *item;
    int count = 0;
    if (!cJSON_IsArray(array) || !are_strings(array, most)) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "must be an array of at most %d strings", most);
        refuse_type(object, name, sentence);
        return 0;
    }
    cJSON_ArrayForEach(item, array)
    {
        each(context, 0, count++, item->valuestring);
    }
    return count;
}

int json_object_rows(const JsonObject *object, const char *name, int rows_max, int places_max,
                     JsonEachString *each, void *context)
{
    const cJSON *array = find(object, name), *row, *item;
    int rows = 0;
    if (!are_rows(array, rows_max, places_max)) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "must be at most %d arrays, each of at most %d strings",
                 rows_max, places_max);
        refuse_type(object, name, sentence);
        return 0;
    }
    cJSON_ArrayForEach(row, array)
    {
        int place = 0;
        cJSON_ArrayForEach(item, row)
        {
            each(context, rows, place++, item->valuestring);
        }
        rows++;
    }
    return rows;
}

/* Depth and width are bounded by json_fault. */
static bool is_unique(const cJSON *item)
{
    for (const cJSON *child = item->child; child; child = child->next) {
        if (!is_unique(child))
            return false;
        for (const cJSON *other = child->next; other && cJSON_IsObject(item); other = other->next)
            if (child->string[0] == other->string[0] && strcmp(child->string, other->string) == 0)
                return false;
    }
    return true;
}

bool json_object_is_unique(const JsonObject *object)
{
    return is_unique(object->tree);
}
