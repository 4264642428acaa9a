/* What transcripts (tests/replay) cannot express: memory, foreign journals, random games. */
#include "ramble.h"

#include "check_rig.h"
#include "chess_rig.h"
#include "refold.h"
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOW = 1000000, PLIES = 64 };

static Room *room;
static Events events;

static GameSetup blitz(void)
{
    GameSetup setup = {.control = {.timed = true, .initial = 180000, .increment = 2000},
                       .created = NOW};
    position_start(&setup.start);
    return setup;
}

static void setup(void)
{
    GameSetup game = blitz();
    attacks_init();
    room = room_init(malloc(room_size(PLIES)), PLIES, &game);
    events.count = 0;
}

static void teardown(void)
{
    free(room);
}

static Command move_command(const char *uci)
{
    const Line *line = room_line(room);
    Command command = {.kind = CMD_MOVE};
    command.move.ply = line->plies;
    uci_parse(&line->now, uci, strlen(uci), &command.move.move);
    return command;
}

static void play(const char *uci)
{
    Command command = move_command(uci);
    events.count = 0;
    RoomError error =
        room_apply(room, position_turn(&room_line(room)->now), &command, NOW, &events);
    ck_assert_msg(error == ROOM_OK, "%s: %s", uci, room_error_text(error));
}

START_TEST(a_game_can_be_called_off_at_any_time_but_only_once)
{
    static const char *const MOVES[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    Event journal[8];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        play(MOVES[i]);
        journal[count++] = events.at[0];
    }
    events.count = 0;
    room_call_off(room, NOW + 500, &events);
    ck_assert_int_eq(events.count, 1);
    ck_assert_int_eq(events.at[0].kind, EV_END);
    ck_assert_int_eq(room_status(room), STATUS_ABORTED);
    ck_assert_int_eq(room_winner(room), WINNER_NONE);
    journal[count++] = events.at[0];
    events.count = 0;
    room_call_off(room, NOW + 600, &events);
    ck_assert_int_eq(events.count, 0);
    GameSetup game = blitz();
    Room *again = room_init(malloc(room_size(PLIES)), PLIES, &game);
    for (int i = 0; i < count; i++)
        ck_assert(room_replay(again, &journal[i]));
    ck_assert_int_eq(room_status(again), STATUS_ABORTED);
    free(again);
}
END_TEST

