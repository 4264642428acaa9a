/* Chat, and who does not get it. */
#include "accounts_rig.h"
#include "print.h"

#include "table_rig.h"

START_TEST(chat_of_players_and_of_spectators_does_not_mix)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    rig_connect(&rig, 3);
    ask(2, game, "watch", "");
    ask(3, game, "watch", "");
    ask(0, game, "chat", ",\"text\":\"from a player\"");
    ask(2, game, "chat", ",\"text\":\"from a spectator\"");
    rig_settle(&rig);
    for (int i = 0; i < 4; i++) {
        ck_assert_msg(!rig_heard(&rig, i, "from a player") == (i >= 2), "person %d", i);
        ck_assert_msg(!rig_heard(&rig, i, "from a spectator") == (i < 2), "person %d", i);
    }
}
END_TEST

static char lines[1024];

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    (void)context;
    (void)length;
    ck_assert_int_eq(error, STORE_OK);
    snprintf(lines, sizeof lines, "%s!", text);
}

START_TEST(a_muted_player_is_not_heard_by_the_one_who_muted_them)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    rig_connect(&rig, 3);
    ask(2, game, "watch", "");
    ask(3, game, "watch", "");
    rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"gperson3\"}");
    rig_settle(&rig);
    rig_forget(&rig);
    ask(3, game, "chat", ",\"preset\":\"gg\"");
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 2, "Good game"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 3, "\"preset\":\"gg\",\"text\":\"Good game\""));
    rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"gperson3\",\"on\":false}");
    ask(3, game, "chat", ",\"preset\":\"bye\"");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "Bye!"));
}
END_TEST

/* Person 2 mutes person 3, both with accounts, and leaves; then the server is restarted. */
START_TEST(muting_between_accounts_lasts)
{
    for (int i = 2; i <= 3; i++) {
        char id[PERSON_ID_MAX + 1], name[16];
        snprintf(id, sizeof id, "aperson%d", i);
        snprintf(name, sizeof name, "Account%d", i);
        make_account(rig.accounts, id, name, 1);
    }
    rig_connect_account(&rig, 2);
    rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"aperson3\"}");
    core_turn(rig.core);
    ck_assert_ptr_null(rig_heard(&rig, 2, "\"id\":1}")); /* not before it is on disk */
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "{\"t\":\"ok\",\"id\":1}"));
    rig_disconnect(&rig, 2);
    rig_close_core(&rig);
    rig_open_core(&rig);
    const char *game = begin_game();
    for (int on = 1; on >= 0; on--) {
        if (!on)
            rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"aperson3\",\"on\":false}");
        else
            for (int i = 2; i <= 3; i++) {
                rig_connect_account(&rig, i);
                ask(i, game, "watch", "");
            }
        ask(3, game, "chat", ",\"preset\":\"gg\"");
        rig_settle(&rig);
        ck_assert_ptr_nonnull(rig_heard(&rig, 3, "Good game"));
        ck_assert((rig_heard(&rig, 2, "Good game") != NULL) == !on);
    }
}
END_TEST

START_TEST(in_quiet_mode_only_presets_can_be_said)
{
    const char *game = begin_game();
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"quiet\""));
    accounts_set_quiet(rig.accounts, true, hear, NULL);
    heard_of(rig.accounts);
    rig_forget(&rig);
    ask(0, game, "chat", ",\"text\":\"anything\"");
    ask(0, game, "chat", ",\"preset\":\"gl\"");
    rig_connect(&rig, 2);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"code\":\"forbidden\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "anything"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "Good luck"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"quiet\":true}"));
}
END_TEST

START_TEST(a_report_is_stored_for_the_operator)
{
    begin_game();
    rig_forget(&rig);
    rig_say(
        &rig, 0,
        "{\"t\":\"report\",\"id\":1,\"person\":\"gperson1\",\"reason\":\"insults\",\"text\":\"He "
        "shouts.\"}");
    rig_say(&rig, 0,
            "{\"t\":\"report\",\"id\":2,\"person\":\"nobody\",\"reason\":\"spam\",\"text\":\"x\"}");
    core_turn(rig.core);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"id\":1}")); /* not before it is on disk */
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"ok\",\"id\":1}"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"id\":2,\"code\":\"no_such_player\""));
    ck_assert(store_read_listing(rig.store, LISTING_REPORTS, "", on_lines, NULL));
    while (!lines[0])
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_ptr_nonnull(strstr(lines, "insults"));
    ck_assert_ptr_nonnull(strstr(lines, "He shouts."));
    ck_assert_ptr_null(strstr(lines, "spam"));
}
END_TEST

START_TEST(a_hundred_people_can_be_muted)
{
    char text[96];
    rig_connect(&rig, 0);
    for (int i = 0; i <= 100; i++) {
        rig_forget(&rig);
        snprintf(text, sizeof text, "{\"t\":\"mute\",\"id\":1,\"person\":\"p%d\"}", i);
        rig_say(&rig, 0, text);
        rig_settle(&rig);
        ck_assert((rig_heard(&rig, 0, "not_now") != NULL) == (i == 100));
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        chat_of_players_and_of_spectators_does_not_mix,
        a_muted_player_is_not_heard_by_the_one_who_muted_them,
        muting_between_accounts_lasts,
        in_quiet_mode_only_presets_can_be_said,
        a_report_is_stored_for_the_operator,
        a_hundred_people_can_be_muted,
    };
    return run_at_table("talking", tests, sizeof tests / sizeof *tests);
}
