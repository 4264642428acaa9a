#include "trf_reader.h"

/* The index of the player in a word. */
static bool read_known(TrfReader *r, const TrfWord *word, int *player)
{
    int id;
    if (trf_number(word->text, word->length, &id) != FIELD_OK)
        return trf_refuse(r, TRF_BAD_ID, word->column);
    *player = tournament_find(r->tournament, id);
    return *player >= 0 || trf_refuse(r, TRF_UNKNOWN_PLAYER, word->column);
}

/* XXP and 260, from byte 'at' on. */
static bool read_forbidden(TrfReader *r, int at, int first, int last)
{
    Tournament *t = r->tournament;
    TrfWord word;
    if (t->group_count >= t->room.groups)
        return trf_refuse(r, TRF_LINE_TOO_LONG, 1);
    ForbiddenGroup *group = &t->groups[t->group_count];
    *group = (ForbiddenGroup){first, last, t->forbidden_count, 0};
    while (trf_line_word(&r->line, &at, &word)) {
        int player = 0;
        if (!read_known(r, &word, &player))
            return false;
        if (t->forbidden_count >= t->room.forbidden)
            return trf_refuse(r, TRF_LINE_TOO_LONG, word.column);
        t->forbidden[t->forbidden_count++] = t->players[player].id;
        group->count++;
    }
    t->group_count++;
    return true;
}

/* Rounds in two fields of three columns; made to count from 0. */
bool trf_read_round_range(TrfReader *r, int column, int *first, int *last)
{
    if (trf_line_number(&r->line, column, column + 2, first) != FIELD_OK || *first < 1)
        return trf_refuse(r, TRF_BAD_NUMBER, column);
    if (trf_line_number(&r->line, column + 4, column + 6, last) != FIELD_OK || *last < *first)
        return trf_refuse(r, TRF_BAD_NUMBER, column + 4);
    --*first, --*last;
    return true;
}

static bool read_260(TrfReader *r)
{
    int first = 0, last = 0;
    return trf_read_round_range(r, 5, &first, &last) && read_forbidden(r, 11, first, last);
}

static bool set_extra(TrfReader *r, int player, int round, int tenths)
{
    Tournament *t = r->tournament;
    if (round >= t->room.rounds)
        return false;
    t->extra[(size_t)player * (size_t)t->room.rounds + (size_t)round] = (int16_t)tenths;
    return true;
}

static bool read_250(TrfReader *r)
{
    const TrfLine *line = &r->line;
    int match_points, tenths, first = 0, last = 0, from, to;
    if (!trf_check_width(r))
        return false;
    if (trf_line_points(line, 5, 8, &match_points) == FIELD_BAD || match_points)
        return trf_refuse(r, TRF_BAD_POINTS, 5);
    if (trf_line_points(line, 10, 13, &tenths) != FIELD_OK || tenths < 1)
        return trf_refuse(r, TRF_BAD_POINTS, 10);
    if (!trf_read_round_range(r, 15, &first, &last))
        return false;
    if (trf_line_number(line, 23, 26, &from) != FIELD_OK || from < 1)
        return trf_refuse(r, TRF_BAD_ID, 23);
    if (trf_line_number(line, 28, 31, &to) != FIELD_OK || to < from)
        return trf_refuse(r, TRF_BAD_ID, 28);
    if (last >= r->tournament->room.rounds)
        return trf_refuse(r, TRF_TOO_MANY_ROUNDS, 19);
    r->is_accelerated = true;
    for (int id = from; id <= to; id++) {
        int player = tournament_find(r->tournament, id);
        if (!trf_take_looks(r, player < 0 ? 1 : last - first + 1, 28))
            return false;
        for (int round = first; player >= 0 && round <= last; round++)
            set_extra(r, player, round, tenths);
    }
    return true;
}

static bool read_xxa(TrfReader *r)
{
    int id, tenths;
    if (!trf_check_width(r))
        return false;
    if (trf_line_number(&r->line, 5, 8, &id) != FIELD_OK)
        return trf_refuse(r, TRF_BAD_ID, 5);
    int player = tournament_find(r->tournament, id);
    if (player < 0)
        return trf_refuse(r, TRF_UNKNOWN_PLAYER, 5);
    r->is_accelerated = true;
    for (int round = 0; !trf_line_is_blank_from(&r->line, 10 + 5 * round); round++) {
        if (trf_line_points(&r->line, 10 + 5 * round, 13 + 5 * round, &tenths) == FIELD_BAD ||
            tenths < 0)
            return trf_refuse(r, TRF_BAD_POINTS, 10 + 5 * round);
        if (!set_extra(r, player, round, tenths))
            return trf_refuse(r, TRF_TOO_MANY_ROUNDS, 10 + 5 * round);
    }
    return true;
}

/* A bye of a round that the player's line says nothing about. */
static void set_bye(TrfReader *r, int player, int round, RoundResult result)
{
    if (round < r->tournament->played)
        return; /* the player's line counts */
    RoundGame *game = tournament_game(r->tournament, player, round);
    if (game->result == RESULT_NONE && !game->opponent)
        game->result = (uint8_t)result;
}

