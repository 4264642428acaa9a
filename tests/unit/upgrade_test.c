/* A database of every version of the schema is opened, brought up to date and read, for ever.
 *
 * tests/data/golden/database_vNN.sql has the rows as the release with that schema wrote them, database_vNN.txt in words
 * what must be read from them. Both are written once, with the release that introduces the version, and never changed:
 * "upgrade_test --print 12" prints what this program reads of version 12. */
#include "store_rig.h"

#include "chess_rig.h"
#include "golden_rig.h"
#include "schema.h"
#include "snapshot.h"
#include "sql.h"
#include "time_control_text.h"

#include <stdarg.h>

enum { VERSIONS = 29, TEXT_MOST = 64 * 1024, NUMBERS = 12 };

static Rig rig;
static char text[TEXT_MOST];
static size_t text_length;

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + text_length, TEXT_MOST - text_length, format, arguments);
    va_end(arguments);
    ck_assert_int_ge(length, 0);
    text_length += (size_t)length;
    ck_assert_uint_lt(text_length, TEXT_MOST);
}

/* ---- what is read ---- */

static void say_seat(const StoreSeat *seat)
{
    static const char *const KINDS[] = {"human", "level", "engine"};
    say(" %s(%s %s %d level %d engine '%s' %d step %d rated %d)", KINDS[seat->kind], seat->player,
        seat->name, seat->guest, seat->level, seat->engine, seat->engine_number, seat->step,
        seat->rating);
}

static void say_head(const StoreGame *game)
{
    const TimeControl *control = &game->control;
    say("game %s", game->id.text);
    say_seat(&game->seat[WHITE]);
    say_seat(&game->seat[BLACK]);
    say("\n  variant %d fen '%s' rated %d again %d imported %d first move %d created %lld made "
        "%lld\n",
        game->variant, game->fen, game->rated, game->again, game->imported, game->first_move,
        (long long)game->created, (long long)game->made);
    if (game->rules)
        say("  rules %d\n", game->rules);
    say("  control %d %d+%d bonus %d days %d odds %d %d+%d\n", control->timed, control->initial,
        control->increment, (int)control->bonus, control->days, (int)control->odds,
        control->odds_initial, control->odds_increment);
    if (control->moves) {
        char stages[TIME_CONTROL_TEXT_MAX];
        time_control_print(control, true, stages);
        say("  stages %s\n", stages);
    }
    say("  ended %lld status %d winner %d reason %d\n", (long long)game->ended, (int)game->status,
        (int)game->winner, (int)game->reason);
}

static void say_game(void *context, const StoredGame *game)
{
    (void)context;
    say_head(&game->game);
    for (uint32_t i = 0; i < game->count; i++) {
        Event event;
        ck_assert(event_unpack(&event, game->events[i].bytes, game->events[i].size));
        say("  event %u ", game->events[i].seq);
        for (int at = 0; at < game->events[i].size; at++)
            say("%02x", game->events[i].bytes[at]);
        say("\n");
    }
    for (int side = WHITE; side <= BLACK; side++) {
        if (!game->conditional[side])
            continue;
        say("  conditional moves %d ", side);
        for (size_t at = 0; at < game->conditional_size[side]; at++)
            say("%02x", game->conditional[side][at]);
        say("\n");
    }
}

static void say_sleeping(void *context, const StoreGame *game)
{
    (void)context;
    say("asleep: ");
    say_head(game);
}

static void say_player(void *context, const StorePlayer *player)
{
    (void)context;
    say("player %s %s guest %d balance %d made %lld\n", player->id, player->name, player->guest,
        player->balance, (long long)player->made);
}

static void say_rating(void *context, const StoreRating *rating)
{
    (void)context;
    say("rating %s %d: %d %d %d games %d at %lld recent", rating->player, rating->category,
        rating->rating, rating->deviation, rating->volatility, rating->games,
        (long long)rating->at);
    for (uint32_t i = 0; i < rating->recents; i++)
        say(" %d", rating->recent[i]);
    say("\n");
}

static void say_challenge(void *context, const StoreChallenge *challenge)
{
    (void)context;
    say("challenge %s made %lld expires %lld ", challenge->id, (long long)challenge->made,
        (long long)challenge->expires);
    for (size_t i = 0; i < challenge->size; i++)
        say("%02x", challenge->terms[i]);
    say("\n");
}

static void say_account(void *context, const StoreAccount *account)
{
    (void)context;
    say("account %s %s %s '%s' %lld %lld %lld bot %d%s%s%s\n", account->player, account->name,
        account->skeleton, account->password, (long long)account->made, (long long)account->seen,
        (long long)account->closed, account->bot, account->is_operator ? " operator" : "",
        account->second[0] ? " second factor " : "", account->second);
}

