#include "person.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool person_is(const Person *person, const Person *other)
{
    return strcmp(person->id, other->id) == 0;
}

const char *name_handle(const char *name, char handle[PERSON_NAME_MAX + 1])
{
    size_t i = 0;
    for (; i < PERSON_NAME_MAX && name[i]; i++)
        handle[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    handle[i] = '\0';
    return handle;
}

int32_t person_strength(const Person *person)
{
    return person->rating > 0 ? person->rating : RATING_DEFAULT;
}

Person person_computer(int32_t level)
{
    assert(level >= 1 && level <= LEVEL_MAX);
    Person person = {.kind = PERSON_LEVEL, .rating = level_rating(level), .level = level};
    snprintf(person.id, sizeof person.id, "computer-%d", (int)level);
    snprintf(person.name, sizeof person.name, "Computer level %d", (int)level);
    return person;
}

int32_t level_rating(int32_t level)
{
    return level < LEVEL_MAX ? 200 + 200 * level : 0;
}

Person person_computer_rated(int32_t rating)
{
    assert(rating >= COMPUTER_LEAST && rating <= COMPUTER_MOST);
    int32_t level = (rating - 200 + 100) / 200;
    Person person = person_computer(level < LEVEL_MAX ? level : LEVEL_MAX - 1);
    person.rating = rating;
    return person;
}

bool engine_name_is_good(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!(name[i] >= 'a' && name[i] <= 'z') && !(name[i] >= '0' && name[i] <= '9') &&
            name[i] != '-')
            return false;
    return length >= 1 && length <= ENGINE_NAME_MAX;
}

Person person_engine(const char *name)
{
    Person person = {.kind = PERSON_ENGINE};
    snprintf(person.id, sizeof person.id, "engine-%.*s", ENGINE_NAME_MAX, name);
    snprintf(person.name, sizeof person.name, "%.*s", ENGINE_NAME_MAX, name);
    return person;
}

int32_t rating_to_meet(int32_t rating)
{
    /* 400 log10(1 / 0.475 - 1): how much stronger an opponent is against whom 0.475 are scored. */
    int32_t wanted = rating + 17;
    return wanted < COMPUTER_LEAST  ? COMPUTER_LEAST
           : wanted > COMPUTER_MOST ? COMPUTER_MOST
                                    : wanted;
}

void person_had(Person *person, bool white)
{
    if (white && person->balance < BALANCE_MAX)
        person->balance++;
    else if (!white && person->balance > -BALANCE_MAX)
        person->balance--;
}
