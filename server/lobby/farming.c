#include "farming.h"

#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A recent game; the pair is in the order of the ids, whoever had white. */
typedef struct {
    char one[PERSON_ID_MAX + 1], other[PERSON_ID_MAX + 1];
    char winner[PERSON_ID_MAX + 1]; /* empty: drawn */
    uint32_t plies;
    Move moves[FARMING_OPENING];
} Recent;

/* A ring: the oldest makes room. */
struct Recents {
    Recent *at;
    size_t count, next;
};

const char *farming_word(FarmingVerdict verdict)
{
    static const char *const WORDS[] = {
#define X(name, word) #word,
        FARMING_VERDICTS(X)
#undef X
    };
    assert((size_t)verdict < sizeof WORDS / sizeof *WORDS);
    return WORDS[verdict];
}

Recents *recents_new(void)
{
    return memory_new(sizeof(Recents));
}

void recents_free(Recents *recents)
{
    free(recents->at);
    free(recents);
}

static Recent recent_of(const FarmingGame *game)
{
    const char *white = game->seat[WHITE].id, *black = game->seat[BLACK].id;
    bool in_order = strcmp(white, black) < 0;
    Recent recent = {.plies = game->plies < FARMING_OPENING ? game->plies : FARMING_OPENING};
    snprintf(recent.one, sizeof recent.one, "%s", in_order ? white : black);
    snprintf(recent.other, sizeof recent.other, "%s", in_order ? black : white);
    if (game->winner != WINNER_NONE)
        snprintf(recent.winner, sizeof recent.winner, "%s",
                 game->winner == WINNER_WHITE ? white : black);
    memcpy(recent.moves, game->moves, recent.plies * sizeof *recent.moves);
    return recent;
}

static bool is_pair(const Recent *one, const Recent *other)
{
    return strcmp(one->one, other->one) == 0 && strcmp(one->other, other->other) == 0;
}

static bool is_repeated(const Recents *recents, const FarmingGame *game)
{
    if (game->winner == WINNER_NONE)
        return false;
    Recent new = recent_of(game);
    int between = 0;
    for (size_t back = 1; back <= recents->count && between < FARMING_GAMES_BACK; back++) {
        const Recent *old = &recents->at[(recents->next + RECENTS_MAX - back) % RECENTS_MAX];
        if (!is_pair(old, &new))
            continue;
        between++;
        if (strcmp(old->winner, new.winner) == 0 && old->plies == new.plies &&
            memcmp(old->moves, new.moves, new.plies * sizeof *new.moves) == 0)
            return true;
    }
    return false;
}

/* From 'first' for an account's first game down to 'last' for its fifth and all later ones. */
static int64_t asked_of(int32_t games, int64_t first, int64_t last)
{
    int64_t done = games < FARMING_GAMES_NEW ? games : FARMING_GAMES_NEW;
    return first - (first - last) * done / FARMING_GAMES_NEW;
}

static bool is_boosted(const FarmingGame *game)
{
    const int64_t week = INT64_C(24) * 60 * 60 * 1000 * FARMING_ACCOUNT_DAYS;
    if (game->winner == WINNER_NONE || !game->related)
        return false;
    Color winner = game->winner == WINNER_WHITE ? WHITE : BLACK;
    const Rating *rating = &game->rating[winner];
    if (game->now - game->account[winner] >= week || !rating_is_provisional(rating, game->now))
        return false;
    return game->plies < asked_of(rating->games, 40, 20) ||
           game->lasted < 1000 * asked_of(rating->games, 90, 60);
}

FarmingVerdict farming_judge(const Recents *recents, const FarmingGame *game)
{
    if (!game->rated)
        return FARMING_CASUAL;
    for (Color color = WHITE; color <= BLACK; color++)
        if (game->seat[color].kind != PERSON_HUMAN || game->seat[color].guest)
            return FARMING_NO_ACCOUNT;
    if (person_is(&game->seat[WHITE], &game->seat[BLACK]))
        return FARMING_SAME_PERSON;
    if (game->plies < FARMING_PLIES_LEAST || game->status <= STATUS_ABORTED ||
        game->status == STATUS_NOSTART)
        return FARMING_NOT_PLAYED;
    if (is_repeated(recents, game))
        return FARMING_REPEATED;
    return is_boosted(game) ? FARMING_BOOSTED : FARMING_COUNTS;
}

void recents_note(Recents *recents, const FarmingGame *game)
{
    if (!recents->at)
        recents->at = memory_array(RECENTS_MAX, sizeof *recents->at);
    recents->at[recents->next] = recent_of(game);
    recents->next = (recents->next + 1) % RECENTS_MAX;
    if (recents->count < RECENTS_MAX)
        recents->count++;
}
