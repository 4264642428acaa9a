#include "uci_parameters.h"

#include <stdio.h>

#include "parameters.h"

bool uci_parameters_introduce(int index, char *line, size_t size)
{
    if (index >= PARAMETER_COUNT)
        return false;
    const Parameter *parameter = &parameters[index];
    snprintf(line, size, "option name %s type spin default %d min %d max %d", parameter->name,
             parameter->value, parameter->least, parameter->most);
    return true;
}

bool uci_parameters_set(UciText name, UciText value, bool *known)
{
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        Parameter *parameter = &parameters[i];
        int64_t number;
        if (!uci_text_is(name, parameter->name))
            continue;
        *known = true;
        if (!uci_read_number(value, parameter->least, parameter->most, &number))
            return false;
        parameter->value = (int)number;
        return true;
    }
    return true;
}
