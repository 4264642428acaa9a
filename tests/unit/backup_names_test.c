/* The names of scheduled backups, and which of them rotation deletes. Instants are from date -u -d '...' +%s. */
#include "backup_names.h"

#include "check_rig.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[64];

static void setup(void)
{
    snprintf(directory, sizeof directory, "/tmp/castled-names-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static void path_of(const char *name, char path[160])
{
    snprintf(path, 160, "%s/%s", directory, name);
}

static void make(const char *name)
{
    char path[160];
    path_of(name, path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ck_assert_int_ge(file, 0);
    close(file);
}

static bool is_there(const char *name)
{
    char path[160];
    path_of(name, path);
    return access(path, F_OK) == 0;
}

START_TEST(a_name_is_an_instant)
{
    static const struct {
        const char *name;
        int64_t at;
    } NAMES[] = {{"castled-19700101T000000Z.db", 0},
                 {"castled-20240229T235959Z.db", 1709251199},
                 {"castled-20261122T031500Z.db", 1795317300},
                 {"castled-99991231T235959Z.db", 253402300799}};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char name[BACKUP_NAME_LENGTH + 1];
        int64_t at;
        backup_name_print(NAMES[i].at, name);
        ck_assert_str_eq(name, NAMES[i].name);
        ck_assert(backup_name_parse(NAMES[i].name, &at));
        ck_assert_int_eq(at, NAMES[i].at);
    }
}
END_TEST

START_TEST(other_files_are_not_backups)
{
    static const char *const NAMES[] = {"",
                                        ".",
                                        "..",
                                        "castled.db",
                                        "castled-20261122T031500Z.db ",
                                        " castled-20261122T031500Z.db",
                                        "castled-20261122T031500Z.db-wal",
                                        "castled-20261122T031500Z.d",
                                        "castled-20261122T031500z.db",
                                        "castled-20250229T000000Z.db",
                                        "castled-20261322T031500Z.db",
                                        "castled-20261122T251500Z.db",
                                        "castled-2026112 T031500Z.db",
                                        "castled-20261122T031500Z.db.part-abcdef",
                                        "Castled-20261122T031500Z.db",
                                        "castled-20261122T031560Z.dbx"};
    int64_t at;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        ck_assert_msg(!backup_name_parse(NAMES[i], &at), "%s", NAMES[i]);
    ck_assert(backup_name_is_part("castled-20261122T031500Z.db.part-abcdef"));
    ck_assert(!backup_name_is_part("castled-20261122T031500Z.db.part-abcde"));
    ck_assert(!backup_name_is_part("castled-20261122T031500Z.db"));
    ck_assert(!backup_name_is_part("castled-20261322T031500Z.db.part-abcdef"));
}
END_TEST

START_TEST(rotation_keeps_the_newest_and_what_is_not_its_own)
{
    make("castled-20260101T000000Z.db");
    make("castled-20260103T000000Z.db");
    make("castled-20251231T235959Z.db");
    make("castled-20260102T000000Z.db.part-Ab3dEf");
    make("castled-20260102T000000Z.db");
    make("castled.db");
    make("holiday.jpg");
    ck_assert_int_eq(backup_names_newest(directory), 1767398400);
    ck_assert_uint_eq(backup_names_rotate(directory, 4), 0);
    ck_assert(!is_there("castled-20260102T000000Z.db.part-Ab3dEf"));
    ck_assert_uint_eq(backup_names_rotate(directory, 2), 2);
    ck_assert(is_there("castled-20260103T000000Z.db"));
    ck_assert(is_there("castled-20260102T000000Z.db"));
    ck_assert(!is_there("castled-20260101T000000Z.db"));
    ck_assert(!is_there("castled-20251231T235959Z.db"));
    ck_assert(is_there("castled.db"));
    ck_assert(is_there("holiday.jpg"));
    ck_assert_int_eq(backup_names_newest("/nowhere"), -1);
    ck_assert_uint_eq(backup_names_rotate("/nowhere", 1), 0);
}
END_TEST

static void teardown(void)
{
    static const char *const LEFT[] = {"castled-20260103T000000Z.db", "castled-20260102T000000Z.db",
                                       "castled.db", "holiday.jpg"};
    char path[160];
    for (size_t i = 0; i < sizeof LEFT / sizeof *LEFT; i++) {
        path_of(LEFT[i], path);
        unlink(path);
    }
    rmdir(directory);
}

int main(void)
{
    Suite *suite = suite_create("backup_names");
    TCase *tcase = tcase_create("backup_names");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_name_is_an_instant);
    tcase_add_test(tcase, other_files_are_not_backups);
    tcase_add_test(tcase, rotation_keeps_the_newest_and_what_is_not_its_own);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
