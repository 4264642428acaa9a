/* Of ics_state.h: offers that wait for an answer - challenges, draws, takebacks, rematches - and the commands for them. */
#include "ics_state.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const WORDS[] = {
    [ICS_OFFER_MATCH] = "match",
    [ICS_OFFER_DRAW] = "draw",
    [ICS_OFFER_TAKEBACK] = "takeback",
    [ICS_OFFER_REMATCH] = "match", /* programs know no other word */
};

static const char *const REQUESTS[] = {
    [ICS_OFFER_MATCH] = "match offer",
    [ICS_OFFER_DRAW] = "draw request",
    [ICS_OFFER_TAKEBACK] = "takeback request",
    [ICS_OFFER_REMATCH] = "rematch offer",
};

/* ---- the list ---- */

void ics_offer_add(IcsClient *client, const IcsOffer *offer)
{
    if (client->offer_count == ICS_OFFERS_MAX)
        ics_offer_remove(client, &client->offers[0]);
    IcsOffer *added = &client->offers[client->offer_count++];
    *added = *offer;
    client->newest_offer = client->newest_offer % 9999 + 1;
    added->index = client->newest_offer;
    if (client->variables.on[ICS_SWITCH_PENDINFO])
        ics_say(client, "<p%c> %d w=%s t=%s p=%s\n", added->is_own ? 't' : 'f', added->index,
                added->name, WORDS[added->kind], added->words);
}

void ics_offer_remove(IcsClient *client, IcsOffer *offer)
{
    size_t behind = client->offer_count - (size_t)(offer - client->offers) - 1;
    if (client->variables.on[ICS_SWITCH_PENDINFO])
        ics_say(client, "<pr> %d\n", offer->index);
    memmove(offer, offer + 1, behind * sizeof *offer);
    client->offer_count--;
}

void ics_offers_of_game(IcsClient *client, const GameId *game)
{
    for (size_t i = client->offer_count; i-- > 0;)
        if (strcmp(client->offers[i].game.text, game->text) == 0)
            ics_offer_remove(client, &client->offers[i]);
}

IcsOffer *ics_offer_find(IcsClient *client, IcsOfferKind kind, bool is_own, const GameId *game)
{
    for (size_t i = 0; i < client->offer_count; i++) {
        IcsOffer *offer = &client->offers[i];
        if (offer->kind == kind && offer->is_own == is_own &&
            strcmp(offer->game.text, game->text) == 0)
            return offer;
    }
    return NULL;
}

IcsOffer *ics_offer_of_challenge(IcsClient *client, const char *challenge)
{
    for (size_t i = 0; i < client->offer_count; i++)
        if (client->offers[i].kind == ICS_OFFER_MATCH &&
            strcmp(client->offers[i].challenge.text, challenge) == 0)
            return &client->offers[i];
    return NULL;
}

/* ---- offers in a game ---- */

static void tell_offer(IcsClient *client, const IcsOffer *offer)
{
    if (offer->is_own)
        return;
    switch (offer->kind) {
    case ICS_OFFER_DRAW: ics_say(client, "%s offers you a draw.\n", offer->name); break;
    case ICS_OFFER_TAKEBACK:
        ics_say(client, "%s would like to take back %s half move(s).\n", offer->name, offer->words);
        break;
    default:
        ics_say(client,
                "Challenge: %s.\nYou can \"accept\" or \"decline\", or propose different "
                "parameters.\n",
                offer->words);
    }
}

/* "bob (1500) [white] ann (++++) unrated blitz 5 3": of a rematch, the colours change. */
static void print_rematch(const IcsGame *game, Color by, char out[160])
{
    const HeardGame *heard = &game->heard;
    char name[2][ICS_NAME_MAX + 1], rating[2][ICS_RATING_MAX];
    const Person *from = &heard->seat[by], *to = &heard->seat[color_other(by)];
    snprintf(out, 160, "%s (%s) [%s] %s (%s) %srated %s %d %d", ics_name(from, name[0]),
             ics_rating(from, rating[0]), by == WHITE ? "black" : "white", ics_name(to, name[1]),
             ics_rating(to, rating[1]), heard->rated ? "" : "un",
             ics_kind(&heard->control, heard->variant), ics_minutes(&heard->control),
             ics_increment(&heard->control));
}

