#include "store_parts.h"

#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* It ends inside its field. */
static bool is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* Copies the value into this turn's batch; returns its number. */
static uint64_t push(Store *store, WriteKind kind, const void *value, size_t size)
{
    write_batch_push(&store->growing, kind, value, size);
    return store->turn;
}

/* Of a game whose id was drawn here. */
static int64_t number_of(const Store *store, const GameId *id)
{
    int64_t number = -1;
    bool is_ours = game_number_parse(&number, id, store->owner->id_key);
    assert(is_ours && number < store->owner->next_game);
    return number;
}

/* ---- games ---- */

uint64_t store_put_player(Store *store, const StorePlayer *player)
{
    assert(is_text(player->id, sizeof player->id) && is_text(player->name, sizeof player->name));
    assert(player->id[0]);
    return push(store, WRITE_PLAYER, player, sizeof *player);
}

uint64_t store_put_game(Store *store, const StoreGame *game)
{
    assert(is_text(game->fen, sizeof game->fen));
    for (int side = WHITE; side <= BLACK; side++) {
        const StoreSeat *seat = &game->seat[side];
        assert(is_text(seat->player, sizeof seat->player));
        assert((seat->player[0] != '\0') == (seat->kind == STORE_SEAT_HUMAN));
        assert((seat->kind == STORE_SEAT_LEVEL) == (seat->level > 0));
        assert(is_text(seat->engine, sizeof seat->engine));
        assert((seat->kind == STORE_SEAT_ENGINE) == (seat->engine[0] || seat->engine_number));
    }
    WrittenGame put = {.number = number_of(store, &game->id), .game = *game};
    return push(store, WRITE_GAME, &put, sizeof put);
}

uint64_t store_put_event(Store *store, const GameId *game, uint32_t seq, const void *bytes,
                         size_t size)
{
    assert(seq >= 1 && seq <= STORE_EVENTS_MAX && size <= EVENT_PACKED_MAX);
    WrittenEvent put = {.number = number_of(store, game), .seq = seq, .size = (unsigned char)size};
    memcpy(put.bytes, bytes, size);
    return push(store, WRITE_EVENT, &put, sizeof put);
}

uint64_t store_put_end(Store *store, const GameId *game, const Event *end, int64_t now_wall)
{
    assert(end->kind == EV_END);
    WrittenEnd put = {.number = number_of(store, game),
                      .ended = now_wall,
                      .status = (int32_t)end->end.status,
                      .winner = (int32_t)end->end.winner,
                      .reason = (int32_t)end->end.reason};
    return push(store, WRITE_END, &put, sizeof put);
}

uint64_t store_put_sleep(Store *store, const GameId *game, int64_t wakes)
{
    WrittenSleep put = {.number = number_of(store, game), .wakes = wakes};
    return push(store, WRITE_SLEEP, &put, sizeof put);
}

uint64_t store_put_conditional(Store *store, const GameId *game, Color seat, const void *bytes,
                               size_t size)
{
    assert(size > 0 && size <= CONDITIONAL_PACKED_MAX);
    WrittenConditional put = {
        .number = number_of(store, game), .color = (int32_t)seat, .size = (int32_t)size};
    memcpy(put.bytes, bytes, size);
    return push(store, WRITE_CONDITIONAL, &put, offsetof(WrittenConditional, bytes) + size);
}

uint64_t store_delete_conditional(Store *store, const GameId *game, Color seat)
{
    WrittenConditional put = {.number = number_of(store, game), .color = (int32_t)seat};
    return push(store, WRITE_DELETE_CONDITIONAL, &put, offsetof(WrittenConditional, bytes));
}

uint64_t store_put_challenge(Store *store, const StoreChallenge *challenge)
{
    assert(is_text(challenge->id, sizeof challenge->id) && challenge->size <= STORE_TERMS_MAX);
    return push(store, WRITE_CHALLENGE, challenge, sizeof *challenge);
}

uint64_t store_delete_challenge(Store *store, const char *id)
{
    size_t size = strlen(id) + 1;
    assert(size <= STORE_CHALLENGE_ID_MAX + 1);
    return push(store, WRITE_DELETE_CHALLENGE, id, size);
}

uint64_t store_put_rating(Store *store, const StoreRating *rating)
{
    assert(is_text(rating->player, sizeof rating->player));
    return push(store, WRITE_RATING, rating, sizeof *rating);
}

uint64_t store_put_rating_change(Store *store, const StoreRatingChange *change)
{
    assert(is_text(change->before.player, sizeof change->before.player));
    WrittenRatingChange put = {.number = number_of(store, &change->game), .change = *change};
    return push(store, WRITE_RATING_CHANGE, &put, sizeof put);
}

