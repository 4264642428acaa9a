#include "arena.h"

#include "matching.h"

#include <string.h>

enum {
    QUICK_DRAW = 20,    /* a draw of fewer plies scores nothing */
    BERSERK_PLIES = 14, /* a win counts as berserk from so many on */
    NEIGHBOURS = 10,    /* who is looked at for one player of a large field */
    LOST_RANK = 30000,  /* what ranks are taken as at most */
    COST_MAX = 38000000,
    FULL_WEIGHT =
        2000000000 /* more than 50 pairs of the greatest cost, so that the most pairs come first */
};

int arena_wait(int64_t base, int64_t increment)
{
    int64_t estimate = (base + 40 * increment) / 1000;
    if (estimate < 30)
        return 8000;
    if (estimate < 60)
        return 10000;
    int64_t seconds = estimate / 10 + 6;
    return (int)(seconds < 15 ? 15 : seconds > 50 ? 50 : seconds) * 1000;
}

static bool has_waited(const ArenaField *f, const ArenaPlayer *player)
{
    return f->now - player->since >= f->wait;
}

/* Whether the two have to meet somebody else first. */
static bool is_repeated(const ArenaPlayer *one, const ArenaPlayer *other)
{
    return one->last_opponent == other->id || other->last_opponent == one->id;
}

/* Two who just played may do so again: there are no others, or in a small field none could come, or none has for long. */
static bool may_repeat(const ArenaField *f, const ArenaPlayer *one, const ArenaPlayer *other,
                       int count)
{
    if (f->active <= 2)
        return true;
    return f->active < ARENA_SMALL &&
           (count >= f->active || (has_waited(f, one) && has_waited(f, other)));
}

static bool may_meet(const ArenaField *f, const ArenaPlayer *one, const ArenaPlayer *other,
                     int count)
{
    if (f->is_battle && one->team == other->team)
        return false;
    bool both_white = one->strike >= ARENA_STRIKE && other->strike >= ARENA_STRIKE;
    bool both_black = one->strike <= -ARENA_STRIKE && other->strike <= -ARENA_STRIKE;
    if ((both_white || both_black) && f->active > 2)
        return false;
    return !is_repeated(one, other) || may_repeat(f, one, other, count);
}

bool arena_is_ready(const ArenaField *f, const ArenaPlayer *waiting, int count)
{
    int patient = 0;
    if (count < 2)
        return false;
    if (f->is_first || count > ARENA_CROWD)
        return true;
    for (int i = 0; i < count; i++)
        patient += has_waited(f, &waiting[i]);
    if (patient >= 2 || (f->active < 30 && 2 * f->active <= 3 * count))
        return true;
    for (int i = 0; f->active < ARENA_SMALL && i < count; i++)
        for (int j = 0; j < i; j++)
            if (may_meet(f, &waiting[i], &waiting[j], count))
                return true;
    return false;
}

/* --- pairs ---------------------------------------------------------------------------------- */

typedef struct {
    const ArenaField *field;
    int waiting; /* all who wait */
    uint64_t state;
    uint32_t *weights;
    void *matching;
    RoundPair *pairs;
    int count;
} ArenaRound;

size_t arena_memory(void)
{
    return (size_t)(ARENA_GROUP + 1) * (ARENA_GROUP + 1) * sizeof(uint32_t) + 16 +
           matching_memory_2(ARENA_GROUP);
}

static bool draw_coin(ArenaRound *r)
{
    r->state += 0x9e3779b97f4a7c15;
    uint64_t x = r->state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (x ^ x >> 31) & 1;
}

/* Who had White less often of late has it now. */
static void add_pair(ArenaRound *r, const ArenaPlayer *one, const ArenaPlayer *other)
{
    int difference = r->field->is_first             ? 0
                     : one->strike != other->strike ? one->strike - other->strike
                                                    : one->balance - other->balance;
    bool white = difference ? difference < 0 : draw_coin(r);
    if (r->count < ARENA_PAIRS)
        r->pairs[r->count++] =
            white ? (RoundPair){one->id, other->id} : (RoundPair){other->id, one->id};
}

static bool is_before(const ArenaPlayer *one, const ArenaPlayer *other)
{
    return one->rank != other->rank ? one->rank < other->rank : one->id < other->id;
}

static void sift(ArenaPlayer *players, int at, int count)
{
    ArenaPlayer moved = players[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(&players[child], &players[child + 1]))
            child++;
        if (!is_before(&moved, &players[child]))
            break;
        players[at] = players[child];
    }
    players[at] = moved;
}

static void sort_by_rank(ArenaPlayer *players, int count)
{
    for (int i = count / 2 - 1; i >= 0; i--)
        sift(players, i, count);
    for (int end = count - 1; end > 0; end--) {
        ArenaPlayer last = players[0];
        players[0] = players[end];
        players[end] = last;
        sift(players, 0, end);
    }
}

