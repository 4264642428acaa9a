#include "follow.h"

#include "base62.h"
#include "forms.h"
#include "memory.h"
#include "play_call.h"
#include "snapshot.h"
#include "stream.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games that are read at a time; their lines are about STREAM_PIECE. */
enum { FOLLOW_PIECE = 64 };

typedef char PersonId[PERSON_ID_MAX + 1];

/* A game that was there before. */
typedef struct {
    GameId id; /* the first member: they are found by it */
    bool is_told;
} PastGame;

struct Follow {
    Due end; /* when its reader is gone */
    Lichess *lichess;
    Follow *next;
    Store *store;
    Stream *stream; /* NULL: its reader is gone */
    SessionId session;
    bool is_reading;                /* the store, which must come back first */
    char name[FOLLOW_NAME_MAX + 1]; /* of a stream of certain games; "": by users */
    char address[CORE_ADDRESS_MAX + 1];
    PersonId person; /* who asked, or "" */
    PersonId *users; /* sorted */
    size_t users_count;
    GameId *games; /* sorted */
    size_t games_count, games_most;
    PastGame *past;               /* sorted */
    size_t past_count, past_told; /* of which so many from the first on are told */
};

/* ---- what is followed ---- */

static int compare_text(const void *one, const void *other)
{
    return strcmp(one, other);
}

static bool has_user(const Follow *follow, const char *id)
{
    PersonId key;
    snprintf(key, sizeof key, "%s", id);
    return follow->users_count &&
           bsearch(key, follow->users, follow->users_count, sizeof key, compare_text);
}

static bool has_game(const Follow *follow, const GameId *id)
{
    return follow->games_count &&
           bsearch(id, follow->games, follow->games_count, sizeof *id, compare_text);
}

/* Games by users are those in which both are among them. */
static bool is_followed(const Follow *follow, const GameNews *news)
{
    if (follow->name[0])
        return has_game(follow, &news->id);
    return has_user(follow, news->seat[WHITE].id) && has_user(follow, news->seat[BLACK].id);
}

/* ---- lines ---- */

static void push(Follow *follow, const GameNews *news)
{
    Text *text = &follow->lichess->text;
    text_reset(text);
    form_followed_game(text, news);
    Packet *packet = packet_new(text->bytes, text->length);
    session_push(net_sessions(follow->lichess->options.net), follow->session, packet, news->number);
    packet_release(packet);
    text_reset(text);
}

static size_t write_lines(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Follow *follow = connection;
    Text *text = &follow->lichess->text;
    (void)ping;
    for (size_t i = 0; i < count && follow->stream; i++) {
        text_reset(text);
        text_append(text, packet_text(packets[i]), packet_length(packets[i]));
        stream_tell(follow->stream, text);
    }
    return count;
}

static void end_soon(Follow *follow)
{
    lichess_set_due(follow->lichess, &follow->end, lichess_now(follow->lichess));
}

static void close_session(void *connection, CloseCode code)
{
    Follow *follow = connection;
    (void)code;
    stream_end(follow->stream);
    end_soon(follow);
}

static const SessionWire WIRE = {.write = write_lines, .close = close_session};

static void on_gone(void *owner)
{
    end_soon(owner);
}

/* ---- its end ---- */

static void free_follow(Follow *follow)
{
    free(follow->users);
    free(follow->games);
    free(follow->past);
    free(follow);
}

static void leave(Follow *follow)
{
    Follow **at = &follow->lichess->follows;
    while (*at != follow)
        at = &(*at)->next;
    *at = follow->next;
    lichess_set_due(follow->lichess, &follow->end, INT64_MAX);
}

static void on_end(Due *due)
{
    Follow *follow = (Follow *)due;
    if (follow->is_reading)
        return; /* it ends when that comes back */
    leave(follow);
    session_lost(net_sessions(follow->lichess->options.net), follow->session);
    free_follow(follow);
}

void follow_free_all(Lichess *lichess)
{
    while (lichess->follows) {
        Follow *follow = lichess->follows;
        leave(follow);
        assert(lichess->follows != follow);
        stream_free(follow->stream);
        free_follow(follow);
    }
}

/* ---- games that were there before ---- */