static void say_credential(void *context, const StoreCredential *credential)
{
    (void)context;
    say("credential %s of %s kind %d scopes %d %lld %lld %lld '%s'\n", credential->key,
        credential->player, credential->kind, credential->scopes, (long long)credential->made,
        (long long)credential->seen, (long long)credential->expires, credential->label);
}

static void say_relation(void *context, const StoreRelation *relation)
{
    (void)context;
    say("relation %s %d %s %lld\n", relation->player, relation->kind, relation->other,
        (long long)relation->made);
}

static void say_subject(void *context, const StoreSubject *subject)
{
    (void)context;
    say("subject %s of %s is %s %lld\n", subject->subject, subject->issuer, subject->player,
        (long long)subject->made);
}

static void say_sanction(void *context, const StoreSanction *sanction)
{
    (void)context;
    say("sanction %s muted %lld banned %lld%s%s%s\n", sanction->id, (long long)sanction->muted,
        (long long)sanction->banned, sanction->marked ? " marked" : "",
        sanction->warning[0] ? " warning " : "", sanction->warning);
}

static void say_ban(void *context, const StoreAddressBan *ban)
{
    (void)context;
    say("address ban %s %lld\n", ban->address, (long long)ban->until);
}

static void say_site(void *context, const StoreSite *site)
{
    (void)context;
    say("site %s %s\n", site->name, site->value);
}

static void must_be_ok(StoreError error)
{
    ck_assert_msg(error == STORE_OK, "%s", rig.line);
}

static bool say_tournament(void *context, const StoreTournament *tournament)
{
    (void)context;
    say("tournament %s made %lld over %lld\n", tournament->id, (long long)tournament->made,
        (long long)tournament->over);
    return true;
}

static bool say_tournament_act(void *context, uint32_t seq, const char *act, size_t size)
{
    (void)context;
    say("  act %u %.*s\n", seq, (int)size, act);
    return true;
}

static void say_team(void *context, const StoreTeam *team)
{
    (void)context;
    say("team %s '%s' '%s' captain %s entry %d code '%s' made %lld\n", team->id, team->name,
        team->description, team->captain, team->entry, team->code, (long long)team->made);
}

static void say_team_member(void *context, const StoreTeamMember *member)
{
    (void)context;
    say("  %s: %s %s since %lld '%s'\n", member->team, member->player,
        member->asks ? "asks" : "belongs", (long long)member->since, member->words);
}

static void say_webhook(void *context, const StoreWebhook *webhook)
{
    (void)context;
    say("webhook %s %s %s events %d made %lld failing %lld off %lld '%s'\n", webhook->id,
        webhook->url, webhook->secret, webhook->events, (long long)webhook->made,
        (long long)webhook->failing_since, (long long)webhook->off_since, webhook->reason);
}

static void say_delivery(void *context, const StoreDelivery *delivery)
{
    (void)context;
    say("  delivery %s of %s %s made %lld tried %lld next %lld tries %d status %d '%s' %s\n",
        delivery->id, delivery->webhook, delivery->event, (long long)delivery->made,
        (long long)delivery->tried, (long long)delivery->next, delivery->tries, delivery->status,
        delivery->outcome, delivery->body);
}

static bool say_broadcast(void *context, const StoreBroadcast *broadcast)
{
    (void)context;
    say("broadcast %s of '%s': %.*s\n", broadcast->id, broadcast->of, (int)broadcast->size,
        broadcast->data);
    return true;
}

static void say_push_device(void *context, const StorePushDevice *device)
{
    (void)context;
    say("push device %s of %s %s %s %s %s %s '%s' '%s' wants %d made %lld\n", device->id,
        device->player, device->credential, device->endpoint, device->key, device->auth,
        device->language, device->label, device->origin, device->wants, (long long)device->made);
}

static void say_mail_address(void *context, const StoreMailAddress *address)
{
    (void)context;
    say("mail address of %s '%s' '%s' %s until %lld %s until %lld %s hours %d made %lld\n",
        address->player, address->address, address->wanted, address->confirm,
        (long long)address->confirm_until, address->reset, (long long)address->reset_until,
        address->language, address->hours, (long long)address->made);
}

static void say_mail_turn(void *context, const StoreMailTurn *turn)
{
    (void)context;
    say("turn in %s of %s against %s since %lld ends %lld reminded %lld\n", turn->game.text,
        turn->player, turn->opponent, (long long)turn->since, (long long)turn->ends,
        (long long)turn->reminded);
}

static void say_request_key(void *context, const StoreRequestKey *key)
{
    (void)context;
    say("key %s of %s at %lld for %016llx answered seek '%s' challenge '%s' game '%s' link %d\n",
        key->key, key->person, (long long)key->at, (unsigned long long)key->content, key->seek,
        key->challenge, key->game, key->link);
}

