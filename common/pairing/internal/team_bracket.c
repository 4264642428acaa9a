#include "team_bracket.h"

#include "bracket.h"
#include "matching.h"
#include "take.h"
#include "transposition.h"

#include <assert.h>

static int least(int one, int other)
{
    return one < other ? one : other;
}

/* Each criterion is a group of bits, in which what breaks it is counted: the weight of a pair is 1 at 'complete', minus those.
 * Below them are bits for the order, which are added. */
typedef struct {
    const TeamBracket *bracket;
    PairingGraph graph;
    Matching matching;
    void *matching_memory;
    uint8_t *kinds;
    Weight *by_upper;
    uint16_t *mate;  /* by vertex, in the last solution */
    uint8_t *chosen; /* by vertex */
    uint64_t *allowed;
    uint16_t *scratch; /* six arrays */
    int order_bits;
} TeamSearch;

enum { WEIGHT_BITS = 64 * WORDS - 4 };

static size_t lay_out(TeamSearch *s, char *memory, int teams)
{
    char *at = memory;
    size_t n = (size_t)teams + 1;
    s->kinds = take(&at, n * n);
    s->by_upper = take(&at, n * sizeof *s->by_upper);
    s->mate = take(&at, n * sizeof *s->mate);
    s->chosen = take(&at, n);
    s->allowed = take(&at, n * (n / 64 + 1) * sizeof *s->allowed);
    s->scratch = take(&at, 6 * n * sizeof *s->scratch);
    s->matching_memory = at;
    return (size_t)(at - memory);
}

size_t SIZED(team_bracket_memory)(int teams)
{
    static char nothing[16];
    TeamSearch measured;
    return lay_out(&measured, nothing, teams) + SIZED(matching_memory)(teams);
}

static void open_search(TeamSearch *s, const TeamBracket *bracket, void *memory)
{
    *s = (TeamSearch){.bracket = bracket};
    lay_out(s, memory, bracket->count);
    size_t n = (size_t)bracket->count + 1;
    memset(s->kinds, 0, n * n);
    memset(s->by_upper, 0, n * sizeof *s->by_upper);
    s->graph = (PairingGraph){.count = bracket->count, .kinds = s->kinds, .by_upper = s->by_upper};
}

static uint8_t *kind_of(const TeamSearch *s, int one, int other)
{
    int upper = one < other ? one : other, lower = one < other ? other : one;
    return &s->kinds[(size_t)upper * (size_t)(s->graph.count + 1) + (size_t)lower];
}

/* Whether all are paired. */
static bool solve(TeamSearch *s)
{
    bool all = true;
    SIZED(matching_open)(&s->matching, s->matching_memory, &s->graph);
    SIZED(matching_solve)(&s->matching);
    for (int v = 1; v <= s->graph.count; v++) {
        s->mate[v] = s->matching.mate[v].outside;
        all = all && s->mate[v];
    }
    return all;
}

static bool may_meet(const TeamSearch *s, int one, int other)
{
    const TeamBracket *b = s->bracket;
    return b->field->may_meet[b->members[one] * b->field->count + b->members[other]];
}

static const TeamCard *member(const TeamBracket *b, int i)
{
    return &b->field->cards[b->members[i]];
}

/* ---- upfloaters (3.5) ---- */

/* Vertices: the potential upfloaters in their order (3.5.3), then the residents. */
typedef enum {
    PAIR_FLOATING = 1 | KIND_BY_UPPER, /* a potential upfloater and a resident */
    PAIR_LIKE = 2,                     /* two residents, or two others */
    PAIR_FOLLOWING = 3                 /* a team of the next scoregroup and one below it (C6) */
} FloatKind;

static int vertex_of(const TeamBracket *b, int i)
{
    int others = b->count - b->residents;
    return i < b->residents ? others + i + 1 : i - b->residents + 1;
}

/* The last vertex with the score of 'vertex', which is a potential upfloater. */
static int score_end(const TeamBracket *b, int vertex)
{
    int others = b->count - b->residents;
    while (vertex < others &&
           member(b, b->residents + vertex)->score == member(b, b->residents + vertex - 1)->score)
        vertex++;
    return vertex;
}

static void set_kinds(TeamSearch *s)
{
    const TeamBracket *b = s->bracket;
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++) {
            if (!may_meet(s, i, j))
                continue;
            bool floats = i < b->residents && j >= b->residents;
            bool follows = i >= b->residents && i < b->residents + b->following &&
                           j >= b->residents + b->following;
            *kind_of(s, vertex_of(b, i), vertex_of(b, j)) = (uint8_t)(floats    ? PAIR_FLOATING
                                                                      : follows ? PAIR_FOLLOWING
                                                                                : PAIR_LIKE);
        }
}

