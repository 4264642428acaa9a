/* Only in builds with CASTLED_TUNE. */
#include "parameters.h"

Parameter parameters[PARAMETER_COUNT] = {
#define X(name, value, least, most, step) {#name, value, least, most, step},
    SEARCH_PARAMETERS(X)
#undef X
};
