/* Of ics_connection.h: who somebody is, and their session. */
#include "ics_connection.h"

#include "array.h"
#include "ics_line.h"
#include "ics_name.h"
#include "log.h"
#include "memory.h"
#include "utf8.h"

#include <sodium.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char GREETING[] =
    "\r\n"
    "Welcome to castled, an Internet Chess Server that speaks FICS's language.\r\n\r\n"
    "Give the name of your account, or \"guest\".\r\n\r\n";

static const char ECHO_OFF[] = {(char)TELNET_IAC, (char)TELNET_WILL, TELNET_ECHO, '\0'};
static const char ECHO_ON[] = {(char)TELNET_IAC, (char)TELNET_WONT, TELNET_ECHO, '\0'};

static void ask_name(IcsConnection *connection)
{
    connection->state = ICS_AT_LOGIN;
    connection->person = (Person){.kind = PERSON_HUMAN};
    ics_write(connection, "login: ");
}

/* Whoever says nothing takes no place of those who sign in: an address has so many. */
void ics_login_begin(IcsConnection *connection)
{
    Core *core = connection->ics->options.core;
    connection->is_unknown = core_takes(core, BOUND_ICS_LOGINS, connection->address);
    if (!connection->is_unknown) {
        ics_end(connection, "Too many connections from your address have not signed in: sign in on "
                            "one of them, or end it.");
        return;
    }
    ics_write(connection, GREETING);
    ask_name(connection);
}

static void end_unknown(IcsConnection *connection)
{
    if (connection->is_unknown)
        core_releases(connection->ics->options.core, BOUND_ICS_LOGINS, connection->address);
    connection->is_unknown = false;
}

/* ---- the session ---- */

/* Only kept here: what it brings about may ask the core, which is busy telling everybody. */
static size_t take_packets(void *context, Packet *const *packets, size_t count, bool ping)
{
    IcsConnection *connection = context;
    (void)ping;
    if (connection->is_paused && connection->transport)
        return 0;
    connection->heard = array_reserve(connection->heard, &connection->heard_size,
                                      connection->heard_count + count, sizeof *connection->heard);
    for (size_t i = 0; i < count; i++)
        connection->heard[connection->heard_count++] = packet_share(packets[i]);
    ics_wake(connection);
    return count;
}

static void close_session(void *context, CloseCode code)
{
    IcsConnection *connection = context;
    if (code == CLOSE_BEHIND)
        ics_end_unread(connection);
    else
        ics_end(connection, code == CLOSE_GOING_AWAY
                                ? "**** The server is going down; games go on when it is back. ****"
                                : "**** You were disconnected. ****");
    ics_wake(connection);
}

static int64_t silence_of(void *context)
{
    const IcsConnection *connection = context;
    const IcsOptions *options = &connection->ics->options;
    return connection->front ? options->silence(options->context, connection->front) : 0;
}

static void on_request(void *context, const char *text, size_t length)
{
    IcsConnection *connection = context;
    connection->ics->asked = true;
    core_received(connection->ics->options.core, connection->session, text, length);
}

static void on_ask(void *context, const IcsAsk *ask)
{
    ics_asked(context, ask);
}

static void on_quit(void *context)
{
    IcsConnection *connection = context;
    connection->state = ICS_ENDING;
    transport_set_timer(connection->transport, TRANSPORT_LINGER);
}

