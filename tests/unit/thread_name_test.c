#include "thread_name.h"

#include "check_rig.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

static void read_name(int task, char name[THREAD_NAME_MAX + 2])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", task);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(name, THREAD_NAME_MAX + 2, file));
    fclose(file);
    name[strcspn(name, "\n")] = '\0';
}

static void run(void *name)
{
    thread_name_set("fifteen letters");
    read_name((int)gettid(), name);
}

START_TEST(a_thread_is_listed_by_its_name)
{
    uv_thread_t thread;
    char name[THREAD_NAME_MAX + 2];
    ck_assert_int_eq(uv_thread_create(&thread, run, name), 0);
    uv_thread_join(&thread);
    ck_assert_str_eq(name, "fifteen letters");
}
END_TEST

START_TEST(the_first_one_keeps_the_program_s)
{
    char before[THREAD_NAME_MAX + 2], after[THREAD_NAME_MAX + 2];
    read_name(getpid(), before);
    thread_name_set("another");
    read_name(getpid(), after);
    ck_assert_str_eq(after, before);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("thread_name");
    TCase *tcase = tcase_create("thread_name");
    tcase_add_test(tcase, a_thread_is_listed_by_its_name);
    tcase_add_test(tcase, the_first_one_keeps_the_program_s);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