static PastGame *find_past(const Follow *follow, const GameId *id)
{
    return follow->past_count
               ? bsearch(id, follow->past, follow->past_count, sizeof *follow->past, compare_text)
               : NULL;
}

static void add_past(Follow *follow, const GameId *ids, size_t count)
{
    PastGame *all = memory_array(follow->past_count + count + 1, sizeof *all);
    size_t kept = 0;
    for (size_t i = follow->past_told; i < follow->past_count; i++)
        if (!follow->past[i].is_told)
            all[kept++] = follow->past[i];
    for (size_t i = 0; i < count; i++)
        all[kept++] = (PastGame){.id = ids[i]};
    if (kept)
        qsort(all, kept, sizeof *all, compare_text);
    free(follow->past);
    follow->past = all;
    follow->past_count = follow->past_told = 0;
    for (size_t i = 0; i < kept; i++)
        if (i == 0 || compare_text(&all[i], &all[follow->past_count - 1]) != 0)
            all[follow->past_count++] = all[i];
}

typedef struct {
    Follow *follow;
    GameId ids[FOLLOW_PIECE];
    StoreGame heads[FOLLOW_PIECE]; /* an empty id: there is no such game */
    size_t count;
} Reading;

static void read_heads(void *context, StoreSnapshot *snapshot)
{
    Reading *reading = context;
    char line[STORE_LINE_MAX];
    for (size_t i = 0; i < reading->count; i++) {
        int64_t number;
        StoreGame *head = &reading->heads[i];
        if (!snapshot_number(snapshot, &reading->ids[i], &number) ||
            snapshot_head(snapshot, number, head, line) != STORE_OK)
            head->id.text[0] = '\0';
    }
}

static Person read_seat(const StoreSeat *seat)
{
    static const PersonKind KINDS[] = {
        [STORE_SEAT_HUMAN] = PERSON_HUMAN,
        [STORE_SEAT_LEVEL] = PERSON_LEVEL,
        [STORE_SEAT_ENGINE] = PERSON_ENGINE,
    };
    Person person = {.kind = KINDS[seat->kind],
                     .rating = seat->rating,
                     .level = seat->level,
                     .guest = seat->guest};
    snprintf(person.id, sizeof person.id, "%s", seat->player);
    snprintf(person.name, sizeof person.name, "%s", seat->name);
    return person;
}

static GameNews news_of(const StoreGame *head)
{
    return (GameNews){
        .id = head->id,
        .seat = {read_seat(&head->seat[WHITE]), read_seat(&head->seat[BLACK])},
        .variant = (Variant)head->variant,
        .control = head->control,
        .rated = head->rated,
        .made = head->made,
        .status = head->ended ? head->status : STATUS_STARTED,
        .winner = head->winner,
    };
}

/* It is on disk already. Of one whose end was heard meanwhile nothing older is told. The stream may be gone then. */
static void tell_past(Follow *follow, const GameId *id, const StoreGame *head)
{
    Text *text = &follow->lichess->text;
    GameNews news = news_of(head);
    PastGame *past = find_past(follow, id);
    if (!past || past->is_told)
        return;
    past->is_told = true;
    if (!news.id.text[0] || !is_followed(follow, &news))
        return;
    text_reset(text);
    form_followed_game(text, &news);
    stream_tell(follow->stream, text);
}

/* Its reader may come back. */
static void break_off(Follow *follow)
{
    stream_cut(follow->stream);
    end_soon(follow);
}

static void tell_more(Follow *follow);

static void on_read(void *context, StoreError error)
{
    Reading *reading = context;
    Follow *follow = reading->follow;
    follow->is_reading = false;
    for (size_t i = 0; i < reading->count && error == STORE_OK && follow->stream; i++)
        tell_past(follow, &reading->ids[i], &reading->heads[i]);
    free(reading);
    if (!follow->stream)
        end_soon(follow);
    else if (error != STORE_OK)
        break_off(follow);
    else
        tell_more(follow);
}

