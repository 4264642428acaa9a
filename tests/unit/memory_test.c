#include "memory.h"

#include "check_rig.h"

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

/* Whether the mapping at the address has this flag of the kernel's (proc(5), smaps). */
static bool has_flag(const void *at, const char *flag)
{
    char line[512];
    bool inside = false, found = false;
    FILE *maps = fopen("/proc/self/smaps", "r");
    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof line, maps)) {
        uintptr_t begin, end;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
            inside = (uintptr_t)at >= begin && (uintptr_t)at < end;
        else if (inside && strncmp(line, "VmFlags:", 8) == 0)
            found = strstr(line, flag) != NULL;
    }
    fclose(maps);
    return found;
}

START_TEST(a_secret_is_zeroed_and_in_no_core_file)
{
    unsigned char *secret = memory_secret(SIZE), zeros[SIZE] = {0};
    void *usual = memory_new(SIZE);
    ck_assert_mem_eq(secret, zeros, SIZE);
    ck_assert(has_flag(secret, " dd"));
    ck_assert(!has_flag(usual, " dd"));
    memory_forget(secret);
    memory_forget(NULL);
    free(usual);
}
END_TEST

/* Sanitizers report a fault by an exit code of their own. */
START_TEST(memory_after_a_secret_cannot_be_read)
{
    const volatile unsigned char *secret = memory_secret(SIZE);
    signal(SIGSEGV, SIG_DFL);
    fputc(secret[SIZE], stderr);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_secret_is_zeroed_and_in_no_core_file);
    tcase_add_test_raise_signal(tcase, memory_after_a_secret_cannot_be_read, SIGSEGV);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