static void say_page_file(void *context, const StorePageFile *file)
{
    (void)context;
    say("page %lld %s %s %s", (long long)file->page, file->path, file->type, file->etag);
    for (int i = 0; i < STORE_PAGE_FORMS; i++) {
        say(" form %d:", i);
        for (size_t at = 0; at < file->forms[i].size; at++)
            say("%02x", file->forms[i].data[at]);
    }
    say("\n");
}

static void say_page_name(void *context, const StorePageName *name)
{
    (void)context;
    say("page %lld %s bytes %lld\n", (long long)name->page, name->path, (long long)name->bytes);
}

static void say_what_is_loaded(void)
{
    static const StorePeople PEOPLE = {.account = say_account,
                                       .credential = say_credential,
                                       .relation = say_relation,
                                       .subject = say_subject,
                                       .sanction = say_sanction,
                                       .address_ban = say_ban,
                                       .site = say_site};
    Store *store = rig.store;
    say("epoch %llu axis %lld secret", (unsigned long long)store_epoch(store),
        (long long)store_axis(store));
    for (int i = 0; i < STORE_SECRET_SIZE; i++)
        say("%s%02x", i ? "" : " ", store_secret(store)[i]);
    say("\n");
    must_be_ok(store_load_games(store, say_game, NULL, rig.line));
    must_be_ok(store_load_sleeping(store, say_sleeping, NULL, rig.line));
    must_be_ok(store_load_accounts(store, say_player, NULL, rig.line));
    must_be_ok(store_load_ratings(store, say_rating, NULL, rig.line));
    must_be_ok(store_load_challenges(store, 0, say_challenge, NULL, rig.line));
    must_be_ok(store_load_people(store, &PEOPLE, NULL, rig.line));
    must_be_ok(store_load_tournaments(store, say_tournament, NULL, rig.line));
    must_be_ok(store_load_tournament_acts(store, "Ab12Cd34", say_tournament_act, NULL, rig.line));
    must_be_ok(store_load_broadcasts(store, say_broadcast, NULL, rig.line));
    must_be_ok(store_load_teams(store, &(StoreTeams){say_team, say_team_member}, NULL, rig.line));
    must_be_ok(store_load_webhooks(store, say_webhook, say_delivery, NULL, rig.line));
    must_be_ok(store_load_push_devices(store, say_push_device, NULL, rig.line));
    must_be_ok(store_load_mail(store, say_mail_address, say_mail_turn, NULL, rig.line));
    must_be_ok(store_load_request_keys(store, say_request_key, NULL, rig.line));
    must_be_ok(store_load_page_names(store, say_page_name, NULL, rig.line));
    must_be_ok(store_load_page_files(store, 1, 3, say_page_file, NULL, rig.line));
}

/* ---- what is looked up ---- */

/* Finished games, the second one in the archive. */
static const TimeControl SEARCHED[] = {
    {.timed = true, .initial = 300000, .increment = 3000, .bonus = BONUS_BRONSTEIN},
    {.timed = true, .initial = 5000, .increment = 2000, .bonus = BONUS_BRONSTEIN},
    {.timed = true, .initial = 5000, .increment = 2000},
};

/* All games by their numbers, and all finished ones by a search, with a clock and without. */
static void look_up(void *context, StoreSnapshot *snapshot)
{
    (void)context;
    for (int64_t number = 0; number < NUMBERS; number++) {
        StoredGame *game;
        must_be_ok(snapshot_game(snapshot, number, &game, rig.line));
        if (game)
            say_game(NULL, game);
        stored_game_free(game);
    }
    for (int i = 0; i < 8; i++) {
        StoreSearch search = {.from = SEARCH_NEWEST, .most = SEARCH_FOUND_MAX};
        StoreFound found;
        strcpy(search.player, i % 2 ? "abob" : "");
        search.control = i < 2 ? NULL : &SEARCHED[i / 2 - 1];
        must_be_ok(snapshot_search(snapshot, &search, &found, rig.line));
        say("search %d:", i);
        for (int at = 0; at < found.count; at++)
            say(" %lld", (long long)found.at[at].number);
        say("\n");
    }
}

static bool is_done;

static void on_done(void *context, StoreError error)
{
    (void)context;
    ck_assert_int_eq(error, STORE_OK);
    is_done = true;
}

static void on_listing(void *context, StoreError error, const char *lines, size_t length)
{
    (void)context;
    ck_assert_int_eq(error, STORE_OK);
    say("%.*s", (int)length, lines);
    is_done = true;
}

/* Each line without the number that it begins with. */
static void on_numbered(void *context, StoreError error, const char *lines, size_t length)
{
    char number[8];
    (void)context, (void)length;
    ck_assert_int_eq(error, STORE_OK);
    for (const char *end; *lines; lines = end + 1) {
        end = strchr(lines, '\n');
        ck_assert_int_eq(sscanf(lines, "%7s", number), 1);
        ck_assert_int_eq(strspn(number, "0123456789"), strlen(number));
        say("%.*s\n", (int)(end - lines - 7), lines + 7);
    }
    is_done = true;
}

