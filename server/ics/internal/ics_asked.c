/* Of ics_connection.h: what is asked besides castled.v1 - about people, and about games that are stored. */
#include "ics_connection.h"

#include "game_opening.h"
#include "ics_movelist.h"
#include "ics_name.h"
#include "ics_people.h"
#include "memory.h"
#include "openings.h"
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Something that is asked of the accounts or the store; it holds the connection. */
typedef struct {
    IcsConnection *connection;
    IcsAsk ask;
    Person person; /* whom it is about */
    StoreSearch search;
    StoreFound found;
    StoreError error;
    bool any;
    Text text;
} Inquiry;

static void answer(IcsConnection *connection, const IcsAnswer *answer)
{
    const IcsOptions *options = &connection->ics->options;
    ics_client_set_time(connection->client, (int64_t)uv_now(options->loop),
                        core_wall(options->core));
    ics_client_answered(connection->client, answer);
}

static void refuse(IcsConnection *connection, const char *words)
{
    answer(connection, &(IcsAnswer){.refusal = words});
}

static Inquiry *begin(IcsConnection *connection, const IcsAsk *ask)
{
    Inquiry *inquiry = memory_new(sizeof *inquiry);
    inquiry->connection = connection;
    inquiry->ask = *ask;
    inquiry->ask.words = NULL;
    text_init(&inquiry->text);
    ics_hold(connection);
    connection->ics->asked = true;
    return inquiry;
}

/* The connection if it is still there; it goes on in this turn. */
static IcsConnection *end(Inquiry *inquiry)
{
    IcsConnection *connection = inquiry->connection;
    bool stays = ics_let_go(connection);
    ics_wake(connection);
    return stays ? connection : NULL;
}

static void give_up(Inquiry *inquiry)
{
    text_clear(&inquiry->text);
    free(inquiry);
}

static void finish(Inquiry *inquiry, const char *refusal)
{
    IcsConnection *connection = end(inquiry);
    if (connection)
        answer(connection, &(IcsAnswer){.refusal = refusal,
                                        .text = inquiry->text.length ? inquiry->text.bytes : "",
                                        .person = inquiry->person});
    give_up(inquiry);
}

/* ---- people ---- */

static void list_people(IcsConnection *connection, const IcsAsk *ask)
{
    const IcsOptions *options = &connection->ics->options;
    Person *people = memory_array(ICS_WHO_MAX, sizeof *people);
    IcsHere *here = memory_array(ICS_WHO_MAX, sizeof *here);
    Text text;
    GameId game;
    size_t count, all = core_people_here(options->core, people, ICS_WHO_MAX, &count);
    for (size_t i = 0; i < count; i++)
        here[i] = (IcsHere){people[i], core_playing(options->core, people[i].id, &game)};
    text_init(&text);
    ics_who(here, count, all, ask->for_program, &text);
    answer(connection, &(IcsAnswer){.text = text.bytes});
    text_clear(&text);
    free(here);
    free(people);
}

static int number_of_game(IcsConnection *connection, const char *id)
{
    GameId game;
    bool plays = core_playing(connection->ics->options.core, id, &game);
    return plays ? ics_number_of(connection->ics->games, game.text) : 0;
}

/* *person becomes who is meant: somebody who is connected or plays. */
static bool find_here(const IcsConnection *connection, const char *name, Person *person)
{
    if (*name)
        return core_find_person(connection->ics->options.core, name, person);
    *person = connection->person;
    return true;
}

static void print_finger(Inquiry *inquiry, const AccountInfo *account, const Person *person)
{
    IcsConnection *connection = inquiry->connection;
    Core *core = connection->ics->options.core;
    ics_finger(account, person, core_is_here(core, person->id),
               number_of_game(connection, person->id), core_wall(core), &inquiry->text);
}

static void search_history(Inquiry *inquiry);

static bool is_history(const Inquiry *inquiry)
{
    return inquiry->ask.kind == ICS_ASK_HISTORY || inquiry->ask.kind == ICS_ASK_OLD_MOVES;
}

/* The account of that name, or else a guest who is here. */
static void found_person(void *context, const AccountsAnswer *found)
{
    Inquiry *inquiry = context;
    IcsConnection *connection = inquiry->connection;
    AccountInfo none = {.id = ""};
    const AccountInfo *account =
        found->error == ACCOUNTS_OK && found->count == 1 ? &found->list[0] : &none;
    bool is_found = account_is_found(account);
    if (is_found)
        inquiry->person = account_person(account);
    else
        is_found =
            connection->transport && find_here(connection, inquiry->ask.name, &inquiry->person);
    if (!is_found) {
        finish(inquiry, "There is no player by that name, or they are a guest who is not here.");
    } else if (is_history(inquiry)) {
        search_history(inquiry);
    } else {
        if (inquiry->ask.kind == ICS_ASK_FINGER)
            print_finger(inquiry, account, &inquiry->person);
        finish(inquiry, NULL);
    }
}

