#include "request_keys.h"

#include "array.h"
#include "hash_table.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)REQUEST_KEY_MAX == (int)STORE_REQUEST_KEY_MAX &&
                   (int)PERSON_ID_MAX == (int)STORE_PLAYER_ID_MAX &&
                   (int)LOBBY_ID_LENGTH <= (int)STORE_CHALLENGE_ID_MAX,
               "every key and answer can be stored");

typedef struct Entry Entry;
typedef struct Owner Owner;

struct Entry {
    RequestKey key; /* first, so that what is lent leads back here */
    Owner *owner;
    Entry *next;          /* of the same person, an older one */
    Entry *older, *newer; /* of those that have been answered, everybody's */
    SessionId *waiting;
    size_t waiting_count, waiting_size;
};

/* Somebody who has keys. */
struct Owner {
    char person[PERSON_ID_MAX + 1]; /* the key in the table */
    Entry *newest;
    uint32_t answered, started;
};

struct RequestKeys {
    RequestKeysOptions options;
    HashTable owners;
    Entry *oldest, *newest; /* that have been answered */
    size_t count;
};

RequestKeys *request_keys_new(const RequestKeysOptions *options)
{
    RequestKeys *keys = memory_new(sizeof *keys);
    keys->options = *options;
    hash_table_init(&keys->owners, offsetof(Owner, person), options->sip);
    return keys;
}

static void free_entry(Entry *entry)
{
    free(entry->waiting);
    free(entry);
}

void request_keys_free(RequestKeys *keys)
{
    Owner *owner;
    for (size_t at = 0; (owner = hash_table_next(&keys->owners, &at));) {
        while (owner->newest) {
            Entry *entry = owner->newest;
            owner->newest = entry->next;
            free_entry(entry);
        }
        free(owner);
    }
    hash_table_clear(&keys->owners);
    free(keys);
}

/* ---- one of them ---- */

static Entry *find(const RequestKeys *keys, const char *person, const char *key)
{
    Owner *owner = hash_table_find(&keys->owners, person);
    Entry *entry = owner ? owner->newest : NULL;
    while (entry && strcmp(entry->key.row.key, key) != 0)
        entry = entry->next;
    return entry;
}

/* What the session has started. */
static Entry *find_started(const RequestKeys *keys, const char *person, const Request *request,
                           SessionId session)
{
    Entry *entry = find(keys, person, request->key);
    bool is_it = entry && entry->key.session == session &&
                 entry->key.row.content == (int64_t)request->content;
    return is_it ? entry : NULL;
}

static Entry *add(RequestKeys *keys, const StoreRequestKey *row)
{
    Entry *entry = memory_new(sizeof *entry);
    Owner *owner = hash_table_find(&keys->owners, row->person);
    if (!owner) {
        owner = memory_new(sizeof *owner);
        memcpy(owner->person, row->person, sizeof owner->person);
        hash_table_put(&keys->owners, owner);
    }
    entry->key.row = *row;
    entry->owner = owner;
    entry->next = owner->newest;
    owner->newest = entry;
    return entry;
}

static void leave_order(RequestKeys *keys, Entry *entry)
{
    *(entry->older ? &entry->older->newer : &keys->oldest) = entry->newer;
    *(entry->newer ? &entry->newer->older : &keys->newest) = entry->older;
    entry->owner->answered--;
    keys->count--;
}

static void enter_order(RequestKeys *keys, Entry *entry)
{
    entry->older = keys->newest;
    entry->newer = NULL;
    *(keys->newest ? &keys->newest->newer : &keys->oldest) = entry;
    keys->newest = entry;
    entry->owner->answered++;
    keys->count++;
}

static void resume(RequestKeys *keys, Entry *entry)
{
    for (size_t i = 0; i < entry->waiting_count; i++)
        keys->options.resume(keys->options.context, entry->waiting[i]);
    entry->waiting_count = 0;
}

static void drop(RequestKeys *keys, Entry *entry)
{
    Owner *owner = entry->owner;
    Entry **at = &owner->newest;
    resume(keys, entry);
    if (entry->key.session)
        owner->started--;
    else
        leave_order(keys, entry);
    if (entry->key.is_stored)
        journal_note(keys->options.journal,
                     store_delete_request_key(keys->options.store, &entry->key.row));
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    free_entry(entry);
    if (!owner->newest) {
        hash_table_remove(&keys->owners, owner);
        free(owner);
    }
}

/* ---- how many, and for how long ---- */

static bool is_old(const RequestKeys *keys, const Entry *entry)
{
    return entry->key.row.at + KEY_LIFE <= keys->options.time->wall;
}

static Entry *oldest_of(const Owner *owner)
{
    Entry *oldest = NULL;
    for (Entry *entry = owner->newest; entry; entry = entry->next)
        if (!entry->key.session)
            oldest = entry;
    return oldest;
}