/* Up to FOLLOW_PIECE that are next. */
static size_t next_past(Follow *follow, GameId *ids)
{
    size_t count = 0;
    while (follow->past_told < follow->past_count && follow->past[follow->past_told].is_told)
        follow->past_told++;
    for (size_t i = follow->past_told; i < follow->past_count && count < FOLLOW_PIECE; i++)
        if (!follow->past[i].is_told)
            ids[count++] = follow->past[i].id;
    return count;
}

/* In pieces: hundreds of games are more than may wait for a reader. */
static void tell_more(Follow *follow)
{
    if (follow->is_reading || !follow->stream || stream_is_full(follow->stream))
        return;
    Reading *reading = memory_new(sizeof *reading);
    reading->follow = follow;
    reading->count = next_past(follow, reading->ids);
    follow->is_reading =
        reading->count && store_read_in_background(follow->store, read_heads, on_read, reading);
    if (follow->is_reading)
        return;
    if (reading->count) /* too many reads wait */
        break_off(follow);
    free(reading);
}

static void on_ready(void *owner)
{
    tell_more(owner);
}

/* ---- its beginning ---- */

/* NULL, and the call answered, when there is no room for another stream. */
static Follow *begin(Call *call, const char *name)
{
    Lichess *lichess = play_lichess(call);
    Follow *follow = memory_new(sizeof *follow);
    follow->end.run = on_end;
    follow->lichess = lichess;
    follow->store = call->server->store;
    StreamUse use = {.owner = follow, .place = &follow->stream, .ready = on_ready, .gone = on_gone};
    if (!stream_open(lichess, call, &use)) {
        free(follow);
        return NULL;
    }
    follow->session = session_open_by(net_sessions(lichess->options.net), &WIRE, follow);
    snprintf(follow->name, sizeof follow->name, "%s", name);
    snprintf(follow->address, sizeof follow->address, "%s", call->http->address);
    snprintf(follow->person, sizeof follow->person, "%s", call->identity.person.id);
    follow->next = lichess->follows;
    lichess->follows = follow;
    return follow;
}

void follow_hear(Lichess *lichess, const GameNews *news)
{
    for (Follow *follow = lichess->follows; follow; follow = follow->next) {
        if (!follow->stream || !is_followed(follow, news))
            continue;
        PastGame *past = find_past(follow, &news->id);
        if (past)
            past->is_told = true;
        push(follow, news);
    }
}

/* ---- by users ---- */

/* Each game of two of them once: as one of the player whose id comes first. */
static void tell_current(Follow *follow, const Call *call)
{
    GameId *ids = NULL;
    size_t all = 0;
    for (size_t i = 0; i < follow->users_count; i++) {
        uint32_t count = 0;
        GameId *games = core_games_of(call->server->core, follow->users[i], &count);
        if (count) {
            GameId *more = memory_array(all + count, sizeof *more);
            if (all)
                memcpy(more, ids, all * sizeof *ids);
            memcpy(more + all, games, count * sizeof *games);
            free(ids);
            ids = more;
            all += count;
        }
        free(games);
    }
    if (!all)
        return;
    qsort(ids, all, sizeof *ids, compare_text);
    size_t kept = 0;
    for (size_t i = 0; i < all; i++)
        if (i == 0 || strcmp(ids[i].text, ids[kept - 1].text) != 0)
            ids[kept++] = ids[i];
    add_past(follow, ids, kept);
    free(ids);
    tell_more(follow);
}

static void users_found(Call *call, const AccountsAnswer *answer)
{
    Follow *follow = begin(call, "");
    if (!follow)
        return;
    follow->users = memory_array(answer->count + 1, sizeof *follow->users);
    for (size_t i = 0; i < answer->count; i++)
        if (account_is_found(&answer->list[i]))
            memcpy(follow->users[follow->users_count++], answer->list[i].id, sizeof(PersonId));
    if (follow->users_count)
        qsort(follow->users, follow->users_count, sizeof *follow->users, compare_text);
    if (params_flag(&call->params, "withCurrentGames", false))
        tell_current(follow, call);
}

/* Calls 'take' for each word between commas and line ends, without blanks around it. False when 'take' refuses one. */
static bool each_word(const Call *call,
                      bool (*take)(void *context, const char *word, size_t length), void *context)
{
    const char *text = call->http->body;
    size_t length = call->http->length;
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && !strchr(", \r\n", text[end]);)
            end++;
        if (end > at && !take(context, text + at, end - at))
            return false;
    }
    return true;
}

