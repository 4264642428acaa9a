/* Any bytes as a tournament: lines of acts that are folded, or fields of requests that are judged; what is taken can be paired,
 * ranked, printed and read again. Or as a file of players. */
#include "tourney.h"
#include "utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const Tourney *tourney)
{
    Standings standings = {.rows = NULL};
    TourneyAct act;
    standings_compute(&standings, tourney);
    assert(standings.count <= tourney->players_count);
    standings_clear(&standings);
    if (tourney->settings.format != FORMAT_ARENA && tourney_pair(tourney, &act))
        tourney_act_clear(&act);
}

/* What was stored folds to the same again. */
static void print_again(const TourneyAct *act)
{
    TourneyAct again;
    Text one, other;
    text_init(&one);
    text_init(&other);
    tourney_act_print(act, true, &one);
    bool is_act = tourney_act_parse(&again, one.bytes, one.length);
    assert(is_act);
    tourney_act_print(&again, true, &other);
    assert(one.length == other.length && memcmp(one.bytes, other.bytes, one.length) == 0);
    tourney_act_clear(&again);
    text_clear(&one);
    text_clear(&other);
}

static void fold_lines(Tourney *tourney, const char *text, size_t size)
{
    for (int lines = 0; size && lines < 60; lines++) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        TourneyAct act;
        if (tourney_act_parse(&act, text, length)) {
            print_again(&act);
            tourney_fold(tourney, &act);
            tourney_act_clear(&act);
        }
        text += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

static void judge(Tourney *tourney, const char *text, size_t size)
{
    Params fields = {.count = 0};
    TourneyAct act;
    TourneyAnswer answer;
    if (params_parse_form(&fields, text, size))
        return;
    if (tourney_read_act(tourney, &fields, 1795000000000, &act, &answer)) {
        act.confirmed = true;
        if (act.kind != ACT_PAIR && tourney_check(tourney, &act, ROLE_ORGANISER, &answer)) {
            act.seq = tourney->seq + 1;
            bool is_folded = tourney_fold(tourney, &act); /* what may be done can be done */
            assert(is_folded || act.kind == ACT_ROLE);
        }
        tourney_act_clear(&act);
    }
    params_clear(&fields);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *part = memchr(data, 0, size);
    size_t length = part ? (size_t)(part - text) : size;
    Tourney *tourney = tourney_new();
    fold_lines(tourney, text, length);
    for (int i = 0; part && i < 20; i++) {
        text = part + 1;
        size_t left = size - (size_t)(text - (const char *)data);
        part = memchr(text, 0, left);
        if (tourney->seq)
            judge(tourney, text, part ? (size_t)(part - text) : left);
    }
    if (tourney->seq)
        look_at(tourney);
    TourneyPerson *people;
    TourneyAnswer answer;
    size_t count;
    int row, column;
    if (tourney_read_csv((const char *)data, size, &people, &count, &row, &column, &answer))
        free(people);
    if (tourney_read_trf((const char *)data, size, &people, &count, &row, &column, &answer)) {
        for (size_t i = 0; i < count; i++)
            assert(utf8_is_line(people[i].name) && utf8_is_line(people[i].team));
        free(people);
    }
    tourney_free(tourney);
    return 0;
}
