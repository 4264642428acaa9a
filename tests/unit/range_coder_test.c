/* The promises of a range coder: every value comes back, and the length is what Shannon says. */
#include "range_coder.h"

#include "chess_rig.h"

#include <math.h>

enum { SIZE = 1 << 16, VALUES = 4000 };

static unsigned char bytes[SIZE];

typedef struct {
    int choice;
    bool bit;
    uint64_t bits, number;
    int64_t turned;
} Values;

static void code_all(RangeCoder *coder, Values *values, const uint32_t *weights)
{
    CodedBit bit = range_coder_bit_of(30000);
    CodedNumber number, turned;
    range_coder_number_init(&number);
    range_coder_number_init(&turned);
    for (int i = 0; i < VALUES; i++) {
        Values *v = &values[i];
        v->choice = range_coder_choice(coder, weights, 5, v->choice);
        v->bit = range_coder_bit(coder, &bit, v->bit);
        v->bits = range_coder_bits(coder, i % 64, v->bits);
        v->number = range_coder_number(coder, &number, v->number);
        v->turned = range_coder_signed(coder, &turned, v->turned);
    }
}

START_TEST(what_is_written_is_read)
{
    static Values written[VALUES], again[VALUES];
    static const uint32_t WEIGHTS[] = {1, 1 << 19, 7, 300, 1 << 18};
    uint64_t seed = 5;
    for (int i = 0; i < VALUES; i++)
        written[i] = (Values){.choice = (int)(random_next(&seed) % 5),
                              .bit = random_next(&seed) % 9 == 0,
                              .bits = i % 64 ? random_next(&seed) >> (64 - i % 64) : 0,
                              .number = random_next(&seed) >> (1 + random_next(&seed) % 63),
                              .turned = (int64_t)random_next(&seed) >> (2 + i % 60)};
    written[1].number = INT64_MAX;
    RangeCoder coder;
    static unsigned char large[SIZE * 4];
    range_coder_write(&coder, large, sizeof large);
    code_all(&coder, written, WEIGHTS);
    size_t size = range_coder_finish(&coder);
    ck_assert(!coder.failed);
    range_coder_read(&coder, large, size);
    code_all(&coder, again, WEIGHTS);
    for (int i = 0; i < VALUES; i++)
        HOLDS(memcmp(&again[i].bits, &written[i].bits, 3 * sizeof(uint64_t)) == 0 &&
                  again[i].choice == written[i].choice && again[i].bit == written[i].bit,
              "value %d", i);
}
END_TEST

/* Shannon 1948: the mean length cannot be below the entropy; a range coder is within a few bytes of it. */
START_TEST(the_length_is_the_entropy)
{
    static const uint32_t WEIGHTS[] = {90, 6, 3, 1};
    static const double SHARES[] = {.9, .06, .03, .01};
    RangeCoder coder;
    double entropy = 0;
    uint64_t seed = 9;
    range_coder_write(&coder, bytes, SIZE);
    for (int i = 0; i < 100000; i++) {
        unsigned lot = (unsigned)(random_next(&seed) % 100);
        int choice = lot < 90 ? 0 : lot < 96 ? 1 : lot < 99 ? 2 : 3;
        entropy -= log2(SHARES[choice]);
        range_coder_choice(&coder, WEIGHTS, 4, choice);
    }
    double size = (double)range_coder_finish(&coder);
    ck_assert_msg(size >= entropy / 8 - 1 && size <= entropy / 8 * 1.001 + 4, "%f for %f", size,
                  entropy / 8);
}
END_TEST

/* A carry runs through any number of bytes 0xff. */
START_TEST(carries_run_through)
{
    static const uint32_t WEIGHTS[] = {1, 65535};
    for (int tail = 0; tail < 200; tail++) {
        RangeCoder coder;
        range_coder_write(&coder, bytes, SIZE);
        for (int i = 0; i < 2000; i++)
            range_coder_choice(&coder, WEIGHTS, 2, i % 200 != tail);
        size_t size = range_coder_finish(&coder);
        range_coder_read(&coder, bytes, size);
        for (int i = 0; i < 2000; i++)
            HOLDS(range_coder_choice(&coder, WEIGHTS, 2, 0) == (i % 200 != tail), "%d of %d", i,
                  tail);
    }
}
END_TEST

START_TEST(what_does_not_fit_is_reported)
{
    RangeCoder coder;
    range_coder_write(&coder, bytes, 3);
    for (int i = 0; i < 5; i++)
        range_coder_bits(&coder, 8, 0xab);
    range_coder_finish(&coder);
    ck_assert(coder.failed);
}
END_TEST

START_TEST(any_bytes_can_be_read)
{
    uint64_t seed = 77;
    for (int round = 0; round < 300; round++) {
        static Values values[VALUES];
        static const uint32_t WEIGHTS[] = {1, 2, 3, 1 << 19, 5};
        size_t size = (size_t)(random_next(&seed) % 64);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)(round % 3 ? random_next(&seed) : 255);
        RangeCoder coder;
        range_coder_read(&coder, bytes, size);
        code_all(&coder, values, WEIGHTS);
        HOLDS(values[0].choice >= 0 && values[0].choice < 5, "a choice there is none of");
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {what_is_written_is_read, the_length_is_the_entropy, carries_run_through,
                            what_does_not_fit_is_reported, any_bytes_can_be_read};
    return run_tests("range_coder", tests, COUNT(tests));
}
