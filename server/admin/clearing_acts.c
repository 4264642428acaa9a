/* Challenges, seeks and addresses: listed, cleared, banned. */
#include "inside_acts.h"

#include "challenge.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SHOWN_MAX = 1000, TIME_MAX = 32 };

static void print_time(int64_t wall, char text[TIME_MAX])
{
    struct tm parts;
    time_t seconds = (time_t)(wall / 1000);
    if (wall == INT64_MAX)
        snprintf(text, TIME_MAX, "for ever");
    else if (!gmtime_r(&seconds, &parts) ||
             strftime(text, TIME_MAX, "%Y-%m-%d %H:%M UTC", &parts) == 0)
        snprintf(text, TIME_MAX, "-");
}

/* As limits count by it. */
static bool read_address(const char *text, char key[ADDRESS_MAX + 1])
{
    Address address;
    size_t length = strcspn(text, "/");
    if (!address_parse(text, length, &address))
        return false;
    address_key(&address, key);
    /* A network only if it is the key itself: no other is counted, or banned, as one. */
    return text[length] == '\0' || strcmp(text, key) == 0;
}

/* ---- which ones ---- */

typedef struct {
    Act *act;
    size_t count;
} Picking;

typedef struct {
    const char *id;
    bool is_there;
} Looking;

static void note_challenge(void *context, const Challenge *challenge)
{
    Looking *looking = context;
    looking->is_there = looking->is_there || strcmp(challenge->id.text, looking->id) == 0;
}

static void note_seek(void *context, const Seek *seek, const char *address)
{
    Looking *looking = context;
    (void)address;
    looking->is_there = looking->is_there || strcmp(seek->id.text, looking->id) == 0;
}

/* ---- challenges, of the server or of its database ---- */

typedef struct {
    const CorePick *pick;
    CoreChallengeShow show;
    void *context;
} Unpacking;

static void unpack(void *context, const StoreChallenge *stored)
{
    Unpacking *unpacking = context;
    Challenge challenge;
    if (challenge_unpack(&challenge, stored->terms, stored->size) &&
        core_picks_challenge(unpacking->pick, &challenge))
        unpacking->show(unpacking->context, &challenge);
}

static void each_challenge(Act *act, const CorePick *pick, CoreChallengeShow show, void *context)
{
    char line[STORE_LINE_MAX];
    Unpacking unpacking = {pick, show, context};
    if (act->desk.core)
        core_each_challenge(act->desk.core, pick, show, context);
    else if (store_load_challenges(act->desk.store, act->desk.now, unpack, &unpacking, line) !=
             STORE_OK)
        act_refuse(act, line);
}

static void each_seek(const Act *act, const CorePick *pick, CoreSeekShow show, void *context)
{
    if (act->desk.core)
        core_each_seek(act->desk.core, pick, show, context);
}

/* Whether the word is the id of one that is open. */
static bool is_id(Act *act, bool seeks, const char *word)
{
    static const CorePick ALL = {NULL, NULL, NULL};
    Looking looking = {.id = word};
    if (seeks)
        each_seek(act, &ALL, note_seek, &looking);
    else
        each_challenge(act, &ALL, note_challenge, &looking);
    return looking.is_there;
}

static void pick_person(Act *act)
{
    act->pick.person = act->person.id;
    act->picked(act);
}

/* "all" or no word, an address, an id, or a person; then goes on with 'picked', unless it is refused. */
static void pick(Act *act, bool seeks, ActThen picked)
{
    const char *word = act->count > 0 ? act->words[0] : "all";
    act->picked = picked;
    if (strcmp(word, "all") == 0) {
        picked(act);
    } else if (read_address(word, act->address)) {
        act->pick.address = act->address;
        picked(act);
    } else if (is_id(act, seeks, word)) {
        act->pick.id = word;
        picked(act);
    } else if (act->result.status == ACT_DONE) {
        act_find_person(act, word, pick_person);
    }
}

/* ---- lists ---- */

static bool is_shown(Picking *picking)
{
    return picking->count++ < SHOWN_MAX;
}

static void end_list(const Picking *picking, const char *what)
{
    if (picking->count > SHOWN_MAX)
        act_say(picking->act->out, "and %zu more", picking->count - SHOWN_MAX);
    else if (picking->count == 0)
        act_say(picking->act->out, "No %s is open.", what);
}

static void show_challenge(void *context, const Challenge *challenge)
{
    Picking *picking = context;
    char made[TIME_MAX];
    if (!is_shown(picking))
        return;
    print_time(challenge->made, made);
    act_say(picking->act->out, "%s  %s  from %s (%s)  %s%s%s%s", challenge->id.text, made,
            challenge->from.name, challenge->from.id, challenge->link ? "by link" : "to ",
            challenge->link ? "" : challenge->to.name, challenge->address[0] ? "  at " : "",
            challenge->address);
}

