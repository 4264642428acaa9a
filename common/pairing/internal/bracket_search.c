#include "bracket.h"
#include "matching.h"
#include "take.h"
#include "transposition.h"

#include <assert.h>

/* The search for one bracket. Vertices are those of its members that are not yet settled. */
typedef struct {
    const Bracket *bracket;
    const CriteriaBits *bits;
    uint16_t *partner;
    PairingGraph graph;
    Matching matching;
    void *matching_memory;
    uint16_t *place;  /* by vertex: index in the bracket's members */
    uint16_t *mate;   /* by place: place + 1 in the last solution, 0 for nobody */
    uint8_t *settled; /* by place */
    uint8_t *half;    /* by place */
    uint8_t *kept;    /* by place: a moved-down player who will be paired */
    Weight *
        bonus; /* by place: for the order of candidates; moved-down players when paired, residents as upper */
    int16_t *bonus_shift; /* by place */
    uint32_t *choice;     /* by place */
    uint16_t *remainder;  /* places of residents that are not paired with moved-down players */
    int remainder_count, remainder_pairs;
    int last_upper;    /* the last place of S1, or -1 while it is not known */
    uint64_t *tight;   /* transposition: [lower][upper] bits */
    uint16_t *scratch; /* transposition: six arrays */
} Search;

/* --- memory --------------------------------------------------------------------------------- */

static size_t lay_out(Search *s, char *memory, int vertices)
{
    char *at = memory;
    size_t n = (size_t)vertices + 1;
    PairingGraph *g = &s->graph;
    g->player = take(&at, n * sizeof *g->player);
    g->zone = take(&at, n);
    g->half = take(&at, n);
    g->block = take(&at, n);
    g->upfloats = take(&at, n);
    g->always = take(&at, n * sizeof *g->always);
    g->as_lower = take(&at, n * sizeof *g->as_lower);
    g->as_upper = take(&at, n * sizeof *g->as_upper);
    g->moved_down = take(&at, 4 * n * sizeof *g->moved_down);
    g->in_next = take(&at, n * sizeof *g->in_next);
    g->bonus_shift = take(&at, n * sizeof *g->bonus_shift);
    g->choice = take(&at, n * sizeof *g->choice);
    s->place = take(&at, n * sizeof *s->place);
    s->mate = take(&at, n * sizeof *s->mate);
    s->settled = take(&at, n);
    s->half = take(&at, n);
    s->kept = take(&at, n);
    s->bonus = take(&at, n * sizeof *s->bonus);
    s->bonus_shift = take(&at, n * sizeof *s->bonus_shift);
    s->choice = take(&at, n * sizeof *s->choice);
    s->remainder = take(&at, n * sizeof *s->remainder);
    s->tight = take(&at, n * (n / 64 + 1) * sizeof *s->tight);
    s->scratch = take(&at, 6 * n * sizeof *s->scratch);
    s->matching_memory = at;
    return (size_t)(at - memory);
}

size_t SIZED(bracket_memory)(int vertices)
{
    static char nothing[16];
    Search measured;
    return lay_out(&measured, nothing, vertices) + SIZED(matching_memory)(vertices);
}

/* --- weights -------------------------------------------------------------------------------- */

static const SwissCard *card_at(const Search *s, int place)
{
    return &s->bracket->field->cards[s->bracket->members[place]];
}

static Zone zone_of(const Bracket *b, int place)
{
    if (place < b->moved_down)
        return ZONE_MOVED_DOWN;
    place -= b->moved_down;
    return place < b->residents             ? ZONE_RESIDENT
           : place < b->residents + b->next ? ZONE_NEXT
                                            : ZONE_REST;
}

/* C9: how many of those with the bye's score have played more games. */
static int count_more_played(const Search *s, const SwissCard *card)
{
    const Bracket *b = s->bracket;
    int count = 0;
    for (int i = 0; i < b->moved_down + b->residents; i++) {
        const SwissCard *other = card_at(s, i);
        count += other->score == card->score && other->played > card->played;
    }
    return count;
}

/* How many scores of the field are lower: the bye is to go to the lowest. */
static int count_lower_scores(const Search *s, int place)
{
    int all = s->bracket->moved_down + s->bracket->residents + s->bracket->next + s->bracket->rest;
    int count = 0;
    for (int i = all - 1; i > place; i--)
        count += card_at(s, i)->score < card_at(s, i - 1)->score;
    return count;
}

