/* Teams: what is known of a player's teams is what the teams say, whatever was done; one's own bounds, and those of an address; a
 * closed account. */
#include "teams.h"

#include "store_rig.h"

enum { TEAMS = 60, PLAYERS = 40, STEPS = 4000, OTHERS = TEAMS_OF_MAX + 1 };
static const SipKey KEY = {{7}};

static Rig rig;
static Metrics metrics;
static Journal *journal;
static ServerTime server_time;
static Bounds *bounds;
static Teams *teams;
static const char *address = ""; /* at which teams are founded and joined */

static void open_teams(void)
{
    journal = journal_new(rig.store, &metrics);
    server_time_init(&server_time, &rig.loop, journal, 1000000);
    bounds = bounds_new(true, NULL, &KEY);
    teams = teams_new(&(TeamsOptions){rig.store, journal, &server_time, bounds, &KEY});
    ck_assert_msg(teams_load(teams, rig.line), "%s", rig.line);
}

static void close_teams(void)
{
    teams_free(teams);
    bounds_free(bounds);
    journal_free(journal);
}

static const char *player_name(int player)
{
    static char name[PERSON_ID_MAX + 1];
    snprintf(name, sizeof name, "player%d", player);
    return name;
}

static void add_players(int from, int count)
{
    for (int i = from; i < from + count; i++) {
        StorePlayer player = rig_player(player_name(i), "Somebody");
        store_put_player(rig.store, &player);
    }
}

