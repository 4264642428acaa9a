#include "ics_numbers.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char id[ICS_NUMBERED_MAX + 1]; /* "": the number is free */
    uint32_t holders;
    uint64_t used; /* when it was looked up */
} Numbered;

struct IcsNumbers {
    Numbered at[ICS_NUMBERS_MAX];
    uint64_t now;
    int highest; /* numbers beyond it have never been given */
};

IcsNumbers *ics_numbers_new(void)
{
    return memory_new(sizeof(IcsNumbers));
}

void ics_numbers_free(IcsNumbers *numbers)
{
    free(numbers);
}

static int find(const IcsNumbers *numbers, const char *id)
{
    for (int i = 0; i < numbers->highest; i++)
        if (strcmp(numbers->at[i].id, id) == 0)
            return i;
    return -1;
}

/* A number for a new id: the next one up to ICS_NUMBERS_FEW, then the one that was unused for longest, so that a number that
 * somebody has just read is not given to something else at once. */
static int choose(IcsNumbers *numbers)
{
    int oldest = -1;
    if (numbers->highest < ICS_NUMBERS_FEW)
        return numbers->highest++;
    for (int i = 0; i < numbers->highest; i++)
        if (!numbers->at[i].holders &&
            (oldest < 0 || numbers->at[i].used < numbers->at[oldest].used))
            oldest = i;
    return oldest < 0 && numbers->highest < ICS_NUMBERS_MAX ? numbers->highest++ : oldest;
}

int ics_number_of(IcsNumbers *numbers, const char *id)
{
    assert(strlen(id) <= ICS_NUMBERED_MAX);
    if (!*id)
        return 0;
    int at = find(numbers, id);
    if (at < 0) {
        at = choose(numbers);
        if (at < 0)
            return 0;
        numbers->at[at] = (Numbered){.holders = 0};
        memcpy(numbers->at[at].id, id, strlen(id) + 1);
    }
    numbers->at[at].used = ++numbers->now;
    return at + 1;
}

const char *ics_number_id(const IcsNumbers *numbers, int number)
{
    if (number < 1 || number > numbers->highest || !numbers->at[number - 1].id[0])
        return NULL;
    return numbers->at[number - 1].id;
}

void ics_number_hold(IcsNumbers *numbers, int number)
{
    if (number >= 1 && number <= numbers->highest)
        numbers->at[number - 1].holders++;
}

void ics_number_release(IcsNumbers *numbers, int number)
{
    if (number < 1 || number > numbers->highest)
        return;
    assert(numbers->at[number - 1].holders > 0);
    numbers->at[number - 1].holders--;
}
