/* The published sums: RFC 3720, B.4, and the catalogue's check value of "123456789". */
#include "crc32c.h"

#include "chess_rig.h"

START_TEST(sums_are_those_of_the_rfc)
{
    unsigned char bytes[32];
    memset(bytes, 0, sizeof bytes);
    ck_assert_uint_eq(crc32c(0, bytes, sizeof bytes), 0x8a9136aa);
    memset(bytes, 0xff, sizeof bytes);
    ck_assert_uint_eq(crc32c(0, bytes, sizeof bytes), 0x62a8ab43);
    for (int i = 0; i < 32; i++)
        bytes[i] = (unsigned char)i;
    ck_assert_uint_eq(crc32c(0, bytes, sizeof bytes), 0x46dd794e);
    for (int i = 0; i < 32; i++)
        bytes[i] = (unsigned char)(31 - i);
    ck_assert_uint_eq(crc32c(0, bytes, sizeof bytes), 0x113fdb5c);
    ck_assert_uint_eq(crc32c(0, "123456789", 9), 0xe3069283);
    ck_assert_uint_eq(crc32c(0, "", 0), 0);
}
END_TEST

START_TEST(a_sum_can_be_continued)
{
    static const char digits[] = "123456789";
    for (size_t cut = 0; cut <= 9; cut++)
        ck_assert_uint_eq(crc32c(crc32c(0, digits, cut), &digits[cut], 9 - cut), 0xe3069283);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {sums_are_those_of_the_rfc, a_sum_can_be_continued};
    return run_tests("crc32c", tests, COUNT(tests));
}
