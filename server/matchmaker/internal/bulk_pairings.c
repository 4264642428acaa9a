#include "bulk_pairings.h"

#include "array.h"
#include "log.h"
#include "memory.h"
#include "rating.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)BULK_PAIR_PACKED_MAX <= (int)STORE_TERMS_MAX, "every pair can be stored");

/* ---- the table ---- */

void bulk_pairings_init(Matchmaker *matchmaker, const SipKey *sip)
{
    matchmaker->pairs_at = INT64_MAX;
    hash_table_init(&matchmaker->pairs_by_game, offsetof(ScheduledGame, game), sip);
    usage_init(&matchmaker->pairs_waiting, sip);
}

void bulk_pairings_clear(Matchmaker *matchmaker)
{
    for (size_t i = 0; i < matchmaker->pairs_count; i++)
        free(matchmaker->pairs[i]);
    free(matchmaker->pairs);
    hash_table_clear(&matchmaker->pairs_by_game);
    usage_clear(&matchmaker->pairs_waiting);
}

static ScheduledGame *add(Matchmaker *matchmaker, const BulkPair *pair)
{
    matchmaker->pairs = array_reserve(matchmaker->pairs, &matchmaker->pairs_size,
                                      matchmaker->pairs_count + 1, sizeof(ScheduledGame *));
    ScheduledGame *added = memory_new(sizeof *added);
    *added = (ScheduledGame){.game = challenge_game(&pair->challenge), .pair = *pair};
    matchmaker->pairs[matchmaker->pairs_count++] = added;
    hash_table_put(&matchmaker->pairs_by_game, added);
    return added;
}

static ScheduledGame *find(const Matchmaker *matchmaker, const GameId *game)
{
    return hash_table_find(&matchmaker->pairs_by_game, game->text);
}

static bool is_of(const BulkPair *pair, const char *owner, const GameId *bulk)
{
    return strcmp(pair->bulk.text, bulk->text) == 0 && strcmp(pair->owner, owner) == 0;
}

/* ---- how many wait for a player ---- */

static const char *player_in(const BulkPair *pair, Color seat)
{
    return seat == WHITE ? pair->challenge.from.id : pair->challenge.to.id;
}

static void release_places(Matchmaker *matchmaker, const BulkPair *pair)
{
    for (Color seat = WHITE; seat <= BLACK; seat++)
        usage_release(&matchmaker->pairs_waiting, 0, player_in(pair, seat));
}

/* Whatever the limits say. */
static void force_places(Matchmaker *matchmaker, const BulkPair *pair)
{
    for (Color seat = WHITE; seat <= BLACK; seat++)
        usage_take(&matchmaker->pairs_waiting, 0, player_in(pair, seat), UINT32_MAX);
}

/* The games that wait for a player and those that they play are together no more than anybody may play. False, and nothing is
 * taken, when that would not hold for one of the two. */
static bool take_places(Matchmaker *matchmaker, const BulkPair *pair)
{
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        const char *player = player_in(pair, seat);
        if (usage_take(&matchmaker->pairs_waiting, 0, player,
                       live_room_for(matchmaker->options.live, player)))
            continue;
        if (seat == BLACK)
            usage_release(&matchmaker->pairs_waiting, 0, player_in(pair, WHITE));
        return false;
    }
    return true;
}

static bool take_all_places(Matchmaker *matchmaker, const BulkPair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (take_places(matchmaker, &pairs[i]))
            continue;
        while (i-- > 0)
            release_places(matchmaker, &pairs[i]);
        return false;
    }
    return true;
}

/* ---- how many an address has scheduled ---- */

/* An empty address: not known. */
static void release_share(Matchmaker *matchmaker, const char *address, size_t count)
{
    while (*address && count-- > 0)
        bounds_release(matchmaker->options.bounds, BOUND_BULK_GAMES, address);
}

static bool take_share(Matchmaker *matchmaker, const char *address, size_t count)
{
    for (size_t i = 0; *address && i < count; i++)
        if (!bounds_take(matchmaker->options.bounds, BOUND_BULK_GAMES, address)) {
            release_share(matchmaker, address, i);
            return false;
        }
    return true;
}

/* ---- what is due ---- */

/* Its clocks are to be started, sooner or later. */
static bool starts_clocks(const BulkPair *pair)
{
    return pair->clocks_at && !pair->clocks_started && !pair->challenge.terms.control.days;
}

static int64_t due_at(const BulkPair *pair)
{
    if (!pair->paired_at)
        return pair->pair_at;
    return starts_clocks(pair) ? pair->clocks_at : pair->challenge.expires;
}

