/* Random evenings in the lobby, checked with a list of what should be open: no unfit pair, nobody against themselves,
 * no two open seeks that fit, none waits past its fallback. The seed of a failure is printed. */
#include "check_rig.h"
#include "lobby_rig.h"

#include <stdlib.h>
#include <string.h>

enum { EVENINGS = 60, STEPS = 300, PEOPLE = 12, OPEN_MAX = PEOPLE * SEEKS_PER_PERSON };

typedef struct {
    Seek seek;
    int64_t fallback_at; /* INT64_MAX: never, or the computer has come */
    int64_t lost_at;     /* INT64_MAX: connected */
} Open;

typedef struct {
    Lobby *lobby;
    uint64_t chance;
    int64_t now;
    unsigned next_id;
    uint64_t next_session;
    Open open[OPEN_MAX];
    int count;
} Evening;

/* xorshift64* (Vigna 2016) */
static uint64_t draw(Evening *evening)
{
    evening->chance ^= evening->chance >> 12;
    evening->chance ^= evening->chance << 25;
    evening->chance ^= evening->chance >> 27;
    return evening->chance * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

static int below(Evening *evening, int limit)
{
    return (int)(draw(evening) % (uint64_t)limit);
}

/* The rule of PROTOCOL.md, written independently. */
static bool should_fit(const Seek *a, const Seek *b)
{
    const Terms *x = &a->terms, *y = &b->terms;
    int ra = a->person.rating ? a->person.rating : 1500,
        rb = b->person.rating ? b->person.rating : 1500;
    if (strcmp(a->person.id, b->person.id) == 0)
        return false;
    if (x->control.timed != y->control.timed || x->control.initial != y->control.initial ||
        x->control.increment != y->control.increment || x->variant != y->variant ||
        x->rated != y->rated)
        return false;
    if ((x->color == WISH_WHITE && y->color == WISH_WHITE) ||
        (x->color == WISH_BLACK && y->color == WISH_BLACK))
        return false;
    return ra >= b->rating.least && ra <= b->rating.most && rb >= a->rating.least &&
           rb <= a->rating.most;
}

static int index_of(const Evening *evening, const LobbyId *id)
{
    int i = 0;
    while (i < evening->count && !lobby_id_equal(&evening->open[i].seek.id, id))
        i++;
    return i;
}

static void forget(Evening *evening, int index)
{
    evening->count--;
    memmove(evening->open + index, evening->open + index + 1,
            (size_t)(evening->count - index) * sizeof(Open));
}

static Seek random_seek(Evening *evening)
{
    static const int32_t FALLBACKS[] = {0, 1000, 5000, 20000, SEEK_FALLBACK_NEVER};
    char id[8];
    int who = below(evening, PEOPLE);
    snprintf(id, sizeof id, "p%d", who);
    Seek seek = rig_seek(evening->next_id++, id, who == 0 ? 0 : 800 + 150 * who);
    seek.session = ++evening->next_session;
    seek.terms.color = (Wish)below(evening, 3);
    seek.terms.rated = below(evening, 2) && who != 0; /* which of them are guests */
    seek.terms.control.initial = 60000 * (1 + below(evening, 2));
    if (below(evening, 8) == 0)
        seek.terms.control = (TimeControl){.timed = false};
    if (below(evening, 2)) {
        seek.rating.least = below(evening, 2000);
        seek.rating.most = seek.rating.least + below(evening, 2000);
    }
    seek.fallback = FALLBACKS[below(evening, 5)];
    seek.keep = below(evening, 3) == 0;
    return seek;
}

static void check_wish(const Seek *seek, Color color)
{
    ck_assert(seek->terms.color != WISH_WHITE || color == WHITE);
    ck_assert(seek->terms.color != WISH_BLACK || color == BLACK);
}

static void check_seat(const Pairing *pairing, const Seek *seek, Color color)
{
    ck_assert_str_eq(pairing->seek[color].text, seek->id.text);
    ck_assert_str_eq(pairing->seat[color].id, seek->person.id);
    ck_assert_uint_eq(pairing->session[color], seek->session);
    ck_assert_int_eq(pairing->terms.control.initial, seek->terms.control.initial);
    check_wish(seek, color);
}

static Color seat_of(const Pairing *pairing, const LobbyId *id)
{
    return lobby_id_equal(&pairing->seek[WHITE], id) ? WHITE : BLACK;
}

static void check_computer(const Pairing *pairing, const Seek *seek)
{
    Color color = seat_of(pairing, &seek->id);
    const Person *computer = &pairing->seat[color_other(color)];
    check_seat(pairing, seek, color);
    ck_assert_int_ge(computer->level, 1);
    ck_assert_uint_eq(pairing->session[color_other(color)], 0);
    ck_assert(!pairing->terms.rated);
    ck_assert_int_eq(pairing->kept, seek->keep);
}

/* The partner must be the first of the open ones that fits, a connected one if there is any. */
static void check_pair(Evening *evening, const Pairing *pairing, const Seek *seek)
{
    Color color = seat_of(pairing, &seek->id);
    int partner = index_of(evening, &pairing->seek[color_other(color)]);
    ck_assert_int_lt(partner, evening->count);
    const Open *open = &evening->open[partner];
    ck_assert(should_fit(&open->seek, seek));
    check_seat(pairing, seek, color);
    check_seat(pairing, &open->seek, color_other(color));
    ck_assert_int_eq(pairing->terms.rated, seek->terms.rated);
    for (int i = 0; i < evening->count; i++) {
        const Open *other = &evening->open[i];
        bool sooner = i < partner ? open->lost_at != INT64_MAX || other->lost_at == INT64_MAX
                                  : open->lost_at != INT64_MAX && other->lost_at == INT64_MAX;
        ck_assert(i == partner || !sooner || !should_fit(&other->seek, seek));
    }
    forget(evening, partner);
}

static bool some_fit(const Evening *evening, const Seek *seek)
{
    for (int i = 0; i < evening->count; i++)
        if (should_fit(&evening->open[i].seek, seek))
            return true;
    return false;
}

static void step_seek(Evening *evening)
{
    Seek seek = random_seek(evening);
    bool paired, expected = some_fit(evening, &seek);
    Pairing pairing;
    LobbyError error =
        lobby_seek(evening->lobby, &seek, evening->now, draw(evening), &paired, &pairing);
    if (error == LOBBY_MANY) {
        int own = 0;
        for (int i = 0; i < evening->count; i++)
            own += strcmp(evening->open[i].seek.person.id, seek.person.id) == 0;
        ck_assert(own == SEEKS_PER_PERSON && !expected && !paired);
        return;
    }
    ck_assert_int_eq(error, LOBBY_OK);
    ck_assert_int_eq(paired, expected || seek.fallback == 0);
    if (expected) {
        check_pair(evening, &pairing, &seek);
        return;
    }
    if (paired)
        check_computer(&pairing, &seek);
    if (paired && !seek.keep)
        return;
    bool comes = seek.fallback > 0;
    evening->open[evening->count++] =
        (Open){seek, comes ? evening->now + seek.fallback : INT64_MAX, INT64_MAX};
}

static void step_unseek(Evening *evening)
{
    if (evening->count == 0)
        return;
    int index = below(evening, evening->count);
    const Seek *seek = &evening->open[index].seek;
    ck_assert_int_eq(lobby_unseek(evening->lobby, &seek->id, &seek->person), LOBBY_OK);
    forget(evening, index);
}

static void step_lost(Evening *evening)
{
    if (evening->count == 0)
        return;
    uint64_t session = evening->open[below(evening, evening->count)].seek.session;
    lobby_connection_lost(evening->lobby, session, evening->now);
    for (int i = 0; i < evening->count; i++) {
        Open *open = &evening->open[i];
        if (open->seek.session == session && open->lost_at == INT64_MAX)
            open->lost_at = evening->now;
    }
}

static void step_return(Evening *evening)
{
    char id[8];
    snprintf(id, sizeof id, "p%d", below(evening, PEOPLE));
    Person person = rig_person(id, 0);
    lobby_person_returned(evening->lobby, &person, ++evening->next_session, evening->now);
    for (int i = 0; i < evening->count; i++)
        if (evening->open[i].lost_at != INT64_MAX &&
            strcmp(evening->open[i].seek.person.id, id) == 0) {
            evening->open[i].lost_at = INT64_MAX;
            evening->open[i].seek.session = evening->next_session;
        }
}

static void take_computer(Evening *evening, const Pairing *pairing)
{
    Color person = pairing->seat[WHITE].level ? BLACK : WHITE;
    int index = index_of(evening, &pairing->seek[person]);
    ck_assert_int_lt(index, evening->count);
    Open *open = &evening->open[index];
    ck_assert_int_le(open->fallback_at, evening->now);
    ck_assert(open->lost_at == INT64_MAX);
    check_computer(pairing, &open->seek);
    open->fallback_at = INT64_MAX;
    if (!open->seek.keep)
        forget(evening, index);
}

static void step_tick(Evening *evening)
{
    Pairing pairing;
    LobbyNews news;
    int ended = 0;
    while ((news = lobby_tick(evening->lobby, evening->now, draw(evening), &pairing)) !=
           LOBBY_QUIET) {
        if (news == LOBBY_PAIRED)
            take_computer(evening, &pairing);
        else
            ended++;
    }
    for (int i = evening->count - 1; i >= 0; i--) {
        const Open *open = &evening->open[i];
        bool gone = open->lost_at != INT64_MAX && open->lost_at + 5000 <= evening->now;
        ck_assert(open->lost_at != INT64_MAX || open->fallback_at > evening->now);
        ended -= gone;
        if (gone)
            forget(evening, i);
    }
    ck_assert_int_eq(ended, 0);
    ck_assert_int_gt(lobby_deadline(evening->lobby), evening->now);
}

static void check_open(const Evening *evening)
{
    ck_assert_uint_eq(lobby_count(evening->lobby), (size_t)evening->count);
    for (int i = 0; i < evening->count; i++) {
        const Open *open = &evening->open[i];
        ck_assert_str_eq(lobby_at(evening->lobby, (size_t)i)->id.text, open->seek.id.text);
        int64_t due = open->lost_at == INT64_MAX ? open->fallback_at : open->lost_at + 5000;
        ck_assert_int_le(lobby_deadline(evening->lobby), due);
        /* The newest is enough: that the others don't fit each other was checked when they came. */
        const Seek *newest = &evening->open[evening->count - 1].seek;
        ck_assert(open->seek.id.text == newest->id.text || !should_fit(&open->seek, newest));
    }
}

static void spend(uint64_t seed)
{
    static void (*const OTHER[])(Evening *) = {step_unseek, step_lost, step_return};
    Evening evening = {.lobby = lobby_new(&(SipKey){{0}}),
                       .chance = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
    for (int step = 0; step < STEPS; step++) {
        evening.now += below(&evening, 1500);
        step_tick(&evening);
        if (below(&evening, 10) < 6)
            step_seek(&evening);
        else
            OTHER[below(&evening, 3)](&evening);
        check_open(&evening);
    }
    lobby_free(evening.lobby);
}

START_TEST(an_evening_goes_by_the_rules)
{
    spend((uint64_t)_i);
}
END_TEST

int main(void)
{
    /* One test per seed: a failure shows it as the number after the test's name. */
    Suite *suite = suite_create("pairing");
    TCase *tcase = tcase_create("seed");
    tcase_add_loop_test(tcase, an_evening_goes_by_the_rules, 1, EVENINGS + 1);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
