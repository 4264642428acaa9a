#include "nats_library.h"

#include <dlfcn.h>
#include <string.h>

/* Debian's libnats3.4. */
static const char LIBNATS[] = "libnats.so.3.4";

/* POSIX lets a function's address be read from what dlsym returns (dlsym, RATIONALE). */
static bool find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

bool nats_library_open(NatsLibrary *library)
{
    *library = (NatsLibrary){.handle = dlopen(LIBNATS, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)};
    bool found = library->handle != NULL;
#define X(name, returned, parameters)                                                              \
    found = found && find(library->handle, "nats" #name, &library->name);
    NATS_FUNCTIONS(X)
#undef X
    return found;
}