/* After each change, once: there may be thousands, and what is due is asked in each turn of the loop. Frees what is gone. */
static void settle(Matchmaker *matchmaker)
{
    size_t kept = 0;
    matchmaker->pairs_at = INT64_MAX;
    for (size_t i = 0; i < matchmaker->pairs_count; i++) {
        ScheduledGame *game = matchmaker->pairs[i];
        if (game->is_gone) {
            free(game);
            continue;
        }
        int64_t at = due_at(&game->pair);
        if (at < matchmaker->pairs_at)
            matchmaker->pairs_at = at;
        matchmaker->pairs[kept++] = game;
    }
    matchmaker->pairs_count = kept;
}

static uint64_t put(Matchmaker *matchmaker, const BulkPair *pair)
{
    const Challenge *challenge = &pair->challenge;
    StoreChallenge stored = {.made = challenge->made, .expires = challenge->expires};
    memcpy(stored.id, challenge->id.text, sizeof challenge->id.text);
    stored.size = bulk_pair_pack(pair, stored.terms);
    return journal_note(matchmaker->journal,
                        store_put_challenge(matchmaker->options.store, &stored));
}

/* Until the next settle it is still in the list. */
static uint64_t drop(Matchmaker *matchmaker, ScheduledGame *game)
{
    if (!game->pair.paired_at)
        release_places(matchmaker, &game->pair);
    release_share(matchmaker, game->pair.challenge.address, 1);
    hash_table_remove(&matchmaker->pairs_by_game, game);
    game->is_gone = true;
    return journal_note(matchmaker->journal, store_delete_challenge(matchmaker->options.store,
                                                                    game->pair.challenge.id.text));
}

void bulk_pairings_load(Matchmaker *matchmaker, const StoreChallenge *stored)
{
    BulkPair pair;
    GameId game;
    bool is_good = bulk_pair_unpack(&pair, stored->terms, stored->size);
    if (is_good)
        game = challenge_game(&pair.challenge);
    if (!is_good || find(matchmaker, &game)) {
        log_warning("pairing %s is damaged and left out", stored->id);
        return;
    }
    store_keep_game_id(matchmaker->options.store, &game);
    add(matchmaker, &pair);
    if (pair.challenge.address[0])
        bounds_force(matchmaker->options.bounds, BOUND_BULK_GAMES, pair.challenge.address);
    if (!pair.paired_at)
        force_places(matchmaker, &pair);
}

static int compare(const void *one, const void *other)
{
    const BulkPair *a = &(*(ScheduledGame *const *)one)->pair;
    const BulkPair *b = &(*(ScheduledGame *const *)other)->pair;
    if (a->challenge.made != b->challenge.made)
        return a->challenge.made < b->challenge.made ? -1 : 1;
    int bulk = strcmp(a->bulk.text, b->bulk.text);
    return bulk ? bulk : a->place - b->place;
}

void bulk_pairings_loaded(Matchmaker *matchmaker)
{
    if (matchmaker->pairs_count)
        qsort(matchmaker->pairs, matchmaker->pairs_count, sizeof(ScheduledGame *), compare);
    settle(matchmaker);
}

/* ---- made, shown, canceled ---- */

/* How many games and bulks the organiser has scheduled that have not begun. */
static void count_of(const Matchmaker *matchmaker, const char *owner, size_t *games, size_t *bulks)
{
    const GameId *last = NULL;
    *games = *bulks = 0;
    for (size_t i = 0; i < matchmaker->pairs_count; i++) {
        const BulkPair *pair = &matchmaker->pairs[i]->pair;
        if (pair->paired_at || strcmp(pair->owner, owner) != 0)
            continue;
        ++*games;
        *bulks += !last || strcmp(last->text, pair->bulk.text) != 0;
        last = &pair->bulk;
    }
}

BulkError matchmaker_add_bulk(Matchmaker *matchmaker, BulkPair *pairs, size_t count,
                              uint64_t *number)
{
    size_t games, bulks;
    LobbyId bulk = matchmaker_draw_id();
    count_of(matchmaker, pairs[0].owner, &games, &bulks);
    if (games + count > BULK_OWNER_GAMES_MAX || bulks >= BULK_OWNER_MAX)
        return BULK_MANY;
    if (matchmaker->pairs_count + count > BULK_ALL_GAMES_MAX)
        return BULK_FULL;
    if (!take_share(matchmaker, pairs[0].challenge.address, count))
        return BULK_SHARE;
    if (!take_all_places(matchmaker, pairs, count)) {
        release_share(matchmaker, pairs[0].challenge.address, count);
        return BULK_CROWDED;
    }
    for (size_t i = 0; i < count; i++) {
        BulkPair *pair = &pairs[i];
        GameId game = store_draw_game_id(matchmaker->options.store);
        pair->challenge.id = matchmaker_draw_id();
        memcpy(pair->challenge.id.text, game.text, GAME_ID_LENGTH);
        memcpy(pair->bulk.text, bulk.text, GAME_ID_LENGTH);
        pair->place = (uint16_t)i;
        if (live_is_casual(matchmaker->options.live))
            pair->challenge.terms.rated = false;
        pair->challenge.made = matchmaker->time->wall;
        pair->challenge.expires = pair->pair_at + BULK_KEPT;
        add(matchmaker, pair);
        *number = put(matchmaker, pair);
    }
    settle(matchmaker);
    return BULK_OK;
}