static bool read_240(TrfReader *r)
{
    int round;
    RoundResult result = trf_result_of(trf_line_char(&r->line, 5));
    if (result != RESULT_FULL_BYE && result != RESULT_HALF_BYE && result != RESULT_ZERO_BYE)
        return trf_refuse(r, TRF_BAD_RESULT, 5);
    if (trf_line_number(&r->line, 7, 9, &round) != FIELD_OK || round < 1 ||
        round > TOURNAMENT_ROUNDS_MAX)
        return trf_refuse(r, TRF_BAD_NUMBER, 7);
    TrfWord word;
    for (int at = 9; trf_line_word(&r->line, &at, &word);) {
        int player = 0;
        if (!read_known(r, &word, &player))
            return false;
        if (round - 1 == r->tournament->played)
            set_bye(r, player, round - 1, result);
    }
    return true;
}

static bool read_xxz(TrfReader *r)
{
    TrfWord word;
    for (int at = 3; trf_line_word(&r->line, &at, &word);) {
        int player = 0;
        if (!read_known(r, &word, &player))
            return false;
        set_bye(r, player, r->tournament->played, RESULT_ZERO_BYE);
    }
    return true;
}

/* 299: kinds by letters; short games count as others. */
static char abnormal_kind(const RoundGame *game)
{
    static const char KINDS[RESULT_COUNT] = {
        [RESULT_WIN] = 'W',         [RESULT_DRAW] = 'D',         [RESULT_LOSS] = 'L',
        [RESULT_SHORT_WIN] = 'W',   [RESULT_SHORT_DRAW] = 'D',   [RESULT_SHORT_LOSS] = 'L',
        [RESULT_FORFEIT_WIN] = '+', [RESULT_FORFEIT_LOSS] = '-', [RESULT_HALF_BYE] = 'H',
        [RESULT_FULL_BYE] = 'F',    [RESULT_ZERO_BYE] = 'Z'};
    return KINDS[game->result];
}

static void set_abnormal(TrfReader *r, int player, int round, char kind, int tenths)
{
    Tournament *t = r->tournament;
    const RoundGame *game = tournament_game(t, player, round);
    int16_t *abnormal = &t->abnormal[(size_t)player * (size_t)t->room.rounds + (size_t)round];
    if (kind == ' ')
        *abnormal = (int16_t)(*abnormal + tenths);
    else if (abnormal_kind(game) == kind)
        *abnormal = (int16_t)(tenths - tournament_worth(t, game));
}

/* Of a player in the round (from 1), or in all (0), where they are over. */
static bool set_abnormal_rounds(TrfReader *r, int player, int round, char kind, int tenths)
{
    int played = r->tournament->played, first = round ? round - 1 : 0;
    int end = round && round < played ? round : played;
    if (!trf_take_looks(r, round ? 1 : played + 1, 5))
        return false;
    for (int at = first; at < end; at++)
        set_abnormal(r, player, at, kind, tenths);
    return true;
}

bool trf_read_abnormal(TrfReader *r)
{
    const TrfLine *line = &r->line;
    if (!trf_line_has_tag(line, "299"))
        return true;
    if (!trf_check_width(r))
        return false;
    char kind = trf_line_char(line, 5);
    int tenths, round, player, nothing;
    if (kind != ' ' && kind != 'W' && kind != 'D' && kind != 'L' && kind != 'F' && kind != 'H' &&
        kind != 'Z' && kind != '+' && kind != '-')
        return trf_refuse(r, TRF_BAD_RESULT, 5);
    if (trf_line_points(line, 8, 11, &nothing) != FIELD_EMPTY) /* match points: of teams */
        return trf_refuse(r, TRF_BAD_POINTS, 8);
    if (trf_line_points(line, 14, 17, &tenths) != FIELD_OK)
        return trf_refuse(r, TRF_BAD_POINTS, 14);
    if (trf_line_number(line, 20, 22, &round) == FIELD_BAD || round > TOURNAMENT_ROUNDS_MAX)
        return trf_refuse(r, TRF_BAD_NUMBER, 20);
    bool is_named = !trf_line_is_blank_from(line, 24), counts = (kind == ' ') == r->adds;
    for (int i = 0; !is_named && counts && i < r->tournament->player_count; i++)
        if (!set_abnormal_rounds(r, i, round, kind, tenths))
            return false;
    for (int column = 24, id; !trf_line_is_blank_from(line, column); column += 5) {
        if (trf_line_number(line, column, column + 3, &id) != FIELD_OK)
            return trf_refuse(r, TRF_BAD_ID, column);
        if ((player = tournament_find(r->tournament, id)) < 0)
            return trf_refuse(r, TRF_UNKNOWN_PLAYER, column);
        if (counts && !set_abnormal_rounds(r, player, round, kind, tenths))
            return false;
    }
    return true;
}

bool trf_read_record(TrfReader *r)
{
    const TrfLine *line = &r->line;
    if (trf_line_has_tag(line, "240"))
        return read_240(r);
    if (trf_line_has_tag(line, "250"))
        return read_250(r);
    if (trf_line_has_tag(line, "260"))
        return read_260(r);
    if (trf_line_has_tag(line, "XXA"))
        return read_xxa(r);
    if (trf_line_has_tag(line, "XXP"))
        return read_forbidden(r, 3, 0, TOURNAMENT_ROUNDS_MAX);
    if (trf_line_has_tag(line, "XXZ"))
        return read_xxz(r);
    return true;
}