/* What any pair of the player is worth: C2, C5 and C9. */
static Weight weigh_always(const Search *s, int place)
{
    const Bracket *b = s->bracket;
    const CriteriaBits *bits = s->bits;
    const SwissCard *card = card_at(s, place);
    Weight weight = {{0}};
    if (b->is_whole && b->field->is_odd) {
        bool bye =
            card->may_have_bye && (b->aim == WEIGH_BYE_SCORE || card->score <= b->field->bye_score);
        weight = weight_add_at(weight, !bye, bits->complete);
        if (b->aim == WEIGH_BYE_SCORE)
            weight = weight_add_at(weight, (uint64_t)count_lower_scores(s, place), bits->order);
    }
    if (b->counts_bye && card->score == b->field->bye_score)
        weight = weight_add_at(weight, (uint64_t)count_more_played(s, card), bits->bye);
    return weight;
}

/* C14 and C16, of a resident. */
static Weight weigh_downfloats(const Search *s, const SwissCard *card)
{
    Weight weight = {{0}};
    if (s->bracket->aim != WEIGH_QUALITY)
        return weight;
    weight = weight_add_at(weight, card->floats[0] == FLOAT_DOWN, s->bits->down_last);
    return weight_add_at(weight, card->floats[1] == FLOAT_DOWN, s->bits->down_before);
}

/* C7, C15 and C17 to C21, of a moved-down player whose opponent has these upfloats. */
static Weight weigh_moved_down(const Search *s, int place, int upfloats)
{
    const CriteriaBits *bits = s->bits;
    const SwissCard *card = card_at(s, place);
    int shift = criteria_score_shift(bits, card->score);
    Weight weight = weight_add_at(s->graph.complete, 1, bits->pairs);
    weight = weight_add_at(weight, 1, bits->moved_scores + shift);
    if (s->bracket->aim != WEIGH_QUALITY)
        return weight;
    weight = weight_add_at(weight, s->kept[place], bits->kept);
    if (!(upfloats & 1)) {
        weight = weight_add_at(weight, 1, bits->up_last);
        weight = weight_add_at(weight, 1, bits->score_up_last + shift);
    }
    if (!(upfloats & 2)) {
        weight = weight_add_at(weight, 1, bits->up_before);
        weight = weight_add_at(weight, 1, bits->score_up_before + shift);
    }
    weight = weight_add_at(weight, card->floats[0] == FLOAT_DOWN, bits->score_down_last + shift);
    weight = weight_add_at(weight, card->floats[1] == FLOAT_DOWN, bits->score_down_before + shift);
    return weight_add(weight, s->bonus[place]);
}

/* C8 */
static Weight weigh_next(const Search *s, int place)
{
    const Bracket *b = s->bracket;
    Weight weight = s->graph.complete;
    if (b->aim != WEIGH_QUALITY)
        return weight;
    weight = weight_add_at(weight, 1, s->bits->next_pairs);
    if (place < b->moved_down + b->residents)
        weight = weight_add_at(weight, 1,
                               s->bits->next_scores +
                                   criteria_score_shift(s->bits, card_at(s, place)->score));
    return weight;
}

/* Moved-down players, S1, S2, the next scoregroup, the rest. */
static int block_of(const Search *s, int place)
{
    Zone zone = zone_of(s->bracket, place);
    if (zone != ZONE_RESIDENT)
        return zone == ZONE_MOVED_DOWN ? 0 : zone == ZONE_NEXT ? 3 : 4;
    return place <= s->last_upper ? 1 : 2;
}

static void add_vertex(Search *s, int place)
{
    PairingGraph *g = &s->graph;
    const SwissCard *card = card_at(s, place);
    int v = ++g->count;
    s->place[v] = (uint16_t)place;
    g->player[v] = s->bracket->members[place];
    g->zone[v] = (uint8_t)zone_of(s->bracket, place);
    g->half[v] = s->half[place];
    g->block[v] = (uint8_t)block_of(s, place);
    g->upfloats[v] = (uint8_t)((card->floats[0] == FLOAT_UP) | (card->floats[1] == FLOAT_UP) << 1);
    g->always[v] = weigh_always(s, place);
    g->bonus_shift[v] = s->bonus_shift[place];
    g->choice[v] = s->choice[place];
    g->in_next[v] = weigh_next(s, place);
    if (g->zone[v] == ZONE_RESIDENT) {
        g->as_lower[v] = weigh_downfloats(s, card);
        Weight upper = weight_add_at(g->complete, 1, s->bits->pairs);
        g->as_upper[v] = weight_add(weight_add(upper, g->as_lower[v]), s->bonus[place]);
    } else if (g->zone[v] == ZONE_MOVED_DOWN) {
        for (int upfloats = 0; upfloats < 4; upfloats++)
            g->moved_down[v * 4 + upfloats] = weigh_moved_down(s, place, upfloats);
    }
}

