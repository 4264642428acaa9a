/* A tournament as its acts make it: rights, what is forbidden, random tournaments of every format played to their
 * end, each rebuilt from its stored acts. */
#include "board_index.h"
#include "tourney_rig.h"

/* How often two met; 'played': only games that were not forfeited. */
static int count_meetings(const Tourney *tourney, uint32_t one, uint32_t other, bool played)
{
    int count = 0;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        bool is_pair = (board->pair.white == one && board->pair.black == other) ||
                       (board->pair.white == other && board->pair.black == one);
        count += is_pair && board->state != STATE_DROPPED &&
                 !(played && board->result == BOARD_FORFEIT_BLACK);
    }
    return count;
}

/* ---- every format, played to its end ---- */

START_TEST(in_a_swiss_tournament_nobody_meets_twice)
{
    Desk desk;
    int players = 8 + _i % 9;
    create(&desk, FORMAT_SWISS, (uint64_t)_i + 1);
    join(&desk, players);
    simple(&desk, ACT_START);
    for (int round = 0; round < 7 && pair_round(&desk); round++) {
        enter_results(&desk);
        ck_assert_int_eq(desk.tourney->round_state, ROUND_OVER);
        if (round == 2) { /* somebody leaves, and somebody comes late */
            TourneyAct act = {.kind = ACT_WITHDRAW, .player = 1 + draw(&desk, 8)};
            apply(&desk, &act);
            join(&desk, 1);
        }
    }
    for (uint32_t one = 1; one <= desk.tourney->players_count; one++)
        for (uint32_t other = one + 1; other <= desk.tourney->players_count; other++)
            ck_assert_int_le(count_meetings(desk.tourney, one, other, true), 1);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

START_TEST(in_a_round_robin_everybody_meets_everybody)
{
    Desk desk;
    int players = 3 + _i % 8;
    create(&desk, FORMAT_ROBIN, (uint64_t)_i + 1);
    join(&desk, players);
    simple(&desk, ACT_START);
    while (pair_round(&desk))
        enter_results(&desk);
    /* FIDE C.05, annex 1: n - 1 rounds, or n when n is odd. */
    ck_assert_uint_eq(desk.tourney->round, (uint32_t)(players - 1 + players % 2));
    for (uint32_t one = 1; one <= (uint32_t)players; one++)
        for (uint32_t other = one + 1; other <= (uint32_t)players; other++)
            ck_assert_int_eq(count_meetings(desk.tourney, one, other, false), 1);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

START_TEST(a_knock_out_has_one_winner)
{
    Desk desk;
    int players = 2 + _i % 14;
    create(&desk, FORMAT_KNOCKOUT, (uint64_t)_i + 1);
    join(&desk, players);
    simple(&desk, ACT_START);
    int steps = 0;
    while (pair_round(&desk)) {
        enter_results(&desk);
        ck_assert_int_lt(++steps, 200);
    }
    Standings standings = {.rows = NULL};
    standings_compute(&standings, desk.tourney);
    ck_assert_uint_eq(standings.count, (uint32_t)players);
    ck_assert_uint_eq(standings.rows[0].rank, 1);
    ck_assert_uint_eq(standings.rows[1].rank, 2);
    ck_assert_int_eq(desk.tourney->round_state, ROUND_OVER);
    uint32_t rounds = 0;
    while (1 << rounds < players)
        rounds++;
    ck_assert_uint_eq(desk.tourney->round, rounds);
    standings_clear(&standings);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

START_TEST(in_an_arena_nobody_plays_two_games_at_once)
{
    Desk desk;
    uint32_t players = 4 + (uint32_t)_i;
    create(&desk, FORMAT_ARENA, (uint64_t)_i + 1);
    join(&desk, (int)players);
    simple(&desk, ACT_START);
    for (int look = 0; look < 60; look++) {
        uint32_t waiting[64], count = 0;
        TourneyAct act;
        for (uint32_t i = 1; i <= players; i++)
            if (!desk.tourney->players[i - 1].board)
                waiting[count++] = i;
        desk.now += 20000;
        desk.away = look % 3 ? 0 : 1 + draw(&desk, players);
        ArenaRound *round =
            arena_round_new(desk.tourney, waiting, count, players, desk.now, desk.chance);
        if (round)
            arena_round_pair(round);
        if (round && arena_round_act(round, may_be_paired, &desk, &act)) {
            bool seated[64] = {false};
            for (uint32_t i = 0; i < act.boards_count; i++) {
                ck_assert(!seated[act.boards[i].white] && !seated[act.boards[i].black]);
                seated[act.boards[i].white] = seated[act.boards[i].black] = true;
                ck_assert_uint_eq(desk.tourney->players[act.boards[i].white - 1].board, 0);
                ck_assert_uint_ne(act.boards[i].white, desk.away);
                ck_assert_uint_ne(act.boards[i].black, desk.away);
            }
            apply(&desk, &act);
        }
        arena_round_free(round);
        if (draw(&desk, 2))
            enter_results(&desk);
    }
    ck_assert_uint_gt(desk.tourney->boards_count, 20);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* Two boards in play, one of which gets its result. */
static void play_half(Desk *desk, Format format)
{
    create(desk, format, 7);
    join(desk, 4);
    simple(desk, ACT_START);
    if (format == FORMAT_ARENA) {
        TourneyAct pairs = {.kind = ACT_PAIR, .boards_count = 2};
        pairs.boards = memory_array(2, sizeof *pairs.boards);
        pairs.boards[0] = (PairedBoard){.white = 1, .black = 2};
        pairs.boards[1] = (PairedBoard){.white = 3, .black = 4};
        apply(desk, &pairs);
    } else {
        ck_assert(pair_round(desk));
    }
    TourneyAct won = {.kind = ACT_RESULT, .board = 1, .result = BOARD_WHITE, .by_play = true};
    apply(desk, &won);
    ck_assert_uint_eq(desk->tourney->boards_left, 1);
}

static const Format LEFT_IN[] = {FORMAT_ARENA, FORMAT_SWISS, FORMAT_ROBIN, FORMAT_KNOCKOUT};

START_TEST(what_is_in_play_at_the_end_is_left_and_changes_no_standings)
{
    Desk desk;
    Standings before = {.rows = NULL}, after = {.rows = NULL};
    play_half(&desk, LEFT_IN[_i]);
    const Tourney *tourney = desk.tourney;
    standings_compute(&before, tourney);
    simple(&desk, ACT_FINISH);
    standings_compute(&after, tourney);
    ck_assert_uint_eq(tourney->boards_left, 0);
    ck_assert_int_eq(tourney->boards[1].state, STATE_LEFT);
    for (uint32_t i = 0; i < tourney->players_count; i++)
        ck_assert_uint_eq(tourney->players[i].board, 0);
    ck_assert_int_ne(tourney->round_state, ROUND_PLAYING);
    ck_assert_uint_eq(before.count, after.count);
    ck_assert_mem_eq(before.rows, after.rows, before.count * sizeof *before.rows);
    /* Logs have such results. */
    TourneyAct late = {.kind = ACT_RESULT, .board = 2, .result = BOARD_BLACK, .by = "ada"};
    apply(&desk, &late);
    ck_assert_int_eq(tourney->boards[1].state, STATE_OVER);
    ck_assert_uint_eq(tourney->boards_left, 0);
    must_be_same(&desk);
    standings_clear(&before);
    standings_clear(&after);
    discard(&desk);
}
END_TEST

/* ---- who may do what ---- */

START_TEST(rights_are_those_of_the_contract)
{
    /* server/tournaments/README.md, "Acts": for organiser, arbiter, results, nobody. */
    static const struct {
        const char *act;
        bool organiser, arbiter, results;
    } TABLE[] = {
        {"settings", 1, 0, 0}, {"role", 1, 0, 0},    {"add", 1, 1, 0},    {"player", 1, 1, 0},
        {"withdraw", 1, 1, 0}, {"readmit", 1, 1, 0}, {"remove", 1, 1, 0}, {"bye", 1, 1, 0},
        {"forbid", 1, 1, 0},   {"permit", 1, 1, 0},  {"start", 1, 0, 0},  {"pair", 1, 1, 0},
        {"boards", 1, 1, 0},   {"unpair", 1, 1, 0},  {"round", 1, 1, 0},  {"result", 1, 1, 1},
        {"annul", 1, 1, 0},    {"pause", 1, 1, 0},   {"resume", 1, 1, 0}, {"finish", 1, 0, 0},
        {"cancel", 1, 0, 0},   {"created", 0, 0, 0}, {"join", 0, 0, 0},   {"berserk", 0, 0, 0},
        {"time", 1, 1, 0},     {"stop", 1, 1, 0},    {"go_on", 1, 1, 0},  {"adjourn", 1, 1, 0},
        {"accept", 1, 1, 0},   {"decline", 1, 1, 0}, {"team", 1, 1, 0},   {"team_out", 1, 1, 0},
        {"lineup", 1, 1, 0},
    };
    ck_assert_uint_eq(sizeof TABLE / sizeof *TABLE, ACT_COUNT);
    for (size_t i = 0; i < ACT_COUNT; i++) {
        TourneyActKind kind;
        ck_assert(tourney_act_parse_word(TABLE[i].act, &kind));
        ck_assert_msg(tourney_role_may(ROLE_ORGANISER, kind) == TABLE[i].organiser, "%s",
                      TABLE[i].act);
        ck_assert_msg(tourney_role_may(ROLE_ARBITER, kind) == TABLE[i].arbiter, "%s", TABLE[i].act);
        ck_assert_msg(tourney_role_may(ROLE_RESULTS, kind) == TABLE[i].results, "%s", TABLE[i].act);
        ck_assert(!tourney_role_may(ROLE_NONE, kind));
    }
}
END_TEST

START_TEST(what_the_rules_forbid_needs_to_be_confirmed)
{
    Desk desk;
    TourneyAnswer answer;
    create(&desk, FORMAT_SWISS, 1);
    join(&desk, 4);
    simple(&desk, ACT_START);
    ck_assert(pair_round(&desk));
    enter_results(&desk);
    PairedBoard first = desk.tourney->boards[0].pair;
    desk.tourney->boards[0].result = BOARD_WHITE; /* they have met, whatever was drawn */
    SwissRound *round = swiss_round_new(desk.tourney);
    TourneyAct act;
    ck_assert(swiss_round_pair(round));
    swiss_round_act(round, desk.tourney, &act);
    swiss_round_free(round);
    apply(&desk, &act);
    TourneyAct boards = {.kind = ACT_BOARDS};
    boards.boards = memory_array(2, sizeof *boards.boards);
    boards.boards[0] = first;
    boards.boards_count = 1;
    ck_assert(!tourney_check(desk.tourney, &boards, ROLE_ARBITER, &answer));
    ck_assert_int_eq(answer.status, 409);
    ck_assert_str_eq(answer.code, "confirm");
    ck_assert_str_eq(answer.warnings[0].code, "left_out");
    ck_assert_str_eq(answer.warnings[1].code, "rematch");
    boards.confirmed = true;
    ck_assert(tourney_check(desk.tourney, &boards, ROLE_ARBITER, &answer));
    tourney_act_clear(&boards);
    discard(&desk);
}
END_TEST

/* ---- the boards of each player ---- */

/* Pairs the round again as it is: its boards are dropped, and as many come. */
static void pair_again(Desk *desk)
{
    const Tourney *tourney = desk->tourney;
    const TourneyRound *round = &tourney->rounds[tourney->round - 1];
    TourneyAct act = {.kind = ACT_BOARDS, .by = "ada", .by_name = "Ada", .confirmed = true};
    act.boards = memory_array(round->count, sizeof *act.boards);
    act.boards_count = round->count;
    for (uint32_t i = 0; i < round->count; i++)
        act.boards[i] = tourney->boards[round->first + i].pair;
    apply(desk, &act);
}

/* A round that is paired and has not begun. */
static void pair_swiss(Desk *desk)
{
    TourneyAct act;
    SwissRound *round = swiss_round_new(desk->tourney);
    ck_assert(swiss_round_pair(round));
    swiss_round_act(round, desk->tourney, &act);
    swiss_round_free(round);
    apply(desk, &act);
}

/* By a look at all boards. */
static int32_t halves_before(const Tourney *tourney, uint32_t player, uint32_t round)
{
    int32_t halves = 0;
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        bool white = board->pair.white == player;
        if (board->state == STATE_OVER && board->round < round &&
            (white || board->pair.black == player))
            halves += board_result_halves(board->result, white);
    }
    const TourneyPlayer *of = &tourney->players[player - 1];
    for (uint32_t i = 0; i < of->byes_count; i++)
        halves += of->byes[i].round < round ? of->byes[i].halves : 0;
    return halves;
}

START_TEST(boards_of_a_player_are_found_without_a_look_at_those_of_others)
{
    enum { PLAYERS = 9, ROUNDS = 5, TIMES = 20 };
    Desk desk;
    BoardIndex index = {.first = NULL};
    create(&desk, FORMAT_SWISS, (uint64_t)_i + 1);
    join(&desk, PLAYERS);
    simple(&desk, ACT_START);
    TourneyAct bye = {.kind = ACT_BYE, .player = 4, .round = 2, .halves = 1};
    apply(&desk, &bye);
    for (int round = 0; round < ROUNDS; round++) {
        pair_swiss(&desk);
        for (int time = 0; time < TIMES; time++)
            pair_again(&desk);
        simple(&desk, ACT_ROUND);
        enter_results(&desk);
    }
    board_index_build(&index, desk.tourney);
    uint32_t looked_at = 0;
    for (uint32_t player = 1; player <= PLAYERS; player++) {
        looked_at += board_index_count(&index, player);
        for (uint32_t round = 1; round <= ROUNDS; round++) {
            const TourneyBoard *board = board_index_in_round(&index, desk.tourney, player, round);
            ck_assert_int_eq(board == NULL, player == 4 && round == 2);
            ck_assert(!board || (board->round == round && board->state == STATE_OVER));
            ck_assert(!board || board->pair.white == player || board->pair.black == player);
            ck_assert_int_eq(board_index_halves(&index, desk.tourney, player, round),
                             halves_before(desk.tourney, player, round));
        }
    }
    /* However often boards were dropped: each player but one once in each round. */
    ck_assert_uint_gt(desk.tourney->boards_count, 4 * ROUNDS * TIMES);
    ck_assert_uint_eq(looked_at, PLAYERS * ROUNDS - 1);
    board_index_clear(&index);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* Those of the round as it is, confirmed; whether they may be set. */
static bool may_seat_again(const Desk *desk, TourneyAnswer *answer)
{
    const TourneyRound *round = &desk->tourney->rounds[desk->tourney->round - 1];
    TourneyAct act = {.kind = ACT_BOARDS, .confirmed = true, .boards_count = round->count};
    act.boards = memory_array(round->count, sizeof *act.boards);
    for (uint32_t i = 0; i < round->count; i++)
        act.boards[i] = desk->tourney->boards[round->first + i].pair;
    bool may = tourney_check(desk->tourney, &act, ROLE_ARBITER, answer);
    tourney_act_clear(&act);
    return may;
}

/* So many boards for each player, and at least so many. */
static const struct {
    int players;
    uint32_t most;
} DROPPED[] = {{200, TOURNEY_DROPPED_LEAST}, {600, 600 * TOURNEY_DROPPED_EACH}};

START_TEST(boards_can_be_taken_back_so_often_and_then_the_round_stays)
{
    Desk desk;
    TourneyAnswer answer;
    int players = DROPPED[_i].players;
    uint32_t most = DROPPED[_i].most;
    const TourneyAct unpair = {.kind = ACT_UNPAIR}, begin = {.kind = ACT_ROUND};
    create(&desk, FORMAT_SWISS, 1);
    join(&desk, players);
    simple(&desk, ACT_START);
    pair_swiss(&desk);
    while (desk.tourney->boards_dropped < most) {
        ck_assert(may_seat_again(&desk, &answer));
        ck_assert(tourney_check(desk.tourney, &unpair, ROLE_ARBITER, &answer));
        pair_again(&desk);
    }
    ck_assert_uint_eq(desk.tourney->boards_dropped, most);
    ck_assert(!may_seat_again(&desk, &answer));
    ck_assert_str_eq(answer.code, "too_often");
    ck_assert(!tourney_check(desk.tourney, &unpair, ROLE_ARBITER, &answer));
    ck_assert_str_eq(answer.code, "too_often");
    ck_assert(tourney_check(desk.tourney, &begin, ROLE_ARBITER, &answer));
    pair_again(&desk); /* of a log from before there was a bound */
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- joining ---- */

static const Format JOINED[] = {FORMAT_SWISS, FORMAT_ARENA, FORMAT_SIMUL};

START_TEST(nobody_fills_the_log_by_joining_and_leaving)
{
    Desk desk;
    TourneyAnswer answer;
    const TourneyEntry entry = {.games = 0};
    const TourneyPerson host = {.kind = TOURNEY_ACCOUNT, .user = "hal", .name = "Hal"};
    const TourneyPerson eve = {.kind = TOURNEY_ACCOUNT, .user = "eve", .name = "Eve"};
    create(&desk, JOINED[_i], 1);
    TourneyAct act = {.kind = ACT_JOIN, .by = "hal", .person = host};
    apply(&desk, &act);
    for (int i = 0; i < TOURNEY_JOINS_MAX; i++) {
        ck_assert(tourney_may_join(desk.tourney, &eve, &entry, &answer));
        act = (TourneyAct){.kind = ACT_JOIN, .by = "eve", .person = eve};
        apply(&desk, &act);
        if (i == TOURNEY_JOINS_MAX / 2 && JOINED[_i] == FORMAT_ARENA)
            simple(&desk, ACT_START); /* from now on they pause */
        act = (TourneyAct){.kind = ACT_WITHDRAW, .by = "eve", .player = 2};
        ck_assert(tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
        apply(&desk, &act);
    }
    ck_assert(!tourney_may_join(desk.tourney, &eve, &entry, &answer));
    ck_assert_str_eq(answer.code, "too_often");
    act = (TourneyAct){.kind = ACT_READMIT, .by = "ada", .player = 2};
    ck_assert(tourney_check(desk.tourney, &act, ROLE_ARBITER, &answer));
    apply(&desk, &act);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- settings ---- */

static const struct {
    Format format;
    const char *tiebreaks;
    bool is_good;
} TIEBREAKS[] = {{FORMAT_SWISS, "BH/C1,BH,SB,DE", true}, {FORMAT_SWISS, "DE,DE", false},
                 {FORMAT_SWISS, "BH,DE,BH", false},      {FORMAT_SWISS, "DE,DE/P", true},
                 {FORMAT_TEAMS, "EDE,EDEC", true},       {FORMAT_TEAMS, "EDE,BC,EDE", false}};

START_TEST(no_tiebreak_is_named_twice)
{
    TourneySettings settings;
    Params params = {.count = 0};
    char why[TOURNEY_WHY_MAX] = "", form[80];
    tourney_settings_usual(&settings, TIEBREAKS[_i].format);
    snprintf(form, sizeof form, "name=x&tiebreaks=%s", TIEBREAKS[_i].tiebreaks);
    ck_assert_ptr_null(params_parse_form(&params, form, strlen(form)));
    bool is_good =
        tourney_settings_read(&settings, &params, 0, why) && tourney_settings_check(&settings, why);
    ck_assert_msg(is_good == TIEBREAKS[_i].is_good, "%s: %s", TIEBREAKS[_i].tiebreaks, why);
    ck_assert(is_good || strstr(why, "named twice"));
    params_clear(&params);
}
END_TEST

/* The other tie-breaks are as if it were not in the list; its column is there, and says nothing. */
START_TEST(a_player_without_a_rating_leaves_out_only_what_is_by_ratings)
{
    static const char *const CODES[] = {"BH,ARO,SB,DE", "BH,SB,DE"};
    Standings all[2] = {{.rows = NULL}, {.rows = NULL}};
    for (int i = 0; i < 2; i++) {
        Desk desk;
        create(&desk, FORMAT_SWISS, 3);
        TourneyAct act = {.kind = ACT_SETTINGS, .settings = memory_new(sizeof *act.settings)};
        *act.settings = desk.tourney->settings;
        strcpy(act.settings->tiebreaks, CODES[i]);
        apply(&desk, &act);
        join(&desk, 8);
        act = (TourneyAct){.kind = ACT_ADD, .person = {.kind = TOURNEY_NAME, .name = "Unrated"}};
        apply(&desk, &act);
        simple(&desk, ACT_START);
        for (int round = 0; round < 4; round++) {
            ck_assert(pair_round(&desk));
            enter_results(&desk);
        }
        standings_compute(&all[i], desk.tourney);
        discard(&desk);
    }
    ck_assert_uint_eq(all[0].tiebreaks_count, 4);
    ck_assert_str_eq(all[0].tiebreaks[1], "ARO");
    ck_assert_uint_eq(all[0].count, 9);
    int32_t sum = 0;
    for (uint32_t i = 0; i < all[0].count; i++) {
        const Standing *with = &all[0].rows[i], *without = &all[1].rows[i];
        ck_assert_uint_eq(with->player, without->player);
        ck_assert_uint_eq(with->rank, without->rank);
        ck_assert_int_eq(with->tiebreaks[0], without->tiebreaks[0]);
        ck_assert_int_eq(with->tiebreaks[1], 0);
        ck_assert_int_eq(with->tiebreaks[2], without->tiebreaks[1]);
        ck_assert_int_eq(with->tiebreaks[3], without->tiebreaks[2]);
        sum += with->tiebreaks[0];
    }
    ck_assert_int_gt(sum, 0);
    standings_clear(&all[0]);
    standings_clear(&all[1]);
}
END_TEST

/* ---- the stored form ---- */

/* Never changed; what comes later has a file of its own. */
static const char *const GOLDEN[] = {"tourney_v1.jsonl", "tourney_v1_games.jsonl",
                                     "tourney_v1_rules.jsonl"};

START_TEST(stored_acts_are_read_for_ever)
{
    char path[512], line[8192];
    int count = 0;
    Text text;
    snprintf(path, sizeof path, "%s/golden/%s", TEST_DATA, GOLDEN[_i]);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    Tourney *tourney = tourney_new();
    text_init(&text);
    for (; fgets(line, sizeof line, file); count++) {
        TourneyAct act;
        size_t length = strcspn(line, "\n");
        ck_assert_msg(tourney_act_parse(&act, line, length), "%s", line);
        text_reset(&text);
        tourney_act_print(&act, true, &text);
        ck_assert_msg(text.length == length && memcmp(text.bytes, line, length) == 0, "%s\n%s",
                      line, text.bytes);
        ck_assert_msg(tourney_fold(tourney, &act), "%s", line);
        tourney_act_clear(&act);
    }
    fclose(file);
    text_clear(&text);
    ck_assert_int_ge(count, 11);
    tourney_free(tourney);
}
END_TEST

static const char *const BAD_ACTS[] = {
    "",
    "{",
    "[]",
    "{\"seq\":1}",
    "{\"seq\":1,\"at\":1,\"act\":\"dance\"}",
    "{\"seq\":-1,\"at\":1,\"act\":\"pause\"}",
    "{\"seq\":1.5,\"at\":1,\"act\":\"pause\"}",
    "{\"seq\":1,\"at\":1,\"act\":\"start\",\"seed\":\"xyz\"}",
    "{\"seq\":1,\"at\":1,\"act\":\"pair\",\"boards\":[{\"white\":\"one\"}]}",
    "{\"seq\":1,\"at\":1,\"act\":\"created\",\"id\":\"short\",\"settings\":{\"format\":\"swiss\"}}",
    "{\"seq\":1,\"at\":1,\"act\":\"result\",\"board\":1,\"result\":\"2-0\"}",
};

START_TEST(other_bytes_are_no_acts)
{
    TourneyAct act;
    ck_assert(!tourney_act_parse(&act, BAD_ACTS[_i], strlen(BAD_ACTS[_i])));
}
END_TEST

/* ---- files of players ---- */

START_TEST(a_table_of_players_is_read_and_its_faults_are_placed)
{
    static const struct {
        const char *text;
        int count, row, column;
    } FILES[] = {
        {"name,rating,federation\nAda,1700,GER\n\"Bob \"\"B\"\"\",,FRA\n", 2, 0, 0},
        {"Name;Rating\r\nAda;1700\r\n", 1, 0, 0},
        {"\xef\xbb\xbfname\tteam\nAda\tReds\n", 1, 0, 0},
        {"rating\n1700\n", 0, 1, 1},
        {"name,rating\nAda,x\n", 0, 2, 5},
        {" name , rating, federation\n Ada, 1700, GER\n", 1, 0, 0},
        {"name, \"rating\"\nAda, x\n", 0, 2, 5},
        {"name,rating\n\r\n\nAda,x\n", 0, 4, 5},
        {"name,rating\n\n\r\nAda,1700\n\n", 1, 0, 0},
        {"name,rating\nAda,1700,9\n", 0, 2, 10},
        {"name,rating\nAda,5000\n", 0, 2, 5},
        {"name\n", 0, 1, 1},
        {"", 0, 1, 1},
    };
    TourneyPerson *people;
    TourneyAnswer answer = {.status = 0};
    size_t count;
    int row = 0, column = 0;
    bool is_good = tourney_read_csv(FILES[_i].text, strlen(FILES[_i].text), &people, &count, &row,
                                    &column, &answer);
    ck_assert_int_eq(is_good, FILES[_i].count > 0);
    if (is_good) {
        ck_assert_uint_eq(count, (size_t)FILES[_i].count);
        ck_assert_str_eq(people[0].name, "Ada");
        ck_assert_int_eq(people[0].rating, strstr(FILES[_i].text, "1700") ? 1700 : 0);
        free(people);
    } else {
        ck_assert_str_eq(answer.code, "file");
        ck_assert_int_eq(row, FILES[_i].row);
        ck_assert_int_eq(column, FILES[_i].column);
    }
}
END_TEST

START_TEST(a_report_file_may_be_in_latin1)
{
    static const char *const FILES[] = {
        "001    1 m    M\xfcller, Hans                      2345 GER                         0.0   "
        " 1\n"
        "310   1 Stra\xdf"
        "e                                                              1\n",
        "001    1 m    M\xc3\xbcller, Hans                      2345 GER                         "
        "0.0    1\n"
        "310   1 Stra\xc3\x9f"
        "e                                                              1\n"};
    TourneyPerson *people;
    TourneyAnswer answer = {.status = 0};
    size_t count;
    int row, column;
    ck_assert_msg(
        tourney_read_trf(FILES[_i], strlen(FILES[_i]), &people, &count, &row, &column, &answer),
        "%s", answer.why);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(people[0].name, "M\xc3\xbcller, Hans");
    ck_assert_str_eq(people[0].team, "Stra\xc3\x9f"
                                     "e");
    ck_assert_int_eq(people[0].rating, 2345);
    free(people);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tourney");
    TCase *tcase = tcase_create("tourney");
    tcase_add_loop_test(tcase, in_a_swiss_tournament_nobody_meets_twice, 0, 18);
    tcase_add_loop_test(tcase, in_a_round_robin_everybody_meets_everybody, 0, 8);
    tcase_add_loop_test(tcase, a_knock_out_has_one_winner, 0, 14);
    tcase_add_loop_test(tcase, in_an_arena_nobody_plays_two_games_at_once, 0, 12);
    tcase_add_loop_test(tcase, what_is_in_play_at_the_end_is_left_and_changes_no_standings, 0,
                        sizeof LEFT_IN / sizeof *LEFT_IN);
    tcase_add_loop_test(tcase, nobody_fills_the_log_by_joining_and_leaving, 0,
                        sizeof JOINED / sizeof *JOINED);
    tcase_add_loop_test(tcase, no_tiebreak_is_named_twice, 0, sizeof TIEBREAKS / sizeof *TIEBREAKS);
    tcase_add_test(tcase, a_player_without_a_rating_leaves_out_only_what_is_by_ratings);
    tcase_add_test(tcase, rights_are_those_of_the_contract);
    tcase_add_test(tcase, what_the_rules_forbid_needs_to_be_confirmed);
    tcase_add_loop_test(tcase, boards_of_a_player_are_found_without_a_look_at_those_of_others, 0,
                        4);
    tcase_add_loop_test(tcase, boards_can_be_taken_back_so_often_and_then_the_round_stays, 0,
                        sizeof DROPPED / sizeof *DROPPED);
    tcase_add_loop_test(tcase, stored_acts_are_read_for_ever, 0, sizeof GOLDEN / sizeof *GOLDEN);
    tcase_add_loop_test(tcase, other_bytes_are_no_acts, 0, 11);
    tcase_add_loop_test(tcase, a_report_file_may_be_in_latin1, 0, 2);
    tcase_add_loop_test(tcase, a_table_of_players_is_read_and_its_faults_are_placed, 0, 13);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