static void list_challenges(Act *act)
{
    Picking picking = {.act = act};
    each_challenge(act, &act->pick, show_challenge, &picking);
    if (act->result.status == ACT_DONE)
        end_list(&picking, "challenge");
}

void act_challenges(Act *act)
{
    pick(act, false, list_challenges);
}

static void show_seek(void *context, const Seek *seek, const char *address)
{
    Picking *picking = context;
    if (is_shown(picking))
        act_say(picking->act->out, "%s  of %s (%s)  at %s", seek->id.text, seek->person.name,
                seek->person.id, address);
}

static bool has_server(Act *act)
{
    if (!act->desk.core)
        act_refuse(act, "The server is not running: there are no seeks.");
    return act->desk.core != NULL;
}

static void list_seeks(Act *act)
{
    Picking picking = {.act = act};
    each_seek(act, &act->pick, show_seek, &picking);
    end_list(&picking, "seek");
}

void act_seeks(Act *act)
{
    if (has_server(act))
        pick(act, true, list_seeks);
}

/* ---- clearing ---- */

static void delete_challenge(void *context, const Challenge *challenge)
{
    Picking *picking = context;
    store_delete_challenge(picking->act->desk.store, challenge->id.text);
    picking->count++;
}

size_t act_delete_challenges(Act *act, const CorePick *pick)
{
    Picking picking = {.act = act};
    each_challenge(act, pick, delete_challenge, &picking);
    return picking.count;
}

static void clear_challenges(Act *act)
{
    size_t count = act->desk.core ? core_close_challenges(act->desk.core, &act->pick)
                                  : act_delete_challenges(act, &act->pick);
    act_say(act->out, "%zu challenge%s been closed.", count, count == 1 ? " has" : "s have");
}

void act_clear_challenges(Act *act)
{
    pick(act, false, clear_challenges);
}

static void clear_seeks(Act *act)
{
    size_t count = core_close_seeks(act->desk.core, &act->pick);
    act_say(act->out, "%zu seek%s been withdrawn.", count, count == 1 ? " has" : "s have");
}

void act_clear_seeks(Act *act)
{
    if (has_server(act))
        pick(act, true, clear_seeks);
}

/* ---- addresses ---- */

static bool read_own_address(Act *act)
{
    bool is_address = read_address(act->words[0], act->address);
    if (!is_address)
        act_refuse(act, "Give an address such as 192.0.2.1, or 2001:db8:1:2::3 for its whole /64.");
    return is_address;
}

static void address_banned(Act *act, const AccountsAnswer *answer)
{
    char end[TIME_MAX];
    int64_t until;
    size_t closed = 0;
    act->result.number = answer->number;
    if (act->desk.core)
        closed = core_ban_address(act->desk.core, act->address);
    else
        act_delete_challenges(act, &(CorePick){.address = act->address});
    act_read_until(act, 1, &until);
    print_time(until, end);
    act_say(act->out, "%s is now banned (until: %s); closed connections: %zu.", act->address, end,
            closed);
    if (address_is_private(act->address))
        act_say(act->out,
                "It is a private address: many people may be behind it, such as all who come "
                "through a proxy that is not trusted.");
}

void act_ban_address(Act *act)
{
    int64_t until;
    if (read_own_address(act) && act_read_until(act, 1, &until))
        accounts_ban_address(act->desk.accounts, act->address, until, act->desk.now, act_answered,
                             act_wait(act, address_banned));
}

static void address_unbanned(Act *act, const AccountsAnswer *answer)
{
    act->result.number = answer->number;
    if (answer->error == ACCOUNTS_OK)
        act_say(act->out, "%s is no longer banned.", act->address);
    else
        act_refuse(act, "That address is not banned.");
}

void act_unban_address(Act *act)
{
    if (read_own_address(act))
        accounts_ban_address(act->desk.accounts, act->address, 0, act->desk.now, act_answered,
                             act_wait(act, address_unbanned));
}

static void show_bans(Act *act, const AccountsAnswer *answer)
{
    char end[TIME_MAX];
    for (size_t i = 0; i < answer->bans_count; i++) {
        const AccountBan *ban = &answer->bans[i];
        print_time(ban->until, end);
        if (ban->is_address)
            act_say(act->out, "%s  until: %s", ban->who, end);
        else
            act_say(act->out, "%s (%s)  until: %s", ban->name[0] ? ban->name : "a guest", ban->who,
                    end);
    }
    if (answer->bans_count == 0)
        act_say(act->out, "Nobody is banned.");
}

void act_bans(Act *act)
{
    accounts_bans(act->desk.accounts, act->desk.now, act_answered, act_wait(act, show_bans));
}
