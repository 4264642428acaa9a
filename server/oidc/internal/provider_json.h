/* provider_json.h - a JSON object that an OpenID provider has sent, read by cJSON; any bytes are safe.
 *
 * The length is bounded by whoever receives it. A NUL in a string, plain or escaped, would end it for cJSON, so that
 * what is compared would not be what was sent: such an object is refused. */
#pragma once

#include <cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/* NULL when it is no such object; else the caller's to cJSON_Delete. */
cJSON *provider_json_parse(const char *text, size_t length);
/* A member that is a string; NULL without. Lent by the object. */
const char *provider_json_text(const cJSON *object, const char *name);
/* Whether a member is an array that has this string. */
bool provider_json_lists(const cJSON *object, const char *name, const char *text);
