#include "spsa.h"

#include <math.h>

static const double RATE_EXPONENT = 0.602, STEP_EXPONENT = 0.101, STABILITY = 0.1;

void spsa_draw(int8_t *signs, int count, uint64_t *state)
{
    for (int i = 0; i < count; i++) {
        *state = *state * 6364136223846793005ull + 1442695040888963407ull;
        signs[i] = *state >> 63 ? 1 : -1;
    }
}

static double step_of(const SpsaParameter *parameter, const SpsaSchedule *schedule, long pair)
{
    return parameter->step * pow((double)schedule->pairs / (double)(pair + 1), STEP_EXPONENT);
}

static double within(const SpsaParameter *parameter, double value)
{
    return fmin(fmax(value, parameter->least), parameter->most);
}

void spsa_values(const SpsaParameter *parameters, int count, const SpsaSchedule *schedule,
                 long pair, const int8_t *signs, int side, double *values)
{
    for (int i = 0; i < count; i++) {
        const double moved = step_of(&parameters[i], schedule, pair) * signs[i] * side;
        values[i] = within(&parameters[i], parameters[i].value + moved);
    }
}

void spsa_update(SpsaParameter *parameters, int count, const SpsaSchedule *schedule, long pair,
                 const int8_t *signs, int result)
{
    const double all = (double)schedule->pairs, stable = STABILITY * all;
    const double faster = pow((stable + all) / (stable + (double)(pair + 1)), RATE_EXPONENT);
    for (int i = 0; i < count; i++) {
        SpsaParameter *parameter = &parameters[i];
        const double rate = schedule->rate * parameter->step * parameter->step * faster;
        const double moved = rate / step_of(parameter, schedule, pair) * signs[i] * result;
        parameter->value = within(parameter, parameter->value + moved);
    }
}