uint64_t store_delete_changes(Store *store, const GameId *game)
{
    int64_t number = number_of(store, game);
    return push(store, WRITE_DELETE_CHANGES, &number, sizeof number);
}

uint64_t store_put_axis(Store *store, int64_t axis)
{
    return push(store, WRITE_AXIS, &axis, sizeof axis);
}

uint64_t store_put_import(Store *store, const StoredGame *game, const char *by, Color color,
                          uint32_t opening)
{
    size_t events = game->count * sizeof *game->events;
    size_t size = sizeof(WrittenImport) + events + game->tags_size;
    assert(game->game.imported && game->tags_size <= STORE_TAGS_MAX);
    assert(strlen(by) <= STORE_PLAYER_ID_MAX);
    WrittenImport *put = memory_new(size);
    put->number = number_of(store, &game->game.id);
    put->game = game->game;
    memcpy(put->by, by, strlen(by));
    put->color = color;
    put->opening = opening;
    put->count = game->count;
    put->tags_size = game->tags_size;
    memcpy(put->events, game->events, events);
    if (game->tags_size)
        memcpy((char *)put->events + events, game->tags, game->tags_size);
    uint64_t number = push(store, WRITE_IMPORT, put, size);
    free(put);
    return number;
}

/* ---- people ---- */

uint64_t store_put_account(Store *store, const StoreAccount *account)
{
    assert(is_text(account->player, sizeof account->player) && account->player[0]);
    assert(is_text(account->skeleton, sizeof account->skeleton));
    assert(is_text(account->password, sizeof account->password));
    return push(store, WRITE_ACCOUNT, account, sizeof *account);
}

uint64_t store_put_settings(Store *store, const char *player, const char *json, size_t size)
{
    WrittenSettings put = {.size = (int32_t)size};
    assert(strlen(player) <= STORE_PLAYER_ID_MAX && size <= STORE_SETTINGS_MAX);
    memcpy(put.player, player, strlen(player));
    memcpy(put.json, json, size);
    return push(store, WRITE_SETTINGS, &put, sizeof put);
}

uint64_t store_put_credential(Store *store, const StoreCredential *credential)
{
    assert(is_text(credential->key, sizeof credential->key) &&
           is_text(credential->label, sizeof credential->label));
    return push(store, WRITE_CREDENTIAL, credential, sizeof *credential);
}

uint64_t store_delete_credential(Store *store, const char *key)
{
    return push(store, WRITE_DELETE_CREDENTIAL, key, strlen(key) + 1);
}

uint64_t store_put_relation(Store *store, const StoreRelation *relation)
{
    return push(store, WRITE_RELATION, relation, sizeof *relation);
}

uint64_t store_delete_relation(Store *store, const StoreRelation *relation)
{
    return push(store, WRITE_DELETE_RELATION, relation, sizeof *relation);
}

uint64_t store_put_subject(Store *store, const StoreSubject *subject)
{
    assert(is_text(subject->issuer, sizeof subject->issuer) &&
           is_text(subject->subject, sizeof subject->subject));
    return push(store, WRITE_SUBJECT, subject, sizeof *subject);
}

uint64_t store_delete_subject(Store *store, const StoreSubject *subject)
{
    return push(store, WRITE_DELETE_SUBJECT, subject, sizeof *subject);
}

uint64_t store_delete_ratings(Store *store, const char *player)
{
    return push(store, WRITE_DELETE_RATINGS, player, strlen(player) + 1);
}

uint64_t store_put_sanction(Store *store, const StoreSanction *sanction)
{
    assert(is_text(sanction->id, sizeof sanction->id));
    return push(store, WRITE_SANCTION, sanction, sizeof *sanction);
}

uint64_t store_put_address_ban(Store *store, const StoreAddressBan *ban)
{
    assert(is_text(ban->address, sizeof ban->address));
    return push(store, WRITE_ADDRESS_BAN, ban, sizeof *ban);
}

uint64_t store_delete_address_ban(Store *store, const char *address)
{
    return push(store, WRITE_DELETE_ADDRESS_BAN, address, strlen(address) + 1);
}

uint64_t store_put_act(Store *store, const StoreAct *act)
{
    assert(is_text(act->who, sizeof act->who) && is_text(act->act, sizeof act->act) &&
           is_text(act->target, sizeof act->target) && is_text(act->undo, sizeof act->undo));
    return push(store, WRITE_ACT, act, sizeof *act);
}

uint64_t store_put_tournament(Store *store, const StoreTournament *tournament)
{
    assert(is_text(tournament->id, sizeof tournament->id) && tournament->id[0]);
    return push(store, WRITE_TOURNAMENT, tournament, sizeof *tournament);
}

