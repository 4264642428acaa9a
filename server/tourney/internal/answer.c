#include "tourney.h"

#include <stdio.h>

bool tourney_refuse(TourneyAnswer *answer, int status, const char *code, const char *why)
{
    answer->status = status;
    answer->code = code;
    snprintf(answer->why, sizeof answer->why, "%s", why);
    return false;
}
