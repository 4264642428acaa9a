/* The description and the program agree: PROTOCOL.md's examples are read from it, its codes and limits
 * are those of the headers. Its lines were written first, by hand. */
#include "rate_limit.h"

#include "attacks.h"
#include "check_rig.h"
#include "fen.h"
#include "print.h"
#include "request_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 2000, PRINTED_MAX = 64 };

static const char REQUEST_MARK[] = "\xe2\x86\x92 "; /* → */
static const char MESSAGE_MARK[] = "\xe2\x86\x90 "; /* ← */

static const int64_t WALL = INT64_C(1793000000000), CREATED = 5000;

static char *lines[LINES_MAX]; /* of PROTOCOL.md */
static int line_count;
static char *printed[PRINTED_MAX]; /* what the server sends in the state of the examples */
static int printed_count;
static Text text;

static const GameId GAME = {"Ab12Cd34"}, NEXT = {"Ab12Cd35"};
static const LobbyId SEEK = {"Sk1234567890"}, CHALLENGE = {"Ch1234567890"},
                     OTHER = {"Ch1234567891"};
static const Person ANN = {.id = "g7f3a9c21", .name = "Guest-7f3a", .guest = true};
static const Person BOB = {.id = "g91bc0d42", .name = "Guest-91bc", .rating = 1612};
static const TimeControl FIVE_THREE = {.timed = true, .initial = 300000, .increment = 3000};

static char *copy(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(malloc(size), string, size);
}

static void read_document(void)
{
    char line[4096];
    FILE *file = fopen(PROTOCOL_MD, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        ck_assert_int_lt(line_count, LINES_MAX);
        lines[line_count++] = copy(line);
    }
    fclose(file);
    ck_assert_int_gt(line_count, 100);
}

/* What follows the mark, or NULL. */
static const char *after(const char *line, const char *mark)
{
    size_t length = strlen(mark);
    return strncmp(line, mark, length) == 0 ? line + length : NULL;
}

static void keep(void)
{
    ck_assert_int_lt(printed_count, PRINTED_MAX);
    printed[printed_count++] = copy(text.bytes);
    text_reset(&text);
}

static Request with_id(int64_t id)
{
    return (Request){.has_id = true, .id = id};
}

static void say_ok(int64_t id, const Ok *ok)
{
    Request request = with_id(id);
    print_ok(&text, &request, ok);
    keep();
}

static void say_answers(void)
{
    Request request = with_id(17), ping = {.ping = {true, 123}};
    say_ok(17, NULL);
    print_error(&text, &request, CODE_GAME_OVER, NULL);
    keep();
    print_error(&text, &request, CODE_MISSING_SCOPE, "Missing scope: board:play,bot:play");
    keep();
    print_pong(&text, &ping, WALL);
    keep();
    print_notice(&text, "The server restarts in five minutes; games go on where they are.");
    keep();
    print_warning(&text, "Please be kind in the chat.");
    keep();
    say_ok(1, &(Ok){.seek = &SEEK});
    say_ok(3, NULL);
    say_ok(5, &(Ok){.game = &GAME});
    say_ok(6, &(Ok){.challenge = &CHALLENGE, .url = "/challenge/Ch1234567890"});
    say_ok(7, &(Ok){.challenge = &CHALLENGE});
    say_ok(9, &(Ok){.game = &GAME});
    say_ok(62, &(Ok){.seek = &SEEK, .game = &GAME});
}

