#include "game_rules.h"

#include <assert.h>
#include <stddef.h>

#include "event.h"

bool game_setup_is_valid(const GameSetup *setup)
{
    return setup->variant <= VARIANT_FROM_POSITION && time_control_is_valid(&setup->control) &&
           setup->control.odds != TIME_ODDS_OPPONENT && !(setup->rated && setup->control.odds) &&
           setup->first_move >= 0 && setup->created >= 0 && setup->created <= EVENT_TIME_MAX;
}

const char *room_error_text(RoomError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        ROOM_ERRORS(X)
#undef X
    };
    assert((size_t)error < sizeof TEXTS / sizeof *TEXTS);
    return TEXTS[error];
}
