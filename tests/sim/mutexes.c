/* Stands in for libuv's mutexes, and for opening and closing its conditions, where only one thread runs at a time (threads.c,
 * tests/fuzz/fuzz_loop.c). Nobody ever waits for a mutex: threads sleep with one only on a condition, which releases it. */
#include <assert.h>
#include <string.h>
#include <uv.h>

int uv_mutex_init(uv_mutex_t *mutex)
{
    memset(mutex, 0, sizeof *mutex);
    return 0;
}

void uv_mutex_destroy(uv_mutex_t *mutex)
{
    (void)mutex;
}

void uv_mutex_lock(uv_mutex_t *mutex)
{
    unsigned char *locked = (unsigned char *)mutex;
    assert(!*locked);
    *locked = 1;
}

void uv_mutex_unlock(uv_mutex_t *mutex)
{
    unsigned char *locked = (unsigned char *)mutex;
    assert(*locked);
    *locked = 0;
}

int uv_cond_init(uv_cond_t *cond)
{
    memset(cond, 0, sizeof *cond);
    return 0;
}

void uv_cond_destroy(uv_cond_t *cond)
{
    (void)cond;
}
