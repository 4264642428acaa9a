/* check_rig.h - how every test program runs its suite. */
#pragma once

#include <check.h>
#include <stdlib.h>

/* Runs the suite, and frees it; returns what main should return. */
static inline int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
