#include "person.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool person_is(const Person *person, const Person *other)
{
    return strcmp(person->id, other->id) == 0;
}

int32_t person_strength(const Person *person)
{
    return person->rating > 0 ? person->rating : RATING_DEFAULT;
}

Person person_computer(int32_t level)
{
    assert(level >= 1 && level <= LEVEL_MAX);
    Person person = {.rating = level_rating(level), .level = level};
    snprintf(person.id, sizeof person.id, "computer-%d", (int)level);
    snprintf(person.name, sizeof person.name, "Computer level %d", (int)level);
    return person;
}

int32_t level_rating(int32_t level)
{
    return level < LEVEL_MAX ? 200 + 200 * level : 0;
}

int32_t level_near(int32_t rating)
{
    /* 400 log10(1 / 0.475 - 1): how much stronger one is against whom 0.475 are scored. */
    const int32_t above = 17;
    int32_t level = (rating + above - 200 + 100) / 200;
    if (level < 1)
        return 1;
    return level < LEVEL_MAX ? level : LEVEL_MAX - 1;
}
