#include "generator.h"

#include <string.h>

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t draw(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static int draw_below(uint64_t *state, int limit)
{
    return (int)(draw(state) % (uint64_t)limit);
}

static bool happens(uint64_t *state, int thousandths)
{
    return draw_below(state, 1000) < thousandths;
}

TournamentSize generator_size(const GeneratorOptions *o)
{
    int pairs = o->players * o->forbidden / 1000;
    return (TournamentSize){o->players, o->rounds + 2, 2 * pairs, pairs};
}

GeneratorOptions generator_draw(uint64_t seed, int players_min, int players_max)
{
    uint64_t state = seed ^ 0x6361737464ull;
    GeneratorOptions o = {.seed = seed};
    o.players = players_min + draw_below(&state, players_max - players_min + 1);
    int most = o.players - 1 < 15 ? o.players - 1 : 15;
    o.rounds = 1 + draw_below(&state, most < 1 ? 1 : most);
    o.draws = draw_below(&state, 700);
    if (draw_below(&state, 2))
        o.forfeits = draw_below(&state, 150);
    if (draw_below(&state, 2))
        o.half_byes = draw_below(&state, 80);
    if (draw_below(&state, 4) == 0)
        o.full_byes = draw_below(&state, 40);
    if (draw_below(&state, 2))
        o.zero_byes = draw_below(&state, 100);
    if (draw_below(&state, 3) == 0)
        o.withdrawals = draw_below(&state, 60);
    if (draw_below(&state, 3) == 0)
        o.late = draw_below(&state, 200);
    if (draw_below(&state, 3) == 0)
        o.forbidden = draw_below(&state, 2000);
    o.accelerated = draw_below(&state, 5) == 0;
    return o;
}

static void add_players(const GeneratorOptions *o, Tournament *t, uint64_t *state)
{
    int rating = 2700;
    t->player_count = o->players;
    for (int i = 0; i < o->players; i++) {
        TournamentPlayer *player = &t->players[i];
        *player = (TournamentPlayer){
            .id = (uint16_t)(i + 1), .sex = ' ', .rating = rating, .rank = i + 1};
        memcpy(player->name, "Player 0000", 12);
        for (int digit = 0, left = i + 1; digit < 4; digit++, left /= 10)
            player->name[10 - digit] = (char)('0' + left % 10);
        int step = 2400 / o->players;
        rating -= draw_below(state, 2 * step + 1);
        if (rating < 1000)
            rating = 1000;
    }
    tournament_index(t);
}

static void add_forbidden(const GeneratorOptions *o, Tournament *t, uint64_t *state)
{
    int pairs = generator_size(o).groups;
    for (int i = 0; i < pairs && o->players > 1; i++) {
        int one = draw_below(state, o->players), other = draw_below(state, o->players - 1);
        other += other >= one;
        t->groups[t->group_count++] =
            (ForbiddenGroup){0, TOURNAMENT_ROUNDS_MAX, t->forbidden_count, 2};
        t->forbidden[t->forbidden_count++] = t->players[one].id;
        t->forbidden[t->forbidden_count++] = t->players[other].id;
    }
}

/* Elo's expectation, roughly: a straight line between -400 and 400. */
static RoundResult draw_result(const GeneratorOptions *o, const Tournament *t, int white, int black,
                               uint64_t *state)
{
    int difference = t->players[white].rating - t->players[black].rating;
    difference = difference > 400 ? 400 : difference < -400 ? -400 : difference;
    if (happens(state, o->draws * (500 - (difference < 0 ? -difference : difference)) / 500))
        return RESULT_DRAW;
    return happens(state, 500 + difference) ? RESULT_WIN : RESULT_LOSS;
}

static void set_games(RoundGame *white, RoundGame *black, RoundResult first, RoundResult second)
{
    white->result = (uint8_t)first;
    black->result = (uint8_t)second;
}

static void play(const GeneratorOptions *o, Tournament *t, RoundPair pair, int round,
                 uint64_t *state)
{
    int one = tournament_find(t, pair.white), other = tournament_find(t, pair.black);
    RoundGame *white = tournament_game(t, one, round);
    if (!pair.black) {
        *white = (RoundGame){.result = RESULT_PAIRING_BYE};
        return;
    }
    RoundGame *black = tournament_game(t, other, round);
    *white = (RoundGame){pair.black, SIDE_WHITE, RESULT_NONE};
    *black = (RoundGame){pair.white, SIDE_BLACK, RESULT_NONE};
    if (happens(state, o->forfeits)) {
        int kind = draw_below(state, 20);
        set_games(white, black, kind < 9 ? RESULT_FORFEIT_WIN : RESULT_FORFEIT_LOSS,
                  kind >= 9 && kind < 18 ? RESULT_FORFEIT_WIN : RESULT_FORFEIT_LOSS);
        return;
    }
    RoundResult result = draw_result(o, t, one, other, state);
    set_games(white, black, result,
              result == RESULT_WIN    ? RESULT_LOSS
              : result == RESULT_LOSS ? RESULT_WIN
                                      : RESULT_DRAW);
}

/* The player comes late, or has left for good. */
static bool is_away(const GeneratorOptions *o, int player, int round)
{
    uint64_t own = o->seed * 1000003 + (uint64_t)player;
    if (happens(&own, o->late) && round < 1 + draw_below(&own, 4))
        return true;
    for (int r = 0; r < round; r++)
        if (happens(&own, o->withdrawals))
            return true;
    return false;
}

/* Who is absent in the round, and why. */
static void add_byes(const GeneratorOptions *o, Tournament *t, int round, uint64_t *state)
{
    for (int i = 0; i < t->player_count; i++) {
        RoundGame *game = tournament_game(t, i, round);
        if (is_away(o, i, round) || happens(state, o->zero_byes))
            *game = (RoundGame){.result = RESULT_ZERO_BYE};
        else if (happens(state, o->half_byes))
            *game = (RoundGame){.result = RESULT_HALF_BYE};
        else if (happens(state, o->full_byes))
            *game = (RoundGame){.result = RESULT_FULL_BYE};
    }
}

void generator_make(const GeneratorOptions *o, Tournament *t, void *memory, RoundPair *pairs)
{
    uint64_t state = o->seed;
    t->rounds = o->rounds;
    t->type = TYPE_DUTCH;
    t->initial = draw_below(&state, 2) ? SIDE_WHITE : SIDE_BLACK;
    add_players(o, t, &state);
    add_forbidden(o, t, &state);
    if (o->accelerated)
        tournament_accelerate(t);
    for (int round = 0; round < o->rounds; round++) {
        int count;
        add_byes(o, t, round, &state);
        if (dutch_pair(t, round, memory, pairs, &count) != DUTCH_OK || !count) {
            for (int i = 0; i < t->player_count; i++)
                *tournament_game(t, i, round) = (RoundGame){.result = RESULT_NONE};
            break;
        }
        for (int i = 0; i < count; i++)
            play(o, t, pairs[i], round, &state);
        t->played = round + 1;
    }
    for (int i = 0; i < t->player_count; i++)
        t->players[i].points = tournament_points(t, i, t->played);
}
