#include "lobby_commands.h"

#include "bulk_pair.h"

#include <string.h>

enum { SHOWN_MAX = 1000 };

/* ---- which ones ---- */

typedef struct {
    AdminCall *call;
    size_t count;
} Picking;

typedef struct {
    const char *id;
    bool is_there;
} Looking;

static void note_challenge(void *context, const Challenge *challenge, const BulkPair *pair)
{
    Looking *looking = context;
    looking->is_there = looking->is_there || strcmp(challenge->id.text, looking->id) == 0 ||
                        (pair && strcmp(pair->bulk.text, looking->id) == 0);
}

static void note_seek(void *context, const Seek *seek, const char *address)
{
    Looking *looking = context;
    (void)address;
    looking->is_there = looking->is_there || strcmp(seek->id.text, looking->id) == 0;
}

/* ---- challenges and games of bulk pairings, of the server or of its database ---- */

/* With the 'pair' if the challenge is a game of a bulk pairing, which has not begun; else NULL. */
typedef void (*Show)(void *context, const Challenge *challenge, const BulkPair *pair);

typedef struct {
    const CorePick *pick;
    Show show;
    void *context;
} Walk;

static void show_if_picked(void *context, const Challenge *challenge)
{
    const Walk *walk = context;
    if (core_picks_challenge(walk->pick, challenge))
        walk->show(walk->context, challenge, NULL);
}

static void show_pair_if_picked(void *context, const BulkPair *pair)
{
    const Walk *walk = context;
    if (core_picks_pair(walk->pick, pair))
        walk->show(walk->context, &pair->challenge, pair);
}

static void unpack(void *context, const StoreChallenge *stored)
{
    Challenge challenge;
    BulkPair pair;
    if (!bulk_pair_is(stored->terms, stored->size)) {
        if (challenge_unpack(&challenge, stored->terms, stored->size))
            show_if_picked(context, &challenge);
    } else if (bulk_pair_unpack(&pair, stored->terms, stored->size)) {
        show_pair_if_picked(context, &pair);
    }
}

static void each_challenge(AdminCall *call, const CorePick *pick, Show show, void *context)
{
    char line[STORE_LINE_MAX];
    Walk walk = {pick, show, context};
    if (call->target.core) {
        core_each_challenge(call->target.core, pick, show_if_picked, &walk);
        core_each_pair(call->target.core, show_pair_if_picked, &walk);
    } else if (store_load_challenges(call->target.store, call->target.now, unpack, &walk, line) !=
               STORE_OK) {
        admin_refuse(call, line);
    }
}

static void each_seek(const AdminCall *call, const CorePick *pick, CoreSeekShow show, void *context)
{
    if (call->target.core)
        core_each_seek(call->target.core, pick, show, context);
}

/* Whether the word is the id of one that is open. */
static bool is_id(AdminCall *call, bool seeks, const char *word)
{
    static const CorePick ALL = {NULL, NULL, NULL};
    Looking looking = {.id = word};
    if (seeks)
        each_seek(call, &ALL, note_seek, &looking);
    else
        each_challenge(call, &ALL, note_challenge, &looking);
    return looking.is_there;
}

static void pick_person(AdminCall *call)
{
    call->pick.person = call->person.id;
    call->picked(call);
}

/* "all" or no word, an address, an id, or a person; then continues with 'picked', unless it is
 * refused. */
static void pick(AdminCall *call, bool seeks, AdminThen picked)
{
    const char *word = call->count > 0 ? call->words[0] : "all";
    call->picked = picked;
    if (strcmp(word, "all") == 0) {
        picked(call);
    } else if (admin_read_address(word, call->address)) {
        call->pick.address = call->address;
        picked(call);
    } else if (is_id(call, seeks, word)) {
        call->pick.id = word;
        picked(call);
    } else if (call->result.status == ADMIN_DONE) {
        admin_find_person(call, word, pick_person);
    }
}

/* ---- lists ---- */

static bool is_shown(Picking *picking)
{
    return picking->count++ < SHOWN_MAX;
}

static void end_list(const Picking *picking, const char *what)
{
    if (picking->call->target.json)
        return;
    if (picking->count > SHOWN_MAX)
        admin_say(picking->call->out, "and %zu more", picking->count - SHOWN_MAX);
    else if (picking->count == 0)
        admin_say(picking->call->out, "No %s is open.", what);
}

static void row_person(AdminCall *call, const char *name, const Person *person)
{
    text_open(&call->row, name, '{');
    text_string(&call->row, "id", person->id);
    text_string(&call->row, "name", person->name);
    text_close(&call->row, '}');
}