static void open_session(IcsConnection *connection)
{
    static const SessionWire WIRE = {
        .write = take_packets, .close = close_session, .silence = silence_of};
    const IcsOptions *options = &connection->ics->options;
    char token[TOKEN_MAX + 1];
    ClientInfo info = {
        .credential = connection->credential, .address = connection->address, .is_metered = true};
    IcsHooks hooks = {.context = connection, .send = on_request, .ask = on_ask, .quit = on_quit};
    if (connection->person.guest) {
        auth_sign(options->auth, &connection->person, core_wall(options->core), token);
        info.token = token;
    }
    connection->client =
        ics_client_new(&hooks, connection->ics->games, connection->ics->seeks, options->shouts);
    ics_client_preset(connection->client, connection->switches);
    connection->session = session_open_by(net_sessions(options->net), &WIRE, connection);
    connection->state = ICS_SIGNED_IN;
    end_unknown(connection);
    transport_set_timer(connection->transport, ICS_MARK_EVERY);
    log_debug("session %llu begins: %s (%s) at %s, by ICS", session_number(connection->session),
              connection->person.name, connection->person.id, connection->address);
    connection->ics->asked = true;
    core_opened(options->core, connection->session, &connection->person, &info);
    memory_wipe(token, sizeof token);
}

/* Connections on which they have signed in. */
static int count_of_person(const Ics *ics, const char *id)
{
    int count = 0;
    for (const IcsConnection *each = ics->first; each; each = each->after)
        count += each->session && each->transport && strcmp(each->person.id, id) == 0;
    return count;
}

static void refuse_another(IcsConnection *connection)
{
    char words[100];
    snprintf(words, sizeof words,
             "You are connected %d times, which is the most: end one of these connections first.",
             ICS_PERSON_MAX);
    ics_end(connection, words);
}

/* Lets them in, unless too many come. */
static void enter(IcsConnection *connection)
{
    const IcsOptions *options = &connection->ics->options;
    GameId game;
    bool plays = core_playing(options->core, connection->person.id, &game);
    if (count_of_person(connection->ics, connection->person.id) >= ICS_PERSON_MAX)
        refuse_another(connection);
    else if (!plays && memory_room_is_scarce(options->memory, uv_hrtime()))
        ics_end(connection, "The server has no memory left: try again in a minute.");
    else if (!core_admits(options->core, connection->address, connection->is_new_guest))
        ics_end(connection, "Too many come from your address: try again in a minute.");
    else
        open_session(connection);
}

static void ended(void *context, const AccountsAnswer *answer)
{
    (void)context, (void)answer;
}

void ics_login_end(IcsConnection *connection)
{
    char id[CREDENTIAL_ID_LENGTH + 1] = "";
    end_unknown(connection);
    if (!connection->credential[0])
        return;
    memcpy(id, connection->credential, CREDENTIAL_ID_LENGTH);
    connection->ics->asked = true;
    accounts_end_credential(connection->ics->options.accounts, connection->person.id,
                            CREDENTIAL_SESSION, id, ended, NULL);
    connection->credential[0] = '\0';
}

/* ---- guests ---- */

static void ask_return(IcsConnection *connection, const char *typed)
{
    char name[ICS_NAME_MAX + 1], words[300];
    unsigned char chance[AUTH_CHANCE_SIZE];
    randombytes_buf(chance, sizeof chance);
    connection->person = auth_new_guest(chance);
    connection->is_new_guest = true;
    ics_name(&connection->person, name);
    if (typed)
        snprintf(words, sizeof words,
                 "\r\n\"%.40s\" is not a registered name. You may play unrated games as "
                 "\"%s\".\r\n",
                 typed, name);
    else
        snprintf(words, sizeof words,
                 "\r\nLogging you in as \"%s\"; you may use this name to play unrated games.\r\n",
                 name);
    ics_write(connection, words);
    snprintf(words, sizeof words, "\r\nPress return to enter the server as \"%s\": ", name);
    ics_write(connection, words);
    connection->state = ICS_AT_RETURN;
}

static void known_guest(void *context, const AccountsAnswer *answer)
{
    IcsConnection *connection = context;
    if (!ics_let_go(connection)) {
        ics_wake(connection);
        return;
    }
    if (answer->error != ACCOUNTS_OK)
        ics_end(connection, accounts_error_text(answer->error));
    else if (answer->guest_banned[0])
        ics_end(connection, accounts_error_text(ACCOUNTS_BANNED));
    else if (answer->guest_has_account[0]) {
        ics_write(connection, "That guest has an account by now: give its name.\r\n");
        ask_name(connection);
    } else {
        connection->is_new_guest = false;
        enter(connection);
    }
    ics_wake(connection);
}

