#include "libpq.h"

#include <dlfcn.h>
#include <string.h>

static const char LIBPQ[] = "libpq.so.5";

/* POSIX lets a function's address be read from what dlsym returns (dlsym, RATIONALE). */
static bool find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

bool libpq_open(LibPq *library)
{
    *library = (LibPq){.handle = dlopen(LIBPQ, RTLD_NOW | RTLD_LOCAL)};
    bool is_good = library->handle != NULL;
#define X(name, returned, parameters)                                                              \
    is_good = is_good && find(library->handle, "PQ" #name, &library->name);
    LIBPQ_FUNCTIONS(X)
#undef X
    if (!is_good)
        libpq_close(library);
    return is_good;
}

void libpq_close(LibPq *library)
{
    if (library->handle)
        dlclose(library->handle);
    *library = (LibPq){.handle = NULL};
}