/* What an organiser may forbid (the words are those of lichess.org's API), and that nothing else is. */
START_TEST(each_rule_forbids_what_it_names)
{
    static const struct {
        unsigned rule;
        CommandKind kind;
        Claim claim;
    } CASES[] = {{RULE_NO_ABORT, CMD_ABORT, 0},
                 {RULE_NO_GIVE_TIME, CMD_MORETIME, 0},
                 {RULE_NO_CLAIM_WIN, CMD_CLAIM, CLAIM_WIN},
                 {RULE_NO_CLAIM_WIN, CMD_CLAIM, CLAIM_DRAW},
                 {RULE_NO_EARLY_DRAW, CMD_DRAW, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (unsigned rule = 0; rule <= RULES_ALL; rule = rule ? rule * 2 : 1) {
            GameSetup game = blitz();
            Command command = {.kind = CASES[i].kind};
            game.rules = (uint8_t)rule;
            command.claim.what = CASES[i].claim;
            ck_assert(game_setup_is_valid(&game));
            free(room);
            room = room_init(malloc(room_size(PLIES)), PLIES, &game);
            for (int ply = 0; ply < 2 && command.kind != CMD_ABORT; ply++)
                play(ply ? "e7e5" : "e2e4");
            events.count = 0;
            if (command.kind == CMD_MORETIME)
                command.given = 0;
            room_presence(room, BLACK, false, NOW, &events);
            RoomError error = room_apply(room, WHITE, &command, NOW + 60000, &events);
            bool is_claim = command.kind == CMD_CLAIM;
            ck_assert_msg((error == ROOM_FORBIDDEN) == (rule == CASES[i].rule), "%zu %u: %s", i,
                          rule, room_error_text(error));
            ck_assert_int_eq(error == ROOM_OK, rule != CASES[i].rule);
            if (is_claim && rule == RULE_NO_CLAIM_WIN)
                ck_assert_int_eq(room_claim_at(room, WHITE), INT64_MAX);
        }
    GameSetup game = blitz();
    game.rules = RULES_ALL + 1;
    ck_assert(!game_setup_is_valid(&game));
}
END_TEST

START_TEST(a_draw_is_early_before_thirty_moves_of_each_side)
{
    static const char *const ROUND[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    GameSetup game = blitz();
    game.rules = RULE_NO_EARLY_DRAW;
    Command offer = {.kind = CMD_DRAW};
    free(room);
    room = room_init(malloc(room_size(PLIES)), PLIES, &game);
    /* Each knight tour repeats a position; pawn moves between keep the game from being drawn. */
    static const char *const PAWNS[] = {"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3",
                                        "d7d6", "e2e3", "e7e6", "h2h3", "h7h6", "a3a4", "a6a5",
                                        "h3h4", "h6h5", "c3c4", "c6c5", "d3d4", "d6d5"};
    for (int ply = 0; ply < 60; ply++) {
        ck_assert_int_eq(room_apply(room, WHITE, &offer, NOW, &events), ROOM_FORBIDDEN);
        play(ply % 6 < 4 ? ROUND[ply % 6] : PAWNS[2 * (ply / 6) + ply % 2]);
    }
    events.count = 0;
    ck_assert_int_eq(room_apply(room, WHITE, &offer, NOW, &events), ROOM_OK);
}
END_TEST

/* The opponent cannot answer the move before the offer is there: both are one decision. */
START_TEST(an_offer_that_comes_with_a_move_is_made_at_once_or_not_at_all)
{
    play("e2e4");
    Command command = move_command("e7e5");
    command.move.draw = true;
    events.count = 0;
    ck_assert_int_eq(room_apply(room, BLACK, &command, NOW, &events), ROOM_OK);
    ck_assert_int_eq(events.count, 2);
    ck_assert_int_eq(events.at[0].kind, EV_MOVE);
    ck_assert_int_eq(events.at[1].kind, EV_DRAW_OFFER);
    ck_assert_int_eq(events.at[1].by, BLACK);
    /* Sent again it is no second offer, and the next one comes too soon: its move counts. */
    ck_assert_int_eq(room_apply(room, BLACK, &command, NOW, &events), ROOM_OK);
    ck_assert_int_eq(events.count, 2);
    play("g1f3");
    command = move_command("g8f6");
    command.move.draw = true;
    events.count = 0;
    ck_assert_int_eq(room_apply(room, BLACK, &command, NOW, &events), ROOM_OK);
    ck_assert_int_eq(events.count, 1);
    /* Nor does an illegal move offer anything. */
    command = move_command("f3e5");
    command.move.draw = true;
    command.move.move = MOVE_NONE;
    ck_assert_int_eq(room_apply(room, WHITE, &command, NOW, &events), ROOM_ILLEGAL_MOVE);
    ck_assert_int_eq(events.count, 1);
}
END_TEST

START_TEST(a_mating_move_offers_nothing)
{
    static const char *const MOVES[] = {"f2f3", "e7e5", "g2g4"};
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        play(MOVES[i]);
    Command command = move_command("d8h4");
    command.move.draw = true;
    events.count = 0;
    ck_assert_int_eq(room_apply(room, BLACK, &command, NOW, &events), ROOM_OK);
    ck_assert_int_eq(events.count, 2);
    ck_assert_int_eq(events.at[1].kind, EV_END);
    ck_assert_int_eq(room_status(room), STATUS_MATE);
}
END_TEST

START_TEST(a_game_without_rematches_has_none)
{
    for (int rule = 0; rule <= RULE_NO_REMATCH; rule += RULE_NO_REMATCH) {
        GameSetup game = blitz();
        Command resign = {.kind = CMD_RESIGN}, rematch = {.kind = CMD_REMATCH};
        game.rules = (uint8_t)rule;
        free(room);
        room = room_init(malloc(room_size(PLIES)), PLIES, &game);
        events.count = 0;
        ck_assert_int_eq(room_apply(room, WHITE, &resign, NOW, &events), ROOM_OK);
        ck_assert_int_eq(room_apply(room, WHITE, &rematch, NOW, &events),
                         rule ? ROOM_FORBIDDEN : ROOM_OK);
    }
}
END_TEST

START_TEST(as_much_time_is_given_as_is_asked_for)
{
    Command give = {.kind = CMD_MORETIME, .given = 60000};
    events.count = 0;
    ck_assert_int_eq(room_apply(room, WHITE, &give, NOW, &events), ROOM_OK);
    ck_assert_int_eq(events.at[0].given, 60000);
    ck_assert_int_eq(clock_remaining(room_clock(room), BLACK, NOW), 240000);
    give.given = 0;
    events.count = 0;
    ck_assert_int_eq(room_apply(room, WHITE, &give, NOW, &events), ROOM_OK);
    ck_assert_int_eq(events.at[0].given, ROOM_MORETIME);
}
END_TEST

/* White gives time until the game has so many events. */
static void give_time_until(uint32_t seq)
{
    while (room_seq(room) < seq) {
        Event given = {.kind = EV_MORETIME, .seq = room_seq(room) + 1, .given = 1};
        given.clock[WHITE] = room_clock(room)->remaining[WHITE];
        given.clock[BLACK] = room_clock(room)->remaining[BLACK] + 1;
        ck_assert(room_replay(room, &given));
    }
}

enum { EVENTS_LAST = ROOM_EVENTS_MAX - ROOM_EVENTS_RESERVE };

START_TEST(a_game_with_too_many_events_is_called_off)
{
    play("e2e4");
    play("e7e5");
    give_time_until(EVENTS_LAST - 1);
    ck_assert_int_gt(room_deadline(room), NOW);
    play("g1f3");
    ck_assert_int_eq(events.count, 1);
    ck_assert_int_le(room_deadline(room), NOW);
    events.count = 0;
    room_tick(room, NOW, &events);
    ck_assert_int_eq(events.count, 1);
    ck_assert_uint_eq(events.at[0].seq, EVENTS_LAST + 1);
    ck_assert_int_eq(room_status(room), STATUS_ABORTED);
    ck_assert_int_eq(room_winner(room), WINNER_NONE);
    ck_assert_int_eq(room_deadline(room), INT64_MAX);
}
END_TEST

START_TEST(it_is_over_before_anything_more_is_played)
{
    play("e2e4");
    play("e7e5");
    give_time_until(EVENTS_LAST);
    play("g1f3");
    ck_assert_int_eq(events.count, 1);
    ck_assert_int_eq(events.at[0].kind, EV_END);
    ck_assert_uint_eq(room_line(room)->plies, 2);
}
END_TEST

/* They were stored before there was such a limit. */
START_TEST(a_stored_game_with_too_many_events_is_over_when_the_server_comes_back)
{
    static const TimeControl CONTROLS[] = {
        {.timed = true, .initial = 180000}, {.timed = true, .days = 1}, {.timed = false}};
    GameSetup game = blitz();
    game.control = CONTROLS[_i];
    game.first_move = 20000;
    for (int both = 0; both < 2; both++) {
        free(room);
        room = room_init(malloc(room_size(PLIES)), PLIES, &game);
        play("e2e4");
        if (both)
            play("e7e5");
        room->events_max = ROOM_EVENTS_RESERVE + room_seq(room);
        events.count = 0;
        room_restart(room, NOW + 10, &events);
        ck_assert_int_eq(events.count, 1);
        ck_assert_int_eq(events.at[0].kind, EV_END);
        ck_assert_int_eq(room_status(room), STATUS_ABORTED);
    }
}
END_TEST

static RoomError ask(Color seat, CommandKind kind, uint32_t offer)
{
    Command command = {.kind = kind, .offer = offer};
    events.count = 0;
    return room_apply(room, seat, &command, NOW, &events);
}

START_TEST(each_side_gives_time_so_many_times_in_a_turn)
{
    play("e2e4");
    play("e7e5");
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < ROOM_GIFTS_MAX; i++) {
            ck_assert_int_eq(ask(WHITE, CMD_MORETIME, 0), ROOM_OK);
            ck_assert_int_eq(ask(BLACK, CMD_MORETIME, 0), ROOM_OK);
        }
        ck_assert_int_eq(ask(WHITE, CMD_MORETIME, 0), ROOM_TOO_FAST);
        ck_assert_int_eq(ask(BLACK, CMD_MORETIME, 0), ROOM_TOO_FAST);
        play(turn ? "b8c6" : "g1f3");
    }
}
END_TEST

START_TEST(moves_are_taken_back_so_many_times_in_a_game)
{
    play("e2e4");
    play("e7e5");
    for (int i = 0; i < ROOM_TAKEBACKS_MAX; i++) {
        ck_assert_int_eq(ask(BLACK, CMD_TAKEBACK, 0), ROOM_OK);
        ck_assert_int_eq(ask(WHITE, CMD_TAKEBACK, room_seq(room)), ROOM_OK);
        play("e7e5");
    }
    ck_assert_int_eq(ask(BLACK, CMD_TAKEBACK, 0), ROOM_FORBIDDEN);
    ck_assert_int_eq(ask(WHITE, CMD_TAKEBACK, 0), ROOM_FORBIDDEN);
    play("g1f3");
}
END_TEST

START_TEST(rematches_are_offered_as_long_as_there_is_room_for_the_answers)
{
    int64_t now = NOW;
    int offers = 0;
    Command rematch = {.kind = CMD_REMATCH};
    room->events_max = ROOM_EVENTS_RESERVE + 8;
    ck_assert_int_eq(ask(WHITE, CMD_RESIGN, 0), ROOM_OK);
    do {
        ck_assert_int_eq(ask(offers % 2 ? WHITE : BLACK, CMD_REFUSE, room_seq(room)),
                         offers ? ROOM_OK : ROOM_STALE);
        events.count = 0;
        now += ROOM_REMATCH_WAIT;
        offers++;
    } while (room_apply(room, offers % 2 ? WHITE : BLACK, &rematch, now, &events) == ROOM_OK);
    ck_assert_int_gt(offers, ROOM_EVENTS_RESERVE / 2 - 2);
    ck_assert_uint_le(room_seq(room), room->events_max);
}
END_TEST

/* A game of before there was such a limit. */
START_TEST(a_stored_game_with_more_takebacks_is_replayed)
{
    play("e2e4");
    play("e7e5");
    Event move = events.at[0];
    for (int i = 0; i < 2 * ROOM_TAKEBACKS_MAX; i++) {
        Event offer = {.kind = EV_TAKEBACK_OFFER, .seq = room_seq(room) + 1, .by = BLACK};
        Event granted = {.kind = EV_TAKEBACK, .seq = offer.seq + 1, .by = WHITE, .ply = 1};
        move.seq = offer.seq + 2;
        ck_assert(room_replay(room, &offer) && room_replay(room, &granted));
        ck_assert(room_replay(room, &move));
    }
    ck_assert_int_eq(ask(BLACK, CMD_TAKEBACK, 0), ROOM_FORBIDDEN);
}
END_TEST

/* The journal of what follows is replayed at each step, and must give the same clocks. */
static void must_replay(const GameSetup *game, const Event *journal, int count)
{
    Room *again = room_init(malloc(room_size(PLIES)), PLIES, game);
    for (int i = 0; i < count; i++) {
        Event event = journal[i];
        ck_assert_msg(room_replay(again, &event), "event %d", i);
    }
    ck_assert_int_eq(room_clock(again)->running, room_clock(room)->running);
    ck_assert_int_eq(room_status(again), room_status(room));
    for (Color side = WHITE; side <= BLACK; side++)
        ck_assert_int_eq(room_clock(again)->remaining[side], room_clock(room)->remaining[side]);
    free(again);
}

START_TEST(clocks_that_are_started_run_before_anybody_has_moved)
{
    GameSetup game = blitz();
    Event journal[8];
    int count = 0;
    game.first_move = 15000;
    free(room);
    room = room_init(malloc(room_size(PLIES)), PLIES, &game);
    ck_assert_int_eq(room_deadline(room), NOW + 15000);
    events.count = 0;
    ck_assert(room_start_clocks(room, NOW + 1000, &events));
    ck_assert_int_eq(events.count, 1);
    ck_assert_int_eq(events.at[0].kind, EV_RESUMED);
    journal[count++] = events.at[0];
    room_durable(room, events.at[0].seq, NOW + 1000);
    ck_assert(room_clock(room)->running);
    must_replay(&game, journal, count);
    ck_assert_int_eq(room_deadline(room), NOW + 1000 + 180000); /* the flag, no first move */
    ck_assert(!room_start_clocks(room, NOW + 2000, &events));
    /* White's first move takes ten seconds of the clock and has its increment. */
    Command first = move_command("e2e4");
    events.count = 0;
    ck_assert_int_eq(room_apply(room, WHITE, &first, NOW + 11000, &events), ROOM_OK);
    ck_assert_int_eq(events.at[0].clock[WHITE], 180000 - 10000 + 2000);
    journal[count++] = events.at[0];
    room_durable(room, events.at[0].seq, NOW + 11000);
    ck_assert(room_clock(room)->running);
    must_replay(&game, journal, count);
    /* The server comes back: the clock waits for Black, and then runs on. */
    events.count = 0;
    room_restart(room, NOW + 12000, &events);
    ck_assert_int_eq(events.at[0].kind, EV_PAUSED);
    journal[count++] = events.at[0];
    room_presence(room, BLACK, true, NOW + 20000, &events);
    ck_assert_int_eq(events.count, 2);
    journal[count++] = events.at[1];
    ck_assert(room_clock(room)->running);
    must_replay(&game, journal, count);
    /* Black never moves. */
    room_durable(room, events.at[1].seq, NOW + 20000);
    events.count = 0;
    room_tick(room, room_deadline(room), &events);
    ck_assert_int_eq(room_status(room), STATUS_OUTOFTIME);
    ck_assert_int_eq(room_winner(room), WINNER_WHITE);
}
END_TEST

START_TEST(clocks_cannot_be_started_when_they_run_or_when_there_are_none)
{
    static const TimeControl CONTROLS[] = {{.timed = false}, {.timed = true, .days = 3}};
    for (int i = 0; i < 2; i++) {
        GameSetup game = blitz();
        game.control = CONTROLS[i];
        free(room);
        room = room_init(malloc(room_size(PLIES)), PLIES, &game);
        events.count = 0;
        ck_assert(!room_start_clocks(room, NOW, &events));
        ck_assert_int_eq(events.count, 0);
    }
    GameSetup game = blitz();
    free(room);
    room = room_init(malloc(room_size(PLIES)), PLIES, &game);
    play("e2e4");
    play("e7e5");
    events.count = 0;
    ck_assert(!room_start_clocks(room, NOW, &events));
    room_call_off(room, NOW, &events);
    events.count = 0;
    ck_assert(!room_start_clocks(room, NOW, &events));
    ck_assert_int_eq(events.count, 0);
}
END_TEST

START_TEST(a_full_room_says_so_and_plays_on_when_it_has_grown)
{
    GameSetup game = blitz();
    free(room);
    room = room_init(malloc(room_size(1)), 1, &game);
    play("e2e4");
    Command command = move_command("e7e5");
    events.count = 0;
    ck_assert_int_eq(room_apply(room, BLACK, &command, NOW, &events), ROOM_FULL);
    ck_assert_int_eq(events.count, 0);
    Room *grown = room_grow(room, malloc(room_size(2)), 2);
    memset(room, 0xa5, room_size(1)); /* nothing may depend on the old memory */
    free(room);
    room = grown;
    play("e7e5");
    ck_assert_str_eq(events.at[0].move.san, "e5");
    ck_assert_uint_eq(room_line(room)->plies, 2);
}
END_TEST

START_TEST(a_room_for_the_longest_game_can_be_made)
{
    GameSetup game = blitz();
    free(room);
    room = room_init(malloc(room_size(LINE_PLIES_MAX)), LINE_PLIES_MAX, &game);
    play("e2e4");
    ck_assert_uint_eq(room_line(room)->capacity, LINE_PLIES_MAX);
}
END_TEST

START_TEST(a_new_game_starts_with_an_empty_record)
{
    ck_assert_int_eq(room_status(room), STATUS_STARTED);
    ck_assert_int_eq(room_winner(room), WINNER_NONE);
    ck_assert_int_eq(room_reason(room), REASON_NONE);
    ck_assert_uint_eq(room_seq(room), 0);
    ck_assert_uint_eq(room_turn(room), 0);
    ck_assert(!room_clock(room)->running);
    ck_assert_int_eq(room_setup(room).control.increment, 2000);
    ck_assert_int_eq(room_claim_at(room, WHITE), INT64_MAX);
    for (int kind = EV_MOVE; kind <= EV_END; kind++)
        ck_assert_uint_eq(room_offer(room, WHITE, (EventKind)kind), 0);
}
END_TEST

/* Journals that are damaged or of another game: none of these may follow 1.e4 e5. */
typedef struct {
    Event event;
    const char *why;
} Stranger;

static const Stranger STRANGERS[] = {
    {{.kind = EV_RESUMED, .seq = 4}, "a gap in the numbers"},
    {{.kind = EV_RESUMED, .seq = 2}, "a number twice"},
    {{.kind = EV_RESUMED, .seq = 3}, "the end of no pause"},
    {{.kind = EV_DRAW_OFFER, .seq = 3, .at = 99}, "before the event before it"},
    {{.kind = EV_DRAW_OFFER, .seq = 3, .at = EVENT_TIME_MAX + 1}, "a time beyond all games"},
    {{.kind = EV_DRAW_OFFER, .seq = 3, .at = 100, .clock = {-1, 0}}, "a negative clock"},
    {{.kind = EV_DRAW_OFFER, .seq = 3, .at = 100, .clock = {0, EVENT_TIME_MAX + 1}}, "for ever"},
    {{.kind = EV_DRAW_OFFER, .seq = 3, .at = 100, .by = (Color)2}, "by a third seat"},
    {{.kind = EV_MOVE, .seq = 3, .at = 100, .move = {3, MOVE_NONE, ""}}, "no move"},
    {{.kind = EV_MOVE, .seq = 3, .at = 100, .move = {3, 12 << 6 | 28, ""}}, "no legal move"},
    {{.kind = EV_MOVE, .seq = 3, .at = 100, .move = {4, 6 << 6 | 21, ""}}, "another ply"},
    {{.kind = EV_MOVE, .seq = 3, .at = 100, .by = BLACK, .move = {3, 6 << 6 | 21, ""}}, "not his"},
    {{.kind = EV_REFUSED, .seq = 3, .at = 100, .offer = 2}, "an offer that was none"},
    {{.kind = EV_REFUSED, .seq = 3, .at = 100, .offer = 0}, "no offer"},
    {{.kind = EV_TAKEBACK, .seq = 3, .at = 100, .by = WHITE, .ply = 1}, "nobody asked"},
    {{.kind = EV_MORETIME, .seq = 3, .at = 100, .given = 0}, "nothing given"},
    {{.kind = EV_MORETIME, .seq = 3, .at = 100, .given = -5}, "time taken"},
    {{.kind = EV_REMATCH_OFFER, .seq = 3, .at = 100}, "a rematch before the end"},
    {{.kind = EV_REMATCH, .seq = 3, .at = 100}, "a rematch that nobody offered"},
    {{.kind = EV_END, .seq = 3, .at = 100, .end = {STATUS_STARTED, 0, 0, MOVE_NONE}},
     "an end that is none"},
    {{.kind = (EventKind)0, .seq = 3, .at = 100}, "no kind"},
    {{.kind = (EventKind)(EV_END + 1), .seq = 3, .at = 100}, "an unknown kind"},
};

static void play_open_game_at_100(void)
{
    Command command = move_command("e2e4");
    room_apply(room, WHITE, &command, NOW + 100, &events);
    command = move_command("e7e5");
    room_apply(room, BLACK, &command, NOW + 100, &events);
    ck_assert_uint_eq(room_seq(room), 2);
}

START_TEST(an_event_that_does_not_follow_is_refused_and_changes_nothing)
{
    play_open_game_at_100();
    Room *before = room_grow(room, malloc(room_size(PLIES)), PLIES);
    Event event = STRANGERS[_i].event;
    ck_assert_msg(!room_replay(room, &event), "taken: %s", STRANGERS[_i].why);
    const char *changed = room_difference(before, room);
    ck_assert_msg(!changed, "%s: changed the %s", STRANGERS[_i].why, changed);
    free(before);
}
END_TEST

/* The same before both sides have moved, and after the end. */
static const Stranger EARLY[] = {
    {{.kind = EV_DRAW_OFFER, .seq = 1}, "a draw offer before a move"},
    {{.kind = EV_TAKEBACK_OFFER, .seq = 1}, "nothing to take back"},
    {{.kind = EV_PAUSED, .seq = 1}, "no clock runs yet"},
};

static const Stranger LATE[] = {
    {{.kind = EV_MOVE, .seq = 4, .at = 100, .move = {3, 6 << 6 | 21, ""}}, "a move"},
    {{.kind = EV_DRAW_OFFER, .seq = 4, .at = 100}, "a draw offer"},
    {{.kind = EV_TAKEBACK_OFFER, .seq = 4, .at = 100}, "a takeback"},
    {{.kind = EV_TAKEBACK, .seq = 4, .at = 100, .by = WHITE, .ply = 1}, "a takeback granted"},
    {{.kind = EV_MORETIME, .seq = 4, .at = 100, .given = 15000}, "time"},
    {{.kind = EV_REMATCH, .seq = 4, .at = 100}, "a rematch that nobody offered"},
    {{.kind = EV_PAUSED, .seq = 4, .at = 100}, "a pause"},
    {{.kind = EV_RESUMED, .seq = 4, .at = 100}, "the end of a pause"},
    {{.kind = EV_END, .seq = 4, .at = 100, .end = {STATUS_RESIGN, WINNER_WHITE, 0, MOVE_NONE}},
     "an end"},
};

START_TEST(events_that_come_too_early_do_not_follow)
{
    Event event = EARLY[_i].event;
    ck_assert_msg(!room_replay(room, &event), "taken: %s", EARLY[_i].why);
}
END_TEST

START_TEST(events_after_the_end_do_not_follow)
{
    play_open_game_at_100();
    events.count = 0;
    room_apply(room, WHITE, &(Command){.kind = CMD_RESIGN}, NOW + 100, &events);
    Event event = LATE[_i].event;
    ck_assert_msg(!room_replay(room, &event), "taken: %s", LATE[_i].why);
}
END_TEST

START_TEST(an_end_in_a_pause_ends_the_pause)
{
    play_open_game_at_100();
    events.count = 0;
    room_restart(room, NOW + 200, &events);
    ck_assert_int_eq(events.at[0].kind, EV_PAUSED);
    room_apply(room, BLACK, &(Command){.kind = CMD_RESIGN}, NOW + 300, &events);
    Event event = {.kind = EV_RESUMED, .seq = 5, .at = 300, .clock = {179900, 180000}};
    ck_assert(!room_replay(room, &event));
    ck_assert_int_eq(room_deadline(room), INT64_MAX);
}
END_TEST

/* White's turn begins at 100, with all of 180 s; both have moved. */
static void begin_turn_at_100(void)
{
    play_open_game_at_100();
    room_durable(room, 2, NOW + 100);
}

START_TEST(who_was_cut_off_is_not_charged_for_it_and_is_waited_for)
{
    GameSetup game = blitz();
    begin_turn_at_100();
    room_presence(room, WHITE, false, NOW + 5100, &events);
    room_excuse(room, WHITE, 3000, NOW + 5100, &events);
    ck_assert_int_eq(events.count, 3);
    ck_assert_int_eq(events.at[2].kind, EV_PAUSED);
    ck_assert_int_eq(events.at[2].at, 5100);
    ck_assert_int_eq(events.at[2].clock[WHITE], 178000); /* of 5 s, 3 are given back */
    ck_assert_int_eq(events.at[2].clock[BLACK], 180000);
    ck_assert_int_eq(room_deadline(room), NOW + 5100 + ROOM_PAUSE_MAX);
    room_excuse(room, WHITE, 3000, NOW + 6000, &events);
    ck_assert_int_eq(events.count, 3); /* not twice */
    room_presence(room, WHITE, true, NOW + 9100, &events);
    ck_assert_int_eq(events.at[3].kind, EV_RESUMED);
    room_durable(room, 4, NOW + 9100);
    ck_assert_int_eq(clock_remaining(room_clock(room), WHITE, NOW + 10100), 177000);
    must_replay(&game, events.at, events.count);
}
END_TEST

START_TEST(who_is_back_already_plays_on_at_once)
{
    begin_turn_at_100();
    room_excuse(room, WHITE, 1500, NOW + 5100, &events);
    ck_assert_int_eq(events.count, 4);
    ck_assert_int_eq(events.at[2].kind, EV_PAUSED);
    ck_assert_int_eq(events.at[3].kind, EV_RESUMED);
    ck_assert_int_eq(events.at[3].clock[WHITE], 176500);
    ck_assert(room_clock(room)->running);
}
END_TEST

START_TEST(only_time_of_the_own_turn_is_excused)
{
    begin_turn_at_100();
    room_excuse(room, BLACK, 3000, NOW + 5100, &events);
    ck_assert_int_eq(events.count, 2);
    room_excuse(room, WHITE, 60000, NOW + 5100, &events);
    ck_assert_int_eq(events.at[2].clock[WHITE], 180000); /* and not more */
}
END_TEST

START_TEST(what_the_opponent_does_meanwhile_takes_nothing_of_it)
{
    GameSetup game = blitz();
    Command more = {.kind = CMD_MORETIME, .given = 15000}, draw = {.kind = CMD_DRAW};
    begin_turn_at_100();
    room_apply(room, BLACK, &draw, NOW + 4000, &events);
    room_apply(room, BLACK, &more, NOW + 5000, &events);
    ck_assert_int_eq(events.count, 4);
    Event journal[5];
    memcpy(journal, events.at, 4 * sizeof *journal);
    events.count = 0;
    room_presence(room, WHITE, false, NOW + 5100, &events);
    room_excuse(room, WHITE, 3000, NOW + 5100, &events);
    ck_assert_int_eq(events.count, 1);
    ck_assert_int_eq(events.at[0].clock[WHITE], 178000 + 15000); /* 2 s were theirs */
    journal[4] = events.at[0];
    must_replay(&game, journal, 5);
}
END_TEST

START_TEST(a_flag_that_had_fallen_before_stays_fallen)
{
    begin_turn_at_100();
    room_excuse(room, WHITE, 1000, NOW + 200000, &events);
    ck_assert_int_eq(events.count, 3);
    ck_assert_int_eq(room_status(room), STATUS_OUTOFTIME);
}
END_TEST

START_TEST(in_correspondence_nothing_is_excused)
{
    GameSetup game = blitz();
    game.control = (TimeControl){.timed = true, .days = 1};
    free(room);
    room = room_init(malloc(room_size(PLIES)), PLIES, &game);
    begin_turn_at_100();
    room_excuse(room, WHITE, 3000, NOW + 5100, &events);
    ck_assert_int_eq(events.count, 2);
}
END_TEST

/* White has taken back their first move in a game whose clocks were started, and runs out of time. */
static void begin_again_with_clocks(void)
{
    Command first, asks = {.kind = CMD_TAKEBACK}, grants = {.kind = CMD_TAKEBACK, .offer = 4};
    ck_assert(room_start_clocks(room, NOW, &events));
    room_durable(room, 1, NOW);
    first = move_command("e2e4");
    first.lag = 400;
    ck_assert_int_eq(room_apply(room, WHITE, &first, NOW + 10000, &events), ROOM_OK);
    first = move_command("e7e5");
    ck_assert_int_eq(room_apply(room, BLACK, &first, NOW + 10000, &events), ROOM_OK);
    events.count = 0;
    ck_assert_int_eq(room_apply(room, WHITE, &asks, NOW + 10000, &events), ROOM_OK);
    ck_assert_int_eq(room_apply(room, BLACK, &grants, NOW + 10000, &events), ROOM_OK);
    ck_assert_uint_eq(room_line(room)->plies, 0);
    room_durable(room, 5, NOW + 10000);
    events.count = 0;
}

START_TEST(whoever_has_run_out_of_time_cannot_abort)
{
    enum { FLAG = NOW + 10000 + 180000 - 10000 + 400 + 2000, LAG = 400 };
    static const struct {
        int64_t after;
        Status status;
    } CASES[] = {{LAG - 1, STATUS_ABORTED}, {LAG, STATUS_OUTOFTIME}};
    const Command aborts = {.kind = CMD_ABORT, .lag = LAG};
    for (int i = 0; i < 2; i++) {
        teardown();
        setup();
        begin_again_with_clocks();
        ck_assert_int_eq(clock_flag_at(room_clock(room)), FLAG);
        ck_assert_int_eq(room_apply(room, WHITE, &aborts, FLAG + CASES[i].after, &events), ROOM_OK);
        ck_assert_int_eq(room_status(room), CASES[i].status);
    }
}
END_TEST

START_TEST(valid_events_outside_that_table_do_follow)
{
    play_open_game_at_100();
    Event event = {.kind = EV_MOVE, .seq = 3, .at = 100, .clock = {180000, 180000}};
    event.move.ply = 3;
    event.move.move = move_of(SQ_G1, SQ_F3, MOVE_NORMAL);
    ck_assert(room_replay(room, &event));
    ck_assert_str_eq(event.move.san, "Nf3");
    event = (Event){.kind = EV_DRAW_OFFER, .seq = 4, .at = 100, .clock = {180000, 180000}};
    ck_assert(room_replay(room, &event));
    event = (Event){.kind = EV_MORETIME, .seq = 5, .at = EVENT_TIME_MAX, .given = 1};
    event.clock[WHITE] = event.clock[BLACK] = EVENT_TIME_MAX;
    ck_assert(room_replay(room, &event));
}
END_TEST

START_TEST(clocks_in_the_journal_of_a_game_without_one_are_refused)
{
    GameSetup game = blitz();
    game.control = (TimeControl){.timed = false};
    free(room);
    room = room_init(malloc(room_size(PLIES)), PLIES, &game);
    play("e2e4");
    play("e7e5");
    Event event = {.kind = EV_DRAW_OFFER, .seq = 3, .clock = {1, 0}};
    ck_assert(!room_replay(room, &event));
    event = (Event){.kind = EV_MORETIME, .seq = 3, .given = 15000};
    ck_assert(!room_replay(room, &event));
}
END_TEST

START_TEST(a_journal_longer_than_the_memory_is_refused)
{
    GameSetup game = blitz();
    free(room);
    room = room_init(malloc(room_size(0)), 0, &game);
    Event event = {.kind = EV_MOVE, .seq = 1};
    event.move.ply = 1;
    event.move.move = move_of(SQ_E2, SQ_E4, MOVE_DOUBLE);
    ck_assert(!room_replay(room, &event));
}
END_TEST

typedef struct {
    GameSetup setup;
    bool valid;
} Playable;

static const Playable SETUPS[] = {
    {{.variant = VARIANT_FROM_POSITION,
      .control = {.timed = true, .initial = 0, .increment = 1000},
      .first_move = 1},
     true},
    {{.created = EVENT_TIME_MAX}, true},
    {{.created = EVENT_TIME_MAX + 1}, false},
    {{.created = -1}, false},
    {{.first_move = -1}, false},
    {{.variant = (Variant)3}, false},
    {{.control = {.timed = true, .initial = 0, .increment = 0}}, false},
    {{.control = {.timed = false, .initial = 60000, .increment = 0}}, false},
    {{.control = {.timed = true, .initial = 1, .odds = TIME_ODDS_BLACK, .odds_initial = 2}}, true},
    {{.control = {.timed = true, .initial = 1, .odds = TIME_ODDS_OPPONENT, .odds_initial = 2}},
     false}, /* by whom? */
    {{.control = {.timed = true, .initial = 1, .odds = TIME_ODDS_BLACK, .odds_initial = 2},
      .rated = true},
     false},
};

START_TEST(a_set_up_is_checked_before_a_room_is_made_of_it)
{
    ck_assert_int_eq(game_setup_is_valid(&SETUPS[_i].setup), SETUPS[_i].valid);
}
END_TEST

START_TEST(each_refusal_has_its_own_text)
{
    for (int one = ROOM_OK; one <= ROOM_FULL; one++)
        for (int other = ROOM_OK; other < one; other++)
            ck_assert_str_ne(room_error_text((RoomError)one), room_error_text((RoomError)other));
}
END_TEST

/* Each seed is one game of random requests; the sums show that the rambles got everywhere. */
enum { RAMBLES = SANITIZED ? 1000 : 3000, BYTES = 1500 };

static void fill(unsigned char *bytes, uint64_t seed)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (int i = 0; i < BYTES; i++) {
        state ^= state >> 12; /* xorshift64* */
        state ^= state << 25;
        state ^= state >> 27;
        bytes[i] = (unsigned char)(state * UINT64_C(0x2545f4914f6cdd1d) >> 56);
    }
}

