/* uci_parameters.h - the numbers of the search as UCI options: only in builds with CASTLED_TUNE. */
#pragma once

#include "uci_command.h"

/* The line that introduces a parameter as an option; false when there is no parameter with that number. */
bool uci_parameters_introduce(int index, char *line, size_t size);
/* *known when there is a parameter of that name. False when the value is not a number in its range. Not during a search. */
bool uci_parameters_set(UciText name, UciText value, bool *known);