/* AntmaPairing: ranks that lie apart cost more the higher they are. */
static uint32_t weigh(const ArenaRound *r, const ArenaPlayer *one, const ArenaPlayer *other,
                      int last_rank)
{
    if (!may_meet(r->field, one, other, r->waiting))
        return 0;
    int64_t high = one->rank < other->rank ? one->rank : other->rank,
            low = one->rank < other->rank ? other->rank : one->rank;
    high = high > last_rank ? last_rank : high;
    int64_t factor = 300 + 1700 * (last_rank - high) / (last_rank > 0 ? last_rank : 1);
    int rating = one->rating - other->rating;
    int64_t cost = (low - high) * factor + (rating < 0 ? -rating : rating);
    return (uint32_t)(FULL_WEIGHT - (cost > COST_MAX ? COST_MAX : cost));
}

static void match_group(ArenaRound *r, const ArenaPlayer *players, int count, int last_rank)
{
    for (int a = 1; a <= count; a++)
        for (int b = a + 1; b <= count; b++)
            r->weights[a * (count + 1) + b] = weigh(r, &players[a - 1], &players[b - 1], last_rank);
    PairingGraph graph = {.count = count, .extra = r->weights};
    Matching matching;
    matching_open_2(&matching, r->matching, &graph);
    matching_solve_2(&matching);
    for (int a = 1; a <= count; a++)
        if (matching.mate[a].outside > a)
            add_pair(r, &players[a - 1], &players[matching.mate[a].outside - 1]);
}

/* In the order of rank: each with the nearest of the next few whom they may meet. */
static void pair_neighbours(ArenaRound *r, const ArenaPlayer *players, int count)
{
    bool paired[6 * ARENA_GROUP] = {false};
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count && j <= i + NEIGHBOURS && !paired[i]; j++) {
            if (paired[j] || !may_meet(r->field, &players[i], &players[j], r->waiting))
                continue;
            add_pair(r, &players[i], &players[j]);
            paired[i] = paired[j] = true;
        }
}

/* First with second, third with fourth …: nobody has played yet. */
static void pair_by_rank(ArenaRound *r, const ArenaPlayer *players, int count)
{
    for (int i = 0; i + 1 < count; i += 2)
        add_pair(r, &players[i], &players[i + 1]);
}

/* The latest of an odd number waits on, when there are enough others. */
static int leave_latest(ArenaPlayer *waiting, int count)
{
    if (count % 2 == 0 || count < 5)
        return count;
    int latest = 0;
    for (int i = 1; i < count; i++)
        if (waiting[i].since > waiting[latest].since)
            latest = i;
    waiting[latest] = waiting[count - 1];
    return count - 1;
}

int arena_pair(const ArenaField *field, ArenaPlayer *waiting, int count, void *memory,
               RoundPair *pairs)
{
    ArenaRound round = {.field = field,
                        .waiting = count,
                        .state = field->seed,
                        .weights = memory,
                        .pairs = pairs},
               *r = &round;
    size_t cells = (size_t)(ARENA_GROUP + 1) * (ARENA_GROUP + 1) * sizeof(uint32_t);
    r->matching = (char *)memory + ((cells + 15) & ~(size_t)15);
    count = leave_latest(waiting, count);
    if (count < 2)
        return 0;
    sort_by_rank(waiting, count);
    int last_rank = waiting[count - 1].rank < LOST_RANK ? waiting[count - 1].rank : LOST_RANK;
    if (field->is_first && !field->is_battle) {
        pair_by_rank(r, waiting, count);
    } else if (count <= ARENA_GROUP) {
        match_group(r, waiting, count, last_rank);
    } else {
        int group = count / 4 * 2 < ARENA_GROUP ? count / 4 * 2 : ARENA_GROUP;
        match_group(r, waiting, group, last_rank);
        match_group(r, waiting + group, group, last_rank);
        int left = count - 2 * group;
        pair_neighbours(r, waiting + 2 * group, left < 6 * group ? left : 6 * group);
    }
    return r->count;
}

/* --- points --------------------------------------------------------------------------------- */

/* ArenaSheet: 2, 1, 0; twice as much while the two games before were won; berserk wins one more. A draw of few plies scores
 * nothing, nor does one after a draw, be it a quick one, without a win between, unless it was long. */
int arena_score(ArenaScoring scoring, const ArenaGame *games, int count, uint8_t *points)
{
    int sum = 0, wins = 0;
    bool has_drawn = false;
    for (int i = 0; i < count; i++) {
        const ArenaGame *game = &games[i];
        bool on_fire = scoring.has_streaks && wins >= 2;
        int worth = 0;
        if (game->result == ARENA_WIN) {
            worth = on_fire ? 4 : 2;
            worth += scoring.has_berserk && game->berserk && game->plies >= BERSERK_PLIES;
            wins++;
            has_drawn = false;
        } else {
            bool counts =
                game->plies >= QUICK_DRAW && (!has_drawn || game->plies >= scoring.long_draw);
            if (game->result == ARENA_DRAW) {
                worth = !counts ? 0 : on_fire ? 2 : 1;
                has_drawn |= !scoring.forgives_quick_draws || game->plies >= QUICK_DRAW;
            }
            wins = 0;
        }
        if (points)
            points[i] = (uint8_t)worth;
        sum += worth;
    }
    return sum;
}
