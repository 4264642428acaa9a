#include "letters.h"
#include "trf_team_file.h"

static const char *const LINE_END = "\r\n";

static void add_362(Letters *l, const TrfTeamFile *f)
{
    const int points[] = {f->win, f->draw, f->loss};
    if (f->win == 20 && f->draw == 10 && !f->loss)
        return;
    letters_add(l, "362 ");
    for (int i = 0; i < 3; i++) {
        letters_spaces(l, i ? 3 : 0);
        letters_char(l, 'T');
        letters_char(l, "WDL"[i]);
        letters_points(l, points[i], 4);
    }
    letters_add(l, LINE_END);
}

/* Teams with the same kind of bye in a round share a line, where they follow each other. */
static void add_240(Letters *l, const TrfTeamFile *f)
{
    for (int i = 0; i < f->absences_count; i++) {
        const TrfTeamAbsence *absence = &f->absences[i];
        if (i && absence[-1].kind == absence->kind && absence[-1].round == absence->round) {
            letters_char(l, ' ');
            letters_number(l, absence->team, 4, ' ');
        } else {
            letters_add(l, i ? LINE_END : "");
            letters_add(l, "240 ");
            letters_char(l, absence->kind);
            letters_char(l, ' ');
            letters_number(l, absence->round, 3, '0');
            letters_char(l, ' ');
            letters_number(l, absence->team, 4, ' ');
        }
    }
    letters_add(l, f->absences_count ? LINE_END : "");
}

static void add_250(Letters *l, const TrfTeamAcceleration *a)
{
    const int numbers[] = {a->first, a->last, a->from, a->to};
    letters_add(l, "250 ");
    letters_points(l, a->match_points, 4);
    letters_char(l, ' ');
    letters_points(l, a->game_points, 4);
    for (int i = 0; i < 4; i++) {
        letters_char(l, ' ');
        letters_number(l, numbers[i], i < 2 ? 3 : 4, '0');
    }
    letters_add(l, LINE_END);
}

static void add_299(Letters *l, const TrfAbnormal *a)
{
    letters_add(l, "299 ");
    letters_char(l, a->kind);
    letters_spaces(l, 2);
    if (a->has_match_points)
        letters_points(l, a->match_points, 4);
    else
        letters_spaces(l, 4);
    letters_spaces(l, 2);
    if (a->has_game_points)
        letters_points(l, a->game_points, 4);
    else
        letters_spaces(l, 4);
    letters_spaces(l, 2);
    letters_number(l, a->round, 3, '0');
    for (int i = 0; i < a->count; i++) {
        letters_char(l, ' ');
        letters_number(l, a->teams[i], 4, ' ');
    }
    letters_add(l, LINE_END);
}

size_t trf_write_team_file(const TrfTeamFile *f, const TrfHeader *header, char *text, size_t size)
{
    TrfHeader with_code = *header;
    with_code.coded_type = f->code[0] ? f->code : NULL;
    size_t length = trf_write(&f->people, TRF_26, &with_code, text, size);
    Letters letters = {text, size, length}, *l = &letters;
    add_362(l, f);
    TrfTeamReport report = {.teams = f->teams,
                            .count = f->count,
                            .boards = f->boards,
                            .bye_points = f->has_bye_points ? f->bye_points : f->draw,
                            .bye_game_points = f->has_bye_points
                                                   ? f->bye_game_points
                                                   : f->boards * f->people.points.draw,
                            .byes = f->byes,
                            .rounds = f->people.room.rounds,
                            .forfeits = f->forfeits,
                            .forfeits_count = f->forfeits_count,
                            .lineups = f->lineups,
                            .lineups_count = f->lineups_count,
                            .says_bye_points = f->has_bye_points,
                            .sequence = f->sequence[0] ? f->sequence : NULL};
    size_t at = l->length < size ? l->length : size;
    l->length += trf_write_teams(&report, text ? text + at : NULL, size - at);
    add_240(l, f);
    for (int i = 0; i < f->accelerations_count; i++)
        add_250(l, &f->accelerations[i]);
    for (int i = 0; i < f->abnormal_count; i++)
        add_299(l, &f->abnormal[i]);
    letters_end(l);
    return l->length;
}
