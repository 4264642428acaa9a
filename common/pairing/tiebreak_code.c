#include "tiebreak.h"

#include <string.h>

/* Which modifiers a code takes. */
static const struct {
    const char *name, *modifiers;
    TieBreakCode code;
} CODES[] = {
    {"PTS", "", TIEBREAK_PTS},    {"DE", "P", TIEBREAK_DE},     {"WIN", "", TIEBREAK_WIN},
    {"WON", "", TIEBREAK_WON},    {"BPG", "", TIEBREAK_BPG},    {"BWG", "", TIEBREAK_BWG},
    {"REP", "", TIEBREAK_REP},    {"GE", "", TIEBREAK_REP},     {"STD", "", TIEBREAK_STD},
    {"PS", "C", TIEBREAK_PS},     {"KS", "L", TIEBREAK_KS},     {"BH", "CMP", TIEBREAK_BH},
    {"FB", "CMP", TIEBREAK_FB},   {"SB", "CP", TIEBREAK_SB},    {"AOB", "P", TIEBREAK_AOB},
    {"ARO", "CMU", TIEBREAK_ARO}, {"TPR", "U", TIEBREAK_TPR},   {"PTP", "U", TIEBREAK_PTP},
    {"APRO", "U", TIEBREAK_APRO}, {"APPO", "U", TIEBREAK_APPO}, {"RTNG", "UR", TIEBREAK_RTNG},
    {"TPN", "R", TIEBREAK_TPN},
};

/* A number of at most four digits; false when it is none. */
static bool read_number(const char *text, size_t length, int *value)
{
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return length > 0 && length <= 4;
}

/* KS/L60 is a percentage; KS/L1, KS/L+1 and KS/L-1 are half-points above or below a half of the points. */
static bool read_limit(TieBreak *t, const char *text, size_t length)
{
    int value;
    bool below = length && text[0] == '-', signed_one = below || (length && text[0] == '+');
    if (!read_number(text + signed_one, length - signed_one, &value) || value > 100)
        return false;
    if (!signed_one && value >= 10)
        t->limit_percent = value;
    else
        t->limit_tenths = below ? -5 * value : 5 * value;
    return true;
}

static bool read_modifier(TieBreak *t, const char *text, size_t length)
{
    int value;
    switch (text[0]) {
    case 'R': t->is_reversed = true; return length == 1;
    case 'P': t->counts_forfeits = true; return length == 1;
    case 'L': return read_limit(t, text + 1, length - 1);
    case 'U': return read_number(text + 1, length - 1, &t->unrated) && t->unrated > 0;
    default: break;
    }
    if (!read_number(text + 1, length - 1, &value) || value < 1 || value > TOURNAMENT_ROUNDS_MAX)
        return false;
    t->cut_low = value;
    t->cut_high = text[0] == 'M' ? value : 0;
    return true;
}

TieBreakError tiebreak_parse(const char *text, size_t length, TieBreak *t)
{
    size_t name = 0, known = 0;
    while (name < length && text[name] != '/')
        name++;
    while (known < sizeof CODES / sizeof *CODES &&
           (strlen(CODES[known].name) != name || memcmp(CODES[known].name, text, name) != 0))
        known++;
    *t = (TieBreak){.limit_percent = 50};
    if (known == sizeof CODES / sizeof *CODES)
        return TIEBREAK_UNKNOWN;
    t->code = CODES[known].code;
    for (size_t at = name; at < length;) {
        size_t start = ++at; /* behind the slash */
        while (at < length && text[at] != '/')
            at++;
        if (at == start || !text[start] || !strchr(CODES[known].modifiers, text[start]) ||
            !read_modifier(t, text + start, at - start))
            return TIEBREAK_BAD_MODIFIER;
    }
    return TIEBREAK_OK;
}

TieBreakError tiebreak_check(const TieBreak *t, bool is_round_robin)
{
    bool buchholz = t->code == TIEBREAK_BH || t->code == TIEBREAK_FB || t->code == TIEBREAK_AOB;
    return is_round_robin && buchholz ? TIEBREAK_FORBIDDEN : TIEBREAK_OK;
}

const char *const *tiebreak_round_robin_codes(void)
{
    static const char *const codes[] = {
        "DE",  "BPG", "BWG",   "REP", "STD",   "SB",    "SB/C1",  "SB/C2",  "RTNG", "RTNG/R",
        "WIN", "TPN", "TPN/R", "KS",  "KS/L1", "KS/L2", "KS/L-1", "KS/L-2", NULL};
    return codes;
}
