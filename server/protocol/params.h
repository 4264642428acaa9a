/* params.h - what is asked over HTTP, as names with values: from a form, a JSON object, or a query.
 *
 * Flat and bounded; every value is text, whatever it was written as, and what is null is absent. Parsing is
 * total: any bytes give params or one sentence of refusal. A zeroed Params is empty; params_clear frees, and wipes, since
 * passwords may be among them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PARAMS_MAX = 64 };

typedef struct {
    const char *name, *value; /* UTF-8 without control characters but tab and line end */
} Param;

typedef struct {
    Param at[PARAMS_MAX];
    size_t count;
    char *texts;
    size_t size; /* of 'texts' */
} Params;

/* application/x-www-form-urlencoded: "a=1&b=x+y%21". A name's "[]" at the end is left out. NULL, or what is
 * wrong; then there are no params. */
const char *params_parse_form(Params *params, const char *text, size_t length);
/* One JSON object of texts, numbers, booleans and arrays of these, which become a field each. */
const char *params_parse_json(Params *params, const char *text, size_t length);
/* Already decoded "name=value", one behind the other, each with its NUL; an empty one ends them. */
const char *params_parse_arguments(Params *params, const char *arguments);
void params_clear(Params *params);

/* The first of that name, or NULL. */
const char *params_find(const Params *params, const char *name);
/* One after the other of that name: begin with *at = 0; NULL ends. */
const char *params_next(const Params *params, const char *name, size_t *at);
/* true, True, 1, on, yes and their opposites; 'otherwise' when it is absent or something else. */
bool params_flag(const Params *params, const char *name, bool otherwise);
/* False, and *value is left, when it is absent or no integer from 'least' to 'most'. */
bool params_integer(const Params *params, const char *name, int64_t least, int64_t most,
                    int64_t *value);