static void build_graph(Search *s)
{
    PairingGraph *g = &s->graph;
    const Bracket *b = s->bracket;
    g->count = 0;
    g->stride = b->field->count;
    g->meetings = b->field->meetings;
    g->complete = (Weight){{0}};
    if (b->is_whole)
        g->complete = weight_add_at(g->complete, 1, s->bits->complete);
    for (int kind = 0; kind < 16; kind++) {
        g->colours[kind] = (Weight){{0}};
        for (int i = 0; i < 4 && b->aim == WEIGH_QUALITY; i++)
            if (i > 1 || b->field->is_last_round)
                g->colours[kind] =
                    weight_add_at(g->colours[kind], kind >> i & 1, s->bits->colours[i]);
    }
    int all = b->moved_down + b->residents + b->next + b->rest;
    for (int place = 0; place < all; place++)
        if (!s->settled[place])
            add_vertex(s, place);
}

static void solve(Search *s)
{
    build_graph(s);
    SIZED(matching_open)(&s->matching, s->matching_memory, &s->graph);
    SIZED(matching_solve)(&s->matching);
    for (int v = 1; v <= s->graph.count; v++) {
        int other = s->matching.mate[v].outside;
        s->mate[s->place[v]] = other ? (uint16_t)(s->place[other] + 1) : 0;
    }
}

/* --- the order of candidates ---------------------------------------------------------------- */

static int place_end(const Search *s)
{
    return s->bracket->moved_down + s->bracket->residents;
}

/* Whether the moved-down player is paired in the bracket by the solution. */
static bool is_taken(const Search *s, int place)
{
    int mate = s->mate[place] - 1;
    return mate >= s->bracket->moved_down && mate < place_end(s);
}

/* Whether the resident is the upper of a pair of residents. */
static bool is_upper(const Search *s, int place)
{
    return s->mate[place] > place + 1 && s->mate[place] <= place_end(s);
}

static void settle(Search *s, int place)
{
    int mate = s->mate[place] - 1;
    assert(mate >= 0 && s->mate[mate] == place + 1);
    s->settled[place] = s->settled[mate] = 1;
    s->partner[s->bracket->members[place]] = (uint16_t)(s->bracket->members[mate] + 1);
    s->partner[s->bracket->members[mate]] = (uint16_t)(s->bracket->members[place] + 1);
}

static void clear_bonus(Search *s)
{
    for (int place = 0; place < place_end(s); place++) {
        s->bonus[place] = (Weight){{0}};
        s->bonus_shift[place] = NO_BONUS;
    }
}

static void set_bonus(Search *s, int place, uint64_t value, int shift)
{
    s->bonus[place] = weight_add_at(s->bonus[place], value, s->bits->order + shift);
}

/* 4.4: of moved-down players of one score, the higher ones are paired. As many in a search as there are bits. */
static void choose_moved_down(Search *s)
{
    int moved = s->bracket->moved_down;
    for (int start = 0; start < moved; start += s->bits->order_width) {
        int end = start + s->bits->order_width < moved ? start + s->bits->order_width : moved;
        for (int place = start; place < end; place++)
            set_bonus(s, place, 1, end - 1 - place);
        solve(s);
        clear_bonus(s);
        for (int place = start; place < end; place++)
            s->kept[place] = is_taken(s, place);
    }
    if (!moved)
        solve(s);
}

/* Chooses opponents among the places of 'lower' for those of 'upper', in their order: lexicographically the first. */
static void choose_opponents(Search *s, const uint16_t *upper, int uppers, const uint16_t *lower,
                             int lowers)
{
    int width = bits_for(lowers), group = s->bits->order_width / width;
    for (int i = 0; i < lowers; i++)
        s->choice[lower[i]] = (uint32_t)(lowers - i);
    for (int start = 0; start < uppers; start += group) {
        int end = start + group < uppers ? start + group : uppers;
        for (int i = start; i < end; i++)
            s->bonus_shift[upper[i]] = (int16_t)(s->bits->order + (end - 1 - i) * width);
        solve(s);
        for (int i = start; i < end; i++) {
            s->bonus_shift[upper[i]] = NO_BONUS;
            settle(s, upper[i]);
        }
    }
}

