/* The files of a second place: names and bytes, which are frozen. The bytes below were put together by hand from copy_file.h, their
 * checksums by another program (Python's crc32c). */
#include "copy_file.h"

#include "check_rig.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

START_TEST(a_name_has_the_instant_in_utc)
{
    char name[COPY_NAME_MAX];
    int64_t at;
    copy_name_print(INT64_C(1793534400123), ".db", name); /* date -u -d @1793534400 */
    ck_assert_str_eq(name, "castled-20261101T120000.123Z.db");
    ck_assert(copy_name_parse(name, ".db", &at));
    ck_assert_int_eq(at, INT64_C(1793534400123));
    static const char *const BAD[] = {"",
                                      "castled-20261101T120000.123Z.log",
                                      "castled-20261101T120000.123Z.db.db",
                                      "castled-20261101T120000.12Z.db",
                                      "castled-20261101T120000.1234Z.db",
                                      "castled-20260230T120000.123Z.db",
                                      "castled-20261101T250000.123Z.db",
                                      "castled- 20261101T12000.123Z.db",
                                      "castled-20261101T120000Z.db",
                                      "castled-20261101T120000.-12Z.db",
                                      "castled-19691101T120000.123Z.db",
                                      "castled.db"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!copy_name_parse(BAD[i], ".db", &at), "%s", BAD[i]);
}
END_TEST

START_TEST(a_head_is_read_as_it_was_written_and_nothing_else_is)
{
    static const unsigned char BYTES[COPY_HEAD_SIZE] = {
        'c',  'a',  's',  't',  'l',  'e',  'd', 'L', 1, 0, 0, 0, 24, 0, 0,    0,    0xef, 0xcd,
        0xab, 0x89, 0x67, 0x45, 0x23, 0x01, 7,   0,   0, 0, 0, 0, 0,  0, 0x2c, 0x75, 0x16, 0x62};
    unsigned char out[COPY_HEAD_SIZE];
    CopyHead head;
    copy_head_print(&(CopyHead){24, UINT64_C(0x0123456789abcdef), 7}, out);
    ck_assert_mem_eq(out, BYTES, sizeof out);
    ck_assert(copy_head_parse(BYTES, &head));
    ck_assert(head.version == 24 && head.chain == UINT64_C(0x0123456789abcdef) && head.first == 7);
    for (size_t i = 0; i < sizeof out; i++) {
        out[i] ^= 1;
        ck_assert_msg(!copy_head_parse(out, &head), "byte %zu", i);
        out[i] ^= 1;
    }
}
END_TEST

START_TEST(a_record_is_read_as_it_was_written_and_damage_is_found)
{
    static const unsigned char BYTES[COPY_RECORD_SIZE] = {
        5,    0,    0,    0,    0xd4, 0xbb, 0x36, 0x82, 0x7b, 0x16, 0xfb, 0x96,
        0xa1, 0x01, 0x00, 0x00, 9,    0,    0,    0,    0,    0,    0,    0};
    unsigned char out[COPY_RECORD_SIZE];
    CopyRecord record = {.size = 5, .at = INT64_C(1793534400123), .number = 9}, read;
    copy_record_print(&record, "Tabcd", out);
    ck_assert_mem_eq(out, BYTES, sizeof out);
    ck_assert(copy_record_parse(out, &read));
    ck_assert(copy_record_is_sound(&read, "Tabcd"));
    ck_assert(!copy_record_is_sound(&read, "Tabce"));
    for (size_t i = 4; i < sizeof out; i++) {
        out[i] ^= 1;
        ck_assert_msg(copy_record_parse(out, &read) && !copy_record_is_sound(&read, "Tabcd"),
                      "byte %zu", i);
        out[i] ^= 1;
    }
    static const uint32_t SIZES[] = {0, 1, COPY_CHANGES_MAX, COPY_CHANGES_MAX + 1, UINT32_MAX};
    static const bool GOOD[] = {false, true, true, false, false};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        memcpy(out, &SIZES[i], 4); /* tests run where the lowest byte is the first */
        ck_assert_msg(copy_record_parse(out, &read) == GOOD[i], "%u", (unsigned)SIZES[i]);
    }
}
END_TEST

START_TEST(a_record_is_found_wherever_it_is)
{
    enum { BEFORE = 40, SIZE = BEFORE + COPY_RECORD_SIZE + 5 };
    unsigned char bytes[SIZE];
    memset(bytes, 9, sizeof bytes);
    memset(bytes + 1, 0, 7); /* the number 9, but not in a record */
    CopyRecord record = {.size = 5, .at = INT64_C(1793534400123), .number = 9};
    copy_record_print(&record, "Tabcd", bytes + BEFORE);
    memcpy(bytes + BEFORE + COPY_RECORD_SIZE, "Tabcd", 5);
    ck_assert(copy_record_find(bytes, SIZE, 9));
    ck_assert(copy_record_find(bytes + BEFORE, SIZE - BEFORE, 9));
    ck_assert(!copy_record_find(bytes, SIZE, 10));
    for (size_t size = 0; size < SIZE; size++)
        ck_assert_msg(!copy_record_find(bytes, size, 9), "%zu bytes", size);
    bytes[SIZE - 1] ^= 1;
    ck_assert(!copy_record_find(bytes, SIZE, 9));
}
END_TEST

START_TEST(a_list_has_the_oldest_first_and_nothing_else)
{
    static const char *const NAMES[] = {"castled-20261101T120000.124Z.db", "castled.db",
                                        "castled-20261101T120000.123Z.db",
                                        "castled-20261101T120000.123Z.log"};
    char directory[] = "/tmp/castled-copies-XXXXXX", path[128];
    size_t count;
    ck_assert_ptr_nonnull(mkdtemp(directory));
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, NAMES[i]);
        fclose(fopen(path, "w"));
    }
    int64_t *list = copy_list(directory, ".db", &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(list[0], INT64_C(1793534400123));
    ck_assert_int_eq(list[1], INT64_C(1793534400124));
    free(list);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, NAMES[i]);
        unlink(path);
    }
    rmdir(directory);
    ck_assert_ptr_null(copy_list(directory, ".db", &count));
    ck_assert_uint_eq(count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("copy_file");
    TCase *tcase = tcase_create("copy_file");
    tcase_add_test(tcase, a_name_has_the_instant_in_utc);
    tcase_add_test(tcase, a_head_is_read_as_it_was_written_and_nothing_else_is);
    tcase_add_test(tcase, a_record_is_read_as_it_was_written_and_damage_is_found);
    tcase_add_test(tcase, a_record_is_found_wherever_it_is);
    tcase_add_test(tcase, a_list_has_the_oldest_first_and_nothing_else);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