/* C4 to C7, from the least important one up; without C6 where 'counts_next' is false. */
static void weigh_floats(TeamSearch *s, bool counts_next)
{
    const TeamBracket *b = s->bracket;
    int others = b->count - b->residents, at = s->order_bits;
    Weight *weigh = s->by_upper;
    for (int v = 1; v <= others; v++) {
        const TeamCard *card = member(b, b->residents + v - 1);
        weigh[v] = weight_add_at((Weight){{0}}, b->field->counts_floats && card->has_floated, at);
    }
    at += bits_for(least(b->residents, others));
    Weight next = weight_add_at((Weight){{0}}, counts_next, at);
    at += bits_for(b->following);
    for (int start = 1; start <= others;) { /* C5: the lowest score last, on top */
        int end = score_end(b, start);
        for (int v = start; v <= end; v++)
            weigh[v] = weight_add_at(weigh[v], 1, at);
        at += bits_for(least(b->residents, end - start + 1));
        start = end + 1;
    }
    for (int v = 1; v <= others; v++) /* C4 */
        weigh[v] = weight_add_at(weigh[v], 1, at);
    at += bits_for(least(b->residents, others));
    Weight complete = weight_add_at((Weight){{0}}, 1, at), none = {{0}};
    s->graph.of_kind[PAIR_FLOATING] = s->graph.of_kind[PAIR_LIKE] = complete;
    s->graph.of_kind[PAIR_FOLLOWING] = weight_subtract(complete, next);
    for (int v = 1; v <= others; v++)
        weigh[v] = weight_subtract(none, weigh[v]);
}

static bool floats_up(const TeamSearch *s, int vertex)
{
    int others = s->bracket->count - s->bracket->residents;
    return vertex <= others && s->mate[vertex] > others;
}

/* Whether the next scoregroup is paired with as few teams from below as its number allows: C6, with C1, C3 and C4 there. */
static bool complies_below(const TeamSearch *s)
{
    const TeamBracket *b = s->bracket;
    int others = b->count - b->residents, left = 0, from_below = 0;
    for (int v = 1; v <= b->following; v++) {
        left += !floats_up(s, v);
        from_below += s->mate[v] > b->following && s->mate[v] <= others;
    }
    return from_below == left % 2;
}

/* Who floats up, or does not, does so from now on. */
static void settle_float(TeamSearch *s, int vertex)
{
    int others = s->bracket->count - s->bracket->residents;
    s->chosen[vertex] = floats_up(s, vertex);
    for (int v = 1; v <= s->graph.count; v++)
        if (v != vertex && (v > others) != s->chosen[vertex])
            *kind_of(s, v, vertex) = 0;
}

/* 3.5.4: as many potential upfloaters at a time as there are bits. Scores from which nobody floats up have no order. */
static void choose_in_order(TeamSearch *s)
{
    int others = s->bracket->count - s->bracket->residents, room = s->order_bits;
    for (int start = 1; start <= others; start += room) {
        int end = least(start + room - 1, others);
        for (int v = start; v <= end; v++)
            s->by_upper[v] = weight_add_at(s->by_upper[v], 1, end - v);
        bool paired = solve(s);
        assert(paired);
        (void)paired;
        for (int v = start; v <= end; v++) {
            s->by_upper[v] =
                weight_subtract(s->by_upper[v], weight_add_at((Weight){{0}}, 1, end - v));
            settle_float(s, v);
        }
    }
}

bool SIZED(team_choose)(const TeamBracket *b, void *memory, uint8_t *chosen)
{
    TeamSearch search, *s = &search;
    open_search(s, b, memory);
    s->order_bits = least(WEIGHT_BITS - team_choose_bits(b), b->count - b->residents);
    set_kinds(s);
    weigh_floats(s, true);
    if (!solve(s))
        return false;
    if (!complies_below(s)) {
        weigh_floats(s, false);
        solve(s);
    }
    bool any = false;
    for (int v = 1; v <= b->count; v++)
        any = any || floats_up(s, v);
    if (any)
        choose_in_order(s);
    for (int i = 0; i < b->count; i++)
        chosen[i] = any && i >= b->residents && s->chosen[vertex_of(b, i)];
    return true;
}

/* ---- pairs (3.6) ---- */

/* Vertices are the members. The kind of a pair says which of C8 to C10 it breaks. */
enum { PAIR_ALLOWED = KIND_BY_UPPER | 8, BREAKS_C8 = 1, BREAKS_C9 = 2, BREAKS_C10 = 4 };

static int find_breaks(const TeamBracket *b, int i, int j)
{
    const TeamCard *one = member(b, i), *other = member(b, j);
    const TeamCard *higher = one->score > other->score ? one : other;
    bool clash = one->preferred != SIDE_NONE && one->preferred == other->preferred;
    bool strong = clash && one->preference == TEAM_PREFERS_STRONGLY &&
                  other->preference == TEAM_PREFERS_STRONGLY;
    bool floated = b->field->counts_floats && one->score != other->score && higher->has_floated;
    return (clash ? BREAKS_C8 : 0) | (strong ? BREAKS_C9 : 0) | (floated ? BREAKS_C10 : 0);
}