uint64_t store_put_tournament_act(Store *store, const char *id, uint32_t seq, const char *text,
                                  size_t size)
{
    assert(strlen(id) <= STORE_TOURNAMENT_ID && size <= STORE_TOURNAMENT_ACT_MAX);
    WrittenTournamentAct *put = memory_array(1, sizeof *put + size);
    put->seq = seq;
    put->size = (int32_t)size;
    snprintf(put->id, sizeof put->id, "%s", id);
    memcpy(put->text, text, size);
    push(store, WRITE_TOURNAMENT_ACT, put, sizeof *put + size);
    free(put);
    return store->turn;
}

uint64_t store_put_team(Store *store, const StoreTeam *team)
{
    assert(is_text(team->id, sizeof team->id) && is_text(team->name, sizeof team->name) &&
           is_text(team->description, sizeof team->description) &&
           is_text(team->captain, sizeof team->captain) && is_text(team->code, sizeof team->code));
    return push(store, WRITE_TEAM, team, sizeof *team);
}

uint64_t store_delete_team(Store *store, const char *id)
{
    return push(store, WRITE_DELETE_TEAM, id, strlen(id) + 1);
}

uint64_t store_put_team_member(Store *store, const StoreTeamMember *member)
{
    assert(is_text(member->team, sizeof member->team) &&
           is_text(member->player, sizeof member->player) &&
           is_text(member->words, sizeof member->words));
    return push(store, WRITE_TEAM_MEMBER, member, sizeof *member);
}

uint64_t store_delete_team_member(Store *store, const StoreTeamMember *member)
{
    return push(store, WRITE_DELETE_TEAM_MEMBER, member, sizeof *member);
}

uint64_t store_put_broadcast(Store *store, const char *id, const char *of, const char *text,
                             size_t size)
{
    assert(strlen(id) <= STORE_BROADCAST_ID && strlen(of) <= STORE_BROADCAST_ID &&
           size <= STORE_BROADCAST_MAX);
    WrittenBroadcast *put = memory_array(1, sizeof *put + size);
    put->size = (int32_t)size;
    snprintf(put->id, sizeof put->id, "%s", id);
    snprintf(put->of, sizeof put->of, "%s", of);
    memcpy(put->text, text, size);
    push(store, WRITE_BROADCAST, put, sizeof *put + size);
    free(put);
    return store->turn;
}

uint64_t store_delete_broadcast(Store *store, const char *id)
{
    return push(store, WRITE_DELETE_BROADCAST, id, strlen(id) + 1);
}

uint64_t store_put_report(Store *store, const StoreReport *report)
{
    assert(is_text(report->reason, sizeof report->reason) &&
           is_text(report->words, sizeof report->words) &&
           is_text(report->chat, sizeof report->chat));
    return push(store, WRITE_REPORT, report, sizeof *report);
}

uint64_t store_put_decision(Store *store, const StoreDecision *decision)
{
    assert(is_text(decision->who, sizeof decision->who));
    return push(store, WRITE_DECISION, decision, sizeof *decision);
}

uint64_t store_put_webhook(Store *store, const StoreWebhook *webhook)
{
    assert(is_text(webhook->id, sizeof webhook->id) && is_text(webhook->url, sizeof webhook->url) &&
           is_text(webhook->secret, sizeof webhook->secret) &&
           is_text(webhook->reason, sizeof webhook->reason));
    return push(store, WRITE_WEBHOOK, webhook, sizeof *webhook);
}

uint64_t store_delete_webhook(Store *store, const char *id)
{
    push(store, WRITE_DELETE_DELIVERIES, id, strlen(id) + 1);
    return push(store, WRITE_DELETE_WEBHOOK, id, strlen(id) + 1);
}

uint64_t store_put_delivery(Store *store, const StoreDelivery *delivery)
{
    assert(is_text(delivery->id, sizeof delivery->id) &&
           is_text(delivery->webhook, sizeof delivery->webhook) &&
           is_text(delivery->event, sizeof delivery->event) &&
           is_text(delivery->outcome, sizeof delivery->outcome) &&
           is_text(delivery->body, sizeof delivery->body));
    return push(store, WRITE_DELIVERY, delivery,
                offsetof(StoreDelivery, body) + strlen(delivery->body) + 1);
}

uint64_t store_delete_delivery(Store *store, const char *id)
{
    return push(store, WRITE_DELETE_DELIVERY, id, strlen(id) + 1);
}