START_TEST(rooms_stay_sound_whatever_is_requested_and_when)
{
    static unsigned char bytes[BYTES];
    RambleSum sum = {{0}, {0}, {0}, 0};
    for (unsigned seed = 1; seed <= (unsigned)(RAMBLES * soak()); seed++) {
        fill(bytes, seed);
        const char *broken = ramble(bytes, sizeof bytes, &sum);
        ck_assert_msg(!broken, "seed %u: %s", seed, broken);
    }
    for (int kind = EV_MOVE; kind <= EV_LAST; kind++)
        ck_assert_msg(sum.events[kind] > 0, "no event of kind %d in %d games", kind, RAMBLES);
    for (int error = ROOM_OK; error <= ROOM_FULL; error++)
        ck_assert_msg(sum.refusals[error] > 0, "never '%s'", room_error_text((RoomError)error));
    ck_assert_msg(sum.exhausted > 0, "no game has as many events as it may");
    for (int status = STATUS_ABORTED; status <= STATUS_DRAW; status++)
        ck_assert_msg(sum.ends[status] > 0, "no game ends with %s", status_word((Status)status));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("room");
    TCase *tests = tcase_create("room");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_game_can_be_called_off_at_any_time_but_only_once);
    tcase_add_test(tests, a_full_room_says_so_and_plays_on_when_it_has_grown);
    tcase_add_test(tests, a_room_for_the_longest_game_can_be_made);
    tcase_add_test(tests, a_new_game_starts_with_an_empty_record);
    tcase_add_loop_test(tests, an_event_that_does_not_follow_is_refused_and_changes_nothing, 0,
                        sizeof STRANGERS / sizeof *STRANGERS);
    tcase_add_loop_test(tests, events_that_come_too_early_do_not_follow, 0,
                        sizeof EARLY / sizeof *EARLY);
    tcase_add_loop_test(tests, events_after_the_end_do_not_follow, 0, sizeof LATE / sizeof *LATE);
    tcase_add_test(tests, an_end_in_a_pause_ends_the_pause);
    tcase_add_test(tests, who_was_cut_off_is_not_charged_for_it_and_is_waited_for);
    tcase_add_test(tests, who_is_back_already_plays_on_at_once);
    tcase_add_test(tests, only_time_of_the_own_turn_is_excused);
    tcase_add_test(tests, what_the_opponent_does_meanwhile_takes_nothing_of_it);
    tcase_add_test(tests, a_flag_that_had_fallen_before_stays_fallen);
    tcase_add_test(tests, whoever_has_run_out_of_time_cannot_abort);
    tcase_add_test(tests, in_correspondence_nothing_is_excused);
    tcase_add_loop_test(tests, a_set_up_is_checked_before_a_room_is_made_of_it, 0,
                        sizeof SETUPS / sizeof *SETUPS);
    tcase_add_test(tests, valid_events_outside_that_table_do_follow);
    tcase_add_test(tests, clocks_in_the_journal_of_a_game_without_one_are_refused);
    tcase_add_test(tests, a_journal_longer_than_the_memory_is_refused);
    tcase_add_test(tests, each_rule_forbids_what_it_names);
    tcase_add_test(tests, a_draw_is_early_before_thirty_moves_of_each_side);
    tcase_add_test(tests, an_offer_that_comes_with_a_move_is_made_at_once_or_not_at_all);
    tcase_add_test(tests, a_mating_move_offers_nothing);
    tcase_add_test(tests, a_game_without_rematches_has_none);
    tcase_add_test(tests, as_much_time_is_given_as_is_asked_for);
    tcase_add_test(tests, a_game_with_too_many_events_is_called_off);
    tcase_add_test(tests, it_is_over_before_anything_more_is_played);
    tcase_add_loop_test(
        tests, a_stored_game_with_too_many_events_is_over_when_the_server_comes_back, 0, 3);
    tcase_add_test(tests, rematches_are_offered_as_long_as_there_is_room_for_the_answers);
    tcase_add_test(tests, each_side_gives_time_so_many_times_in_a_turn);
    tcase_add_test(tests, moves_are_taken_back_so_many_times_in_a_game);
    tcase_add_test(tests, a_stored_game_with_more_takebacks_is_replayed);
    tcase_add_test(tests, clocks_that_are_started_run_before_anybody_has_moved);
    tcase_add_test(tests, clocks_cannot_be_started_when_they_run_or_when_there_are_none);
    tcase_add_test(tests, each_refusal_has_its_own_text);
    tcase_add_test(tests, rooms_stay_sound_whatever_is_requested_and_when);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
