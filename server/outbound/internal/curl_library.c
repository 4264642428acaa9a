#include "curl_library.h"

#include <dlfcn.h>
#include <string.h>

/* Debian's libcurl4. */
#define LIBCURL "libcurl.so.4"

/* POSIX lets a function's address be read from what dlsym returns (dlsym, RATIONALE). */
static bool find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static bool find_functions(CurlLibrary *library)
{
    bool found = true;
#define X(name, returned, parameters)                                                              \
    found = found && find(library->handle, "curl_" #name, &library->name);
    CURL_FUNCTIONS(X)
#undef X
    return found;
}

bool curl_library_open(CurlLibrary *library)
{
    *library = (CurlLibrary){.handle = dlopen(LIBCURL, RTLD_NOW | RTLD_LOCAL)};
    if (library->handle && find_functions(library) &&
        library->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
        return true;
    if (library->handle)
        dlclose(library->handle);
    library->handle = NULL;
    return false;
}

/* It stays loaded: threads of it that look up a name may still run. */
void curl_library_close(CurlLibrary *library)
{
    if (library->handle)
        library->global_cleanup();
    library->handle = NULL;
}