uint64_t store_put_push_device(Store *store, const StorePushDevice *device)
{
    assert(is_text(device->id, sizeof device->id) &&
           is_text(device->player, sizeof device->player) &&
           is_text(device->credential, sizeof device->credential) &&
           is_text(device->endpoint, sizeof device->endpoint) &&
           is_text(device->key, sizeof device->key) && is_text(device->auth, sizeof device->auth) &&
           is_text(device->language, sizeof device->language) &&
           is_text(device->label, sizeof device->label) &&
           is_text(device->origin, sizeof device->origin));
    return push(store, WRITE_PUSH_DEVICE, device, sizeof *device);
}

uint64_t store_delete_push_device(Store *store, const char *id)
{
    return push(store, WRITE_DELETE_PUSH_DEVICE, id, strlen(id) + 1);
}

uint64_t store_put_mail_address(Store *store, const StoreMailAddress *address)
{
    assert(is_text(address->player, sizeof address->player) &&
           is_text(address->address, sizeof address->address) &&
           is_text(address->wanted, sizeof address->wanted) &&
           is_text(address->confirm, sizeof address->confirm) &&
           is_text(address->reset, sizeof address->reset) &&
           is_text(address->language, sizeof address->language));
    return push(store, WRITE_MAIL_ADDRESS, address, sizeof *address);
}

uint64_t store_delete_mail_address(Store *store, const char *player)
{
    return push(store, WRITE_DELETE_MAIL_ADDRESS, player, strlen(player) + 1);
}

uint64_t store_put_mail_turn(Store *store, const StoreMailTurn *turn)
{
    assert(is_text(turn->game.text, sizeof turn->game.text) &&
           is_text(turn->player, sizeof turn->player) &&
           is_text(turn->opponent, sizeof turn->opponent));
    return push(store, WRITE_MAIL_TURN, turn, sizeof *turn);
}

uint64_t store_delete_mail_turn(Store *store, const char *game)
{
    return push(store, WRITE_DELETE_MAIL_TURN, game, strlen(game) + 1);
}

uint64_t store_put_request_key(Store *store, const StoreRequestKey *key)
{
    assert(is_text(key->person, sizeof key->person) && is_text(key->key, sizeof key->key) &&
           is_text(key->seek, sizeof key->seek) && is_text(key->game, sizeof key->game) &&
           is_text(key->challenge, sizeof key->challenge));
    return push(store, WRITE_REQUEST_KEY, key, sizeof *key);
}

uint64_t store_delete_request_key(Store *store, const StoreRequestKey *key)
{
    return push(store, WRITE_DELETE_REQUEST_KEY, key, sizeof *key);
}

uint64_t store_put_page_file(Store *store, const StorePageFile *file)
{
    assert(is_text(file->path, sizeof file->path) && is_text(file->type, sizeof file->type) &&
           is_text(file->etag, sizeof file->etag) && file->forms[STORE_PAGE_PLAIN].size > 0);
    WrittenPageFile head = {.page = file->page};
    size_t size = offsetof(WrittenPageFile, bytes);
    memcpy(head.path, file->path, sizeof head.path);
    memcpy(head.type, file->type, sizeof head.type);
    memcpy(head.etag, file->etag, sizeof head.etag);
    for (int i = 0; i < STORE_PAGE_FORMS; i++) {
        assert(file->forms[i].size <= STORE_PAGE_FILE_MAX);
        head.sizes[i] = (uint32_t)file->forms[i].size;
        size += file->forms[i].size;
    }
    WrittenPageFile *put = memory_new(size);
    unsigned char *at = put->bytes;
    memcpy(put, &head, offsetof(WrittenPageFile, bytes));
    for (int i = 0; i < STORE_PAGE_FORMS; at += file->forms[i++].size)
        if (file->forms[i].size)
            memcpy(at, file->forms[i].data, file->forms[i].size);
    uint64_t number = push(store, WRITE_PAGE_FILE, put, size);
    free(put);
    return number;
}

uint64_t store_delete_pages(Store *store, int64_t before)
{
    return push(store, WRITE_DELETE_PAGES, &before, sizeof before);
}

uint64_t store_put_site(Store *store, const StoreSite *site)
{
    assert(is_text(site->name, sizeof site->name) && is_text(site->value, sizeof site->value));
    return push(store, WRITE_SITE, site, sizeof *site);
}

/* ---- the end of a turn ---- */

void store_flush(Store *store)
{
    if (store->growing.used == 0)
        return;
    if (store->loads)
        store_end_loads(store);
    store->growing.number = store->turn++;
    store->put_bytes += store->growing.used;
    writer_thread_push(&store->writer, &store->growing);
}

uint64_t store_committed(const Store *store)
{
    return store->told.number;
}

size_t store_backlog(const Store *store)
{
    return store->put_bytes + store->growing.used - store->told.bytes;
}

bool store_is_behind(const Store *store)
{
    return store_backlog(store) > STORE_BACKLOG_MAX;
}