static void find_person(IcsConnection *connection, const IcsAsk *ask)
{
    AccountRef ref =
        *ask->name ? account_ref_name(ask->name) : account_ref_id(connection->person.id);
    accounts_find(connection->ics->options.accounts, &ref, 1, connection->person.id, found_person,
                  begin(connection, ask));
}

static void found_censored(void *context, const AccountsAnswer *found)
{
    Inquiry *inquiry = context;
    for (size_t i = 0; i < found->count; i++) {
        Person person = account_person(&found->list[i]);
        char name[ICS_NAME_MAX + 1];
        ics_name(&person, name);
        if (i)
            text_append(&inquiry->text, " ", 1);
        text_append(&inquiry->text, name, strlen(name));
    }
    finish(inquiry, found->error == ACCOUNTS_OK ? NULL : accounts_error_text(found->error));
}

/* ---- talk ---- */

static const char *why_silent(const IcsConnection *connection, const char *words)
{
    Core *core = connection->ics->options.core;
    const char *why = core_silence(core, connection->person.id);
    if (why)
        return why;
    if (strlen(words) > ICS_ASK_TEXT_MAX)
        return "That is too long.";
    if (!core_allows(core, LIMIT_CHAT, connection->person.id) ||
        !core_allows(core, LIMIT_CHAT_ADDRESS, connection->address))
        return "You are talking too fast: wait a few seconds.";
    return NULL;
}

/* Whether it was shown. No outbox stands between the two: whoever does not read is disconnected here. */
static bool tell_one(IcsConnection *from, IcsConnection *to, const char *words, bool shouts)
{
    if (!to->client || !to->transport || to->state != ICS_SIGNED_IN ||
        !core_hears(from->ics->options.core, to->person.id, from->person.id))
        return false;
    if (ics_unsent(to) > ICS_UNSENT_MAX) {
        ics_end_unread(to);
        ics_wake(to);
        return false;
    }
    bool heard = shouts ? ics_client_shouted(to->client, &from->person, words)
                        : ics_client_told(to->client, &from->person, words);
    ics_wake(to);
    return heard;
}

static void tell(IcsConnection *connection, const IcsAsk *ask)
{
    Person person;
    bool is_here = find_here(connection, ask->name, &person), on_port = false, ends = false,
         heard = false;
    const char *why = why_silent(connection, ask->words);
    for (IcsConnection *each = connection->ics->first; !why && is_here && each; each = each->after)
        if (each->client && strcmp(each->person.id, person.id) == 0) {
            on_port = true;
            heard |= tell_one(connection, each, ask->words, false);
            ends |= each->state == ICS_ENDING;
        }
    if (why)
        refuse(connection, why);
    else if (!is_here)
        refuse(connection, "Nobody here has that name.");
    else if (!on_port)
        refuse(connection, "They are on the page, where only opponents can be told something.");
    else if (!heard && ends)
        refuse(connection, "They have just been disconnected.");
    else if (!heard)
        refuse(connection, "They do not want to hear you.");
    else
        answer(connection, &(IcsAnswer){.person = person});
}

static void shout(IcsConnection *connection, const IcsAsk *ask)
{
    const char *why = why_silent(connection, ask->words);
    int count = 0;
    for (IcsConnection *each = connection->ics->first; !why && each; each = each->after)
        if (each != connection)
            count += tell_one(connection, each, ask->words, true);
    answer(connection, &(IcsAnswer){.refusal = why, .count = count});
}

/* ---- games ---- */

static void find_playing(IcsConnection *connection, const IcsAsk *ask)
{
    Person person;
    GameId game;
    Core *core = connection->ics->options.core;
    if (core_find_person(core, ask->name, &person) && core_playing(core, person.id, &game))
        answer(connection, &(IcsAnswer){.game = game});
    else if (ask->game.text[0])
        answer(connection, &(IcsAnswer){.game = ask->game});
    else
        refuse(connection, "That player is not here, or is not playing a game.");
}

static void print_moves(Inquiry *inquiry, const StoredGame *game)
{
    IcsMovelist how = {.number = inquiry->ask.number,
                       .thousandths = inquiry->ask.thousandths,
                       .startpos = inquiry->ask.startpos};
    inquiry->any = ics_movelist(game, &how, &inquiry->text);
}

