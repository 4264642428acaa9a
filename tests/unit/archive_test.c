/* Round trips of real games are done by refold, in every test that plays them; here are damage and edge cases. */
#include "archive.h"

#include "chess_rig.h"
#include "rearchive.h"
#include "room.h"

enum { EVENTS = 80, SIZE = ARCHIVE_HEAD_MAX + ARCHIVE_EVENT_MAX * EVENTS };

static GameSetup blitz;
static Event events[EVENTS], again[EVENTS];
static ArchivePly plies[EVENTS + 1];
static unsigned char story_bytes[SIZE], receipt_bytes[SIZE];
static ArchivePart story, receipts;
static ArchiveGame game;

/* A game of random moves, ended by resignation. */
static void setup(void)
{
    uint64_t seed = 21;
    attacks_init();
    blitz = (GameSetup){.control = {.timed = true, .initial = 180000, .increment = 2000}};
    position_start(&blitz.start);
    Position pos = blitz.start;
    int64_t clock[2] = {180000, 180000}, at = 0;
    memset(events, 0, sizeof events);
    for (uint32_t i = 0; i < EVENTS; i++) {
        Color turn = position_turn(&pos);
        int64_t spent = (int64_t)(random_next(&seed) % 5000);
        at += spent + 3;
        if (i >= 2 && i < EVENTS - 1)
            clock[turn] += 2000 - spent;
        events[i] = (Event){.kind = EV_MOVE, .seq = i + 1, .at = at, .by = turn};
        memcpy(events[i].clock, clock, sizeof clock);
        events[i].move.ply = i + 1;
        if (i < EVENTS - 1)
            ck_assert(random_move(&pos, &seed, &events[i].move.move));
    }
    events[EVENTS - 1].kind = EV_END;
    events[EVENTS - 1].by = WHITE;
    memset(&events[EVENTS - 1].move, 0, sizeof events[0].move);
    events[EVENTS - 1].end.status = STATUS_RESIGN;
    events[EVENTS - 1].end.winner = WINNER_WHITE;
    game = (ArchiveGame){&blitz.start, &blitz.control, events, EVENTS, plies};
    story = (ArchivePart){story_bytes, SIZE};
    receipts = (ArchivePart){receipt_bytes, SIZE};
    ck_assert(archive_pack(&game, &story, &receipts));
    game.events = again;
}

START_TEST(a_game_comes_back)
{
    ck_assert_ptr_null(rearchive(&blitz, events, EVENTS));
    ck_assert_ptr_null(rearchive(&blitz, events, 0));
    ck_assert_ptr_null(rearchive(&blitz, events, 1));
}
END_TEST

/* 80 random moves, out of about thirty and often unlikely, at 8 bits; times of up to 5 s at 12.3. */
START_TEST(a_game_is_small)
{
    ck_assert_uint_lt(story.size, 80 * 21 / 8);
    ck_assert_uint_lt(receipts.size, 60);
}
END_TEST

static ArchiveError unpack(void)
{
    uint32_t count;
    ArchiveError error = archive_count(&story, &count);
    if (error != ARCHIVE_OK)
        return error;
    if (count != EVENTS)
        return ARCHIVE_STORY;
    return archive_unpack(&game, &story, &receipts);
}

static void unpack_with_each_bit_changed(ArchivePart *part)
{
    for (size_t i = 0; i < 8 * part->size; i++) {
        part->bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        unpack();
        part->bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
}

/* Damage may read as another game, which a row's checksum detects (archive_row_test); it never reads beyond the parts. */
START_TEST(reading_is_total)
{
    unpack_with_each_bit_changed(&story);
    unpack_with_each_bit_changed(&receipts);
    for (size_t whole = story.size; story.size > 0; story.size--)
        ck_assert(story.size == whole || unpack() <= ARCHIVE_RECEIPTS);
}
END_TEST

START_TEST(a_newer_version_is_recognised)
{
    ck_assert_int_eq(unpack(), ARCHIVE_OK);
    story.bytes[0]++;
    ck_assert_int_eq(unpack(), ARCHIVE_NEWER);
    story.bytes[0] = 0;
    ck_assert_int_eq(unpack(), ARCHIVE_STORY);
}
END_TEST

START_TEST(what_no_room_emits_is_refused)
{
    static const struct {
        const char *what;
        size_t at;
        Event event;
    } CASES[] = {
        {"no move of the position",
         4,
         {.kind = EV_MOVE, .by = WHITE, .move = {.ply = 5, .move = 1}}},
        {"the other side's move", 4, {.kind = EV_MOVE, .by = BLACK, .move = {.ply = 5}}},
        {"another ply", 4, {.kind = EV_MOVE, .by = WHITE, .move = {.ply = 6}}},
        {"no kind", 4, {.kind = (EventKind)0}},
        {"a refusal of what is to come", 4, {.kind = EV_REFUSED, .offer = 5}},
        {"more than there is taken back", 4, {.kind = EV_TAKEBACK, .ply = 9}},
        {"an id that is none", 4, {.kind = EV_REMATCH, .next = {"Ab12-d34"}}},
        {"less than nothing left", 4, {.kind = EV_DRAW_OFFER, .clock = {-1, 0}}},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        memcpy(again, events, sizeof again);
        int64_t at = again[CASES[i].at].at;
        Move move = again[CASES[i].at].move.move;
        again[CASES[i].at] = CASES[i].event;
        again[CASES[i].at].seq = (uint32_t)CASES[i].at + 1;
        again[CASES[i].at].at = at;
        if (CASES[i].event.kind == EV_MOVE && !CASES[i].event.move.move)
            again[CASES[i].at].move.move = move;
        game.count = CASES[i].at + 1;
        story.size = receipts.size = SIZE;
        ck_assert_msg(!archive_pack(&game, &story, &receipts), "%s", CASES[i].what);
    }
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
    memcpy(again, events, sizeof again);
    story.size = 100;
    receipts.size = SIZE;
    ck_assert(!archive_pack(&game, &story, &receipts));
    story.size = SIZE;
    receipts.size = 10;
    ck_assert(!archive_pack(&game, &story, &receipts));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {a_game_comes_back,
                            a_game_is_small,
                            reading_is_total,
                            a_newer_version_is_recognised,
                            what_no_room_emits_is_refused,
                            what_does_not_fit_is_refused};
    Suite *suite = suite_create("archive");
    TCase *tcase = tcase_create("archive");
    tcase_add_checked_fixture(tcase, setup, NULL);
    for (size_t i = 0; i < COUNT(tests); i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
