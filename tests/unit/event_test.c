#include "event.h"

#include "check_rig.h"
#include "line.h"

#include <stdlib.h>
#include <string.h>

/* The journal's form byte by byte, written by hand from the description in event.c: what is on disks must
 * always be readable. Varints: 300 is ac 02, 180000 is a0 fe 0a, 2^53 - 1 is seven times ff, then 0f. */
typedef struct {
    Event event;
    size_t length;
    unsigned char bytes[EVENT_PACKED_MAX];
} Packed;

static const Packed PACKED[] = {
    {{.kind = EV_MOVE, .at = 300, .clock = {180000, 0}, .by = BLACK, .move = {2, 0x1d24, ""}},
     12,
     {1, 1, 1, 0xac, 2, 0xa0, 0xfe, 0x0a, 0, 2, 0xa4, 58}},
    /* version 2: left 300, elapsed 127, lag 5, given 5, quota 128 after it */
    {{.kind = EV_MOVE,
      .at = 300,
      .clock = {180000, 0},
      .by = BLACK,
      .receipt = {300, 127, 5, 5, 128},
      .move = {2, 0x1d24, ""}},
     19,
     {2, 1, 1, 0xac, 2, 0xa0, 0xfe, 0x0a, 0, 2, 0xa4, 58, 0xac, 2, 0x7f, 5, 5, 0x80, 1}},
    {{.kind = EV_END, .receipt = {1, 2, 3, 0, 4}, .end = {STATUS_OUTOFTIME, WINNER_BLACK, 0, 0}},
     15,
     {2, 11, 0, 0, 0, 0, 7, 2, 0, 1, 2, 3, 0, 4, 0}},
    {{.kind = EV_END, .end = {STATUS_DRAW, WINNER_NONE, REASON_THREEFOLD, 0x0195}},
     16,
     {2, 11, 0, 0, 0, 0, 8, 0, 2, 0, 0, 0, 0, 0, 0x95, 3}},
    {{.kind = EV_DRAW_OFFER, .at = 0, .by = WHITE}, 6, {1, 2, 0, 0, 0, 0}},
    {{.kind = EV_TAKEBACK_OFFER, .at = 127, .by = BLACK}, 6, {1, 3, 1, 0x7f, 0, 0}},
    {{.kind = EV_REMATCH_OFFER, .at = 128}, 7, {1, 4, 0, 0x80, 1, 0, 0}},
    {{.kind = EV_REFUSED, .offer = 300}, 8, {1, 5, 0, 0, 0, 0, 0xac, 2}},
    {{.kind = EV_TAKEBACK, .by = BLACK, .ply = 12}, 7, {1, 6, 1, 0, 0, 0, 12}},
    {{.kind = EV_MORETIME, .given = 15000}, 8, {1, 7, 0, 0, 0, 0, 0x98, 0x75}},
    {{.kind = EV_REMATCH, .next = {"09azAZ5x"}},
     14,
     {1, 8, 0, 0, 0, 0, '0', '9', 'a', 'z', 'A', 'Z', '5', 'x'}},
    /* on a device */
    {{.kind = EV_REMATCH, .next = {"~9azAZ5x"}},
     14,
     {1, 8, 0, 0, 0, 0, '~', '9', 'a', 'z', 'A', 'Z', '5', 'x'}},
    {{.kind = EV_PAUSED, .clock = {1, 2}}, 6, {1, 9, 0, 0, 1, 2}},
    {{.kind = EV_ADJUSTED, .by = BLACK, .given = 15000}, 9, {1, 12, 1, 0, 0, 0, 0xb0, 0xea, 0x01}},
    {{.kind = EV_ADJUSTED, .given = -1}, 7, {1, 12, 0, 0, 0, 0, 1}},
    {{.kind = EV_ADJUSTED, .given = INT32_MIN},
     11,
     {1, 12, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f}},
    {{.kind = EV_STOPPED, .clock = {1, 2}}, 6, {1, 13, 0, 0, 1, 2}},
    {{.kind = EV_ADJOURN, .until = 300}, 8, {1, 14, 0, 0, 0, 0, 0xac, 0x02}},
    {{.kind = EV_BERSERK, .by = BLACK, .given = -90000}, 9, {1, 16, 1, 0, 0, 0, 0x9f, 0xfe, 0x0a}},
    {{.kind = EV_SEALED, .by = BLACK, .sealed = 0x0197}, 8, {1, 15, 1, 0, 0, 0, 0x97, 0x03}},
    {{.kind = EV_RESUMED, .at = EVENT_TIME_MAX},
     13,
     {1, 10, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0}},
    {{.kind = EV_END, .end = {STATUS_OUTOFTIME, WINNER_NONE, REASON_INSUFFICIENT, 0}},
     9,
     {1, 11, 0, 0, 0, 0, 7, 0, 6}},
    {{.kind = EV_END, .end = {STATUS_MATE, WINNER_BLACK, REASON_NONE, 0}},
     9,
     {1, 11, 0, 0, 0, 0, 3, 2, 0}},
};

