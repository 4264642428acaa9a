/* How long a round of quick pairing takes with 10,000 open seeks, the most that a lobby holds: for one time control
 * and for many, where many seeks fit each other and where few do. CPU time of this thread.
 *   pairing_bench */
#include "lobby.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 20 };

static uint64_t state = 1;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

typedef struct {
    const char *name;
    unsigned games;   /* how many different time controls are sought */
    int32_t spread;   /* of the ratings */
    bool strict;      /* each accepts only opponents within 10 points */
    bool same_colour; /* everybody wants white: nobody fits anybody */
} Scene;

static Seek seek_of(const Scene *scene, unsigned number)
{
    Seek seek = {.session = number + 1,
                 .fallback = SEEK_FALLBACK_NEVER,
                 .pool = true,
                 .rating = {0, RATING_MAX}};
    unsigned game = (unsigned)(draw() % scene->games);
    seek.terms.control = (TimeControl){.timed = true, .initial = 60000 * (1 + (int32_t)game)};
    seek.terms.color = scene->same_colour ? WISH_WHITE : WISH_RANDOM;
    snprintf(seek.id.text, sizeof seek.id.text, "S%011u", number);
    snprintf(seek.person.id, sizeof seek.person.id, "a%u", number);
    seek.person.rating = 400 + (int32_t)(draw() % (uint64_t)scene->spread);
    if (scene->strict)
        seek.rating = (RatingRange){seek.person.rating - 10, seek.person.rating + 10};
    return seek;
}

/* Closed while the lobby fills up, so that the round finds them all. */
static bool is_open(void *gate, const Person *one, const Person *other)
{
    (void)one, (void)other;
    return *(bool *)gate;
}

static void fill(Lobby *lobby, const Scene *scene)
{
    bool paired;
    Pairing pairing;
    for (unsigned number = 0; number < SEEKS_MAX; number++) {
        Seek seek = seek_of(scene, number);
        lobby_seek(lobby, &seek, 0, 0, &paired, &pairing);
    }
}

static void measure(const Scene *scene)
{
    double best = 1e9, worst = 0, sum = 0;
    size_t open = 0, pairs = 0;
    for (int i = 0; i < REPEATS; i++) {
        Lobby *lobby = lobby_new(&(SipKey){{0}});
        Pairing pairing;
        bool gate = false;
        lobby_set_meet(lobby, is_open, &gate);
        fill(lobby, scene);
        open = lobby_count(lobby);
        gate = true;
        double begun = now_ms();
        pairs = 0;
        while (lobby_tick(lobby, 5000, 1, &pairing) == LOBBY_PAIRED)
            pairs++;
        double took = now_ms() - begun;
        best = took < best ? took : best;
        worst = took > worst ? took : worst;
        sum += took;
        lobby_free(lobby);
    }
    printf("%-34s %6zu open %6zu pairs   best %6.2f  mean %6.2f  worst %6.2f ms\n", scene->name,
           open, pairs, best, sum / REPEATS, worst);
}

int main(void)
{
    static const Scene SCENES[] = {
        {"one game, a crowd", 1, 2000, false, false},
        {"eleven games", 11, 2000, false, false},
        {"one game, narrow ranges", 1, 2000, true, false},
        {"one game, all want white", 1, 2000, false, true},
    };
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; i++)
        measure(&SCENES[i]);
    return 0;
}
