#include "store_error.h"

const char *store_error_text(StoreError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        STORE_ERRORS(X)
#undef X
    };
    return texts[error];
}
