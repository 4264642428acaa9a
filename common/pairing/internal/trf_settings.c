#include "trf_reader.h"

#include <string.h>

static bool read_rounds(TrfReader *r)
{
    TrfWord word;
    int at = 3, rounds;
    if (!trf_line_word(&r->line, &at, &word))
        return trf_refuse(r, TRF_BAD_NUMBER, 4);
    if (trf_number(word.text, word.length, &rounds) != FIELD_OK || rounds < 1)
        return trf_refuse(r, TRF_BAD_NUMBER, word.column);
    if (rounds > TOURNAMENT_ROUNDS_MAX)
        return trf_refuse(r, TRF_TOO_MANY_ROUNDS, word.column);
    r->tournament->rounds = rounds;
    return true;
}

static bool word_is(const TrfWord *word, const char *text)
{
    return word->length == (int)strlen(text) && !memcmp(word->text, text, (size_t)word->length);
}

static bool read_configuration(TrfReader *r)
{
    TrfWord word;
    for (int at = 3; trf_line_word(&r->line, &at, &word);)
        if (word_is(&word, "rank"))
            r->by_position = true;
        else if (word_is(&word, "white1"))
            r->tournament->initial = SIDE_WHITE;
        else if (word_is(&word, "black1"))
            r->tournament->initial = SIDE_BLACK;
        else
            return trf_refuse(r, TRF_BAD_VALUE, word.column);
    return true;
}

static bool read_initial(TrfReader *r)
{
    char colour = trf_line_char(&r->line, 5);
    if (colour != 'W' && colour != 'B' && colour != 'w' && colour != 'b')
        return trf_refuse(r, TRF_BAD_COLOUR, 5);
    r->tournament->initial = colour == 'W' || colour == 'w' ? SIDE_WHITE : SIDE_BLACK;
    return true;
}

static bool read_type(TrfReader *r)
{
    TrfWord word;
    int at = 3;
    if (!trf_line_word(&r->line, &at, &word))
        return true;
    if (word_is(&word, "FIDE_DUTCH_2025") || word_is(&word, "FIDE_DUTCH"))
        r->tournament->type = TYPE_DUTCH;
    else if (word_is(&word, "FIDE_DUTCH_2025_BAKU") || word_is(&word, "FIDE_DUTCH_BAKU"))
        r->tournament->type = TYPE_DUTCH_BAKU;
    return true;
}

static bool set_worth(TrfReader *r, char code, int tenths)
{
    PointSystem *points = &r->tournament->points;
    switch (code) {
    case 'W':
        points->win = points->forfeit_win = points->full_bye = tenths;
        if (!r->has_pairing_bye)
            points->pairing_bye = tenths;
        return true;
    case 'D': points->draw = points->half_bye = tenths; return true;
    case 'L': points->loss = tenths; return true;
    case 'A': /* TRF26; bbpPairings has Z for it */
    case 'Z': points->forfeit_loss = points->zero_bye = tenths; return true;
    case 'P':
        points->pairing_bye = tenths;
        r->has_pairing_bye = true;
        return true;
    case 'X': return true; /* of games without a result, which a file to pair from does not have */
    default: return false;
    }
}

/* 162: a letter in column 6, points in 7 to 10; the next after nine columns. */
static bool read_point_system(TrfReader *r)
{
    if (!trf_check_width(r))
        return false;
    for (int column = 6; !trf_line_is_blank_from(&r->line, column); column += 9) {
        int tenths;
        if (trf_line_points(&r->line, column + 1, column + 4, &tenths) != FIELD_OK || tenths < 0)
            return trf_refuse(r, TRF_BAD_POINTS, column + 1);
        if (!set_worth(r, trf_line_char(&r->line, column), tenths))
            return trf_refuse(r, TRF_BAD_VALUE, column);
    }
    return true;
}

/* BBW and its kind: one value. */
static bool read_worth(TrfReader *r, char code)
{
    TrfWord word;
    int at = 3, tenths;
    if (!trf_line_word(&r->line, &at, &word) ||
        trf_points(word.text, word.length, &tenths) != FIELD_OK || tenths < 0)
        return trf_refuse(r, TRF_BAD_POINTS, 5);
    PointSystem *points = &r->tournament->points;
    if (code == 'Z')
        points->zero_bye = tenths;
    else if (code == 'F')
        points->forfeit_loss = tenths;
    else
        set_worth(r, code == 'U' ? 'P' : code, tenths);
    return true;
}

/* XXS: CODE=VALUE. What depends on the colour is taken when both colours get the same. */
static bool set_xxs(TrfReader *r, const TrfWord *word, int tenths, int name)
{
    PointSystem *p = &r->tournament->points;
    static const char *const names[] = {"WW",  "BW",  "WD",  "BD", "WL", "BL", "ZPB",
                                        "HPB", "FPB", "PAB", "FW", "FL", "W",  "D"};
    int *values[] = {&p->win,      &p->win,         &p->draw,        &p->draw,
                     &p->loss,     &p->loss,        &p->zero_bye,    &p->half_bye,
                     &p->full_bye, &p->pairing_bye, &p->forfeit_win, &p->forfeit_loss};
    for (int i = 0; i < 14; i++) {
        if ((int)strlen(names[i]) != name || memcmp(names[i], word->text, (size_t)name) != 0)
            continue;
        if (i < 12)
            *values[i] = tenths;
        else if (i == 12)
            p->win = p->forfeit_win = p->full_bye = tenths;
        else
            p->draw = p->half_bye = tenths;
        return true;
    }
    return trf_refuse(r, TRF_BAD_VALUE, word->column);
}

static bool read_xxs(TrfReader *r)
{
    TrfWord word;
    for (int at = 3; trf_line_word(&r->line, &at, &word);) {
        int name = 0, tenths;
        while (name < word.length && word.text[name] != '=')
            name++;
        if (name == word.length ||
            trf_points(word.text + name + 1, word.length - name - 1, &tenths) != FIELD_OK ||
            tenths < 0)
            return trf_refuse(r, TRF_BAD_POINTS, word.column);
        if (!set_xxs(r, &word, tenths, name))
            return false;
    }
    return true;
}

bool trf_read_setting(TrfReader *r)
{
    const TrfLine *line = &r->line;
    if (trf_line_has_tag(line, "142") || trf_line_has_tag(line, "XXR"))
        return read_rounds(r);
    if (trf_line_has_tag(line, "152"))
        return read_initial(r);
    if (trf_line_has_tag(line, "162"))
        return read_point_system(r);
    if (trf_line_has_tag(line, "192"))
        return read_type(r);
    if (trf_line_has_tag(line, "XXC"))
        return read_configuration(r);
    if (trf_line_has_tag(line, "XXS"))
        return read_xxs(r);
    if (line->length > 3 && line->text[0] == 'B' && line->text[1] == 'B' &&
        strchr("WDLZFU", line->text[2]) && line->text[2])
        return read_worth(r, line->text[2]);
    return true;
}
