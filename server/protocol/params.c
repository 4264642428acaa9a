#include "params.h"

#include "json.h"
#include "memory.h"
#include "utf8.h"

#include <cJSON.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char TOO_MANY[] = "too many fields";
static const char BAD_TEXT[] = "a field is not valid UTF-8";
static const char CONTROL[] = "a field has a control character";
static const char BAD_ESCAPE[] = "a % is not followed by two hexadecimal digits";

/* Text that may be shown and stored: UTF-8, and no control characters but those of plain text. NULL, or what is wrong. */
static const char *check_plain(const char *text)
{
    uint32_t point;
    for (size_t left = strlen(text), size; left; text += size, left -= size) {
        size = utf8_take(text, left, &point);
        if (size == 0)
            return BAD_TEXT;
        if (point == 0x7f || (point < 0x20 && !strchr("\t\n\r", (int)point)))
            return CONTROL;
    }
    return NULL;
}

/* What has no name is left out. */
static const char *add(Params *params, const char *name, const char *value)
{
    if (!*name)
        return NULL;
    const char *fault = check_plain(name);
    if (!fault)
        fault = check_plain(value);
    if (fault)
        return fault;
    if (params->count == PARAMS_MAX)
        return TOO_MANY;
    params->at[params->count++] = (Param){name, value};
    return NULL;
}

static const char *finish(Params *params, const char *fault)
{
    if (fault)
        params_clear(params);
    return fault;
}

/* ---- forms ---- */

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes in place. NULL, or what is wrong. */
static const char *decode(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++, to++) {
        *to = *at == '+' ? ' ' : *at;
        if (*at != '%')
            continue;
        int high = hex(at[1]), low = high < 0 ? -1 : hex(at[2]);
        if (low < 0)
            return BAD_ESCAPE;
        if (high + low == 0)
            return CONTROL;
        *to = (char)(high * 16 + low);
        at += 2;
    }
    *to = '\0';
    return NULL;
}

static void drop_brackets(char *name)
{
    size_t length = strlen(name);
    if (length > 2 && strcmp(name + length - 2, "[]") == 0)
        name[length - 2] = '\0';
}

/* "name=value", which is changed; a name alone has an empty value. */
static const char *add_pair(Params *params, char *pair, bool encoded)
{
    char *value = strchr(pair, '=');
    if (value)
        *value++ = '\0';
    else
        value = pair + strlen(pair);
    const char *fault = encoded ? decode(pair) : NULL;
    if (encoded && !fault)
        fault = decode(value);
    if (fault)
        return fault;
    drop_brackets(pair);
    return add(params, pair, value);
}

const char *params_parse_form(Params *params, const char *text, size_t length)
{
    *params = (Params){.texts = memory_new(length + 1), .size = length + 1};
    if (length)
        memcpy(params->texts, text, length);
    if (memchr(params->texts, '\0', length))
        return finish(params, CONTROL);
    const char *fault = NULL;
    for (char *pair = params->texts, *end; !fault && *pair; pair = end) {
        end = pair + strcspn(pair, "&");
        if (*end)
            *end++ = '\0';
        fault = add_pair(params, pair, true);
    }
    return finish(params, fault);
}

const char *params_parse_arguments(Params *params, const char *arguments)
{
    size_t length = 0;
    while (arguments[length])
        length += strlen(arguments + length) + 1;
    *params = (Params){.texts = memory_new(length + 1), .size = length + 1};
    memcpy(params->texts, arguments, length);
    const char *fault = NULL;
    for (char *pair = params->texts, *end; !fault && *pair; pair = end) {
        end = pair + strlen(pair) + 1;
        for (char *at = pair; *at; at++)
            *at = *at == '+' ? ' ' : *at;
        fault = add_pair(params, pair, false);
    }
    return finish(params, fault);
}

/* ---- JSON ---- */

/* Where the values go: they are no longer than the text that they were written in. */
typedef struct {
    Params *params;
    char *at;
} Shelf;

static char *keep(Shelf *shelf, const char *text, size_t length)
{
    char *kept = shelf->at;
    memcpy(kept, text, length);
    kept[length] = '\0';
    shelf->at += length + 1;
    return kept;
}