/* The text that a guest was shown when they came first. */
static bool try_token(IcsConnection *connection, const char *typed, size_t length)
{
    const IcsOptions *options = &connection->ics->options;
    IdentityQuestion question = {.key = {""}};
    if (!auth_check(options->auth, typed, length, &connection->person))
        return false;
    memcpy(question.guest[0], connection->person.id, sizeof question.guest[0]);
    connection->state = ICS_WAITING;
    connection->ics->asked = true;
    ics_hold(connection);
    accounts_identify(options->accounts, &question, core_wall(options->core), known_guest,
                      connection);
    return true;
}

/* ---- accounts ---- */

static void ask_password(IcsConnection *connection)
{
    connection->state = ICS_AT_PASSWORD;
    ics_write(connection, ECHO_OFF);
    ics_write(connection, "password: ");
}

static const char IN_THE_CLEAR[] =
    "\r\nA password is not asked for on this connection, since others could read it: sign in over "
    "TLS, or on the\r\nserver's own machine. As a guest you can come from anywhere.\r\n\r\n";

static const char ELSEWHERE[] =
    "\r\nOn this server accounts sign in by another service, which works on the page only. As a "
    "guest you can\r\ncome from anywhere.\r\n\r\n";

static void found_account(void *context, const AccountsAnswer *answer)
{
    IcsConnection *connection = context;
    char words[160];
    bool takes = connection->ics->options.takes_passwords;
    if (!ics_let_go(connection)) {
        ics_wake(connection);
        return;
    }
    if (answer->error == ACCOUNTS_STOPPED) {
        ics_end(connection, accounts_error_text(answer->error));
    } else if (answer->error != ACCOUNTS_OK) {
        char typed[PERSON_NAME_MAX + 1];
        memcpy(typed, connection->person.name, sizeof typed);
        ask_return(connection, typed);
    } else {
        snprintf(words, sizeof words, "\r\n\"%s\" is a registered name.%s\r\n",
                 answer->account.name,
                 connection->is_confidential && takes ? " If it is yours, type the password." : "");
        ics_write(connection, words);
        memcpy(connection->proof.id, answer->account.id, sizeof connection->proof.id);
        memcpy(connection->proof.password, answer->password, sizeof connection->proof.password);
        memcpy(connection->skeleton, answer->skeleton, sizeof connection->skeleton);
        connection->person = account_person(&answer->account);
        if (connection->is_confidential && takes) {
            ask_password(connection);
        } else {
            ics_write(connection, takes ? IN_THE_CLEAR : ELSEWHERE);
            ask_name(connection);
        }
    }
    ics_wake(connection);
}

static void find_account(IcsConnection *connection, const char *typed)
{
    const IcsOptions *options = &connection->ics->options;
    AccountRef ref = account_ref_name(typed);
    snprintf(connection->person.name, sizeof connection->person.name, "%s", typed);
    connection->state = ICS_WAITING;
    connection->ics->asked = true;
    ics_hold(connection);
    accounts_login(options->accounts, &ref, found_account, connection);
}

static void wrong_password(IcsConnection *connection)
{
    ics_write(connection, "\r\n**** Invalid password! ****\r\n\r\n");
    if (++connection->passwords == ICS_PASSWORDS_MOST)
        ics_end(connection, "Too many passwords: connect again.");
    else
        ask_name(connection);
}

