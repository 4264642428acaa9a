#include "lag.h"

int32_t lag_gain_max(const TimeControl *control)
{
    if (!control->timed || control->days)
        return 0;
    /* In hundredths of a second: two fifths of the estimate in seconds, plus 15. */
    int64_t gain = 10 * (time_control_estimate(control) / 1000 * 2 / 5 + 15);
    return gain < LAG_GAIN_MAX ? (int32_t)gain : LAG_GAIN_MAX;
}

int32_t lag_quota_start(const TimeControl *control)
{
    return LAG_START_GAINS * lag_gain_max(control);
}

int32_t lag_given(int32_t lag, int32_t quota, int64_t elapsed)
{
    int32_t given = lag < quota ? lag : quota;
    return given < elapsed ? given : (int32_t)elapsed;
}

int32_t lag_quota_after(const TimeControl *control, int32_t lag, int32_t quota, int32_t given)
{
    int32_t most = lag_gain_max(control), gain = most;
    if (lag < most - LAG_PROCESSOR)
        gain = lag + LAG_PROCESSOR;
    int32_t after = quota - given + gain, full = LAG_QUOTA_GAINS * most;
    return after < full ? after : full;
}

int32_t lag_grace(int32_t lag, int32_t quota)
{
    if (lag == 0)
        return 0;
    return quota < LAG_GRACE_MAX ? quota : LAG_GRACE_MAX;
}