void matchmaker_each_pair(const Matchmaker *matchmaker, BulkPairShow show, void *context)
{
    for (size_t i = 0; i < matchmaker->pairs_count; i++)
        show(context, &matchmaker->pairs[i]->pair);
}

static bool has_begun(const Matchmaker *matchmaker, const char *owner, const GameId *bulk)
{
    for (size_t i = 0; i < matchmaker->pairs_count; i++) {
        const BulkPair *pair = &matchmaker->pairs[i]->pair;
        if (pair->paired_at && is_of(pair, owner, bulk))
            return true;
    }
    return false;
}

BulkError matchmaker_cancel_bulk(Matchmaker *matchmaker, const char *owner, const GameId *bulk,
                                 uint64_t *number)
{
    BulkError error = BULK_NOT_FOUND;
    if (has_begun(matchmaker, owner, bulk))
        return BULK_LATE;
    for (size_t i = 0; i < matchmaker->pairs_count; i++)
        if (is_of(&matchmaker->pairs[i]->pair, owner, bulk)) {
            *number = drop(matchmaker, matchmaker->pairs[i]);
            error = BULK_OK;
        }
    settle(matchmaker);
    return error;
}

size_t matchmaker_clear_pairs(Matchmaker *matchmaker, BulkPairPick picks, const void *context)
{
    size_t cleared = 0;
    for (size_t i = 0; i < matchmaker->pairs_count; i++) {
        ScheduledGame *game = matchmaker->pairs[i];
        if (game->pair.paired_at || !picks(context, &game->pair))
            continue;
        drop(matchmaker, game);
        cleared++;
    }
    settle(matchmaker);
    return cleared;
}

/* ---- clocks that are started, and messages ---- */

static void start_clocks(Matchmaker *matchmaker, BulkPair *pair, uint64_t *number)
{
    GameId game = challenge_game(&pair->challenge);
    live_start_clocks(matchmaker->options.live, &game, NULL, 0, number);
    pair->clocks_started = true;
    *number = put(matchmaker, pair);
}

BulkError matchmaker_start_bulk_clocks(Matchmaker *matchmaker, const char *owner,
                                       const GameId *bulk, uint64_t *number)
{
    BulkError error = BULK_NOT_FOUND;
    for (size_t i = 0; i < matchmaker->pairs_count; i++) {
        BulkPair *pair = &matchmaker->pairs[i]->pair;
        if (!is_of(pair, owner, bulk))
            continue;
        error = BULK_OK;
        if (pair->paired_at && !pair->clocks_started)
            start_clocks(matchmaker, pair, number);
    }
    settle(matchmaker);
    return error;
}

/* Appends as much as there is room for. */
static size_t append(char *words, size_t length, const char *text, size_t size)
{
    size_t room = GREETING_MAX - length;
    size = size < room ? size : room;
    memcpy(words + length, text, size);
    return length + size;
}

static void fill_in(const BulkPair *pair, Color seat, const GameId *game, char *words)
{
    const Person *opponent = seat == WHITE ? &pair->challenge.to : &pair->challenge.from;
    static const char OPPONENT[] = "{opponent}", GAME[] = "{game}";
    char url[GAME_ID_LENGTH + 2];
    size_t length = 0;
    snprintf(url, sizeof url, "/%s", game->text);
    for (const char *at = pair->message; *at;)
        if (strncmp(at, OPPONENT, sizeof OPPONENT - 1) == 0) {
            length = append(words, length, opponent->name, strlen(opponent->name));
            at += sizeof OPPONENT - 1;
        } else if (strncmp(at, GAME, sizeof GAME - 1) == 0) {
            length = append(words, length, url, strlen(url));
            at += sizeof GAME - 1;
        } else {
            length = append(words, length, at++, 1);
        }
    words[length] = '\0';
}

bool matchmaker_greeting(const Matchmaker *matchmaker, const GameId *game, Color seat,
                         Greeting *greeting)
{
    const ScheduledGame *scheduled = find(matchmaker, game);
    if (!scheduled || !scheduled->pair.message[0])
        return false;
    const BulkPair *pair = &scheduled->pair;
    *greeting = (Greeting){.from = {.kind = PERSON_HUMAN}};
    memcpy(greeting->from.id, pair->owner, sizeof pair->owner);
    memcpy(greeting->from.name, pair->sender, sizeof pair->sender);
    fill_in(pair, seat, game, greeting->words);
    return true;
}