/* 4.2, for moved-down players. */
static void pair_moved_down(Search *s)
{
    uint16_t *upper = s->scratch, *lower = upper + place_end(s);
    int uppers = 0, lowers = 0;
    for (int place = 0; place < s->bracket->moved_down; place++)
        if (s->kept[place])
            upper[uppers++] = (uint16_t)place;
    for (int place = s->bracket->moved_down; place < place_end(s); place++)
        lower[lowers++] = (uint16_t)place;
    if (uppers)
        choose_opponents(s, upper, uppers, lower, lowers);
}

static void find_remainder(Search *s)
{
    s->remainder_count = s->remainder_pairs = 0;
    for (int place = s->bracket->moved_down; place < place_end(s); place++) {
        if (s->settled[place])
            continue;
        s->remainder[s->remainder_count++] = (uint16_t)place;
        s->remainder_pairs += is_upper(s, place);
    }
    s->last_upper = s->remainder_pairs ? s->remainder[s->remainder_pairs - 1] : -1;
}

/* 4.3.2: fewest exchanges, then the smallest difference of sums; where 'third' says so, also the largest number that
 * leaves S1, which decides when only one does. */
static int search_exchanges(Search *s)
{
    int pairs = s->remainder_pairs, count = s->remainder_count;
    int third = 2 * bits_for(pairs), second = bits_for(pairs) + bits_for(count);
    assert(third + second + bits_for(pairs) <= s->bits->order_width || pairs == 0);
    for (int i = 0; i < count; i++) {
        if (i < pairs) {
            set_bonus(s, s->remainder[i], (uint64_t)(pairs - i), 0);
            set_bonus(s, s->remainder[i], 1, third + second);
        }
        set_bonus(s, s->remainder[i], (uint64_t)(count - i), third);
    }
    solve(s);
    clear_bonus(s);
    int exchanged = 0;
    for (int i = 0; i < pairs; i++)
        exchanged += !is_upper(s, s->remainder[i]);
    return exchanged;
}

/* The bonuses of search_exchanges for numbers and sums, above 'width' bits. */
static void keep_exchanges(Search *s, int width)
{
    int pairs = s->remainder_pairs, count = s->remainder_count;
    for (int i = 0; i < count; i++) {
        set_bonus(s, s->remainder[i], (uint64_t)(count - i), width);
        if (i < pairs)
            set_bonus(s, s->remainder[i], 1, width + bits_for(pairs) + bits_for(count));
    }
}

/* The third rule for several exchanges, then the fourth: who leaves S1, from its end; who joins it, from S2's start. */
static void search_many_exchanges(Search *s, int exchanged)
{
    int pairs = s->remainder_pairs, count = s->remainder_count;
    int room = s->bits->order_width - 2 * bits_for(pairs) - bits_for(count) - bits_for(pairs);
    room = room > 60 ? 60 : room;
    assert(room > 0);
    for (int left = exchanged, end = pairs; left > 0 && end > 0;) {
        int start = end > room ? end - room : 0;
        keep_exchanges(s, (end - start) + bits_for(pairs));
        for (int i = 0; i < pairs; i++) /* who stays loses a bit of what everybody has */
            set_bonus(s, s->remainder[i],
                      (1ull << (end - start)) - (i >= start && i < end ? 1ull << (i - start) : 0),
                      0);
        solve(s);
        clear_bonus(s);
        for (int i = end - 1; i >= start; i--) {
            bool stays = is_upper(s, s->remainder[i]);
            left -= !stays;
            s->half[s->remainder[i]] = stays ? HALF_UPPER : HALF_LOWER;
        }
        end = start;
    }
    for (int left = exchanged, start = pairs; left > 0 && start < count;) {
        int end = count - start > room ? start + room : count;
        keep_exchanges(s, end - start);
        for (int i = start; i < end; i++)
            set_bonus(s, s->remainder[i], 1, end - 1 - i);
        solve(s);
        clear_bonus(s);
        for (int i = start; i < end; i++) {
            bool joins = is_upper(s, s->remainder[i]);
            left -= joins;
            s->half[s->remainder[i]] = joins ? HALF_UPPER : HALF_LOWER;
        }
        start = end;
    }
}

static void choose_exchanges(Search *s)
{
    int exchanged = search_exchanges(s);
    if (exchanged > 1)
        search_many_exchanges(s, exchanged);
    for (int i = 0; i < s->remainder_count; i++)
        s->half[s->remainder[i]] = is_upper(s, s->remainder[i]) ? HALF_UPPER : HALF_LOWER;
}

/* --- transpositions without anything below -------------------------------------------------- */

/* With S1 and S2 known and nothing else weighed, the graph is bipartite, and all its best pairings are those that use
 * tight pairs and leave out nobody whose label is not 0. Places that may be left out are given to dummies. 'upper' and 'lower'
 * become vertices of the graph. */
