#include "fuzz_club.h"

#include "fuzz_club_parts.h"
#include "fuzz_loop.h"
#include "fuzz_shared_server.h"
#include "fuzz_stand_ins.h"
#include "lichess_routes.h"
#include "routes.h"
#include "scope.h"
#include "teams.h"
#include "tournaments.h"
#include "wall_clock.h"

#include <assert.h>

/* ---- who is there ---- */

static const char *const NAMES[] = {"Anna", "Boris", "Clara", "Olga", "Robot"};

const struct CallerKind CALLERS[CLUB_CALLERS] = {
    {'a', ANNA, BY_COOKIE, 0},          {'A', ANNA, BY_TOKEN, SCOPES_ALL},
    {'b', BORIS, BY_COOKIE, 0},         {'B', BORIS, BY_TOKEN, SCOPES_ALL},
    {'c', CLARA, BY_COOKIE, 0},         {'C', CLARA, BY_TOKEN, SCOPES_ALL},
    {'o', OLGA, BY_COOKIE, 0},          {'O', OLGA, BY_TOKEN, SCOPES_ALL},
    {'r', ROBOT, BY_COOKIE, 0},         {'R', ROBOT, BY_TOKEN, SCOPES_ALL},
    {'t', ANNA, BY_TOKEN, SCOPES_NONE}, {'g', NO_ACCOUNT, BY_COOKIE, 0},
    {'h', NO_ACCOUNT, BY_COOKIE, 0},    {'n', NO_ACCOUNT, BY_COOKIE, 0},
};
static Club *the_club(void)
{
    static Club club;
    return &club;
}

Caller *club_find_caller(Club *club, uint8_t letter)
{
    for (int i = 0; i < CLUB_CALLERS; i++)
        if (CALLERS[i].letter == (char)letter)
            return &club->callers[i];
    return NULL;
}

/* ---- the club is made ---- */

static const char PASSWORD[] = "correct-horse";

/* What all inputs find; each of these lines is answered well. */
static const char *const MAKING[] = {
    "=E a POST /api/v1/teams name=Club&entry=request&description=Chess",
    "b POST /team/@E/join message=Hello",
    "a POST /api/team/@E/request/Boris/accept",
    "c POST /team/@E/join message=Please",
    "=T a POST /api/v1/tournaments "
    "name=Evening&format=swiss&rounds=3&clock.limit=600&clock.increment=5",
    "b POST /api/v1/tournaments/@T/join",
    "c POST /api/v1/tournaments/@T/join",
    "a POST /api/v1/tournaments/@T/acts act=start&confirm=true",
    "=U A POST /api/tournament "
    "name=Arena&clockTime=3&clockIncrement=2&minutes=60&startDate=1767400000000",
    "=W A POST /api/swiss/new/@E "
    "name=Swiss&clock.limit=300&clock.increment=3&nbRounds=3&startsAt=1767400000000",
    "=B a POST /api/v1/broadcasts name=Cup",
    "=R a POST /api/v1/broadcasts/@B/rounds name=One",
    "a POST /api/v1/broadcast-rounds/@R/push [White \"Ann\"]\\n[Black \"Bob\"]\\n\\n1. e4 e5 *\\n",
    "=L a POST /api/v1/broadcasts/@B/rounds name=Two&url=https://games.example/two.pgn",
    "=G A POST /api/challenge/Boris rated=true&clock.limit=10800&clock.increment=60&color=white",
    "B POST /api/challenge/@G/accept",
    "A POST /api/board/game/@G/move/e2e4",
    "B POST /api/board/game/@G/move/e7e5",
    "=F A POST /api/challenge/Boris rated=true&clock.limit=300&clock.increment=3&color=white",
    "B POST /api/challenge/@F/accept",
    "A POST /api/board/game/@F/move/e2e4",
    "B POST /api/board/game/@F/move/e7e5",
    "A POST /api/board/game/@F/move/g1f3",
    "B POST /api/board/game/@F/resign",
    "=C A POST /api/challenge/Clara rated=false&days=3&color=black",
    "=K O POST /api/bulk-pairing "
    "players=@kB:@kC&clock.limit=300&clock.increment=3&pairAt=1767400000000",
    "=D c POST /api/push {\"endpoint\":\"https://push.example/1\","
    "\"p256dh\":\"BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-"
    "Ts1XbjhazAkj7I99e8QcYP7DkM\","
    "\"auth\":\"tBHItJI5svbpez7KI4CCXg\"}",
    "a PUT /api/mail {\"address\":\"anna@@secret-club.org\",\"password\":\"correct-horse\"}",
    "a POST /api/mail/confirm {\"token\":\"@m\"}",
    "b PUT /api/mail {\"address\":\"boris@@chess-club.org\",\"password\":\"correct-horse\"}",
    "=S a GET /api/sessions",
    "=X a GET /api/tokens",
};