/* After one more of the owner's has been answered. */
static void make_room(RequestKeys *keys, const Owner *owner)
{
    if (owner->answered > KEYS_PER_PERSON)
        drop(keys, oldest_of(owner));
    while (keys->count > KEYS_MAX || is_old(keys, keys->oldest))
        drop(keys, keys->oldest);
}

static void load(void *context, const StoreRequestKey *row)
{
    RequestKeys *keys = context;
    if (find(keys, row->person, row->key))
        return; /* the store has none twice */
    Entry *entry = add(keys, row);
    entry->key.is_stored = true;
    enter_order(keys, entry);
}

bool request_keys_load(RequestKeys *keys, char *line)
{
    if (store_load_request_keys(keys->options.store, load, keys, line) != STORE_OK)
        return false;
    while (keys->oldest && (keys->count > KEYS_MAX || is_old(keys, keys->oldest)))
        drop(keys, keys->oldest);
    return true;
}

/* ---- requests ---- */

const RequestKey *request_keys_find(RequestKeys *keys, const char *person, const char *key)
{
    Entry *entry = find(keys, person, key);
    if (entry && !entry->key.session && is_old(keys, entry)) {
        drop(keys, entry);
        return NULL;
    }
    return entry ? &entry->key : NULL;
}

bool request_keys_start(RequestKeys *keys, const char *person, const Request *request,
                        SessionId session)
{
    const Owner *owner = hash_table_find(&keys->owners, person);
    StoreRequestKey row = {.content = (int64_t)request->content};
    assert(session);
    if (owner && owner->started >= KEYS_PER_PERSON)
        return false;
    memcpy(row.person, person, strlen(person) + 1);
    memcpy(row.key, request->key, sizeof row.key);
    Entry *entry = add(keys, &row);
    entry->key.session = session;
    entry->owner->started++;
    return true;
}

static void put(RequestKeys *keys, Entry *entry)
{
    entry->key.number = journal_note(keys->options.journal,
                                     store_put_request_key(keys->options.store, &entry->key.row));
    entry->key.is_stored = true;
}

uint64_t request_keys_answer(RequestKeys *keys, const char *person, const Request *request,
                             SessionId session, const Ok *ok, uint64_t number)
{
    Entry *entry = find_started(keys, person, request, session);
    if (!entry)
        return number;
    StoreRequestKey *row = &entry->key.row;
    row->at = keys->options.time->wall;
    if (ok && ok->seek)
        memcpy(row->seek, ok->seek->text, sizeof ok->seek->text);
    if (ok && ok->challenge)
        memcpy(row->challenge, ok->challenge->text, sizeof ok->challenge->text);
    if (ok && ok->game)
        memcpy(row->game, ok->game->text, sizeof ok->game->text);
    row->link = ok && ok->url;
    entry->key.session = 0;
    entry->key.number = number;
    entry->owner->started--;
    enter_order(keys, entry);
    if (request->kind != REQ_SEEK)
        put(keys, entry);
    number = entry->key.number;
    resume(keys, entry);
    make_room(keys, entry->owner);
    return number;
}

void request_keys_refuse(RequestKeys *keys, const char *person, const Request *request,
                         SessionId session)
{
    Entry *entry = find_started(keys, person, request, session);
    if (entry)
        drop(keys, entry);
}

void request_keys_drop(RequestKeys *keys, const char *person, SessionId session)
{
    const Owner *owner = hash_table_find(&keys->owners, person);
    Entry *next, *entry = owner && owner->started ? owner->newest : NULL;
    for (; entry; entry = next) {
        next = entry->next; /* with the last one the owner goes */
        if (entry->key.session == session)
            drop(keys, entry);
    }
}

void request_keys_wait(RequestKeys *keys, const RequestKey *key, SessionId session)
{
    Entry *entry = find(keys, key->row.person, key->row.key);
    entry->waiting = array_reserve(entry->waiting, &entry->waiting_size, entry->waiting_count + 1,
                                   sizeof *entry->waiting);
    entry->waiting[entry->waiting_count++] = session;
}

void request_keys_forget(RequestKeys *keys, const RequestKey *key)
{
    drop(keys, find(keys, key->row.person, key->row.key));
}

/* ---- seeks ---- */

/* Also one that was kept during a game, and has led to another. */
static Entry *find_seek(const RequestKeys *keys, const char *person, const LobbyId *seek)
{
    Owner *owner = hash_table_find(&keys->owners, person);
    Entry *entry = owner ? owner->newest : NULL;
    while (entry && strcmp(entry->key.row.seek, seek->text) != 0)
        entry = entry->next;
    return entry;
}

void request_keys_paired(RequestKeys *keys, const char *person, const LobbyId *seek,
                         const GameId *game)
{
    Entry *entry = find_seek(keys, person, seek);
    if (!entry)
        return;
    memcpy(entry->key.row.game, game->text, sizeof game->text);
    put(keys, entry);
}

void request_keys_withdrawn(RequestKeys *keys, const char *person, const LobbyId *seek)
{
    Entry *entry = find_seek(keys, person, seek);
    if (entry)
        entry->key.is_withdrawn = true;
}