static void say_lobby(void)
{
    Welcome welcome = {.you = &ANN,
                       .token = "v1.g7f3a9c21.c2lnbmF0dXJl",
                       .playing = &GAME,
                       .playing_count = 1,
                       .seeks = &SEEK,
                       .seeks_count = 1,
                       .wall = WALL,
                       .fallback = 10000};
    print_welcome(&text, &welcome);
    keep();
    Person account = {.id = "a5dKx92Qm1", .name = "Ann"};
    RatingView ratings[] = {{CATEGORY_BLITZ, 1742, 1, true}, {CATEGORY_CHESS960, 1611, 87, false}};
    print_welcome(&text, &(Welcome){.you = &account,
                                    .wall = WALL,
                                    .ratings = ratings,
                                    .ratings_count = 2,
                                    .fallback = SEEK_FALLBACK_NEVER});
    keep();
    Seek seek = {.id = SEEK,
                 .person = ANN,
                 .terms = {FIVE_THREE, VARIANT_STANDARD, false, WISH_RANDOM},
                 .rating = {1400, 1700},
                 .fallback = SEEK_FALLBACK_NEVER};
    Lobby *lobby = lobby_new(&(SipKey){{0}});
    bool paired;
    Pairing pairing;
    lobby_seek(lobby, &seek, 0, 0, &paired, &pairing);
    print_lobby(&text, lobby);
    keep();
    /* Two masters have met before; one of them had waited 4.2 s. */
    Seek master = {.person = {.id = "cid", .rating = 4000},
                   .terms = seek.terms,
                   .rating = {4000, 4000},
                   .fallback = SEEK_FALLBACK_NEVER};
    lobby_seek(lobby, &master, 0, 0, &paired, &pairing);
    master.person.id[0] = 'd';
    lobby_seek(lobby, &master, 4200, 0, &paired, &pairing);
    ck_assert(paired);
    const Person *accounts[] = {&BOB};
    print_pools(&text, &(PoolsView){lobby, 2, accounts, 1, 4200});
    keep();
    print_found(&text, &SEEK, &(LobbyId){"Sk1234567891"}, &BOB);
    keep();
    lobby_free(lobby);
}

