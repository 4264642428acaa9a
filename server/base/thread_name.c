#include "thread_name.h"

#include <assert.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

void thread_name_set(const char *name)
{
    assert(strlen(name) <= THREAD_NAME_MAX);
    if (gettid() != getpid())
        prctl(PR_SET_NAME, name);
}