START_TEST(events_are_packed_as_described)
{
    unsigned char out[EVENT_PACKED_MAX];
    const Packed *packed = &PACKED[_i];
    ck_assert_uint_eq(event_pack(&packed->event, out), packed->length);
    ck_assert_mem_eq(out, packed->bytes, packed->length);
}
END_TEST

START_TEST(packed_events_can_be_read)
{
    Event event;
    const Packed *packed = &PACKED[_i];
    ck_assert(event_unpack(&event, packed->bytes, packed->length));
    ck_assert_int_eq(event.kind, packed->event.kind);
    ck_assert_int_eq(event.at, packed->event.at);
    ck_assert_mem_eq(event.clock, packed->event.clock, sizeof event.clock);
    ck_assert_int_eq(event.by, packed->event.by);
    ck_assert_uint_eq(event.seq, 0);
    ck_assert_mem_eq(&event.receipt, &packed->event.receipt, sizeof event.receipt);
    switch (event.kind) {
    case EV_MOVE:
        ck_assert_uint_eq(event.move.ply, packed->event.move.ply);
        ck_assert_uint_eq(event.move.move, packed->event.move.move);
        ck_assert_str_eq(event.move.san, "");
        break;
    case EV_REFUSED: ck_assert_uint_eq(event.offer, packed->event.offer); break;
    case EV_TAKEBACK: ck_assert_uint_eq(event.ply, packed->event.ply); break;
    case EV_MORETIME:
    case EV_BERSERK:
    case EV_ADJUSTED: ck_assert_int_eq(event.given, packed->event.given); break;
    case EV_ADJOURN: ck_assert_int_eq(event.until, packed->event.until); break;
    case EV_SEALED: ck_assert_int_eq(event.sealed, packed->event.sealed); break;
    case EV_REMATCH: ck_assert_str_eq(event.next.text, packed->event.next.text); break;
    case EV_END:
        ck_assert_int_eq(event.end.status, packed->event.end.status);
        ck_assert_int_eq(event.end.winner, packed->event.end.winner);
        ck_assert_int_eq(event.end.reason, packed->event.end.reason);
        ck_assert_int_eq(event.end.claimed, packed->event.end.claimed);
        break;
    default: break;
    }
}
END_TEST

START_TEST(shorter_and_longer_bytes_are_no_event)
{
    unsigned char bytes[EVENT_PACKED_MAX + 2];
    Event event;
    size_t length = PACKED[_i].length;
    memcpy(bytes, PACKED[_i].bytes, EVENT_PACKED_MAX);
    for (size_t cut = 0; cut < length; cut++)
        ck_assert_msg(!event_unpack(&event, bytes, cut), "cut at %zu", cut);
    bytes[length] = 0;
    ck_assert(!event_unpack(&event, bytes, length + 1));
    memset(bytes + length, 0, sizeof bytes - length);
    ck_assert(!event_unpack(&event, bytes, sizeof bytes));
}
END_TEST

START_TEST(every_changed_byte_is_another_event_or_none)
{
    unsigned char bytes[EVENT_PACKED_MAX], again[EVENT_PACKED_MAX];
    size_t length = PACKED[_i].length;
    memcpy(bytes, PACKED[_i].bytes, EVENT_PACKED_MAX);
    for (size_t at = 0; at < length; at++)
        for (int value = 0; value < 256; value++) {
            unsigned char kept = bytes[at];
            Event event;
            bytes[at] = (unsigned char)value;
            if (event_unpack(&event, bytes, length)) {
                ck_assert_uint_eq(event_pack(&event, again), length);
                ck_assert_mem_eq(again, bytes, length);
            }
            bytes[at] = kept;
        }
}
END_TEST

