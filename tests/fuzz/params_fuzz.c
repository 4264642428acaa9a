/* Any bytes as form, JSON or query: params within their bounds, or a refusal and no params. */
#include "params.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const char *fault, Params *params)
{
    int64_t value = 0;
    assert(params->count <= PARAMS_MAX && (!fault || params->count == 0));
    for (size_t i = 0; i < params->count; i++) {
        const Param *field = &params->at[i];
        assert(field->name[0] && params_find(params, field->name));
        params_flag(params, field->name, true);
        if (params_integer(params, field->name, -9, 9, &value))
            assert(value >= -9 && value <= 9);
    }
    params_clear(params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Params params;
    look_at(params_parse_form(&params, (const char *)data, size), &params);
    look_at(params_parse_json(&params, (const char *)data, size), &params);
    char *arguments = calloc(size + 2, 1);
    memcpy(arguments, data, size);
    look_at(params_parse_arguments(&params, arguments), &params);
    free(arguments);
    return 0;
}
