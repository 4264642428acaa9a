#include "sample_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16 };

const char *sample_set_error_text(SampleSetError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        SAMPLE_SET_ERRORS
#undef X
    };
    return texts[error];
}

void sample_set_init(SampleSet *set, int score_limit)
{
    memset(set, 0, sizeof *set);
    set->score_limit = score_limit;
}

void sample_set_clear(SampleSet *set)
{
    free(set->training);
    free(set->validation);
    sample_set_init(set, 0);
}

static bool append(Sample **samples, size_t *count, size_t *room, const Sample *sample)
{
    if (*count == *room) {
        size_t wanted = *room ? *room + *room / 2 : FIRST_ROOM;
        Sample *grown = realloc(*samples, wanted * sizeof(Sample));
        if (!grown)
            return false;
        *samples = grown;
        *room = wanted;
    }
    (*samples)[(*count)++] = *sample;
    return true;
}

static bool take(SampleSet *set, const Sample *sample, size_t index)
{
    Position pos;
    if (!sample_unpack(sample, &pos)) {
        set->damaged++;
        return true;
    }
    if (abs(sample->score) > set->score_limit) {
        set->decided++;
        return true;
    }
    if (index / SAMPLE_SET_BLOCK % SAMPLE_SET_VALIDATION == SAMPLE_SET_VALIDATION - 1)
        return append(&set->validation, &set->validation_count, &set->validation_room, sample);
    return append(&set->training, &set->training_count, &set->training_room, sample);
}

SampleSetError sample_set_read(SampleSet *set, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return SAMPLE_SET_OPEN;
    SampleSetError error = SAMPLE_SET_OK;
    Sample sample;
    for (size_t index = 0; !error && fread(&sample, sizeof sample, 1, file) == 1; index++)
        if (!take(set, &sample, index))
            error = SAMPLE_SET_MEMORY;
    if (!error && ferror(file))
        error = SAMPLE_SET_READ;
    fclose(file);
    return error;
}

static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dull;
}

void sample_set_shuffle(SampleSet *set, uint64_t *state)
{
    for (size_t left = set->training_count; left > 1; left--) {
        size_t other = (size_t)(draw(state) % left);
        Sample swapped = set->training[other];
        set->training[other] = set->training[left - 1];
        set->training[left - 1] = swapped;
    }
}