/* The first of all pairings, where it breaks nothing: the upper half meets the lower half. */
static bool pair_by_halves(const TeamSearch *s, uint16_t *mates)
{
    int half = s->bracket->count / 2;
    for (int i = 0; i < half; i++) {
        if (!may_meet(s, i, i + half) || find_breaks(s->bracket, i, i + half))
            return false;
        mates[i] = (uint16_t)(i + half);
        mates[i + half] = (uint16_t)i;
    }
    return true;
}

static void weigh_pairs(TeamSearch *s)
{
    const TeamBracket *b = s->bracket;
    int width = bits_for(b->count / 2);
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++)
            if (may_meet(s, i, j))
                *kind_of(s, i + 1, j + 1) = (uint8_t)(PAIR_ALLOWED | find_breaks(b, i, j));
    s->order_bits = least(WEIGHT_BITS - 4 * width, b->count);
    for (int breaks = 0; breaks < 8; breaks++) {
        Weight weight = weight_add_at((Weight){{0}}, 1, s->order_bits + 3 * width), cost = {{0}};
        cost = weight_add_at(cost, (breaks & BREAKS_C8) != 0, s->order_bits + 2 * width);
        cost = weight_add_at(cost, (breaks & BREAKS_C9) != 0, s->order_bits + width);
        cost = weight_add_at(cost, (breaks & BREAKS_C10) != 0, s->order_bits);
        s->graph.of_kind[PAIR_ALLOWED | breaks] = weight_subtract(weight, cost);
    }
}

/* Whoever is a top member, or a bottom member, stays that. */
static void settle_half(TeamSearch *s, int vertex)
{
    bool is_top = s->mate[vertex] > vertex;
    s->chosen[vertex] = is_top;
    for (int v = 1; v <= s->graph.count; v++)
        if (v != vertex && (v < vertex) == is_top)
            *kind_of(s, v, vertex) = 0;
}

/* The first half of the identifier (3.6.2): the top members. */
static void choose_tops(TeamSearch *s)
{
    for (int start = 1; start <= s->graph.count; start += s->order_bits) {
        int end = least(start + s->order_bits - 1, s->graph.count);
        for (int v = start; v <= end; v++)
            s->by_upper[v] = weight_add_at((Weight){{0}}, 1, end - v);
        bool paired = solve(s);
        assert(paired);
        (void)paired;
        for (int v = start; v <= end; v++) {
            s->by_upper[v] = (Weight){{0}};
            settle_half(s, v);
        }
    }
}

/* The second half: with the top members known, the graph has no odd cycles, and its best pairings are those of tight pairs. */
static void choose_bottoms(TeamSearch *s, uint16_t *mates)
{
    int n = s->graph.count, half = n / 2, tops = 0, bottoms = 0;
    uint16_t *arrays[6];
    for (int i = 0; i < 6; i++)
        arrays[i] = s->scratch + i * (n + 1);
    uint16_t *top = arrays[4], *bottom = arrays[5];
    solve(s);
    for (int v = 1; v <= n; v++)
        if (s->chosen[v])
            top[tops++] = (uint16_t)v;
        else
            bottom[bottoms++] = (uint16_t)v;
    assert(tops == half && bottoms == half);
    Transposition t = {.uppers = half,
                       .lowers = half,
                       .words = half / 64 + 1,
                       .allowed = s->allowed,
                       .mate = arrays[0],
                       .owner = arrays[1],
                       .towards = arrays[2],
                       .queue = arrays[3],
                       .fixed = s->chosen};
    memset(t.allowed, 0, (size_t)half * (size_t)t.words * sizeof *t.allowed);
    for (int j = 0; j < half; j++)
        for (int i = 0; i < half; i++) {
            if (SIZED(matching_is_tight)(&s->matching, top[i], bottom[j]))
                t.allowed[j * t.words + i / 64] |= 1ull << (i % 64);
            if (s->mate[top[i]] != bottom[j])
                continue;
            t.mate[i] = (uint16_t)j;
            t.owner[j] = (uint16_t)i;
        }
    transposition_find_first(&t);
    for (int i = 0; i < half; i++) {
        int one = top[i] - 1, other = bottom[t.mate[i]] - 1;
        mates[one] = (uint16_t)other;
        mates[other] = (uint16_t)one;
    }
}

void SIZED(team_pair)(const TeamBracket *b, void *memory, uint16_t *mates)
{
    TeamSearch search, *s = &search;
    open_search(s, b, memory);
    if (pair_by_halves(s, mates))
        return;
    weigh_pairs(s);
    choose_tops(s);
    choose_bottoms(s, mates);
}
