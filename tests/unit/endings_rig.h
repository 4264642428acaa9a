/* endings_rig.h - what the tests of known endings share: the file that the build has made, open while they run. */
#pragma once

#include "chess_rig.h"
#include "ending_file.h"

static const Endings *endings;

static inline int run_tests_with_endings(const char *name, const TTest *const *tests, size_t count)
{
    const char *problem = "";
    EndingFile *file = ending_file_open(ENDINGS_FILE, &problem);
    if (!file) {
        printf("%s: %s\n", ENDINGS_FILE, problem);
        return EXIT_FAILURE;
    }
    endings = ending_file_endings(file);
    int status = run_tests(name, tests, count);
    ending_file_close(file);
    return status;
}