static void say_challenges(void)
{
    static const char FEN[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    Challenge link = {.id = CHALLENGE,
                      .link = true,
                      .from = ANN,
                      .terms = {FIVE_THREE, VARIANT_STANDARD, false, WISH_RANDOM}};
    Challenge user = {.id = OTHER,
                      .from = ANN,
                      .to = BOB,
                      .has_start = true,
                      .terms = {{.timed = false}, VARIANT_FROM_POSITION, false, WISH_WHITE}};
    ck_assert_int_eq(fen_parse(FEN, strlen(FEN), &user.start, NULL), FEN_OK);
    challenge_date(&link, WALL);
    challenge_date(&user, WALL);
    print_challenge(&text, &link, &(ChallengeFate){.state = STATE_OPEN});
    keep();
    print_challenge(&text, &user, &(ChallengeFate){.state = STATE_OPEN});
    keep();
    print_challenge(&text, &user,
                    &(ChallengeFate){.state = STATE_DECLINED, .reason = DECLINE_TOO_FAST});
    keep();
    print_challenge(&text, &link, &(ChallengeFate){.state = STATE_ACCEPTED, .game = &GAME});
    keep();
    link.open = true;
    link.rules = RULE_NO_ABORT | RULE_NO_EARLY_DRAW;
    link.terms.color = WISH_WHITE;
    link.seats = (OpenSeats){.joined = {true}, .player = {BOB}, .title = "Final"};
    print_challenge(&text, &link, &(ChallengeFate){.state = STATE_OPEN});
    keep();
    link.open = false;
    link.rules = 0;
    link.terms.color = WISH_RANDOM;
    link.terms.control = time_control_with_odds(&FIVE_THREE, TIME_ODDS_OPPONENT, 60000, 0);
    print_challenge(&text, &link, &(ChallengeFate){.state = STATE_OPEN});
    keep();
}

static void say_starts(void)
{
    print_start(&text, &GAME, WHITE, &(Origin){.seek = &SEEK});
    keep();
    print_start(&text, &GAME, BLACK, &(Origin){.challenge = &CHALLENGE});
    keep();
    print_start(&text, &NEXT, WHITE, &(Origin){.rematch = &GAME});
    keep();
    print_start(&text, &GAME, WHITE, &(Origin){.seek = NULL});
    keep();
}

static void play(Room *room, Color seat, const char *json, int64_t at)
{
    char why[REFUSAL_MAX];
    Request request;
    Events events = {.count = 0};
    ck_assert_int_eq(request_parse(json, strlen(json), &request, why), CODE_OK);
    Command command = request_command(&request, room);
    ck_assert_int_eq(room_apply(room, seat, &command, CREATED + at, &events), ROOM_OK);
    room_durable(room, room_seq(room), CREATED + at);
}

/* 1. e4 c5, a second later White offers a draw: the game that the examples show. */
static void say_game(void)
{
    GameSetup setup = {.control = FIVE_THREE, .first_move = 30000, .created = CREATED};
    position_start(&setup.start);
    void *memory = malloc(room_size(100));
    Room *room = room_init(memory, 100, &setup);
    play(room, WHITE, "{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"ply\":0,\"uci\":\"e2e4\"}", 20000);
    play(room, BLACK, "{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"ply\":1,\"uci\":\"c7c5\"}", 40000);
    play(room, WHITE, "{\"t\":\"draw\",\"game\":\"Ab12Cd34\"}", 41000);
    say_ok(11, &(Ok){.room = room, .axis = CREATED + 41234, .wall = WALL + 41234});
    Person seat[2] = {[WHITE] = ANN, [BLACK] = person_computer(4)};
    LiveGame live = {{&GAME, room, seat, CREATED + 41234, NULL}, 3};
    print_game(&text, &live.view);
    keep();
    print_games(&text, 1, &live, 1);
    keep();
    print_live(&text, 1, &live, 1);
    keep();
    free(memory);
}

/* The other clocks: correspondence, and one with a delay of 3 s in each turn, of which one has passed. */
static void say_clocks(void)
{
    static const GameId ID = {"Ab12Cd36"};
    GameSetup setup = {
        .control = {.timed = true, .days = 3}, .first_move = 259200000, .created = CREATED};
    Person seat[2] = {[WHITE] = ANN, [BLACK] = BOB};
    position_start(&setup.start);
    void *memory = malloc(room_size(100));
    Room *room = room_init(memory, 100, &setup);
    print_game(&text, &(GameView){&ID, room, seat, CREATED + 5000, NULL});
    keep();
    setup.control =
        (TimeControl){.timed = true, .initial = 300000, .increment = 3000, .bonus = BONUS_DELAY};
    setup.first_move = 25000;
    room = room_init(memory, 100, &setup);
    play(room, WHITE, "{\"t\":\"move\",\"game\":\"Ab12Cd36\",\"ply\":0,\"uci\":\"e2e4\"}", 4000);
    play(room, BLACK, "{\"t\":\"move\",\"game\":\"Ab12Cd36\",\"ply\":1,\"uci\":\"c7c5\"}", 14000);
    print_game(&text, &(GameView){&ID, room, seat, CREATED + 15000, NULL});
    keep();
    setup.control = time_control_with_odds(&FIVE_THREE, TIME_ODDS_BLACK, 60000, 0);
    setup.first_move = 86400000;
    room = room_init(memory, 100, &setup);
    print_game(&text, &(GameView){&ID, room, seat, CREATED, NULL});
    keep();
    free(memory);
}

/* After 1. e4 c5 in the game of the examples, White to move: Black's conditional moves. */
static void say_conditional(void)
{
    static const char ASKED[] = "{\"t\":\"conditional\",\"game\":\"Ab12Cd34\",\"ply\":2,\"lines\":"
                                "[[\"g1f3\",\"d7d6\",\"d2d4\",\"c5d4\"],[\"b1c3\",\"b8c6\"]]}";
    char why[REFUSAL_MAX];
    uint8_t line;
    Request request;
    ConditionalMoves moves;
    GameSetup setup = {.control = {.timed = true, .days = 3}, .created = CREATED};
    position_start(&setup.start);
    void *memory = malloc(room_size(100));
    Room *room = room_init(memory, 100, &setup);
    play(room, WHITE, "{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"ply\":0,\"uci\":\"e2e4\"}", 20000);
    play(room, BLACK, "{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"ply\":1,\"uci\":\"c7c5\"}", 40000);
    ck_assert_int_eq(request_parse(ASKED, strlen(ASKED), &request, why), CODE_OK);
    request_conditional(&request, room, BLACK, &moves);
    ck_assert_int_eq(conditional_check(&moves, &room_line(room)->now, &line), CONDITIONAL_OK);
    print_conditional(&text, &GAME, room, &moves);
    keep();
    print_conditional(&text, &GAME, room, NULL);
    keep();
    free(memory);
}

static void say_people(void)
{
    print_crowd(&text, &GAME, &(CrowdView){{true, false}, 3, {"Ann"}, 1, -1});
    keep();
    print_crowd(&text, &GAME, &(CrowdView){{true, false}, 3, {"Ann"}, 1, 38500});
    keep();
    print_chat(&text, &(Chat){&GAME, &ANN, true, "Good luck!", PRESET_NONE, WALL});
    keep();
    print_chat(&text, &(Chat){&GAME, &ANN, true, NULL, PRESET_GL, WALL});
    keep();
    Request request = with_id(52);
    const EngineView engines[] = {
        {"stockfish", "Stockfish 15.1", "rating", 1350, 2850, true},
        {"toga", "Toga II 3.0", NULL, 0, 0, false},
    };
    print_engines(&text, &request, engines, 2);
    keep();
}

static void say_mute(void)
{
    print_mute(&text, BOB.id, true);
    keep();
}

static void say_rated(void)
{
    RatedNews news = {
        .game = &GAME,
        .category = CATEGORY_BLITZ,
        .rated = {.before = {1500, 1612}, .after = {1742, 1598}, .provisional = {true, false}}};
    print_rated(&text, &news);
    keep();
    news.rated.verdict = FARMING_REPEATED;
    print_rated(&text, &news);
    keep();
}

static void say_event(Event event, bool timed)
{
    GameSetup setup = {.control = timed ? FIVE_THREE : (TimeControl){.timed = false}};
    position_start(&setup.start);
    event.at = event.at ? event.at : 61234;
    if (timed && event.clock[WHITE] == 0) {
        event.clock[WHITE] = 298000;
        event.clock[BLACK] = 300000;
    }
    print_event(&text, &GAME, &setup, &event);
    keep();
}

static void say_events(void)
{
    Event move = {
        .kind = EV_MOVE, .seq = 42, .move = {3, move_of(SQ_G1, SQ_F3, MOVE_NORMAL), "Nf3"}};
    say_event(move, true);
    say_event(move, false);
    move.receipt = (Receipt){300000, 5080, 80, 80, 2140};
    say_event(move, true);
    say_event((Event){.kind = EV_DRAW_OFFER, .seq = 43, .by = WHITE}, true);
    say_event((Event){.kind = EV_TAKEBACK_OFFER, .seq = 44, .by = WHITE}, true);
    say_event((Event){.kind = EV_REMATCH_OFFER, .seq = 99, .by = BLACK}, true);
    say_event((Event){.kind = EV_TAKEBACK, .seq = 45, .by = BLACK, .ply = 2}, true);
    say_event((Event){.kind = EV_REMATCH, .seq = 100, .by = WHITE, .next = NEXT}, true);
    say_event((Event){.kind = EV_REFUSED, .seq = 44, .by = BLACK, .offer = 43}, true);
    say_event((Event){.kind = EV_MORETIME, .seq = 44, .given = 15000, .clock = {298000, 315000}},
              true);
    say_event((Event){.kind = EV_ADJOURN, .seq = 44, .until = 1793086400000}, true);
    say_event((Event){.kind = EV_PAUSED, .seq = 44}, true);
    say_event((Event){.kind = EV_RESUMED, .seq = 45, .at = 65234}, true);
    say_event((Event){.kind = EV_END,
                      .seq = 99,
                      .end = {STATUS_MATE, WINNER_WHITE, REASON_NONE, MOVE_NONE}},
              true);
    say_event((Event){.kind = EV_END,
                      .seq = 99,
                      .end = {STATUS_DRAW, WINNER_NONE, REASON_THREEFOLD, MOVE_NONE}},
              false);
    Move claimed = move_of(SQ_F6, SQ_G8, MOVE_NORMAL);
    say_event((Event){.kind = EV_END,
                      .seq = 99,
                      .end = {STATUS_DRAW, WINNER_NONE, REASON_THREEFOLD, claimed}},
              false);
}

static void setup_all(void)
{
    attacks_init();
    text_init(&text);
    read_document();
    say_answers();
    say_lobby();
    say_challenges();
    say_starts();
    say_game();
    say_clocks();
    say_conditional();
    say_people();
    say_mute();
    say_events();
    say_rated();
}

static void teardown_all(void)
{
    while (line_count > 0)
        free(lines[--line_count]);
    while (printed_count > 0)
        free(printed[--printed_count]);
    text_clear(&text);
}

/* The error that the document shows for a request that is refused when it is parsed. */
static void check_refusal(const char *line, const Request *request, Code code, const char *why)
{
    const char *message = after(line, MESSAGE_MARK);
    ck_assert_ptr_nonnull(message);
    print_error(&text, request, code, why);
    ck_assert_str_eq(text.bytes, message);
    text_reset(&text);
}

START_TEST(each_request_of_the_document_is_understood)
{
    bool seen[REQ_COUNT] = {false};
    for (int i = 0; i + 1 < line_count; i++) {
        const char *json = after(lines[i], REQUEST_MARK);
        char why[REFUSAL_MAX], kind[40];
        Request request;
        if (!json)
            continue;
        Code code = request_parse(json, strlen(json), &request, why);
        if (code != CODE_OK) {
            check_refusal(lines[i + 1], &request, code, why);
            continue;
        }
        snprintf(kind, sizeof kind, "{\"t\":\"%s\"", request_word(request.kind));
        ck_assert_msg(after(json, kind) != NULL, "%s", json);
        seen[request.kind] = true;
    }
    for (int i = 0; i < REQ_COUNT; i++)
        ck_assert_msg(seen[i], "%s has no example", request_word((RequestKind)i));
}
END_TEST

static bool is_in_document(const char *message)
{
    for (int i = 0; i < line_count; i++) {
        const char *line = after(lines[i], MESSAGE_MARK);
        if (line && strcmp(line, message) == 0)
            return true;
    }
    return false;
}

START_TEST(each_message_of_the_server_is_documented)
{
    for (int i = 0; i < printed_count; i++)
        ck_assert_msg(is_in_document(printed[i]), "%s", printed[i]);
}
END_TEST

START_TEST(each_documented_message_is_what_the_server_prints)
{
    for (int i = 1; i < line_count; i++) {
        const char *line = after(lines[i], MESSAGE_MARK);
        bool found = !line || strstr(line, "\"code\":\"bad_request\"");
        for (int k = 0; k < printed_count && !found; k++)
            found = strcmp(line, printed[k]) == 0;
        ck_assert_msg(found, "%s", lines[i]);
    }
}
END_TEST

START_TEST(each_code_is_documented)
{
    for (int code = CODE_BAD_REQUEST; code <= CODE_NOT_NOW; code++) {
        char row[40];
        bool found = false;
        snprintf(row, sizeof row, "| `%s` |", code_word((Code)code));
        for (int i = 0; i < line_count; i++)
            found = found || after(lines[i], row);
        ck_assert_msg(found, "%s", row);
        ck_assert_uint_gt(strlen(code_text((Code)code)), 10);
    }
}
END_TEST

/* "| what | 400 | 20 s | whose |" as tokens and ms. */
static bool read_limit(const char *row, long *tokens, long *fill)
{
    char unit[8];
    if (row[0] != '|' || sscanf(row, "|%*[^|]| %ld | %ld %7s |", tokens, fill, unit) != 3)
        return false;
    *fill *= strcmp(unit, "h") == 0 ? 3600000 : strcmp(unit, "min") == 0 ? 60000 : 1000;
    return true;
}

START_TEST(each_limit_is_documented_with_its_figures)
{
    int kind = 0;
    for (int i = 0; i < line_count; i++) {
        long tokens, fill;
        if (!read_limit(lines[i], &tokens, &fill))
            continue;
        ck_assert_int_lt(kind, LIMIT_COUNT);
        ck_assert_msg(tokens == limit_tokens((LimitKind)kind) &&
                          fill == limit_fill((LimitKind)kind),
                      "%s", lines[i]);
        kind++;
    }
    ck_assert_int_eq(kind, LIMIT_COUNT);
}
END_TEST

/* "| what | 60 | whose |" */
static bool read_bound(const char *row, long *most)
{
    char whose[16];
    return row[0] == '|' && sscanf(row, "|%*[^|]| %ld | %15[a-z] |", most, whose) == 2;
}

START_TEST(each_bound_is_documented_with_its_figure)
{
    int kind = 0;
    int32_t usual[BOUND_COUNT];
    bound_usual(usual);
    for (int i = 0; i < line_count; i++) {
        long most;
        if (!read_bound(lines[i], &most))
            continue;
        ck_assert_int_lt(kind, BOUND_COUNT);
        ck_assert_msg(most == usual[kind], "%s", lines[i]);
        kind++;
    }
    ck_assert_int_eq(kind, BOUND_COUNT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("protocol");
    TCase *tcase = tcase_create("document");
    tcase_add_checked_fixture(tcase, setup_all, teardown_all);
    tcase_add_test(tcase, each_request_of_the_document_is_understood);
    tcase_add_test(tcase, each_message_of_the_server_is_documented);
    tcase_add_test(tcase, each_documented_message_is_what_the_server_prints);
    tcase_add_test(tcase, each_code_is_documented);
    tcase_add_test(tcase, each_limit_is_documented_with_its_figures);
    tcase_add_test(tcase, each_bound_is_documented_with_its_figure);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
