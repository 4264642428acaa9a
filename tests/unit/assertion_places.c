// assertion_places.c - what Check notes of assertions that hold. For each it writes a record with its place, which says after which one a
// test crashed, and when the test has ended it reads all of them: where a loop asserts, most of a test's time. Here a place is
// noted when a process reaches it for the first time: a test, or with sanitizers, which tell where it crashed, all tests of a program.

#include <stdatomic.h>
#include <stdbool.h>

enum { LINES = 4096 }; // longer than our files: places in two files may count as one

void __real__mark_point(const char *file, int line);
void __wrap__mark_point(const char *file, int line);

void __wrap__mark_point(const char *file, int line)
{
    static atomic_bool is_noted[LINES];

    if (!atomic_exchange_explicit(&is_noted[line % LINES], true, memory_order_relaxed))
        __real__mark_point(file, line);
}