typedef struct {
    const char *why;
    size_t length;
    unsigned char bytes[EVENT_PACKED_MAX];
} Refused;

static const Refused REFUSED[] = {
    {"version 0", 6, {0, 2, 0, 0, 0, 0}},
    {"version 2", 6, {2, 2, 0, 0, 0, 0}},
    {"kind 0", 6, {1, 0, 0, 0, 0, 0}},
    {"kind 12", 6, {1, 12, 0, 0, 0, 0}},
    {"a third seat", 6, {1, 2, 2, 0, 0, 0}},
    {"a number with a needless byte", 7, {1, 2, 0, 0x80, 0, 0, 0}},
    {"a time of 2^53", 13, {1, 2, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0}},
    {"a clock of 2^53", 13, {1, 2, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10, 0}},
    {"a number that never ends", 20, {1,    2,    0,    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {"ply 17698", 10, {1, 1, 0, 0, 0, 0, 0xa2, 0x8a, 1, 1}},
    {"a move of 17 bits", 10, {1, 1, 0, 0, 0, 0, 1, 0x80, 0x80, 4}},
    {"an offer of 2^32", 11, {1, 5, 0, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x10}},
    {"a gift of 2^31", 11, {1, 7, 0, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 8}},
    {"an id with a blank", 14, {1, 8, 0, 0, 0, 0, 'A', 'b', '1', '2', ' ', 'd', '3', '5'}},
    {"an id with NUL", 14, {1, 8, 0, 0, 0, 0, 'A', 'b', '1', '2', 'C', 'd', '3', 0}},
    {"an id with [", 14, {1, 8, 0, 0, 0, 0, '[', 'b', '1', '2', 'C', 'd', '3', '5'}},
    {"an id with ~ in its middle", 14, {1, 8, 0, 0, 0, 0, 'A', '~', '1', '2', 'C', 'd', '3', '5'}},
    {"an id that ends with ~", 14, {1, 8, 0, 0, 0, 0, 'A', 'b', '1', '2', 'C', 'd', '3', '~'}},
    {"status 10", 9, {1, 11, 0, 0, 0, 0, 10, 0, 0}},
    {"winner 3", 9, {1, 11, 0, 0, 0, 0, 3, 3, 0}},
    {"reason 7", 9, {1, 11, 0, 0, 0, 0, 8, 0, 7}},
};

START_TEST(what_event_pack_never_writes_is_refused)
{
    Event event, before;
    memset(&event, 0x5a, sizeof event);
    before = event;
    const Refused *refused = &REFUSED[_i];
    ck_assert_msg(!event_unpack(&event, refused->bytes, refused->length), "%s", refused->why);
    ck_assert_mem_eq(&event, &before, sizeof event); /* not touched */
}
END_TEST

typedef struct {
    const char *why;
    bool read, newer;
    size_t length;
    unsigned char bytes[EVENT_PACKED_MAX];
} Extra;

/* A draw offer of version 3, and events that only a newer castled would understand. */
static const Extra EXTRAS[] = {
    {"an even tag", true, false, 9, {3, 2, 0, 0, 0, 0, 1, 4, 0}},
    {"an even tag with bytes", true, false, 11, {3, 2, 0, 0, 0, 0, 1, 4, 2, 7, 7}},
    {"two of them", true, false, 12, {3, 2, 0, 0, 0, 0, 2, 4, 1, 7, 6, 0}},
    {"an odd tag", false, true, 9, {3, 2, 0, 0, 0, 0, 1, 5, 0}},
    {"an odd tag behind an even one", false, true, 11, {3, 2, 0, 0, 0, 0, 2, 4, 0, 5, 0}},
    {"no extra", false, false, 7, {3, 2, 0, 0, 0, 0, 0}},
    {"17 extras", false, false, 9, {3, 2, 0, 0, 0, 0, 17, 4, 0}},
    {"an extra that is cut off", false, false, 10, {3, 2, 0, 0, 0, 0, 1, 4, 2, 7}},
    {"something behind the extras", false, false, 10, {3, 2, 0, 0, 0, 0, 1, 4, 0, 0}},
    {"version 4", false, true, 6, {4, 2, 0, 0, 0, 0}},
    {"kind 17", false, true, 6, {1, 17, 0, 0, 0, 0}},
    {"status 10", false, true, 9, {1, 11, 0, 0, 0, 0, 10, 0, 0}},
    {"reason 7", false, true, 9, {1, 11, 0, 0, 0, 0, 8, 0, 7}},
    {"a third seat", false, false, 6, {1, 2, 2, 0, 0, 0}},
};

START_TEST(events_of_a_newer_castled_are_told_from_damage)
{
    Event event;
    const Extra *extra = &EXTRAS[_i];
    ck_assert_msg(event_unpack(&event, extra->bytes, extra->length) == extra->read, "%s",
                  extra->why);
    ck_assert_msg(event_is_newer(extra->bytes, extra->length) == extra->newer, "%s", extra->why);
    if (extra->read)
        ck_assert_int_eq(event.kind, EV_DRAW_OFFER);
}
END_TEST

START_TEST(the_longest_event_fits)
{
    unsigned char out[EVENT_PACKED_MAX];
    Event event = {.kind = EV_MOVE, .at = EVENT_TIME_MAX, .by = BLACK};
    event.clock[WHITE] = event.clock[BLACK] = EVENT_TIME_MAX;
    event.move.ply = LINE_PLIES_MAX;
    event.move.move = UINT16_MAX;
    ck_assert_uint_eq(event_pack(&event, out), 3 + 3 * 8 + 3 + 3);
    Event again;
    ck_assert(event_unpack(&again, out, 33));
    ck_assert_int_eq(again.at, EVENT_TIME_MAX);
    event = (Event){.kind = EV_REMATCH, .at = EVENT_TIME_MAX, .next = {"zzzzZZZZ"}};
    event.clock[WHITE] = event.clock[BLACK] = EVENT_TIME_MAX;
    ck_assert_uint_eq(event_pack(&event, out), 3 + 3 * 8 + 8);
}
END_TEST

/* The status words of the Lichess API, the reasons of PROTOCOL.md. */
START_TEST(names_are_those_of_the_protocol)
{
    static const char *const STATUSES[] = {"created",   "started", "aborted",   "mate", "resign",
                                           "stalemate", "timeout", "outoftime", "draw", "noStart"};
    static const char *const REASONS[] = {"agreement", "threefold",   "fivefold",
                                          "fifty",     "seventyfive", "insufficient"};
    for (int status = STATUS_CREATED; status <= STATUS_NOSTART; status++)
        ck_assert_str_eq(status_word((Status)status), STATUSES[status]);
    ck_assert_ptr_null(reason_word(REASON_NONE));
    for (int reason = REASON_AGREEMENT; reason <= REASON_INSUFFICIENT; reason++)
        ck_assert_str_eq(reason_word((Reason)reason), REASONS[reason - 1]);
}
END_TEST

int main(void)
{
    enum { PACKED_COUNT = sizeof PACKED / sizeof *PACKED };
    Suite *suite = suite_create("event");
    TCase *tests = tcase_create("event");
    tcase_add_loop_test(tests, events_are_packed_as_described, 0, PACKED_COUNT);
    tcase_add_loop_test(tests, packed_events_can_be_read, 0, PACKED_COUNT);
    tcase_add_loop_test(tests, shorter_and_longer_bytes_are_no_event, 0, PACKED_COUNT);
    tcase_add_loop_test(tests, every_changed_byte_is_another_event_or_none, 0, PACKED_COUNT);
    tcase_add_loop_test(tests, what_event_pack_never_writes_is_refused, 0,
                        sizeof REFUSED / sizeof *REFUSED);
    tcase_add_loop_test(tests, events_of_a_newer_castled_are_told_from_damage, 0,
                        sizeof EXTRAS / sizeof *EXTRAS);
    tcase_add_test(tests, the_longest_event_fits);
    tcase_add_test(tests, names_are_those_of_the_protocol);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