static void on_changes(void *context, StoreError error, const StoreRatingChange *changes,
                       size_t count)
{
    (void)context;
    ck_assert_int_eq(error, STORE_OK);
    for (size_t i = 0; i < count; i++) {
        say("changed from ");
        say_rating(NULL, &changes[i].before);
        say("changed to ");
        say_rating(NULL, &changes[i].after);
    }
    is_done = true;
}

static void on_history(void *context, StoreError error, const StoreRatingDay *days, size_t count)
{
    (void)context;
    ck_assert_int_eq(error, STORE_OK);
    for (size_t i = 0; i < count; i++)
        say("day %d %d-%d-%d %d\n", days[i].category, days[i].year, days[i].month, days[i].day,
            days[i].rating);
    is_done = true;
}

static void on_due(void *context, StoreError error, const GameId *ids, int count)
{
    (void)context;
    ck_assert_int_eq(error, STORE_OK);
    for (int i = 0; i < count; i++)
        say("due %s\n", ids[i].text);
    is_done = true;
}

static void wait(bool sent)
{
    ck_assert(sent);
    while (!is_done)
        uv_run(&rig.loop, UV_RUN_ONCE);
    is_done = false;
}

static void say_all(int version)
{
    static const GameId RATED = {"xwM1M6Kw"}; /* number 4 */
    rig_init(&rig);
    golden_rig_make(rig.file, version);
    text_length = 0;
    rig_open(&rig, DURABILITY_PROCESS);
    ck_assert_int_eq(rig_ask(&rig, SQL_USER_VERSION), schema_version(schema_sql));
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    say_what_is_loaded();
    wait(store_read(rig.store, look_up, on_done, NULL));
    wait(store_read_due(rig.store, INT64_MAX - 1, on_due, NULL));
    wait(store_read_changes(rig.store, &RATED, on_changes, NULL));
    wait(store_read_rating_history(rig.store, "abob", on_history, NULL));
    wait(store_read_listing(rig.store, LISTING_SETTINGS, "abob", on_listing, NULL));
    wait(store_read_listing(rig.store, LISTING_ACCOUNT, "abob", on_listing, NULL));
    wait(store_read_listing(rig.store, LISTING_ACTS, "", on_numbered, NULL));
    wait(store_read_listing(rig.store, LISTING_REPORTS, "", on_numbered, NULL));
    if (version >= 19) { /* whether an act can be undone, what was said, who decided */
        wait(store_read_listing(rig.store, LISTING_ACTS_JSON, "", on_listing, NULL));
        wait(store_read_listing(rig.store, LISTING_REPORTS_JSON, "", on_listing, NULL));
        wait(store_read_listing(rig.store, LISTING_UNDO, "1", on_listing, NULL));
        wait(store_read_listing(rig.store, LISTING_REPORT, "1", on_listing, NULL));
    }
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_clear(&rig);
}

START_TEST(a_database_of_every_version_is_read_as_it_was)
{
    char name[32];
    int version = _i;
    snprintf(name, sizeof name, "database_v%02d.txt", version);
    char *expected = golden_rig_read(name);
    say_all(version);
    const char *at = text, *line = expected;
    while (*line) {
        size_t length = strcspn(line, "\n");
        ck_assert_msg(strncmp(at, line, length + 1) == 0, "version %d: %.*s instead of %.*s",
                      version, (int)strcspn(at, "\n"), at, (int)length, line);
        at += length + 1;
        line += length + 1;
    }
    ck_assert_msg(*at == '\0', "version %d: more than was stored: %.60s", version, at);
    free(expected);
}
END_TEST

START_TEST(there_is_a_golden_database_of_the_newest_version)
{
    ck_assert_int_eq(schema_version(schema_sql), VERSIONS);
}
END_TEST

static int printed; /* the version to print, if any */

START_TEST(print)
{
    say_all(printed);
    fputs(text, stdout);
}
END_TEST

int main(int argc, char *argv[])
{
    attacks_init();
    if (argc == 3 && strcmp(argv[1], "--print") == 0)
        printed = atoi(argv[2]);
    Suite *suite = suite_create("upgrade");
    TCase *tcase = tcase_create("upgrade");
    tcase_set_timeout(tcase, 60);
    if (printed) {
        tcase_add_test(tcase, print);
    } else {
        tcase_add_loop_test(tcase, a_database_of_every_version_is_read_as_it_was, 1, VERSIONS + 1);
        tcase_add_test(tcase, there_is_a_golden_database_of_the_newest_version);
    }
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, printed ? CK_SILENT : CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
