#define _POSIX_C_SOURCE 200809L
#include "sample_set.h"

#include "chess_rig.h"

#include <unistd.h>

enum { SAMPLES = SAMPLE_SET_BLOCK * (SAMPLE_SET_VALIDATION + 1) };

static char path[] = "/tmp/sample_set_XXXXXX";

/* Kings only; the number of the sample is its score and ply. */
static void write_samples(size_t cut)
{
    Position pos = position_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    FILE *file = fdopen(descriptor, "wb");
    for (size_t i = 0; i < SAMPLES; i++) {
        Sample sample;
        sample_pack(&pos, (int)(i % 1000), (unsigned)(i / SAMPLE_SET_BLOCK), &sample);
        if (i == 7)
            sample.result = 3;
        ck_assert_uint_eq(fwrite(&sample, sizeof sample, 1, file), 1);
    }
    for (size_t i = 0; i < cut; i++)
        fputc(1, file);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(whole_blocks_are_held_back)
{
    SampleSet set;
    write_samples(31);
    sample_set_init(&set, 998);
    ck_assert_int_eq(sample_set_read(&set, path), SAMPLE_SET_OK);
    unlink(path);
    ck_assert_uint_eq(set.damaged, 1);
    ck_assert_uint_eq(set.decided, SAMPLES / 1000);
    ck_assert_uint_eq(set.training_count + set.validation_count + set.decided + set.damaged,
                      SAMPLES);
    for (size_t i = 0; i < set.validation_count; i++)
        HOLDS(set.validation[i].ply == SAMPLE_SET_VALIDATION - 1, "block %d",
              set.validation[i].ply);
    for (size_t i = 0; i < set.training_count; i++)
        HOLDS(set.training[i].ply != SAMPLE_SET_VALIDATION - 1, "sample %zu", i);
    sample_set_clear(&set);
}
END_TEST

START_TEST(shuffling_keeps_all_samples_and_follows_the_state)
{
    SampleSet set;
    memcpy(path + sizeof path - 7, "XXXXXX", 6);
    write_samples(0);
    sample_set_init(&set, 998);
    ck_assert_int_eq(sample_set_read(&set, path), SAMPLE_SET_OK);
    unlink(path);
    uint64_t before = 0, after = 0, state = 5, same = 0;
    Sample *copy = malloc(set.training_count * sizeof *copy);
    memcpy(copy, set.training, set.training_count * sizeof *copy);
    for (size_t i = 0; i < set.training_count; i++)
        before += (uint64_t)set.training[i].score * set.training[i].score;
    sample_set_shuffle(&set, &state);
    for (size_t i = 0; i < set.training_count; i++) {
        after += (uint64_t)set.training[i].score * set.training[i].score;
        same += set.training[i].score == copy[i].score;
    }
    ck_assert_uint_eq(before, after);
    ck_assert_uint_lt(same, set.training_count / 100);
    ck_assert_uint_ne(state, 5);
    free(copy);
    sample_set_clear(&set);
}
END_TEST

START_TEST(a_missing_file_is_reported)
{
    SampleSet set;
    sample_set_init(&set, 100);
    ck_assert_int_eq(sample_set_read(&set, "/nowhere/samples"), SAMPLE_SET_OPEN);
    ck_assert_str_eq(sample_set_error_text(SAMPLE_SET_OPEN), "cannot be opened");
    sample_set_clear(&set);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        whole_blocks_are_held_back,
        shuffling_keeps_all_samples_and_follows_the_state,
        a_missing_file_is_reported,
    };
    return run_tests("sample_set", tests, COUNT(tests));
}