static void on_done(void *context, const AccountsAnswer *answer)
{
    assert(answer->error == ACCOUNTS_OK);
    if (context)
        memcpy(context, answer->text, sizeof answer->text);
}

static void add_account(Club *club, int account)
{
    Accounts *accounts = club->server->accounts;
    char hash[PASSWORD_HASH_MAX + 1];
    NewSession session = {.label = "Browser"};
    int64_t now = core_wall(club->server->core);
    Person person = fuzz_guest(account);
    password_hash_now(PASSWORD, hash);
    for (int i = 0; i < CLUB_CALLERS; i++) {
        Bearer *bearer = &club->callers[i].first;
        if (CALLERS[i].account != account)
            continue;
        memcpy(bearer->id, person.id, sizeof bearer->id);
        if (CALLERS[i].by == BY_TOKEN)
            accounts_add_token(accounts, person.id, CALLERS[i].scopes, "fuzz", now, on_done,
                               bearer->credential);
        else
            accounts_sign_up(accounts, person.id, NAMES[account], hash, &session, now, on_done,
                             bearer->credential);
        accounts_finish(accounts);
    }
    if (account == ROBOT)
        accounts_set_bot(accounts, person.id, on_done, NULL);
    if (account == OLGA)
        accounts_set_operator(accounts, person.id, true, on_done, NULL);
    accounts_finish(accounts);
}

static void add_guests(Club *club)
{
    for (int i = 0; i < CLUB_CALLERS; i++) {
        Caller *caller = &club->callers[i];
        Person person = fuzz_guest(100 + i);
        if (CALLERS[i].account != NO_ACCOUNT || caller->letter == 'n')
            continue;
        memcpy(caller->first.id, person.id, sizeof caller->first.id);
        auth_sign(&club->server->auth, &person, wall_clock(), caller->first.credential);
    }
}

static void make(Club *club)
{
    for (int account = 0; account < CLUB_ACCOUNTS; account++)
        add_account(club, account);
    add_guests(club);
    club_begin_again(club);
    for (size_t i = 0; i < sizeof MAKING / sizeof *MAKING; i++)
        club_step(club, (const uint8_t *)MAKING[i], strlen(MAKING[i]));
    memcpy(club->things['M' - 'A'], club->told['m' - 'a'], CLUB_NAME_SIZE);
    memcpy(club->first_things, club->things, sizeof club->things);
    club->is_made = true;
}

static void open_club(Club *club)
{
    bool was_answered_well[sizeof club->was_answered_well];
    char path[96];
    memcpy(was_answered_well, club->was_answered_well, sizeof was_answered_well);
    *club = (Club){.server = fuzz_shared_server(),
                   .first_things = {{0}},
                   .shows = getenv("CASTLED_FUZZ_SHOW") != NULL};
    for (int i = 0; i < CLUB_CALLERS; i++)
        club->callers[i] = (Caller){.club = club, .letter = CALLERS[i].letter, .by = CALLERS[i].by};
    club_take_answers(club);
    operator_code_open(&club->server->operator_code, club->first_things['O' - 'A']);
    make(club);
    memcpy(club->was_answered_well, was_answered_well, sizeof was_answered_well);
    snprintf(path, sizeof path, "%s/inputs", club->server->directory);
    club->inputs = fopen(path, "w");
    fuzz_insist(club->inputs != NULL, path);
}

/* ---- inputs ---- */

static void on_looked(void *context, const AccountsAnswer *answer)
{
    bool *is_whole = context;
    *is_whole = *is_whole && answer->error == ACCOUNTS_OK && account_is_found(&answer->account) &&
                !answer->banned &&
                answer->account.is_operator == (strcmp(answer->account.name, NAMES[OLGA]) == 0);
}

