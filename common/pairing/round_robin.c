#include "round_robin.h"

#include <string.h>

static int even(int players)
{
    return players + players % 2;
}

int robin_rounds(RobinSchedule s)
{
    return (even(s.players) - 1) * s.cycles;
}

/* The row of the table, from 0, and whether colours are turned round. */
static int find_row(RobinSchedule s, int round, bool *turned)
{
    int cycle = even(s.players) - 1;
    *turned = round >= cycle;
    if (s.cycles == 2 && s.swaps_rounds && cycle > 1 && (round == cycle - 2 || round == cycle - 1))
        return 2 * cycle - 3 - round;
    return round % cycle;
}

/* Whom a number meets in a row: numbers below the last add up to row + 2, modulo the rounds; who would meet themselves
 * meets the last. */
static int meets(int count, int row, int number)
{
    int cycle = count - 1;
    int own = (row + 2) % cycle; /* of the sum */
    if (number == count) {
        int half = own % 2 ? (own + cycle) / 2 : own / 2; /* cycle is odd, or 1 */
        return half ? half : cycle;
    }
    int other = ((own - number) % cycle + cycle) % cycle;
    other = other ? other : cycle;
    return other == number ? count : other;
}

/* In the tables the lower number has White when the sum is odd; against the last number the first half does. */
static bool has_white(int count, int number, int other)
{
    if (number == count || other == count) {
        int smaller = number == count ? other : number;
        return (smaller <= count / 2) == (number == smaller);
    }
    return ((number + other) % 2 == 1) == (number < other);
}

int robin_opponent(RobinSchedule s, int round, int player, SideColour *colour)
{
    bool turned;
    int count = even(s.players), row = find_row(s, round, &turned),
        other = meets(count, row, player);
    *colour = SIDE_NONE;
    if (other > s.players)
        return 0;
    *colour = has_white(count, player, other) != turned ? SIDE_WHITE : SIDE_BLACK;
    return other;
}

int robin_pair(RobinSchedule s, int round, RoundPair *pairs)
{
    bool turned;
    int count = even(s.players), cycle = count - 1, row = find_row(s, round, &turned), games = 0;
    int first = meets(count, row, count);
    for (int board = 0; board < count / 2; board++) {
        int one = board ? (first + board - 1) % cycle + 1 : count;
        SideColour colour;
        if (one > s.players)
            continue;
        int other = robin_opponent(s, round, one, &colour);
        if (!other)
            continue;
        bool white = colour == SIDE_WHITE;
        pairs[games++] =
            (RoundPair){(uint16_t)(white ? one : other), (uint16_t)(white ? other : one)};
    }
    return games;
}

/* --- Varma ---------------------------------------------------------------------------------- */

enum { ENVELOPES = 4, ENVELOPE_MAX = 10 };

/* C.05, annex 2, for 9 and 10 players, 11 and 12 …; ended by 0. */
static const uint8_t VARMA[8][ENVELOPES][ENVELOPE_MAX + 1] = {
    {{3, 4, 8}, {5, 7, 9}, {1, 6}, {2, 10}},
    {{4, 5, 9, 10}, {1, 2, 7}, {6, 8, 12}, {3, 11}},
    {{4, 5, 6, 11, 12}, {1, 2, 8, 9}, {7, 10, 13}, {3, 14}},
    {{5, 6, 7, 12, 13, 14}, {1, 2, 3, 9, 10}, {8, 11, 15}, {4, 16}},
    {{5, 6, 7, 8, 14, 15, 16}, {1, 2, 3, 10, 11, 12}, {9, 13, 17}, {4, 18}},
    {{6, 7, 8, 9, 15, 16, 17, 18}, {1, 2, 3, 11, 12, 13, 14}, {5, 10, 19}, {4, 20}},
    {{6, 7, 8, 9, 10, 17, 18, 19, 20}, {1, 2, 3, 4, 12, 13, 14, 15}, {11, 16, 21}, {5, 22}},
    {{6, 7, 8, 9, 10, 11, 19, 20, 21, 22}, {1, 2, 3, 4, 13, 14, 15, 16, 17}, {12, 18, 23}, {5, 24}},
};

typedef struct {
    uint8_t numbers[ENVELOPES][ENVELOPE_MAX];
    int left[ENVELOPES];
    uint64_t state;
} Envelopes;

/* splitmix64 */
static int draw_below(Envelopes *e, int limit)
{
    e->state += 0x9e3779b97f4a7c15;
    uint64_t x = e->state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (int)((x ^ x >> 31) % (uint64_t)limit);
}

