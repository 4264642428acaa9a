#include "strength.h"

#include <string.h>

/* In FIDE's order; others are none. */
static int rank_title(const char *title)
{
    static const char *const TITLES[] = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};
    int rank = 0, count = sizeof TITLES / sizeof *TITLES;
    while (rank < count && strcmp(TITLES[rank], title) != 0)
        rank++;
    return rank;
}

static int fold_letter(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : (unsigned char)letter;
}

/* The order decides what stored acts mean, so it follows no locale: small and capital letters of ASCII are alike, others come
 * behind them by their code points. */
static int compare_names(const char *one, const char *other)
{
    while (*one && fold_letter(*one) == fold_letter(*other)) {
        one++;
        other++;
    }
    return fold_letter(*one) - fold_letter(*other);
}

int strength_compare(const TourneyPlayer *one, const TourneyPlayer *other)
{
    const TourneyPerson *a = &one->person, *b = &other->person;
    if (a->rating != b->rating)
        return a->rating > b->rating ? -1 : 1;
    int titles = rank_title(a->title) - rank_title(b->title);
    if (titles)
        return titles;
    int names = compare_names(a->name, b->name);
    if (names)
        return names;
    return one->number < other->number ? -1 : one->number > other->number;
}

int strength_compare_places(const void *one, const void *other)
{
    return strength_compare(*(TourneyPlayer *const *)one, *(TourneyPlayer *const *)other);
}
