/* How much of a memory limit is kept free, and that the process's limit of address space is noticed before it is reached. */
#include "check_rig.h"
#include "memory_room.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static const uint64_t MIB = 1 << 20;

START_TEST(a_part_of_the_limit_is_kept_free_within_bounds)
{
    ck_assert_uint_eq(memory_room_reserve(64 * MIB), 16 * MIB);
    ck_assert_uint_eq(memory_room_reserve(256 * MIB), 16 * MIB);
    ck_assert_uint_eq(memory_room_reserve(512 * MIB), 32 * MIB);
    ck_assert_uint_eq(memory_room_reserve(2048 * MIB), 128 * MIB);
    ck_assert_uint_eq(memory_room_reserve(65536 * MIB), 128 * MIB);
}
END_TEST

/* Bytes that are mapped now. */
static uint64_t mapped(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%llu", &pages), 1);
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit_space(uint64_t most)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = most;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

START_TEST(a_limit_is_noticed_when_it_is_near_and_when_it_is_far_again)
{
    const uint64_t STEP = (uint64_t)MEMORY_ROOM_EVERY * 1000000;
    uint64_t now = 1;
    MemoryRoom room;
    memory_room_init(&room);
    room.group = UINT64_MAX;
    ck_assert(!memory_room_is_scarce(&room, now));
    limit_space(mapped() + 8 * MIB);
    ck_assert_msg(!memory_room_is_scarce(&room, now + STEP - 1), "it is looked at too often");
    ck_assert(memory_room_is_scarce(&room, now += STEP));
    limit_space(RLIM_INFINITY);
    ck_assert(memory_room_is_scarce(&room, now));
    ck_assert(!memory_room_is_scarce(&room, now += STEP));
    room.group = 1; /* as if that were its control group's limit */
    ck_assert(memory_room_is_scarce(&room, now += STEP));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory_room");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_part_of_the_limit_is_kept_free_within_bounds);
    tcase_add_test(tcase, a_limit_is_noticed_when_it_is_near_and_when_it_is_far_again);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