static void add_of_game(IcsClient *client, const IcsGame *game, IcsOfferKind kind, Color by,
                        uint32_t seq)
{
    IcsOffer offer = {.is_own = by == game->seat, .kind = kind, .game = game->heard.id, .seq = seq};
    ics_opponent(game, offer.name);
    if (kind == ICS_OFFER_REMATCH)
        print_rematch(game, by, offer.words);
    else if (kind == ICS_OFFER_TAKEBACK)
        snprintf(offer.words, sizeof offer.words, "%d",
                 heard_game_turn(&game->heard) == by ? 2 : 1);
    else
        snprintf(offer.words, sizeof offer.words, "#");
    tell_offer(client, &offer);
    ics_offer_add(client, &offer);
}

static void sync(IcsClient *client, const IcsGame *game, IcsOfferKind kind, Color by, uint32_t seq)
{
    IcsOffer *known = ics_offer_find(client, kind, by == game->seat, &game->heard.id);
    if (known && known->seq != seq) {
        ics_offer_remove(client, known);
        known = NULL;
    }
    if (!known && seq)
        add_of_game(client, game, kind, by, seq);
}

void ics_offers_sync(IcsClient *client, IcsGame *game)
{
    if (!game->is_own)
        return;
    for (Color side = WHITE; side <= BLACK; side++) {
        sync(client, game, ICS_OFFER_DRAW, side, game->heard.draw[side]);
        sync(client, game, ICS_OFFER_TAKEBACK, side, game->heard.takeback[side]);
        sync(client, game, ICS_OFFER_REMATCH, side, game->rematch[side]);
    }
}

/* ---- challenges ---- */

static void print_challenge(const cJSON *message, const Person *from, const Person *to,
                            char out[160])
{
    char name[2][ICS_NAME_MAX + 1], rating[2][ICS_RATING_MAX], color[16] = "";
    TimeControl control = message_read_control(message, "clock");
    const char *wish = message_text(message, "color"), *word = message_text(message, "variant");
    Variant variant = strcmp(word, "chess960") == 0       ? VARIANT_CHESS960
                      : strcmp(word, "fromPosition") == 0 ? VARIANT_FROM_POSITION
                                                          : VARIANT_STANDARD;
    if (strcmp(wish, "random") != 0)
        snprintf(color, sizeof color, "[%.5s] ", wish);
    int length = snprintf(out, 160, "%s (%s) %s%s (%s) %srated %s", ics_name(from, name[0]),
                          ics_rating(from, rating[0]), color, ics_name(to, name[1]),
                          ics_rating(to, rating[1]), message_flag(message, "rated") ? "" : "un",
                          variant == VARIANT_CHESS960 ? "wild" : ics_kind(&control, variant));
    if (control.timed && !control.days)
        length += snprintf(out + length, 160 - (size_t)length, " %d %d", ics_minutes(&control),
                           ics_increment(&control));
    if (variant == VARIANT_CHESS960)
        snprintf(out + length, 160 - (size_t)length, " Loaded from wild/fr");
}

static void open_challenge(IcsClient *client, const cJSON *message)
{
    Person from = message_read_person(message, "from"), to = message_read_person(message, "user");
    IcsOffer offer = {.is_own = strcmp(from.id, client->you.id) == 0, .kind = ICS_OFFER_MATCH};
    const char *id = message_text(message, "challenge");
    if (!message_has(message, "user") || !lobby_id_parse(&offer.challenge, id) ||
        ics_offer_of_challenge(client, id))
        return;
    if (!offer.is_own && !client->variables.setting[ICS_SET_OPEN]) {
        ics_request(client, REQ_DECLINE, NULL);
        text_string(&client->ask, "challenge", id);
        text_string(&client->ask, "reason", "later");
        ics_send(client);
        return;
    }
    ics_name(offer.is_own ? &to : &from, offer.name);
    print_challenge(message, &from, &to, offer.words);
    tell_offer(client, &offer);
    ics_offer_add(client, &offer);
}

static void close_challenge(IcsClient *client, IcsOffer *known, const char *state)
{
    IcsOffer offer = *known;
    if (offer.is_own && strcmp(state, "accepted") == 0)
        ics_say(client, "%s accepts the match offer.\n", offer.name);
    else if (offer.is_own && strcmp(state, "declined") == 0)
        ics_say(client, "%s declines the match offer.\n", offer.name);
    else if (!offer.is_own && strcmp(state, "canceled") == 0)
        ics_say(client, "%s withdraws the match offer.\n", offer.name);
    else if (strcmp(state, "expired") == 0)
        ics_say(client, "The match offer has expired: %s.\n", offer.words);
    ics_offer_remove(client, known);
}

void ics_hear_challenge(IcsClient *client, const cJSON *message)
{
    const char *state = message_text(message, "state");
    IcsOffer *known = ics_offer_of_challenge(client, message_text(message, "challenge"));
    if (strcmp(state, "open") == 0)
        open_challenge(client, message);
    else if (known)
        close_challenge(client, known, state);
}

