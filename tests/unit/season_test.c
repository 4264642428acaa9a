/* A season in simulated time: people of known strength seek rated games by quick pairing until each has
 * played fifty, with results by Elo's formula. Then the ratings after their fiftieth games must be in the
 * order of the strengths (Spearman above 0.95), nobody may have waited longer than the fallback, and nobody
 * may have had one colour much more often. */
#include "lobby.h"

#include "check_rig.h"
#include "rating.h"
#include "soak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAYERS = 1000,
    GAMES = 50,
    FALLBACK = 10 * 1000,
    REST = 60 * 1000,             /* the longest break between two games */
    GAME_LEAST = 2 * 60 * 1000,   /* a game of 3+2 takes so long */
    GAME_MORE = 8 * 60 * 1000,    /* and up to this much more */
    EVENING = 2 * 60 * 60 * 1000, /* in which they arrive */
};

static const int64_t START = INT64_C(1793000000000);

typedef struct {
    double strength;
    Rating rating;
    int32_t fiftieth; /* their rating after that game */
    Person person;
    int whites, blacks;
    int computers;   /* games against them */
    int64_t free_at; /* when they seek again; INT64_MAX while seeking */
    int64_t sought_at;
} Player;

static Player players[PLAYERS];
static uint64_t state;
static int64_t longest, waited, seated, pairings;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int64_t below(int64_t bound)
{
    return (int64_t)(draw() % (uint64_t)bound);
}

static double chance(void)
{
    return (double)(draw() >> 11) / 9007199254740992.0;
}

/* Twelve dice make a bell curve. */
static double bell(void)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += chance();
    return sum - 6;
}

static void make_players(void)
{
    for (int i = 0; i < PLAYERS; i++) {
        Player *player = &players[i];
        *player = (Player){.strength = 1500 + 350 * bell(), .rating = rating_new()};
        snprintf(player->person.id, sizeof player->person.id, "%d", i);
        player->free_at = below(EVENING);
    }
}

/* Players who have played fifty games go on: the others need opponents. */
static bool is_over(void)
{
    for (int i = 0; i < PLAYERS; i++)
        if (players[i].rating.games < GAMES)
            return false;
    return true;
}

static void seek(Lobby *lobby, int who, int64_t now, bool *paired, Pairing *pairing)
{
    static unsigned number;
    Player *player = &players[who];
    player->person.rating = rating_points(&player->rating);
    player->person.provisional = rating_is_provisional(&player->rating, START + now);
    Seek wish = {
        .person = player->person,
        .session = (uint64_t)who + 1,
        .terms = {.control = {.timed = true, .initial = 180000, .increment = 2000}, .rated = true},
        .rating = {0, RATING_MAX},
        .fallback = FALLBACK,
        .pool = true};
    snprintf(wish.id.text, sizeof wish.id.text, "S%011u", number++);
    player->free_at = INT64_MAX;
    player->sought_at = now;
    ck_assert_int_eq(lobby_seek(lobby, &wish, now, draw(), paired, pairing), LOBBY_OK);
}

/* Elo's expected score between the true strengths; one game in ten is drawn. */
static double result(const Player *white, const Player *black)
{
    double expected = 1 / (1 + pow(10, (black->strength - white->strength) / 400));
    double draws = 0.1 * 2 * fmin(expected, 1 - expected);
    double at = chance();
    return at < expected - draws / 2 ? 1 : at < expected + draws / 2 ? 0.5 : 0;
}

static void sit_down(Player *player, bool white, int64_t now, int64_t lasts)
{
    int64_t wait = now - player->sought_at;
    longest = wait > longest ? wait : longest;
    waited += wait;
    seated++;
    player->whites += white;
    player->blacks += !white;
    person_had(&player->person, white);
    player->free_at = now + lasts + below(REST);
}

