#include "trf_reader.h"

#include <string.h>

bool trf_refuse(TrfReader *r, TrfError error, int column)
{
    *r->problem = (TrfProblem){.error = error, .row = r->line.row, .column = column};
    return false;
}

bool trf_check_width(TrfReader *r)
{
    return !r->line.is_wide || trf_refuse(r, TRF_LINE_TOO_LONG, TRF_COLUMNS_MAX);
}

bool trf_take_looks(TrfReader *r, int looks, int column)
{
    const TournamentSize *room = &r->tournament->room;
    int64_t all = (int64_t)room->players * room->rounds + TOURNAMENT_PLAYERS_MAX;
    r->looks += looks;
    return r->looks <= TRF_LOOKS_MAX * all || trf_refuse(r, TRF_TOO_MANY_RECORDS, column);
}

RoundResult trf_result_of(char letter)
{
    static const char letters[] = " 1=0WDL+-HFUZ"; /* in the order of RoundResult */
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (RoundResult)(found - letters) : RESULT_COUNT;
}