static void read_game(void *context, StoreError error, StoredGame *game)
{
    Inquiry *inquiry = context;
    if (error == STORE_OK && game)
        print_moves(inquiry, game);
    stored_game_free(game);
    finish(inquiry, inquiry->any ? NULL : "There is no such game.");
}

/* On the store's thread. */
static void work(void *context, StoreSnapshot *snapshot)
{
    Inquiry *inquiry = context;
    const StoreFound *found = &inquiry->found;
    char line[STORE_LINE_MAX];
    inquiry->error = snapshot_search(snapshot, &inquiry->search, &inquiry->found, line);
    if (inquiry->error != STORE_OK)
        return;
    if (inquiry->ask.kind == ICS_ASK_OLD_MOVES) {
        StoredGame *game = NULL;
        if (found->count == inquiry->ask.index &&
            snapshot_game(snapshot, found->at[found->count - 1].number, &game, line) == STORE_OK &&
            game)
            print_moves(inquiry, game);
        stored_game_free(game);
        return;
    }
    for (int i = 0; i < found->count; i++) {
        StoreGame head;
        Opening opening = {.eco = ""};
        if (snapshot_head(snapshot, found->at[i].number, &head, line) != STORE_OK ||
            !head.id.text[0])
            continue;
        opening_of_key(found->at[i].opening, &opening);
        ics_history_line(i + 1, &head, inquiry->person.id, opening.eco, &inquiry->text);
        inquiry->any = true;
    }
}

static void worked(void *context, StoreError error)
{
    Inquiry *inquiry = context;
    char name[ICS_NAME_MAX + 1], words[100];
    if (error != STORE_OK || inquiry->error != STORE_OK) {
        finish(inquiry, "The games cannot be read right now.");
    } else if (inquiry->ask.kind == ICS_ASK_OLD_MOVES) {
        finish(inquiry, inquiry->any ? NULL : "There is no such game in that history.");
    } else if (!inquiry->any) {
        snprintf(words, sizeof words, "%s has no history games.", ics_name(&inquiry->person, name));
        finish(inquiry, words);
    } else {
        finish(inquiry, NULL);
    }
}

static void search_history(Inquiry *inquiry)
{
    char name[ICS_NAME_MAX + 1];
    int index = inquiry->ask.index;
    inquiry->search = (StoreSearch){.from = SEARCH_NEWEST, .most = ICS_HISTORY_MAX};
    snprintf(inquiry->search.player, sizeof inquiry->search.player, "%s", inquiry->person.id);
    if (inquiry->ask.kind == ICS_ASK_OLD_MOVES)
        inquiry->search.most = index < SEARCH_FOUND_MAX ? index : SEARCH_FOUND_MAX;
    else
        ics_history_head(ics_name(&inquiry->person, name), &inquiry->text);
    if (!store_read(inquiry->connection->ics->options.store, work, worked, inquiry))
        finish(inquiry, "The server is busy: try again in a second.");
}

static void read_moves(IcsConnection *connection, const IcsAsk *ask)
{
    Inquiry *inquiry = begin(connection, ask);
    if (!core_allows(connection->ics->options.core, LIMIT_HTTP, connection->address))
        finish(inquiry, "Too much is read from your address: wait a while.");
    else if (!store_read_game(connection->ics->options.store, &ask->game, read_game, inquiry))
        finish(inquiry, "The server is busy: try again in a second.");
}

static void find_history(IcsConnection *connection, const IcsAsk *ask)
{
    if (core_allows(connection->ics->options.core, LIMIT_HTTP, connection->address))
        find_person(connection, ask);
    else
        refuse(connection, "Too much is read from your address: wait a while.");
}

void ics_asked(IcsConnection *connection, const IcsAsk *ask)
{
    Person person;
    switch (ask->kind) {
    case ICS_ASK_WHO: list_people(connection, ask); break;
    case ICS_ASK_FINGER: find_person(connection, ask); break;
    case ICS_ASK_HISTORY:
    case ICS_ASK_OLD_MOVES: find_history(connection, ask); break;
    case ICS_ASK_MOVES: read_moves(connection, ask); break;
    case ICS_ASK_TELL: tell(connection, ask); break;
    case ICS_ASK_SHOUT: shout(connection, ask); break;
    case ICS_ASK_PLAYING: find_playing(connection, ask); break;
    case ICS_ASK_PERSON:
        if (find_here(connection, ask->name, &person))
            answer(connection, &(IcsAnswer){.person = person});
        else
            find_person(connection, ask);
        break;
    case ICS_ASK_CENSORED:
        accounts_related(connection->ics->options.accounts, connection->person.id, RELATION_MUTES,
                         found_censored, begin(connection, ask));
        break;
    }
}
