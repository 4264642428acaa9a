#include "seat.h"

#include <string.h>

int32_t store_engine_number(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return SEAT_ENGINE_LEAST + (int32_t)(hash % 1000000000u);
}

int32_t seat_level_on_disk(const StoreSeat *seat)
{
    if (seat->kind != STORE_SEAT_ENGINE)
        return seat->kind == STORE_SEAT_LEVEL ? seat->level : 0;
    return seat->engine[0] ? store_engine_number(seat->engine) : seat->engine_number;
}

int32_t seat_rating_on_disk(const StoreSeat *seat)
{
    return seat->kind == STORE_SEAT_ENGINE && seat->step ? seat->step : seat->rating;
}

void seat_read_numbers(StoreSeat *seat, int32_t level, int32_t rating)
{
    seat->kind = level >= SEAT_ENGINE_LEAST ? STORE_SEAT_ENGINE
                 : level                    ? STORE_SEAT_LEVEL
                                            : STORE_SEAT_HUMAN;
    bool is_engine = seat->kind == STORE_SEAT_ENGINE;
    bool is_step = is_engine && rating >= 1 && rating <= STORE_STEP_MAX;
    seat->level = is_engine ? 0 : level;
    seat->engine_number = is_engine ? level : 0;
    seat->rating = is_step ? 0 : rating;
    seat->step = is_step ? rating : 0;
}

bool seat_read_engine(StoreSeat *seat, const char *name, size_t length)
{
    if (seat->kind != STORE_SEAT_ENGINE || length == 0 || length > STORE_ENGINE_MAX ||
        memchr(name, '\0', length))
        return false;
    memcpy(seat->engine, name, length);
    seat->engine[length] = '\0';
    seat->engine_number = 0;
    return true;
}
