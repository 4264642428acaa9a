/* tablebase_rig.h - what the tests of the tablebase share: the file that the build has made, open while they run. */
#pragma once

#include "chess_rig.h"
#include "tablebase_file.h"

static const Tablebase *tablebase;

static inline int run_tests_with_tablebase(const char *name, const TTest *const *tests,
                                           size_t count)
{
    const char *problem = "";
    TablebaseFile *file = tablebase_file_open(TABLEBASE_FILE, &problem);
    if (!file) {
        printf("%s: %s\n", TABLEBASE_FILE, problem);
        return EXIT_FAILURE;
    }
    tablebase = tablebase_file_tablebase(file);
    int status = run_tests(name, tests, count);
    tablebase_file_close(file);
    return status;
}
