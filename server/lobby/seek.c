#include "seek.h"

static bool is_in_range(const Person *person, const RatingRange *range)
{
    int32_t strength = person_strength(person);
    return strength >= range->least && strength <= range->most;
}

bool seek_fits(const Seek *one, const Seek *other)
{
    return terms_fit(&one->terms, &other->terms) && is_in_range(&one->person, &other->rating) &&
           is_in_range(&other->person, &one->rating) && !person_is(&one->person, &other->person);
}

int32_t seek_distance(const Seek *one, const Seek *other)
{
    int32_t apart = person_strength(&one->person) - person_strength(&other->person);
    return apart < 0 ? -apart : apart;
}

int32_t seek_reach_at_first(unsigned crowd)
{
    return crowd >= NEAR_CROWD ? NEAR_CROWDED
                               : NEAR_CROWDED * NEAR_CROWD / (int32_t)(crowd ? crowd : 1);
}

int32_t seek_reach(const Seek *one, const Seek *other, int32_t near, int64_t waited)
{
    int64_t reach = near + near * waited / NEAR_DOUBLES;
    if (one->person.provisional && other->person.provisional)
        reach += NEAR_PROVISIONAL;
    return reach < RATING_MAX ? (int32_t)reach : RATING_MAX;
}

static uint64_t key_of_stage(const ClockStage *stage)
{
    uint64_t time = (uint64_t)(uint32_t)stage->initial << 32 | (uint32_t)stage->increment;
    return time * UINT64_C(0x9e3779b97f4a7c15) + (uint32_t)stage->moves;
}

uint64_t seek_key(const Seek *seek)
{
    const TimeControl *control = &seek->terms.control;
    uint64_t time = (uint64_t)(uint32_t)control->initial << 32 | (uint32_t)control->increment;
    uint64_t kind = ((uint64_t)control->days * 4 + control->bonus) * 2 + control->timed;
    for (int i = 0; i < control->later_count; i++)
        kind = kind * UINT64_C(0x94d049bb133111eb) + key_of_stage(&control->later[i]);
    kind += (uint64_t)(uint32_t)control->moves << 32;
    /* Odd multipliers keep what differs different. */
    return time * UINT64_C(0x9e3779b97f4a7c15) +
           ((kind * 4 + seek->terms.variant) * 2 + seek->terms.rated) *
               UINT64_C(0xbf58476d1ce4e5b9);
}