static const char *add_item(Shelf *shelf, const char *name, const cJSON *item, int depth)
{
    const char *fault = NULL, *value = NULL;
    char number[32];
    if (cJSON_IsNull(item))
        return NULL;
    if (cJSON_IsString(item)) {
        value = item->valuestring;
    } else if (cJSON_IsBool(item)) {
        value = cJSON_IsTrue(item) ? "true" : "false";
    } else if (cJSON_IsNumber(item)) {
        if (!cJSON_PrintPreallocated((cJSON *)(uintptr_t)item, number, sizeof number, 0))
            return "a number is too long";
        value = number;
    } else if (cJSON_IsArray(item) && depth == 0) {
        for (const cJSON *each = item->child; each && !fault; each = each->next)
            fault = add_item(shelf, name, each, 1);
        return fault;
    } else {
        return "JSON: the object must be flat";
    }
    const char *kept_name = keep(shelf, name, strlen(name));
    return add(shelf->params, kept_name, keep(shelf, value, strlen(value)));
}

/* Of every field its name and value, with their NULs; a number may be printed longer than it was written. */
static size_t size_of(const cJSON *object)
{
    enum { NUMBER = 32 };
    size_t size = 1;
    for (const cJSON *item = object->child; item; item = item->next) {
        size_t each = strlen(item->string) + 1 + NUMBER;
        size += each + (cJSON_IsString(item) ? strlen(item->valuestring) : 0);
        if (cJSON_IsArray(item))
            for (const cJSON *element = item->child; element; element = element->next)
                size += each + (cJSON_IsString(element) ? strlen(element->valuestring) : 0);
    }
    return size;
}

/* Two levels are all that is read, and all in which a password can have been meant. */
static void delete_wiped(cJSON *object)
{
    for (cJSON *item = object->child; item; item = item->next) {
        if (cJSON_IsString(item))
            memory_wipe(item->valuestring, strlen(item->valuestring));
        for (cJSON *element = item->child; element; element = element->next)
            if (cJSON_IsString(element))
                memory_wipe(element->valuestring, strlen(element->valuestring));
    }
    cJSON_Delete(object);
}

const char *params_parse_json(Params *params, const char *text, size_t length)
{
    *params = (Params){0};
    if (json_fault(text, length))
        return "the body is not a JSON object";
    cJSON *object = cJSON_ParseWithLength(text, length);
    if (!object)
        return "the body is not a JSON object";
    params->size = size_of(object);
    params->texts = memory_new(params->size);
    Shelf shelf = {params, params->texts};
    const char *fault = NULL;
    for (const cJSON *item = object->child; item && !fault; item = item->next)
        fault = add_item(&shelf, item->string, item, 0);
    delete_wiped(object);
    return finish(params, fault);
}

/* ---- reading ---- */

void params_clear(Params *params)
{
    memory_wipe(params->texts, params->size);
    free(params->texts);
    *params = (Params){0};
}

const char *params_next(const Params *params, const char *name, size_t *at)
{
    while (*at < params->count) {
        const Param *field = &params->at[(*at)++];
        if (strcmp(field->name, name) == 0)
            return field->value;
    }
    return NULL;
}

const char *params_find(const Params *params, const char *name)
{
    size_t at = 0;
    return params_next(params, name, &at);
}

bool params_flag(const Params *params, const char *name, bool otherwise)
{
    static const struct {
        const char *word;
        bool means;
    } WORDS[] = {{"true", true},   {"True", true},   {"1", true},  {"on", true},   {"yes", true},
                 {"false", false}, {"False", false}, {"0", false}, {"off", false}, {"no", false}};
    const char *value = params_find(params, name);
    for (size_t i = 0; value && i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(value, WORDS[i].word) == 0)
            return WORDS[i].means;
    return otherwise;
}

bool params_integer(const Params *params, const char *name, int64_t least, int64_t most,
                    int64_t *value)
{
    const char *text = params_find(params, name);
    if (!text || !*text || !strchr("-0123456789", *text))
        return false;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (*end || errno || number < least || number > most)
        return false;
    *value = number;
    return true;
}
