/* json_object.h - the members of one JSON object, read with their type and range; the first fault is kept.
 *
 * After a fault every read gives a harmless value, so a caller reads everything and checks once at the
 * end. Refusal sentences begin with the member's name. */
#pragma once

#include "code.h"

struct cJSON;

typedef struct {
    Code code; /* CODE_OK until the first fault */
    char *why; /* REFUSAL_MAX bytes, the caller's */
} Fault;

typedef struct {
    const struct cJSON *tree;
    const char *path; /* what comes before a name in a sentence: "" or "clock." */
    Fault *fault;
} JsonObject;

/* The first fault wins; 'name' may be NULL. */
void json_object_refuse(const JsonObject *object, Code code, const char *name,
                        const char *sentence);

bool json_object_has(const JsonObject *object, const char *name);
/* It is there and null. */
bool json_object_is_null(const JsonObject *object, const char *name);

/* Each reads a required member; 'least' on a fault. */
int64_t json_object_integer(const JsonObject *object, const char *name, int64_t least,
                            int64_t most);
bool json_object_bool(const JsonObject *object, const char *name);
/* "" on a fault. Lent as long as the tree lives. */
const char *json_object_string(const JsonObject *object, const char *name);
/* The index of a string among 'words', which end with NULL; 0 on a fault. */
int json_object_word(const JsonObject *object, const char *name, const char *const words[]);
/* An object. On a fault its members are missing, too. */
JsonObject json_object_member(const JsonObject *object, const char *name, const char *path);
/* The objects of an array of 1 to 'most' of them, in order: how many. On a fault it is 0. */
int json_object_members(const JsonObject *object, const char *name, const char *path, int most,
                        JsonObject *members);
/* An array of two integers, the second not smaller. */
void json_object_range(const JsonObject *object, const char *name, int64_t most, int32_t range[2]);

typedef void JsonEachString(void *context, int row, int place, const char *string);
/* An array of at most 'most' strings, each given to 'each' with row 0 and its place; how many, 0 on a fault. */
int json_object_list(const JsonObject *object, const char *name, int most, JsonEachString *each,
                     void *context);
/* Arrays of strings in an array, at most so many of each; 'each' is called for every string, with its places. The number
 * of arrays, 0 on a fault. */
int json_object_rows(const JsonObject *object, const char *name, int rows_max, int places_max,
                     JsonEachString *each, void *context);

/* False when an object, or one in it, has a name twice. */
bool json_object_is_unique(const JsonObject *object);