/* ---- when they are due ---- */

/* Pairs whose players' accounts have been asked for. */
typedef struct {
    Matchmaker *matchmaker;
    GameId ids[BULK_TURN_MAX];
    size_t count;
} Asked;

static Person player_of(const Matchmaker *matchmaker, const AccountInfo *account,
                        const Terms *terms)
{
    Person person = account_person(account);
    Category category = category_of(&terms->control, terms->variant);
    person.balance = account->balance;
    if (category < CATEGORY_COUNT)
        rating_show(&account->ratings[category].rating, &person, matchmaker->time->wall);
    return person;
}

static void begin_game(Matchmaker *matchmaker, BulkPair *pair, const AccountInfo players[2])
{
    Challenge *challenge = &pair->challenge;
    GameId id = challenge_game(challenge);
    challenge->from = player_of(matchmaker, &players[WHITE], &challenge->terms);
    challenge->to = player_of(matchmaker, &players[BLACK], &challenge->terms);
    NewGame game = {
        .id = store_keep_game_id(matchmaker->options.store, &id) ? &id : NULL,
        .control = time_control_seated(&challenge->terms.control, WHITE),
        .variant = challenge->terms.variant,
        .start = challenge->has_start ? &challenge->start : NULL,
        .rated = challenge->terms.rated,
        .rules = challenge->rules,
        .first_move = FIRST_MOVE_PATIENT,
        .seat = {challenge->from, challenge->to},
    };
    BegunGame begun = live_begin(matchmaker->options.live, &game);
    release_places(matchmaker, pair);
    pair->paired_at = matchmaker->time->wall;
    challenge->expires = pair->paired_at + BULK_KEPT;
    put(matchmaker, pair);
    live_announce(matchmaker->options.live, &begun.id, &game);
}

/* NULL: it may begin. */
static const char *what_prevents(const Matchmaker *matchmaker, const AccountInfo players[2])
{
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (!account_is_found(&players[seat]) || players[seat].closed)
            return "an account was closed";
        if (!live_has_room_for(matchmaker->options.live, players[seat].id))
            return "a player has too many games in progress";
    }
    return NULL;
}

static void players_found(void *context, const AccountsAnswer *answer)
{
    Asked *asked = context;
    Matchmaker *matchmaker = asked->matchmaker;
    for (size_t i = 0; i < asked->count && answer->error == ACCOUNTS_OK; i++) {
        ScheduledGame *game = find(matchmaker, &asked->ids[i]);
        const AccountInfo *players = &answer->list[2 * i];
        if (!game || game->pair.paired_at)
            continue;
        const char *why_not = what_prevents(matchmaker, players);
        if (!why_not) {
            begin_game(matchmaker, &game->pair, players);
        } else {
            log_info("the game %s of a bulk pairing does not begin: %s", game->game.text, why_not);
            drop(matchmaker, game);
        }
    }
    matchmaker->pairing = false;
    settle(matchmaker);
    free(asked);
}

static void ask_players(Matchmaker *matchmaker, Asked *asked)
{
    AccountRef refs[2 * BULK_TURN_MAX];
    for (size_t i = 0; i < asked->count; i++) {
        const BulkPair *pair = &find(matchmaker, &asked->ids[i])->pair;
        refs[2 * i] = account_ref_id(pair->challenge.from.id);
        refs[2 * i + 1] = account_ref_id(pair->challenge.to.id);
    }
    matchmaker->pairing = true;
    accounts_find(matchmaker->options.accounts, refs, 2 * asked->count, "", players_found, asked);
}

/* The rest is due in the next turn. */
void matchmaker_bulks_tick(Matchmaker *matchmaker)
{
    Asked *asked = memory_new(sizeof *asked);
    asked->matchmaker = matchmaker;
    size_t done = 0;
    for (size_t i = 0; i < matchmaker->pairs_count && done < BULK_TURN_MAX; i++) {
        ScheduledGame *game = matchmaker->pairs[i];
        uint64_t number;
        if (due_at(&game->pair) > matchmaker->time->wall)
            continue;
        done++;
        if (!game->pair.paired_at)
            asked->ids[asked->count++] = game->game;
        else if (starts_clocks(&game->pair))
            start_clocks(matchmaker, &game->pair, &number);
        else
            drop(matchmaker, game);
    }
    settle(matchmaker);
    if (asked->count)
        ask_players(matchmaker, asked);
    else
        free(asked);
}

int64_t matchmaker_bulks_due(const Matchmaker *matchmaker)
{
    int64_t at = matchmaker->pairs_at;
    if (at == INT64_MAX ||
        matchmaker->pairing) /* the accounts are being asked for those that are due */
        return INT64_MAX;
    return at - matchmaker->time->wall + matchmaker->time->now;
}
