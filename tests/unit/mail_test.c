/* Addresses, letters and due times. e2e/sockets/mail reads whole letters with Python's email package. */
#include "mail_address.h"
#include "mail_message.h"
#include "mail_turns.h"
#include "mail_words.h"

#include "store_rig.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* RFC 5321, 4.1.2 and 4.5.3.1; RFC 1035, 2.3.4. */
START_TEST(addresses_are_atoms_at_a_domain)
{
    static const char *const GOOD[] = {"a@b", "anna.schmidt+chess@club.example", "o'neil@x-y.co",
                                       "!#$%&'*+-/=?^_`{|}~@club.example", "1@1.example"};
    static const char *const BAD[] = {
        "",          "a",         "@b",       "a@",     "a@b@c",         ".a@b",
        "a.@b",      "a..b@c",    "a b@c",    "a@b c",  "a@-b",          "a@b-",
        "a@b..c",    "a@.b",      "a@b.",     "<a@b>",  "a@[127.0.0.1]", "\"a b\"@c",
        "a@b\r\nX:", "a\n@b",     "a@b,c@d",  "a@b;c",  "\xc3\xa4@b",    "a@\xc3\xa4",
        "a@b_c",     "a\x7f@b.c", "a(x)@b.c", "a@b:25", "a\\@b",         "a@b>\r\nDATA",
    };
    for (size_t i = 0; i < COUNT(GOOD); i++)
        ck_assert_msg(mail_address_is_good(GOOD[i]), "%s", GOOD[i]);
    for (size_t i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(!mail_address_is_good(BAD[i]), "%s", BAD[i]);
    ck_assert_str_eq(mail_address_domain("anna@club.example"), "club.example");
}
END_TEST

START_TEST(addresses_have_greatest_lengths)
{
    char text[MAIL_ADDRESS_MAX + 8];
    memset(text, 'a', sizeof text);
    strcpy(text + MAIL_LOCAL_MAX, "@b.c");
    ck_assert(mail_address_is_good(text));
    memset(text, 'a', sizeof text);
    strcpy(text + MAIL_LOCAL_MAX + 1, "@b.c");
    ck_assert(!mail_address_is_good(text));

    memset(text, 'a', sizeof text);
    text[1] = '@';
    for (int at = 1 + 1 + MAIL_LABEL_MAX; at < MAIL_ADDRESS_MAX; at += MAIL_LABEL_MAX + 1)
        text[at] = '.';
    text[MAIL_ADDRESS_MAX] = '\0';
    ck_assert(mail_address_is_good(text));
    text[MAIL_ADDRESS_MAX] = 'a';
    text[MAIL_ADDRESS_MAX + 1] = '\0';
    ck_assert(!mail_address_is_good(text));
    memset(text, 'a', sizeof text);
    text[1] = '@';
    text[2 + MAIL_LABEL_MAX] = '\0';
    ck_assert(mail_address_is_good(text));
    text[2 + MAIL_LABEL_MAX] = 'a';
    text[3 + MAIL_LABEL_MAX] = '\0';
    ck_assert(!mail_address_is_good(text));
}
END_TEST

START_TEST(servers_are_smtp_or_smtps)
{
    static const char *const GOOD[] = {"smtp://mail.club.example", "smtps://mail:465",
                                       "SMTP://[::1]:25"};
    static const char *const BAD[] = {"",
                                      "mail",
                                      "http://mail",
                                      "smtp://",
                                      "smtp://:25",
                                      "smtp:/a",
                                      "smtps://",
                                      "smtp://u@mail",
                                      "smtp://mail/x",
                                      "smtp://mail?x",
                                      "smtp://ma il",
                                      "smtp://mail\n"};
    static const char *const HERE[] = {"smtp://127.0.0.1", "smtp://127.9.9.9:25",
                                       "smtp://[::1]:587", "smtp://LocalHost:25"};
    static const char *const AWAY[] = {"smtp://128.0.0.1", "smtp://localhost.example",
                                       "smtp://10.0.0.1", "smtp://[::2]", "smtp://mail"};
    for (size_t i = 0; i < COUNT(GOOD); i++)
        ck_assert_msg(mail_server_is_good(GOOD[i]), "%s", GOOD[i]);
    for (size_t i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(!mail_server_is_good(BAD[i]), "%s", BAD[i]);
    for (size_t i = 0; i < COUNT(HERE); i++)
        ck_assert_msg(mail_server_is_here(HERE[i]), "%s", HERE[i]);
    for (size_t i = 0; i < COUNT(AWAY); i++)
        ck_assert_msg(!mail_server_is_here(AWAY[i]), "%s", AWAY[i]);
}
END_TEST

static const char *print(const char *name, const char *subject, const char *body)
{
    static Text text;
    text_reset(&text);
    mail_message_print(&(MailMessage){.from = "chess@club.example",
                                      .to = "anna@club.example",
                                      .name = name,
                                      .subject = subject,
                                      .body = body,
                                      .id = "abc",
                                      .language = "de",
                                      .stop = "https://club.example/stop",
                                      .has_one_click = true,
                                      .now = 1785513600000},
                       &text);
    return text.bytes;
}

/* What Python 3.11 makes of it: email.utils.formatdate, base64, quopri.encodestring. */
START_TEST(a_letter_is_as_python_writes_it)
{
    const char *letter = print("Z\xc3\xbcrich", "caf\xc3\xa9", "caf\xc3\xa9 = 1 \n\n.dot\n");
    static const char *const PARTS[] = {
        "Date: Fri, 31 Jul 2026 16:00:00 +0000\r\n",
        "From: =?utf-8?B?WsO8cmljaA==?=\r\n <chess@club.example>\r\n",
        "To: <anna@club.example>\r\n",
        "Subject: =?utf-8?B?Y2Fmw6k=?=\r\n",
        "Message-ID: <abc@club.example>\r\n",
        "List-Unsubscribe: <https://club.example/stop>\r\n",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
        "\r\n\r\ncaf=C3=A9 =3D 1=20\r\n\r\n.dot\r\n",
    };
    for (size_t i = 0; i < COUNT(PARTS); i++)
        ck_assert_msg(strstr(letter, PARTS[i]) != NULL, "%s in %s", PARTS[i], letter);
}
END_TEST

/* RFC 5322, 2.1.1; RFC 2045, 6.7; RFC 2047, 2; ASCII only; and whatever is in a text makes no header. */
START_TEST(no_text_makes_a_line_too_long_or_a_header)
{
    char wild[1200];
    for (size_t i = 0; i < sizeof wild - 1; i++)
        wild[i] = "\xd8\xa3\xc3\xa9 =\r\nBcc: x@y.z\r\n\t\xff"[i % 21];
    wild[sizeof wild - 1] = '\0';
    const char *letter = print(wild, wild, wild);
    const char *end = strstr(letter, "\r\n\r\n");
    ck_assert_ptr_nonnull(end);
    for (const char *line = letter; line < end;) {
        size_t length = strcspn(line, "\r\n");
        ck_assert_uint_le(length, line == strstr(letter, "From:") ? 82 : 84);
        ck_assert_int_eq(strncmp(line, "Bcc", 3) == 0, 0);
        line += length + 2;
    }
    for (const char *line = end + 4; *line;) {
        size_t length = strcspn(line, "\r\n");
        ck_assert_uint_le(length, 76);
        ck_assert_int_eq(strncmp(line + length, "\r\n", 2), 0);
        line += length + 2;
    }
    for (const char *at = letter; *at; at++)
        ck_assert_msg((*at >= ' ' && *at <= '~') || *at == '\r' || *at == '\n', "%d", *at);
}
END_TEST

START_TEST(every_language_says_the_same_things)
{
    static const char *const TAGS[] = {"en", "de", "fr", "es", "ar"};
    static const MailValues VALUES = {"[name]",     "[site]", "[link]",
                                      "[opponent]", "[time]", "[stop]"};
    static const char *const NAMES[] = {"[name]",     "[site]", "[link]",
                                        "[opponent]", "[time]", "[stop]"};
    Text subject, body, english;
    text_init(&subject);
    text_init(&body);
    text_init(&english);
    for (int kind = 0; kind < MAIL_KINDS_COUNT; kind++) {
        text_reset(&english);
        text_reset(&subject);
        mail_words_print((MailKind)kind, "en", &VALUES, &subject, &english);
        for (size_t tag = 0; tag < COUNT(TAGS); tag++) {
            ck_assert(mail_words_has(TAGS[tag]));
            text_reset(&subject);
            text_reset(&body);
            mail_words_print((MailKind)kind, TAGS[tag], &VALUES, &subject, &body);
            ck_assert_uint_gt(subject.length, 0);
            ck_assert_ptr_null(strpbrk(subject.bytes, "{}\n"));
            ck_assert_ptr_null(strpbrk(body.bytes, "{}\r"));
            ck_assert_int_eq(body.bytes[body.length - 1], '\n');
            for (size_t i = 0; i < COUNT(NAMES); i++)
                ck_assert_msg(!strstr(english.bytes, NAMES[i]) == !strstr(body.bytes, NAMES[i]),
                              "%s %s: %s", TAGS[tag], NAMES[i], body.bytes);
        }
    }
    ck_assert(!mail_words_has("xx") && !mail_words_has(""));
    text_reset(&body);
    text_reset(&subject);
    mail_words_print(MAIL_TEST, "en", &(MailValues){"", "{link}", "", "", "", ""}, &subject, &body);
    ck_assert_str_eq(subject.bytes, "Test of the e-mail of {link}");
    text_clear(&subject);
    text_clear(&body);
    text_clear(&english);
}
END_TEST

START_TEST(a_reminder_comes_some_hours_before_the_end_or_in_the_middle)
{
    const int64_t hour = MAIL_HOUR, since = 1785513600000, ends = since + 48 * hour;
    ck_assert_int_eq(mail_turn_due(since, ends, 0), INT64_MAX);
    ck_assert_int_eq(mail_turn_due(since, ends, 1), ends - hour);
    ck_assert_int_eq(mail_turn_due(since, ends, 23), ends - 23 * hour);
    ck_assert_int_eq(mail_turn_due(since, ends, 24), since + 24 * hour);
    ck_assert_int_eq(mail_turn_due(since, ends, 72), since + 24 * hour);
}
END_TEST

/* ---- turns ---- */

enum { GAMES = 60, MOVERS = 6, STEPS = 2000 };

static Rig rig;
static Mail mail;

static void open_turns(void)
{
    static const SipKey KEY = {{7}};
    rig_init(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    mail = (Mail){.options = {.store = rig.store}, .is_closed = true}; /* so that nothing is sent */
    mail_turns_init(&mail, &KEY);
}

static void close_turns(void)
{
    mail_turns_clear(&mail);
    rig_close(&rig);
    rig_clear(&rig);
}

static const char *mover_name(int mover)
{
    static char name[STORE_PLAYER_ID_MAX + 1];
    snprintf(name, sizeof name, "player%d", mover);
    return name;
}

/* A mover's turns are their own, and all of them. 'owner' is whose turn it is in each game; 0: nobody's. */
static void check_turns(const GameId *games, const int *owner)
{
    size_t all = 0;
    for (int mover = 1; mover <= MOVERS; mover++) {
        const MailMover *of = hash_table_find(&mail.movers, mover_name(mover));
        size_t count = 0, own = 0;
        for (const MailTurn *turn = of ? of->first : NULL; turn; turn = turn->after, count++)
            ck_assert_str_eq(turn->stored.player, mover_name(mover));
        for (int game = 0; game < GAMES; game++)
            own += owner[game] == mover;
        ck_assert_uint_eq(count, own);
        ck_assert_int_eq(of != NULL, own > 0);
        all += own;
    }
    ck_assert_uint_eq(mail.turns.count, all);
    for (int game = 0; game < GAMES; game++)
        ck_assert_int_eq(mail_turn_is(&mail, &games[game], 7), owner[game] != 0);
}

START_TEST(whoever_is_not_reminded_any_more_has_their_own_turns_forgotten_and_no_others)
{
    GameId games[GAMES];
    int owner[GAMES] = {0};
    unsigned chance = (unsigned)_i + 1;
    for (int game = 0; game < GAMES; game++)
        games[game] = store_draw_game_id(rig.store);
    for (int i = 0; i < STEPS; i++) {
        int game = rand_r(&chance) % GAMES, mover = 1 + rand_r(&chance) % MOVERS;
        StoreMailTurn turn = {.game = games[game], .since = 7};
        snprintf(turn.player, sizeof turn.player, "%s", mover_name(mover));
        if (rand_r(&chance) % 40 == 0) {
            mail_turns_forget(&mail, turn.player);
            for (int other = 0; other < GAMES; other++)
                owner[other] = owner[other] == mover ? 0 : owner[other];
        } else if (rand_r(&chance) % 4 == 0) {
            mail_turn_ends(&mail, &games[game]);
            owner[game] = 0;
        } else { /* also from one player to the other */
            mail_turns_take(&mail, &turn);
            owner[game] = mover;
        }
        check_turns(games, owner);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mail");
    TCase *tcase = tcase_create("mail");
    tcase_add_test(tcase, addresses_are_atoms_at_a_domain);
    tcase_add_test(tcase, addresses_have_greatest_lengths);
    tcase_add_test(tcase, servers_are_smtp_or_smtps);
    tcase_add_test(tcase, a_letter_is_as_python_writes_it);
    tcase_add_test(tcase, no_text_makes_a_line_too_long_or_a_header);
    tcase_add_test(tcase, every_language_says_the_same_things);
    tcase_add_test(tcase, a_reminder_comes_some_hours_before_the_end_or_in_the_middle);
    TCase *turns = tcase_create("turns");
    tcase_add_checked_fixture(turns, open_turns, close_turns);
    tcase_add_loop_test(
        turns, whoever_is_not_reminded_any_more_has_their_own_turns_forgotten_and_no_others, 0, 4);
    suite_add_tcase(suite, tcase);
    suite_add_tcase(suite, turns);
    return rig_run_suite(suite);
}
