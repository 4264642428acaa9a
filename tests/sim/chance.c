#include "run.h"

#include "world.h"

#include <sodium.h>
#include <stdlib.h>

/* ---- libsodium's random numbers ---- */

static const char *chance_name(void)
{
    return "simulated";
}

static uint32_t chance_word(void)
{
    return (uint32_t)(random_next(world_chance()) >> 32);
}

static void chance_bytes(void *bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)random_next(world_chance());
}

void run_begin_chance(void)
{
    static randombytes_implementation chance = {
        .implementation_name = chance_name, .random = chance_word, .buf = chance_bytes};
    randombytes_set_implementation(&chance);
    if (sodium_init() < 0)
        abort();
}