static void play(const Pairing *pairing, int64_t now)
{
    int64_t lasts = GAME_LEAST + below(GAME_MORE);
    Player *seat[2] = {NULL, NULL};
    for (Color color = WHITE; color <= BLACK; color++)
        if (pairing->seat[color].level == 0) {
            seat[color] = &players[atoi(pairing->seat[color].id)];
            sit_down(seat[color], color == WHITE, now, lasts);
        }
    pairings++;
    if (!seat[WHITE] || !seat[BLACK]) {
        Player *human = seat[WHITE] ? seat[WHITE] : seat[BLACK];
        ck_assert_ptr_nonnull(human);
        human->computers++;
        return;
    }
    rating_play(&seat[WHITE]->rating, &seat[BLACK]->rating, result(seat[WHITE], seat[BLACK]),
                CATEGORY_BLITZ, START + now);
    for (Color color = WHITE; color <= BLACK; color++)
        if (seat[color]->rating.games == GAMES)
            seat[color]->fiftieth = seat[color]->rating.rating;
}

/* The next instant at which somebody seeks or the lobby has something to do. */
static int64_t next_instant(const Lobby *lobby)
{
    int64_t next = lobby_deadline(lobby);
    for (int i = 0; i < PLAYERS; i++)
        if (players[i].free_at < next)
            next = players[i].free_at;
    return next;
}

static void spend_season(void)
{
    Lobby *lobby = lobby_new(&(SipKey){{0}});
    bool paired;
    Pairing pairing;
    make_players();
    while (!is_over()) {
        int64_t now = next_instant(lobby);
        for (int i = 0; i < PLAYERS; i++) {
            if (players[i].free_at > now)
                continue;
            seek(lobby, i, now, &paired, &pairing);
            if (paired)
                play(&pairing, now);
        }
        while (lobby_tick(lobby, now, draw(), &pairing) == LOBBY_PAIRED)
            play(&pairing, now);
    }
    lobby_free(lobby);
}

static int by_strength(const void *one, const void *other)
{
    const Player *a = *(const Player *const *)one, *b = *(const Player *const *)other;
    return (a->strength > b->strength) - (a->strength < b->strength);
}

static int by_rating(const void *one, const void *other)
{
    const Player *a = *(const Player *const *)one, *b = *(const Player *const *)other;
    return (a->fiftieth > b->fiftieth) - (a->fiftieth < b->fiftieth);
}

static double spearman(void)
{
    static const Player *strong[PLAYERS], *rated[PLAYERS];
    static int rank[PLAYERS];
    double sum = 0;
    for (int i = 0; i < PLAYERS; i++)
        strong[i] = rated[i] = &players[i];
    qsort(strong, PLAYERS, sizeof *strong, by_strength);
    qsort(rated, PLAYERS, sizeof *rated, by_rating);
    for (int i = 0; i < PLAYERS; i++)
        rank[strong[i] - players] = i;
    for (int i = 0; i < PLAYERS; i++) {
        double apart = rank[rated[i] - players] - i;
        sum += apart * apart;
    }
    return 1 - 6 * sum / ((double)PLAYERS * ((double)PLAYERS * PLAYERS - 1));
}

START_TEST(ratings_find_the_strengths_and_nobody_waits_too_long)
{
    state = (uint64_t)_i * UINT64_C(0x9e3779b97f4a7c15) + 1;
    longest = waited = seated = pairings = 0;
    spend_season();
    int computers = 0, colours = 0;
    for (int i = 0; i < PLAYERS; i++) {
        const Player *player = &players[i];
        ck_assert_int_ge(player->rating.games, GAMES);
        computers += player->computers;
        int apart = abs(player->whites - player->blacks);
        colours = apart > colours ? apart : colours;
    }
    double order = spearman();
    printf(
        "season %d: Spearman %.4f, longest wait %.1f s, mean %.2f s, %.1f %% of the games against "
        "the computer, colours at most %d apart\n",
        _i, order, (double)longest / 1e3, (double)waited / 1e3 / (double)seated,
        100.0 * computers / (double)pairings, colours);
    ck_assert_double_gt(order, 0.95);
    ck_assert_int_le(longest, FALLBACK);
    ck_assert_int_le(colours,
                     15); /* with colours drawn at random, some of a thousand would be 25 apart */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("season");
    TCase *tcase = tcase_create("all");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, ratings_find_the_strengths_and_nobody_waits_too_long, 1, 1 + soak());
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
