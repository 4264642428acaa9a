#include "rematch.h"

#include "base62.h"
#include "message.h"
#include "play_call.h"
#include "tell_streams.h"
#include "time_control_text.h"

#include <cJSON.h>

#include <stdio.h>
#include <string.h>

/* ---- told ---- */

/* All that a challenge shows is in the packet, so that it waits with it until the offer is durable. */
static void print(Text *text, const RematchNews *news)
{
    char stages[TIME_CONTROL_TEXT_MAX];
    const Person *from = &news->game.seat[news->by];
    text_reset(text);
    text_open(text, NULL, '{');
    text_string(text, "t", "rematchOffer");
    text_string(text, "game", news->game.id.text);
    text_string(text, "next", news->next.text);
    text_integer(text, "offer", news->offer);
    text_integer(text, "by", news->by);
    text_open(text, "from", '{');
    text_string(text, "id", from->id);
    text_string(text, "name", from->name);
    text_integer(text, "rating", from->rating);
    text_bool(text, "provisional", from->provisional);
    text_bool(text, "guest", from->guest);
    text_close(text, '}');
    text_bool(text, "rated", news->game.rated);
    text_integer(text, "variant", news->game.variant);
    text_bool(text, "timed", news->game.control.timed);
    text_integer(text, "days", news->game.control.days);
    text_integer(text, "initial", news->game.control.initial);
    text_integer(text, "increment", news->game.control.increment);
    if (news->game.control.moves) {
        time_control_print(&news->game.control, true, stages);
        text_string(text, "stages", stages);
    }
    text_close(text, '}');
}

void rematch_offered(Lichess *lichess, const RematchNews *news)
{
    const Person *to = &news->game.seat[color_other(news->by)];
    Text text;
    if (to->kind != PERSON_HUMAN)
        return;
    text_init(&text);
    for (Player *player = lichess->first; player; player = player->after) {
        if (!player->key[0] || strcmp(player->person.id, to->id) != 0)
            continue;
        print(&text, news);
        Packet *packet = packet_new(text.bytes, text.length);
        session_push(net_sessions(lichess->options.net), player->session, packet,
                     news->game.number);
        packet_release(packet);
    }
    text_clear(&text);
}

static TimeControl read_control(const cJSON *message)
{
    const char *stages = message_text(message, "stages");
    TimeControl control;
    if (stages[0] && time_control_parse(stages, strlen(stages), &control))
        return control;
    return (TimeControl){.timed = message_flag(message, "timed"),
                         .days = (int32_t)message_integer(message, "days"),
                         .initial = (int32_t)message_integer(message, "initial"),
                         .increment = (int32_t)message_integer(message, "increment")};
}

/* Colours change with each game. */
static Challenge read_challenge(const Player *player, const cJSON *message)
{
    Challenge challenge = {
        .from = message_read_person(message, "from"),
        .to = player->person,
        .terms = {.control = read_control(message),
                  .variant = (Variant)message_integer(message, "variant"),
                  .rated = message_flag(message, "rated"),
                  .color = message_integer(message, "by") == WHITE ? WISH_BLACK : WISH_WHITE},
    };
    snprintf(challenge.id.text, sizeof challenge.id.text, "%s0000", message_text(message, "next"));
    return challenge;
}

void rematch_sweep(Player *player)
{
    const Core *core = player->lichess->options.core;
    for (PlayerChallenge *each = player->challenges, *next; each; each = next) {
        next = each->next;
        if (!each->rematch_of.text[0] || core_offers_rematch(core, &each->rematch_of, each->offer))
            continue;
        tell_challenge(player, "challengeCanceled", &each->challenge, "canceled", NULL);
        player_drop_challenge(each);
    }
}

void rematch_hear(Player *player, const cJSON *message)
{
    Challenge challenge = read_challenge(player, message);
    rematch_sweep(player);
    PlayerChallenge *known = player_challenge(player, &challenge.id);
    if (known) /* it was refused, and is offered again */
        player_drop_challenge(known);
    known = player_add_challenge(player, &challenge);
    known->rematch_of = message_game_id(message, "game");
    known->offer = (uint32_t)message_integer(message, "offer");
    known->is_told = true;
    tell_rematch_offer(known);
}

/* ---- answered ---- */

bool rematch_answer(Player *player, Call *call, const GameId *next, bool accept)
{
    PlayerChallenge *known = player->challenges;
    Text text;
    while (known && (!known->rematch_of.text[0] ||
                     strncmp(known->challenge.id.text, next->text, GAME_ID_LENGTH) != 0))
        known = known->next;
    if (!known)
        return false;
    player_begin_ask(player, &text, accept ? REQ_REMATCH : REQ_REFUSE, &known->rematch_of);
    text_integer(&text, "offer", known->offer);
    player_drop_challenge(known);
    player_ask(player, &text, call, play_done);
    return true;
}