static void setup(void)
{
    rig_init(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    add_players(0, PLAYERS + OTHERS);
    address = "";
    open_teams();
}

static void teardown(void)
{
    close_teams();
    rig_close(&rig);
    rig_clear(&rig);
}

static TeamId make(int captain, TeamEntry entry)
{
    TeamAnswer answer;
    TeamAbout about = {.name = "Club", .entry = entry};
    const Team *team = teams_make(teams, &about, player_name(captain), address, &answer);
    ck_assert_msg(team != NULL, "%s", answer.why);
    return team->id;
}

static bool act(const TeamId *team, TeamActKind kind, const char *by, const char *player,
                TeamAnswer *answer)
{
    uint64_t number;
    TeamAct does = {.kind = kind, .address = address};
    snprintf(does.by, sizeof does.by, "%s", by);
    snprintf(does.player, sizeof does.player, "%s", player);
    return teams_act(teams, team->text, &does, &number, answer);
}

/* ---- what is known of a player ---- */

typedef struct {
    const char *player;
    size_t visited, belong, captain;
} Known;

static void count_own(void *context, const Team *team)
{
    Known *known = context;
    known->visited++;
    known->belong += team_member(team, known->player) != NULL;
    known->captain += strcmp(team->captain, known->player) == 0;
}

static void check_members(void *context, const Team *team)
{
    size_t *all = context, belong = 0;
    for (size_t i = 0; i < team->count; i++) {
        ck_assert_ptr_eq(team_member(team, team->members[i]->player), team->members[i]);
        belong += !team->members[i]->asks;
    }
    ck_assert_uint_eq(team->belong, belong);
    ck_assert_ptr_nonnull(team_member(team, team->captain));
    *all += team->count;
}

/* As many memberships as the teams have, and only a player's own teams are looked at for them. */
static void check_all(void)
{
    size_t all = 0, known_of = 0;
    teams_each(teams, check_members, &all);
    for (int player = 0; player < PLAYERS; player++) {
        Known known = {.player = player_name(player)}, walked = {.player = known.player};
        teams_each_of(teams, known.player, count_own, &known);
        teams_each(teams, count_own, &walked);
        ck_assert_uint_eq(known.visited, known.belong);
        ck_assert_uint_eq(known.belong, walked.belong);
        ck_assert_uint_eq(known.captain, walked.captain);
        known_of += known.visited;
    }
    ck_assert_uint_eq(known_of, all);
}

static void step(unsigned *chance, const TeamId *ids)
{
    char by[PERSON_ID_MAX + 1];
    TeamAnswer answer;
    const TeamId *id = &ids[(unsigned)rand_r(chance) % TEAMS];
    const Team *team = teams_find(teams, id->text);
    int kind = rand_r(chance) % (TEAM_ACTS_COUNT + 1), other = rand_r(chance) % PLAYERS;
    snprintf(by, sizeof by, "%s", player_name(rand_r(chance) % PLAYERS));
    if (kind == TEAM_ACTS_COUNT && rand_r(chance) % 100 == 0)
        teams_forget_player(teams, by);
    if (kind >= TEAM_SETTINGS || !team)
        return;
    if (kind != TEAM_JOIN && kind != TEAM_LEAVE)
        snprintf(by, sizeof by, "%s", team->captain);
    act(id, (TeamActKind)kind, by, player_name(other), &answer);
}

START_TEST(teams_of_a_player_are_those_to_which_they_belong_whatever_was_done)
{
    TeamId ids[TEAMS];
    unsigned chance = (unsigned)_i + 1;
    for (int i = 0; i < TEAMS; i++)
        ids[i] = make(i % PLAYERS, i % 2 ? TEAM_OPEN : TEAM_BY_REQUEST);
    for (int i = 0; i < STEPS; i++) {
        step(&chance, ids);
        if (i % 100 == 0)
            check_all();
    }
    check_all();
    rig_commit(&rig, journal_newest(journal));
    close_teams();
    rig_close(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    open_teams(); /* as they are stored */
    check_all();
}
END_TEST

/* ---- bounds, and the end of an account ---- */

START_TEST(nobody_is_in_more_teams_or_leads_more_than_they_may)
{
    TeamAnswer answer;
    TeamAbout about = {.name = "Club"};
    TeamId last = {{0}};
    for (int i = 0; i < TEAMS_CAPTAIN_MAX; i++)
        last = make(0, TEAM_OPEN);
    ck_assert_ptr_null(teams_make(teams, &about, player_name(0), address, &answer));
    ck_assert_str_eq(answer.code, "many");
    for (int i = TEAMS_CAPTAIN_MAX; i < TEAMS_OF_MAX; i++) {
        last = make(i, TEAM_OPEN);
        ck_assert(act(&last, TEAM_JOIN, "player0", "", &answer));
    }
    TeamId more = make(PLAYERS + OTHERS - 1, TEAM_OPEN);
    ck_assert(!act(&more, TEAM_JOIN, "player0", "", &answer));
    ck_assert_str_eq(answer.code, "many");
    ck_assert(act(&last, TEAM_LEAVE, "player0", "", &answer));
    ck_assert(act(&more, TEAM_JOIN, "player0", "", &answer));
}
END_TEST

/* The answer's code, or "" when it was founded. */
static const char *found(int captain)
{
    TeamAnswer answer;
    TeamAbout about = {.name = "Club"};
    return teams_make(teams, &about, player_name(captain), address, &answer) ? "" : answer.code;
}

START_TEST(people_at_an_address_found_no_more_teams_than_their_share)
{
    TeamAnswer answer;
    TeamId last = {{0}};
    address = "192.0.2.1";
    for (int i = 0; i < 100; i++) /* TEAMS in bounds.h */
        last = make(i / TEAMS_CAPTAIN_MAX, TEAM_OPEN);
    ck_assert_str_eq(found(PLAYERS), "not_now");
    address = "192.0.2.2";
    ck_assert_str_eq(found(PLAYERS), "");
    address = "192.0.2.1";
    ck_assert(act(&last, TEAM_DELETE, teams_find(teams, last.text)->captain, "", &answer));
    ck_assert_str_eq(found(PLAYERS), "");
    ck_assert_str_eq(found(PLAYERS), "not_now");
}
END_TEST

/* As many teams as there can be; the second is joined by somebody. */
static void fill_up(TeamId ids[2])
{
    TeamAnswer answer;
    add_players(PLAYERS + OTHERS, TEAMS_MAX / TEAMS_CAPTAIN_MAX);
    for (int i = 0; i < TEAMS_MAX; i++) {
        TeamId id = make(PLAYERS + OTHERS + i / TEAMS_CAPTAIN_MAX, TEAM_OPEN);
        if (i < 2)
            ids[i] = id;
        if (i == 1)
            ck_assert(act(&id, TEAM_JOIN, "player0", "", &answer));
        server_time.wall++;
        if (i % 500 == 0)
            rig_commit(&rig, journal_newest(journal));
    }
}

START_TEST(teams_that_nobody_has_joined_for_long_make_room_the_oldest_first)
{
    TeamId ids[2];
    fill_up(ids);
    ck_assert_str_eq(found(0), "full");
    server_time.wall = teams_find(teams, ids[0].text)->made + TEAM_KEPT;
    ck_assert_str_eq(found(0), "");
    ck_assert_ptr_null(teams_find(teams, ids[0].text));
    server_time.wall++;
    ck_assert_str_eq(found(0), "full"); /* the oldest now is the one that has been joined */
    server_time.wall++;
    ck_assert_str_eq(found(0), "");
    ck_assert_ptr_nonnull(teams_find(teams, ids[1].text));
}
END_TEST

START_TEST(no_more_people_at_an_address_ask_to_join_a_team_than_its_share)
{
    TeamAnswer answer;
    TeamId team = make(0, TEAM_BY_REQUEST), other = make(0, TEAM_BY_REQUEST);
    address = "192.0.2.1";
    for (int i = 1; i <= 20; i++) /* TEAM_REQUESTS in bounds.h */
        ck_assert(act(&team, TEAM_JOIN, player_name(i), "", &answer));
    ck_assert(!act(&team, TEAM_JOIN, "player21", "", &answer));
    ck_assert_str_eq(answer.code, "not_now");
    ck_assert(act(&other, TEAM_JOIN, "player21", "", &answer));
    address = "192.0.2.2";
    ck_assert(act(&team, TEAM_JOIN, "player21", "", &answer));
    address = "192.0.2.1";
    ck_assert(act(&team, TEAM_ACCEPT, "player0", "player1", &answer));
    ck_assert(act(&team, TEAM_LEAVE, "player1", "", &answer)); /* gives back nothing any more */
    ck_assert(act(&team, TEAM_LEAVE, "player2", "", &answer));
    ck_assert(act(&team, TEAM_JOIN, "player22", "", &answer));
    ck_assert(act(&team, TEAM_JOIN, "player23", "", &answer));
    ck_assert(!act(&team, TEAM_JOIN, "player24", "", &answer));
}
END_TEST

START_TEST(somebody_who_was_declined_asks_again_in_a_day)
{
    TeamAnswer answer;
    TeamId team = make(0, TEAM_BY_REQUEST), other = make(0, TEAM_BY_REQUEST);
    ck_assert(act(&team, TEAM_JOIN, "player1", "", &answer));
    ck_assert(act(&team, TEAM_DECLINE, "player0", "player1", &answer));
    ck_assert(!act(&team, TEAM_JOIN, "player1", "", &answer));
    ck_assert_str_eq(answer.code, "declined");
    ck_assert(act(&team, TEAM_JOIN, "player2", "", &answer));
    ck_assert(act(&other, TEAM_JOIN, "player1", "", &answer));
    server_time.wall += TEAM_DECLINED - 1;
    ck_assert(!act(&team, TEAM_JOIN, "player1", "", &answer));
    server_time.wall++;
    ck_assert(act(&team, TEAM_JOIN, "player1", "", &answer));
    ck_assert(act(&team, TEAM_ACCEPT, "player0", "player1", &answer));
    for (int day = 0; day < 3; day++) { /* more than are remembered */
        for (int i = 2; i < PLAYERS + OTHERS; i++) {
            if (day || i > 2)
                ck_assert(act(&team, TEAM_JOIN, player_name(i), "", &answer));
            ck_assert(act(&team, TEAM_DECLINE, "player0", player_name(i), &answer));
            ck_assert(!act(&team, TEAM_JOIN, player_name(i), "", &answer));
        }
        server_time.wall += TEAM_DECLINED;
    }
}
END_TEST

START_TEST(people_at_an_address_are_in_no_more_teams_than_their_share)
{
    int32_t most[BOUND_COUNT];
    TeamAnswer answer;
    bound_usual(most);
    most[BOUND_TEAM_MEMBERS] = 2;
    bounds_free(bounds);
    bounds = bounds_new(true, most, &KEY);
    teams_free(teams);
    teams = teams_new(&(TeamsOptions){rig.store, journal, &server_time, bounds, &KEY});
    TeamId open = make(0, TEAM_OPEN);
    address = "192.0.2.1";
    ck_assert(act(&open, TEAM_JOIN, "player1", "", &answer));
    ck_assert_str_eq(found(2), "");
    ck_assert_str_eq(found(3), "not_now");
    ck_assert(!act(&open, TEAM_JOIN, "player3", "", &answer));
    ck_assert_str_eq(answer.code, "not_now");
    ck_assert(act(&open, TEAM_REMOVE, "player0", "player1", &answer));
    ck_assert(act(&open, TEAM_JOIN, "player3", "", &answer));
}
END_TEST

static void check_called(const TeamId *team, const char *part, bool is_called)
{
    TeamNameKey key;
    ck_assert(team_name_key(part, &key));
    ck_assert_msg(team_is_called(teams_find(teams, team->text), &key) == is_called, "%s", part);
}

/* A part of any length and in letters of any size, however many names begin like it: each name is gone through once. */
START_TEST(a_team_is_found_by_any_part_of_its_name_also_when_it_has_a_new_one)
{
    TeamId team = make(0, TEAM_OPEN);
    TeamAct settings = {.kind = TEAM_SETTINGS, .by = "player0"};
    TeamAnswer answer;
    uint64_t number;
    char longer[4 * TEAM_NAME_MAX + 2];
    check_called(&team, "", true);
    check_called(&team, "cLU", true);
    check_called(&team, "ub", true);
    check_called(&team, "clubs", false);
    settings.about = &(TeamAbout){.name = "\u00c4\U0001F600\U0001F600 Nine"};
    ck_assert(teams_act(teams, team.text, &settings, &number, &answer));
    for (int i = 0; i < 2; i++) {
        check_called(&team, "club", false);
        check_called(&team, "\U0001F600 nINE", true);
        check_called(&team, "\u00e4", false); /* letters of ASCII only */
        close_teams();
        rig_close(&rig);
        rig_open(&rig, DURABILITY_PROCESS);
        open_teams();
    }
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    ck_assert(!team_name_key(longer, &(TeamNameKey){.text = ""}));
}
END_TEST

START_TEST(a_closed_account_leaves_all_its_teams_and_no_others)
{
    TeamAnswer answer;
    TeamId own = make(0, TEAM_OPEN), led = make(0, TEAM_OPEN), joined = make(1, TEAM_OPEN);
    TeamId other = make(1, TEAM_OPEN);
    ck_assert(act(&led, TEAM_JOIN, "player2", "", &answer));
    ck_assert(act(&led, TEAM_JOIN, "player1", "", &answer));
    ck_assert(act(&joined, TEAM_JOIN, "player0", "", &answer));
    teams_forget_player(teams, "player0");
    ck_assert_ptr_null(teams_find(teams, own.text));
    ck_assert_str_eq(teams_find(teams, led.text)->captain, "player2"); /* the longest in it */
    ck_assert_uint_eq(teams_find(teams, led.text)->belong, 2);
    ck_assert_uint_eq(teams_find(teams, joined.text)->belong, 1);
    ck_assert_uint_eq(teams_find(teams, other.text)->belong, 1);
    Known known = {.player = "player0"};
    teams_each_of(teams, known.player, count_own, &known);
    ck_assert_uint_eq(known.visited, 0);
    check_all();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("teams");
    TCase *tcase = tcase_create("teams");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, teams_of_a_player_are_those_to_which_they_belong_whatever_was_done,
                        0, 4);
    tcase_add_test(tcase, nobody_is_in_more_teams_or_leads_more_than_they_may);
    tcase_add_test(tcase, people_at_an_address_found_no_more_teams_than_their_share);
    tcase_add_test(tcase, teams_that_nobody_has_joined_for_long_make_room_the_oldest_first);
    tcase_add_test(tcase, no_more_people_at_an_address_ask_to_join_a_team_than_its_share);
    tcase_add_test(tcase, somebody_who_was_declined_asks_again_in_a_day);
    tcase_add_test(tcase, people_at_an_address_are_in_no_more_teams_than_their_share);
    tcase_add_test(tcase, a_team_is_found_by_any_part_of_its_name_also_when_it_has_a_new_one);
    tcase_add_test(tcase, a_closed_account_leaves_all_its_teams_and_no_others);
    suite_add_tcase(suite, tcase);
    return rig_run_suite(suite);
}