/* Whoever has deleted their account is sent nothing any more. */
static void on_members(void *context, const AccountsAnswer *answer)
{
    const Club *club = context;
    for (int account = 0; account < CLUB_ACCOUNTS; account++)
        if (!account_is_found(&answer->list[account]) || answer->list[account].closed)
            assert(!mail_find(club->server->mail, fuzz_guest(account).id));
}

static void check_members(Club *club)
{
    AccountRef refs[CLUB_ACCOUNTS];
    for (int account = 0; account < CLUB_ACCOUNTS; account++)
        refs[account] = account_ref_id(fuzz_guest(account).id);
    accounts_find(club->server->accounts, refs, CLUB_ACCOUNTS, "", on_members, club);
    accounts_finish(club->server->accounts);
}

static bool plays(const Club *club, const char *id, const char *game)
{
    uint32_t count;
    bool is_found = false;
    GameId *games = core_games_of(club->server->core, id, &count);
    for (uint32_t i = 0; i < count; i++)
        is_found = is_found || strcmp(games[i].text, game) == 0;
    free(games);
    return is_found;
}

static bool is_whole(Club *club)
{
    FuzzServer *server = club->server;
    const Core *core = server->core;
    Challenge challenge;
    GameId challenged = {{0}};
    bool is_whole = true;
    memcpy(challenged.text, club->things['C' - 'A'], sizeof challenged.text - 1);
    for (int i = 0; i < CLUB_CALLERS; i++) {
        const char *text = club->callers[i].first.credential;
        IdentityQuestion question = {0};
        if (CALLERS[i].account == NO_ACCOUNT)
            continue;
        credential_key(text, strlen(text), &question.key);
        accounts_identify(server->accounts, &question, core_wall(server->core), on_looked,
                          &is_whole);
    }
    accounts_finish(server->accounts);
    const Team *team = teams_find(core_teams(server->core), club->things['E' - 'A']);
    const Tourney *evening =
        tournaments_find(core_tournaments(server->core), club->things['T' - 'A']);
    return is_whole && team && team_has(team, club->callers[2].first.id) && evening &&
           evening->status == TOURNEY_STARTED &&
           plays(club, club->callers[0].first.id, club->things['G' - 'A']) &&
           core_find_challenge_of_game(core, &challenged, &challenge);
}

static void fail_without_routes(void)
{
    const Club *club = the_club();
    size_t missing = 0;
    for (size_t i = 0; i < LICHESS_ROUTES_COUNT + ROUTES_COUNT; i++) {
        static const char *const METHODS[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
        const Route *route =
            i < LICHESS_ROUTES_COUNT ? &LICHESS_ROUTES[i] : &ROUTES[i - LICHESS_ROUTES_COUNT];
        if (club->was_answered_well[i])
            continue;
        missing++;
        fprintf(stderr, "never answered well: %s %s\n", METHODS[route->method], route->path);
    }
    fprintf(stderr, "%zu routes of %zu answered well\n",
            LICHESS_ROUTES_COUNT + ROUTES_COUNT - missing, LICHESS_ROUTES_COUNT + ROUTES_COUNT);
    fuzz_close_shared();
    if (missing)
        _Exit(1);
}

Club *club_begin(const uint8_t *input, size_t size)
{
    Club *club = the_club();
    FuzzServer *server = fuzz_shared_server();
    static bool is_known;
    if (!is_known && getenv("CASTLED_FUZZ_ROUTES"))
        atexit(fail_without_routes);
    is_known = true;
    if (fuzz_input_begin(server))
        open_club(club);
    fwrite(input, 1, size, club->inputs);
    fputs("\n!\n", club->inputs);
    fflush(club->inputs);
    club->knows_secrets = memmem(input, size, "@k", 2) ||
                          memmem(input, size, "secret-club.org", 15) ||
                          memmem(input, size, "argon2", 6);
    club_begin_again(club);
    return club;
}

void club_end(Club *club)
{
    club_end_input(club);
    club_begin_again(club);
    check_members(club);
    if (!is_whole(club) || getenv("CASTLED_FUZZ_FRESH"))
        club->server->inputs = FUZZ_INPUTS_EACH;
    if (club->server->inputs == FUZZ_INPUTS_EACH)
        fclose(club->inputs);
    fuzz_input_end(club->server);
}