static void open_transposition(Search *s, Transposition *t, uint16_t *upper, uint16_t *lower)
{
    int n = s->graph.count + 1;
    *t = (Transposition){.allowed = s->tight, .fixed = s->kept};
    uint16_t **arrays[] = {&t->mate, &t->owner, &t->towards, &t->queue};
    for (int i = 0; i < 4; i++)
        *arrays[i] = s->scratch + i * n;
    for (int v = 1; v <= s->graph.count; v++) {
        if (s->graph.zone[v] != ZONE_RESIDENT)
            continue;
        if (s->graph.half[v] == HALF_UPPER)
            upper[t->uppers++] = (uint16_t)v;
        else
            lower[t->lowers++] = (uint16_t)v;
    }
    t->words = t->lowers / 64 + 1;
    memset(t->allowed, 0, (size_t)t->lowers * (size_t)t->words * sizeof *t->allowed);
    int dummies = t->uppers;
    for (int i = 0; i < t->lowers; i++) {
        uint64_t *row = &t->allowed[(size_t)i * (size_t)t->words];
        int owner = s->matching.mate[lower[i]].outside;
        t->owner[i] = (uint16_t)dummies;
        for (int u = 0; u < t->uppers; u++) {
            if (SIZED(matching_is_tight)(&s->matching, upper[u], lower[i]))
                row[u / 64] |= 1ull << (u % 64);
            if (upper[u] == owner)
                t->owner[i] = (uint16_t)u;
        }
        dummies += !owner;
        t->mate[t->owner[i]] = (uint16_t)i;
        bool may_float = weight_is_zero(&s->matching.label[lower[i]]);
        for (int u = t->uppers; u < t->lowers && may_float; u++)
            row[u / 64] |= 1ull << (u % 64);
    }
}

static void transpose_alone(Search *s)
{
    solve(s);
    Transposition t;
    uint16_t *uppers = s->scratch + 4 * (s->graph.count + 1),
             *lowers = s->scratch + 5 * (s->graph.count + 1);
    open_transposition(s, &t, uppers, lowers);
    transposition_find_first(&t);
    for (int u = 0; u < t.uppers; u++) {
        int upper = s->place[uppers[u]], lower = s->place[lowers[t.mate[u]]];
        s->mate[upper] = (uint16_t)(lower + 1);
        s->mate[lower] = (uint16_t)(upper + 1);
        settle(s, upper);
    }
}

/* 4.2, for the remainder. */
static void transpose(Search *s)
{
    if (!s->bracket->next && !s->bracket->rest) {
        transpose_alone(s);
        return;
    }
    uint16_t *upper = s->scratch, *lower = upper + place_end(s);
    int uppers = 0, lowers = 0;
    for (int i = 0; i < s->remainder_count; i++)
        if (s->half[s->remainder[i]] == HALF_UPPER)
            upper[uppers++] = s->remainder[i];
        else
            lower[lowers++] = s->remainder[i];
    choose_opponents(s, upper, uppers, lower, lowers);
}

/* --- the bracket ---------------------------------------------------------------------------- */

static void take_solution(Search *s, int all)
{
    for (int place = 0; place < all; place++)
        s->partner[s->bracket->members[place]] =
            s->mate[place] ? (uint16_t)(s->bracket->members[s->mate[place] - 1] + 1) : 0;
}

void SIZED(bracket_pair)(const Bracket *b, const CriteriaBits *bits, void *memory,
                         uint16_t *partner)
{
    Search search = {.bracket = b, .bits = bits, .partner = partner, .last_upper = -1},
           *s = &search;
    int all = b->moved_down + b->residents + b->next + b->rest;
    lay_out(s, memory, all);
    memset(s->settled, 0, (size_t)all);
    memset(s->half, HALF_ANY, (size_t)all);
    memset(s->kept, 0, (size_t)all);
    memset(s->choice, 0, (size_t)all * sizeof *s->choice);
    for (int place = 0; place < all; place++) {
        s->bonus[place] = (Weight){{0}};
        s->bonus_shift[place] = NO_BONUS;
    }
    if (b->aim != WEIGH_QUALITY) {
        solve(s);
        take_solution(s, all);
        return;
    }
    for (int place = 0; place < place_end(s); place++)
        partner[b->members[place]] = 0;
    choose_moved_down(s);
    pair_moved_down(s);
    find_remainder(s);
    if (!s->remainder_pairs)
        return;
    choose_exchanges(s);
    transpose(s);
}
