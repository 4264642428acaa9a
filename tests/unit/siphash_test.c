#include "siphash.h"

#include "check_rig.h"

#include <stdlib.h>

/* The paper's own vectors (vectors.h of the reference implementation): the key is 00 01 … 0f, and the n-th
 * text is the n bytes 00 01 …; the sums are little-endian there and numbers here. */
START_TEST(the_reference_vectors_are_reproduced)
{
    static const struct {
        size_t size;
        uint64_t sum;
    } VECTORS[] = {
        {0, UINT64_C(0x726fdb47dd0e0e31)},  {1, UINT64_C(0x74f839c593dc67fd)},
        {2, UINT64_C(0x0d6c8009d9a94f5a)},  {3, UINT64_C(0x85676696d7fb7e2d)},
        {7, UINT64_C(0xab0200f58b01d137)},  {8, UINT64_C(0x93f5f5799a932462)},
        {15, UINT64_C(0xa129ca6149be45e5)},
    };
    SipKey key;
    unsigned char text[16];
    for (unsigned char i = 0; i < 16; i++)
        key.bytes[i] = text[i] = i;
    for (size_t i = 0; i < sizeof VECTORS / sizeof *VECTORS; i++)
        ck_assert_uint_eq(siphash(&key, text, VECTORS[i].size), VECTORS[i].sum);
}
END_TEST

START_TEST(another_key_gives_another_sum)
{
    SipKey one = {{1}}, other = {{2}};
    ck_assert_uint_ne(siphash(&one, "ann", 3), siphash(&other, "ann", 3));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("siphash");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_reference_vectors_are_reproduced);
    tcase_add_test(tcase, another_key_gives_another_sum);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
