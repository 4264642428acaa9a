/* members.h - the members of one JSON object, read with their type and range; the first fault is kept.
 *
 * After a fault every read gives a harmless value, so a reader goes through all it wants and asks once at
 * the end. Refusal sentences begin with the member's name. */
#pragma once

#include "code.h"

struct cJSON;

typedef struct {
    Code code; /* CODE_OK until the first fault */
    char *why; /* REFUSAL_MAX bytes, the caller's */
} Fault;

typedef struct {
    const struct cJSON *object;
    const char *path; /* what stands before a name in a sentence: "" or "clock." */
    Fault *fault;
} Members;

/* The first fault wins; 'name' may be NULL. */
void members_refuse(const Members *members, Code code, const char *name, const char *sentence);

bool members_has(const Members *members, const char *name);
/* It is there and null. */
bool members_is_null(const Members *members, const char *name);

/* Each asks for a member that must be there. 'least' is given on a fault. */
int64_t members_integer(const Members *members, const char *name, int64_t least, int64_t most);
bool members_bool(const Members *members, const char *name);
/* "" on a fault. Lent as long as the tree lives. */
const char *members_string(const Members *members, const char *name);
/* The place of a string among 'words', which NULL ends; 0 on a fault. */
int members_word(const Members *members, const char *name, const char *const words[]);
/* An object. On a fault its members are missing, too. */
Members members_object(const Members *members, const char *name, const char *path);
/* Two integers in an array, not falling. */
void members_range(const Members *members, const char *name, int64_t most, int32_t range[2]);

/* False when an object, or one in it, has a name twice. */
bool members_are_unique(const Members *members);
