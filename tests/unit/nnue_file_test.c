#define _POSIX_C_SOURCE 200809L
#include "nnue_file.h"

#include "chess_rig.h"

#include <unistd.h>

static Nnue net, again;
static uint8_t bytes[NNUE_FILE_MAX];

static void fill(int hidden, uint64_t seed)
{
    memset(&net, 0, sizeof net);
    net.hidden = hidden;
    net.mirrored = hidden == 128;
    for (int i = 0; i < NNUE_INPUTS * hidden; i++)
        net.features[i] = (int16_t)((int)(random_next(&seed) % 501) - 250);
    for (int unit = 0; unit < hidden; unit++)
        net.bias[unit] = (int16_t)((int)(random_next(&seed) % 1009) - 504);
    for (int i = 0; i < NNUE_SETS * 2 * hidden; i++)
        net.output[i] = (int16_t)((int)(random_next(&seed) % 129) - 64);
    for (int set = 0; set < NNUE_SETS; set++)
        net.output_bias[set] = -123456 + set;
}

static bool is_same(const Nnue *a, const Nnue *b)
{
    return a->hidden == b->hidden && a->mirrored == b->mirrored &&
           memcmp(a->output_bias, b->output_bias, sizeof a->output_bias) == 0 &&
           memcmp(a->features, b->features, sizeof a->features) == 0 &&
           memcmp(a->bias, b->bias, sizeof a->bias) == 0 &&
           memcmp(a->output, b->output, sizeof a->output) == 0;
}

START_TEST(what_is_written_is_read_again)
{
    static const int widths[] = {128, 256, 384, 512};
    for (size_t i = 0; i < COUNT(widths); i++) {
        char path[] = "/tmp/nnue_file_XXXXXX";
        close(mkstemp(path));
        fill(widths[i], 7 + i);
        ck_assert_ptr_null(nnue_file_write(path, &net));
        memset(&again, 0, sizeof again);
        ck_assert_ptr_null(nnue_file_read(path, &again));
        ck_assert(is_same(&net, &again));
        unlink(path);
    }
}
END_TEST

static uint32_t word(size_t at)
{
    return bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
}

/* The checksums are zlib's crc32 of the bytes, made with another program. */
START_TEST(bytes_are_as_the_format_says)
{
    memset(&net, 0, sizeof net);
    net.hidden = 128;
    net.mirrored = true;
    ck_assert_uint_eq(nnue_file_print(&net, bytes), 24 + 260896);
    ck_assert_int_eq(memcmp(bytes, "CSTLNET1", 8), 0);
    ck_assert_uint_eq(word(8), 4);
    ck_assert_uint_eq(word(12), 128);
    ck_assert_uint_eq(word(16), 1);
    ck_assert_uint_eq(word(20), 0xf781bae2);
    net.features[128 + 2] = 0x0102;
    net.output_bias[0] = -3;
    net.output_bias[7] = -2;
    net.output[(2 * 7 + 1) * 128 + 127] = 0x0304;
    size_t size = nnue_file_print(&net, bytes);
    ck_assert_uint_eq(word(20), 0x24064c7e);
    ck_assert_uint_eq(bytes[24 + 2 * 130], 2);
    ck_assert_uint_eq(bytes[24 + 2 * 130 + 1], 1);
    ck_assert_uint_eq(bytes[size - 34], 4);
    ck_assert_uint_eq(bytes[size - 33], 3);
    ck_assert_uint_eq(word(size - 32), 0xfffffffd);
    ck_assert_uint_eq(word(size - 4), 0xfffffffe);
}
END_TEST

START_TEST(errors_of_a_file_are_reported)
{
    char path[] = "/tmp/nnue_file_XXXXXX";
    static const struct {
        size_t at, size;
        uint8_t flip;
        NnueError expected;
    } cases[] = {
        {0, 260920, 0, NNUE_OK},
        {3, 260920, 1, NNUE_NOT_A_NET},
        {8, 260920, 8, NNUE_WRONG_VERSION},
        {50000, 260920, 16, NNUE_DAMAGED},
        {0, 197403, 0, NNUE_WRONG_SIZE},
        {0, 0, 0, NNUE_NOT_A_NET},
    };
    fill(128, 3);
    ck_assert_uint_eq(nnue_file_print(&net, bytes), 260920);
    close(mkstemp(path));
    for (size_t i = 0; i < COUNT(cases); i++) {
        FILE *file = fopen(path, "wb");
        bytes[cases[i].at] ^= cases[i].flip;
        fwrite(bytes, 1, cases[i].size, file);
        bytes[cases[i].at] ^= cases[i].flip;
        fclose(file);
        const char *wrong = nnue_file_read(path, &again);
        if (cases[i].expected == NNUE_OK)
            ck_assert_ptr_null(wrong);
        else
            ck_assert_str_eq(wrong, nnue_error_text(cases[i].expected));
    }
    unlink(path);
    ck_assert_ptr_nonnull(nnue_file_read(path, &again));
}
END_TEST

START_TEST(an_unreadable_net_is_not_written)
{
    fill(128, 5);
    net.output[0] = NNUE_OUTPUT_WEIGHT_MAX + 1;
    ck_assert_str_eq(nnue_file_write("/nowhere/net", &net), nnue_error_text(NNUE_OUTPUT_OVERFLOW));
    net.output[0] = NNUE_OUTPUT_WEIGHT_MAX;
    ck_assert_str_eq(nnue_file_write("/nowhere/net", &net), "No such file or directory");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        what_is_written_is_read_again,
        bytes_are_as_the_format_says,
        errors_of_a_file_are_reported,
        an_unreadable_net_is_not_written,
    };
    return run_tests("nnue_file", tests, COUNT(tests));
}