static void list_challenge(AdminCall *call, const Challenge *challenge, const BulkPair *pair)
{
    admin_row(call);
    text_string(&call->row, "id", challenge->id.text);
    text_integer(&call->row, "made", challenge->made);
    row_person(call, "from", &challenge->from);
    if (!challenge->link)
        row_person(call, "to", &challenge->to);
    if (challenge->address[0])
        text_string(&call->row, "address", challenge->address);
    if (pair) {
        text_string(&call->row, "bulk", pair->bulk.text);
        text_open(&call->row, "organiser", '{');
        text_string(&call->row, "id", pair->owner);
        text_string(&call->row, "name", pair->sender);
        text_close(&call->row, '}');
    }
    admin_row_end(call);
}

static void say_pair(AdminCall *call, const BulkPair *pair, const char *made)
{
    const Challenge *challenge = &pair->challenge;
    admin_say(call->out, "%s  %s  %s against %s, in bulk pairing %s of %s (%s)  at %s",
              challenge->id.text, made, challenge->from.name, challenge->to.name, pair->bulk.text,
              pair->sender, pair->owner, challenge->address);
}

static void show_challenge(void *context, const Challenge *challenge, const BulkPair *pair)
{
    Picking *picking = context;
    char made[ADMIN_TIME_MAX];
    if (!is_shown(picking))
        return;
    if (picking->call->target.json) {
        list_challenge(picking->call, challenge, pair);
        return;
    }
    admin_print_time(challenge->made, made);
    if (pair) {
        say_pair(picking->call, pair, made);
        return;
    }
    admin_say(picking->call->out, "%s  %s  from %s (%s)  %s%s%s%s", challenge->id.text, made,
              challenge->from.name, challenge->from.id, challenge->link ? "by link" : "to ",
              challenge->link ? "" : challenge->to.name, challenge->address[0] ? "  at " : "",
              challenge->address);
}

static void list_challenges(AdminCall *call)
{
    Picking picking = {.call = call};
    each_challenge(call, &call->pick, show_challenge, &picking);
    if (call->result.status == ADMIN_DONE)
        end_list(&picking, "challenge");
}

void admin_challenges(AdminCall *call)
{
    pick(call, false, list_challenges);
}

static void show_seek(void *context, const Seek *seek, const char *address)
{
    Picking *picking = context;
    AdminCall *call = picking->call;
    if (!is_shown(picking))
        return;
    if (call->target.json) {
        admin_row(call);
        text_string(&call->row, "id", seek->id.text);
        row_person(call, "person", &seek->person);
        text_string(&call->row, "address", address);
        admin_row_end(call);
    } else
        admin_say(picking->call->out, "%s  of %s (%s)  at %s", seek->id.text, seek->person.name,
                  seek->person.id, address);
}

static bool has_server(AdminCall *call)
{
    if (!call->target.core)
        admin_refuse(call, "The server is not running: there are no seeks.");
    return call->target.core != NULL;
}

static void list_seeks(AdminCall *call)
{
    Picking picking = {.call = call};
    each_seek(call, &call->pick, show_seek, &picking);
    end_list(&picking, "seek");
}

void admin_seeks(AdminCall *call)
{
    if (has_server(call))
        pick(call, true, list_seeks);
}

/* ---- clearing ---- */

static void delete_challenge(void *context, const Challenge *challenge, const BulkPair *pair)
{
    Picking *picking = context;
    (void)pair;
    store_delete_challenge(picking->call->target.store, challenge->id.text);
    picking->count++;
}

size_t admin_delete_challenges(AdminCall *call, const CorePick *pick)
{
    Picking picking = {.call = call};
    each_challenge(call, pick, delete_challenge, &picking);
    return picking.count;
}

static void clear_challenges(AdminCall *call)
{
    size_t count = call->target.core ? core_close_challenges(call->target.core, &call->pick)
                                     : admin_delete_challenges(call, &call->pick);
    admin_say(call->out, "%zu challenge%s been closed.", count, count == 1 ? " has" : "s have");
}

void admin_clear_challenges(AdminCall *call)
{
    pick(call, false, clear_challenges);
}

static void clear_seeks(AdminCall *call)
{
    size_t count = core_close_seeks(call->target.core, &call->pick);
    admin_say(call->out, "%zu seek%s been withdrawn.", count, count == 1 ? " has" : "s have");
}

void admin_clear_seeks(AdminCall *call)
{
    if (has_server(call))
        pick(call, true, clear_seeks);
}