/* ---- which one is meant ---- */

static bool is_kind(const IcsOffer *offer, const char *word)
{
    return strcmp(WORDS[offer->kind], word) == 0 ||
           (offer->kind == ICS_OFFER_REMATCH && strcmp(word, "rematch") == 0);
}

static bool is_meant(const IcsOffer *offer, const char *word, const char *kind)
{
    if (*kind)
        return is_kind(offer, kind) || strcmp(kind, "all") == 0;
    if (!*word)
        return true;
    int number = ics_number(word);
    return number >= 0 ? offer->index == number
                       : strcasecmp(offer->name, word) == 0 || is_kind(offer, word);
}

/* "", "3", "bob", "t draw", "draw": the one offer that is meant; NULL, and said why. */
static IcsOffer *choose(IcsClient *client, char *rest, bool is_own, const char *verb)
{
    const char *word = ics_word(&rest, true), *kind = "";
    IcsOffer *found = NULL;
    int count = 0;
    if (strcmp(word, "t") == 0)
        kind = ics_word(&rest, true);
    for (size_t i = 0; i < client->offer_count; i++)
        if (client->offers[i].is_own == is_own && is_meant(&client->offers[i], word, kind)) {
            found = &client->offers[i];
            count++;
        }
    if (count == 1)
        return found;
    if (count > 1)
        ics_say(client, "There is more than one pending offer; \"pending\" lists them.\n");
    else if (*kind)
        ics_say(client, "There are no %s offers to %s.\n", kind, verb);
    else if (*word)
        ics_say(client, "There is no such offer to %s; \"pending\" lists them.\n", verb);
    else
        ics_say(client, "There are no offers to %s.\n", verb);
    return NULL;
}

static RequestKind request_of(const IcsOffer *offer)
{
    return offer->kind == ICS_OFFER_DRAW       ? REQ_DRAW
           : offer->kind == ICS_OFFER_TAKEBACK ? REQ_TAKEBACK
                                               : REQ_REMATCH;
}

static void ask_about(IcsClient *client, const IcsOffer *offer, RequestKind challenge,
                      RequestKind game)
{
    if (offer->kind == ICS_OFFER_MATCH) {
        ics_request(client, challenge, NULL);
        text_string(&client->ask, "challenge", offer->challenge.text);
    } else {
        ics_request(client, game, &offer->game);
        text_integer(&client->ask, "offer", offer->seq);
    }
    ics_await(client, NULL, NULL, ics_just_done);
}

void ics_run_accept(IcsClient *client, char *rest)
{
    const IcsOffer *offer = choose(client, rest, false, "accept");
    if (!offer)
        return;
    ics_say(client, "You accept the %s from %s.\n", REQUESTS[offer->kind], offer->name);
    ask_about(client, offer, REQ_ACCEPT, request_of(offer));
}

void ics_run_decline(IcsClient *client, char *rest)
{
    const IcsOffer *offer = choose(client, rest, false, "decline");
    if (!offer)
        return;
    ics_say(client, "You decline the %s from %s.\n", REQUESTS[offer->kind], offer->name);
    ask_about(client, offer, REQ_DECLINE, REQ_REFUSE);
}

void ics_run_withdraw(IcsClient *client, char *rest)
{
    const IcsOffer *offer = choose(client, rest, true, "withdraw");
    if (!offer)
        return;
    ics_say(client, "You withdraw the %s to %s.\n", REQUESTS[offer->kind], offer->name);
    ask_about(client, offer, REQ_DECLINE, REQ_REFUSE);
}

static void list(IcsClient *client, bool is_own)
{
    bool any = false;
    for (size_t i = 0; i < client->offer_count; i++) {
        const IcsOffer *offer = &client->offers[i];
        if (offer->is_own != is_own)
            continue;
        if (!any)
            ics_say(client, is_own ? "Offers TO other players:\n" : "Offers FROM other players:\n");
        any = true;
        ics_say(client, " %3d: %s %s %s %s\n", offer->index, REQUESTS[offer->kind],
                is_own ? "to" : "from", offer->name, offer->words);
    }
    if (!any)
        ics_say(client, "There are no offers pending %s other players.\n", is_own ? "to" : "from");
}

void ics_run_pending(IcsClient *client, char *rest)
{
    (void)rest;
    list(client, true);
    ics_say(client, "\n");
    list(client, false);
    ics_say(client, "\nIf you wish to withdraw one of your offers, type \"withdraw number\"; to "
                    "answer one, \"accept number\" or \"decline number\".\n");
}
