/* Any bytes as form, JSON or query: fields within their bounds, or a refusal and none. */
#include "fields.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const char *fault, Fields *fields)
{
    int64_t value = 0;
    assert(fields->count <= FIELDS_MAX && (!fault || fields->count == 0));
    for (size_t i = 0; i < fields->count; i++) {
        const Field *field = &fields->at[i];
        assert(field->name[0] && fields_find(fields, field->name));
        fields_flag(fields, field->name, true);
        if (fields_integer(fields, field->name, -9, 9, &value))
            assert(value >= -9 && value <= 9);
    }
    fields_clear(fields);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Fields fields;
    look_at(fields_parse_form(&fields, (const char *)data, size), &fields);
    look_at(fields_parse_json(&fields, (const char *)data, size), &fields);
    char *arguments = calloc(size + 2, 1);
    memcpy(arguments, data, size);
    look_at(fields_parse_arguments(&fields, arguments), &fields);
    free(arguments);
    return 0;
}