typedef struct {
    AccountRef refs[FOLLOW_USERS_MAX];
    size_t count;
} Names;

static bool take_name(void *context, const char *word, size_t length)
{
    Names *names = context;
    char name[PERSON_NAME_MAX + 1];
    if (names->count == FOLLOW_USERS_MAX || length > PERSON_NAME_MAX)
        return false;
    memcpy(name, word, length);
    name[length] = '\0';
    names->refs[names->count++] = account_ref_name(name);
    return true;
}

void follow_users(Call *call)
{
    Names names = {.count = 0};
    if (!each_word(call, take_name, &names))
        answer_error(&call->asker, 400,
                     "The body must be names of users with commas, at most 300.");
    else
        accounts_find(call->server->accounts, names.refs, names.count, "", call_answered,
                      call_wait(call, users_found));
}

/* ---- by ids ---- */

typedef struct {
    GameId ids[FOLLOW_GAMES_TOKEN_MAX];
    size_t count, most;
} Ids;

static bool take_id(void *context, const char *word, size_t length)
{
    Ids *ids = context;
    if (ids->count == ids->most || length < GAME_ID_LENGTH)
        return false;
    GameId *id = &ids->ids[ids->count++];
    *id = (GameId){{0}};
    memcpy(id->text, word, GAME_ID_LENGTH);
    return base62_is(id->text, GAME_ID_LENGTH);
}

static bool read_ids(Call *call, size_t most, Ids *ids)
{
    *ids = (Ids){.count = 0, .most = most};
    if (each_word(call, take_id, ids))
        return true;
    answer_error(&call->asker, 400,
                 "The body must be ids of games with commas, at most 500, or 1000 with a token.");
    return false;
}

/* False when there would be more than it may have. */
static bool add_games(Follow *follow, const Ids *ids)
{
    GameId *added = memory_array(ids->count + 1, sizeof *added);
    GameId *all = memory_array(follow->games_count + ids->count + 1, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < ids->count; i++)
        if (!has_game(follow, &ids->ids[i]))
            added[count++] = ids->ids[i];
    if (follow->games_count + count > follow->games_most) {
        free(added);
        free(all);
        return false;
    }
    if (follow->games_count)
        memcpy(all, follow->games, follow->games_count * sizeof *all);
    if (count)
        memcpy(all + follow->games_count, added, count * sizeof *all);
    free(follow->games);
    follow->games = all;
    follow->games_count += count;
    if (follow->games_count)
        qsort(all, follow->games_count, sizeof *all, compare_text);
    add_past(follow, added, count);
    free(added);
    tell_more(follow);
    return true;
}

static size_t most_games(const Call *call)
{
    return call->identity.who == WHO_TOKEN ? FOLLOW_GAMES_TOKEN_MAX : FOLLOW_GAMES_MAX;
}

void follow_games(Call *call)
{
    Ids ids;
    if (!read_ids(call, most_games(call), &ids))
        return;
    Follow *follow = begin(call, call->parts[0]);
    if (!follow)
        return;
    follow->games_most = most_games(call);
    add_games(follow, &ids);
}

/* Whoever opened it, known by their account or else by their address. */
static bool is_theirs(const Follow *follow, const Call *call)
{
    if (!follow->stream || strcmp(follow->name, call->parts[0]) != 0)
        return false;
    return follow->person[0] ? strcmp(follow->person, call->identity.person.id) == 0
                             : strcmp(follow->address, call->http->address) == 0;
}

void follow_more_games(Call *call)
{
    Ids ids;
    if (!read_ids(call, most_games(call), &ids))
        return;
    Follow *follow = play_lichess(call)->follows;
    while (follow && !is_theirs(follow, call))
        follow = follow->next;
    if (!follow)
        answer_error(&call->asker, 404, "No such stream");
    else if (!add_games(follow, &ids))
        answer_error(&call->asker, 400, "The stream has too many games.");
    else if (!follow->stream) /* its games cannot be read now */
        answer_busy_for(&call->asker, STREAM_RETRY, "The games cannot be read right now.");
    else
        answer_ok(&call->asker);
}