static void signed_in(void *context, const AccountsAnswer *answer)
{
    IcsConnection *connection = context;
    CredentialKey key = {""};
    bool is_new =
        answer->error == ACCOUNTS_OK && credential_key(answer->text, strlen(answer->text), &key);
    memcpy(connection->credential, key.text, sizeof connection->credential);
    if (!ics_let_go(connection)) {
        ics_login_end(connection);
        ics_wake(connection);
        return;
    }
    if (answer->error == ACCOUNTS_NEW_PASSWORD)
        wrong_password(connection);
    else if (answer->error == ACCOUNTS_NEEDS_CODE)
        ics_end(connection, "This account has a second factor: sign in on the page.");
    else if (!is_new)
        ics_end(connection, accounts_error_text(answer->error));
    else
        enter(connection);
    ics_wake(connection);
}

static void compared(void *context, PasswordResult result, const char *hash)
{
    IcsConnection *connection = context;
    const IcsOptions *options = &connection->ics->options;
    NewSession session = {.label = "ICS port"};
    (void)hash;
    if (!ics_let_go(connection)) {
        ics_wake(connection);
        return;
    }
    if (result == PASSWORD_OK) {
        connection->ics->asked = true;
        ics_hold(connection);
        accounts_sign_in(options->accounts, &connection->proof, &session, core_wall(options->core),
                         signed_in, connection);
        return;
    }
    if (result == PASSWORD_WRONG)
        wrong_password(connection);
    else
        ics_end(connection, "Too many people are signing in: try again in a few seconds.");
    ics_wake(connection);
}

/* The address is charged first, so that somebody who has used up its limit cannot use up the account's. */
static bool may_try(const IcsConnection *connection)
{
    Core *core = connection->ics->options.core;
    char both[SKELETON_MAX + 1 + 2 * ADDRESS_MAX];
    snprintf(both, sizeof both, "%s %s", connection->skeleton, connection->address);
    return core_allows(core, LIMIT_PASSWORD_ADDRESS, connection->address) &&
           core_allows(core, LIMIT_PASSWORD_ADDRESS_ACCOUNT, both) &&
           core_allows(core, LIMIT_PASSWORD, connection->skeleton);
}

static void take_password(IcsConnection *connection, const char *line)
{
    const IcsOptions *options = &connection->ics->options;
    ics_write(connection, ECHO_ON);
    ics_write(connection, "\r\n");
    if (!may_try(connection)) {
        ics_end(connection, "Too many passwords were tried: wait some minutes.");
        return;
    }
    connection->state = ICS_WAITING;
    ics_hold(connection);
    if (passwords_verify(options->passwords, connection->address, connection->proof.password, line,
                         compared, connection) == PASSWORD_QUEUED)
        return;
    ics_let_go(connection);
    ics_end(connection, "Too many people are signing in: try again in a few seconds.");
}

/* ---- lines ---- */

static void take_name(IcsConnection *connection, const char *line, size_t length)
{
    char typed[2 * TELNET_LINE_MAX + 1];
    utf8_from_bytes(line, length, typed);
    const char *name = ics_rest(typed);
    size_t name_length = strlen(name);
    if (*name == '%' && name[1] == 'b')
        snprintf(connection->switches, sizeof connection->switches, "%.40s", name + 2);
    else if (!*name)
        ask_name(connection);
    else if (strcasecmp(name, "quit") == 0 || strcasecmp(name, "exit") == 0)
        ics_end(connection, "Goodbye.");
    else if (strcasecmp(name, "guest") == 0 || strcasecmp(name, "g") == 0)
        ask_return(connection, NULL);
    else if (ics_begins(name, "v1.") && try_token(connection, name, name_length))
        return;
    else if (name_length > USERNAME_MAX) {
        ics_write(connection, "A name has at most 20 letters and digits. Try again.\r\n");
        ask_name(connection);
    } else
        find_account(connection, name);
}

void ics_login_line(IcsConnection *connection, const char *line, size_t length)
{
    switch (connection->state) {
    case ICS_AT_LOGIN: take_name(connection, line, length); break;
    case ICS_AT_RETURN: enter(connection); break;
    case ICS_AT_PASSWORD: take_password(connection, line); break;
    default: break;
    }
}