static void fill_envelopes(Envelopes *e, int players)
{
    const uint8_t(*table)[ENVELOPE_MAX + 1] = VARMA[(players - VARMA_PLAYERS_MIN) / 2];
    for (int i = 0; i < ENVELOPES; i++)
        for (int j = 0; j < ENVELOPE_MAX && table[i][j]; j++)
            if (table[i][j] <= players)
                e->numbers[i][e->left[i]++] = table[i][j];
}

/* One of those that have enough numbers; the fullest when none has. */
static int choose_envelope(Envelopes *e, int contingent)
{
    int fitting[ENVELOPES], count = 0, fullest = 0;
    for (int i = 0; i < ENVELOPES; i++) {
        if (e->left[i] >= contingent)
            fitting[count++] = i;
        if (e->left[i] > e->left[fullest])
            fullest = i;
    }
    return count ? fitting[draw_below(e, count)] : fullest;
}

static uint8_t draw_number(Envelopes *e, int envelope)
{
    int at = draw_below(e, e->left[envelope]);
    uint8_t number = e->numbers[envelope][at];
    e->numbers[envelope][at] = e->numbers[envelope][--e->left[envelope]];
    return number;
}

static int count_contingent(const char (*federations)[4], const uint8_t *numbers, int players,
                            int player)
{
    int count = 0;
    for (int i = 0; i < players; i++)
        count += !numbers[i] && !memcmp(federations[i], federations[player], 3);
    return count;
}

bool varma_draw(const char (*federations)[4], int players, uint64_t seed, uint8_t *numbers)
{
    if (players < VARMA_PLAYERS_MIN || players > VARMA_PLAYERS_MAX)
        return false;
    Envelopes envelopes = {.state = seed}, *e = &envelopes;
    fill_envelopes(e, players);
    memset(numbers, 0, (size_t)players);
    for (;;) { /* the largest contingent that has not drawn; of equal ones the first by its code */
        int next = -1, most = 0;
        for (int i = 0; i < players; i++) {
            int size = numbers[i] ? 0 : count_contingent(federations, numbers, players, i);
            if (size > most ||
                (size && size == most && memcmp(federations[i], federations[next], 3) < 0)) {
                next = i;
                most = size;
            }
        }
        if (next < 0)
            return true;
        int envelope = choose_envelope(e, most);
        for (int i = next; i < players; i++) {
            if (numbers[i] || memcmp(federations[i], federations[next], 3) != 0)
                continue;
            if (!e->left[envelope])
                envelope = choose_envelope(e, --most);
            numbers[i] = draw_number(e, envelope);
        }
    }
}

/* --- withdrawals ---------------------------------------------------------------------------- */

Withdrawal robin_judge_withdrawal(const Tournament *t, RobinSchedule s, int player, int from)
{
    int games = (s.players - 1) * s.cycles, completed = 0;
    for (int round = 0; round < from; round++)
        completed += game_was_played(tournament_game(t, player, round));
    return 2 * completed < games ? WITHDRAWAL_ANNULS : WITHDRAWAL_FORFEITS;
}

static void annul(Tournament *t, int player)
{
    for (int round = 0; round < t->room.rounds; round++) {
        RoundGame *game = tournament_game(t, player, round);
        if (game->opponent)
            *tournament_game(t, tournament_find(t, game->opponent), round) =
                (RoundGame){.result = RESULT_NONE};
        *game = (RoundGame){.result = RESULT_NONE};
    }
}

void robin_withdraw(Tournament *t, RobinSchedule s, int player, int from, Withdrawal withdrawal)
{
    if (withdrawal == WITHDRAWAL_ANNULS) {
        annul(t, player);
        return;
    }
    for (int round = from; round < robin_rounds(s) && round < t->room.rounds; round++) {
        SideColour colour;
        int other = robin_opponent(s, round, t->players[player].id, &colour);
        int opponent = tournament_find(t, other);
        if (opponent < 0)
            continue;
        SideColour theirs = colour == SIDE_WHITE ? SIDE_BLACK : SIDE_WHITE;
        *tournament_game(t, player, round) =
            (RoundGame){(uint16_t)other, (uint8_t)colour, RESULT_FORFEIT_LOSS};
        RoundGame *answer = tournament_game(t, opponent, round);
        bool has_left = answer->result == RESULT_FORFEIT_LOSS; /* both have withdrawn */
        *answer = (RoundGame){t->players[player].id, (uint8_t)theirs,
                              (uint8_t)(has_left ? RESULT_FORFEIT_LOSS : RESULT_FORFEIT_WIN)};
    }
}
