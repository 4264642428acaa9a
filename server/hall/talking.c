#include "talking.h"

#include "loading.h"
#include "tell.h"

#include <stdio.h>
#include <string.h>

/* What accounts have decided is kept; what is so of guests the player knows while he is here. */
static bool hears(const Hall *hall, const Player *listener, const char *speaker)
{
    const Account *one = people_by_id(hall->options.people, listener->person.id);
    const Account *other = people_by_id(hall->options.people, speaker);
    bool kept = one && other &&
                (account_is_related(one, RELATION_BLOCKS, other) ||
                 account_is_related(one, RELATION_MUTES, other));
    return !kept && !player_has_muted(listener, speaker);
}

/* To the room, but for those who have muted or blocked the speaker. */
static void tell_room(Hall *hall, const Listeners *room, const char *speaker, uint64_t number)
{
    Packet *packet = packet_new(hall->text.bytes, hall->text.length);
    text_reset(&hall->text);
    for (uint32_t i = 0; i < room->count; i++) {
        const Visitor *listener = session_owner(hall->options.sessions, room->at[i]);
        if (listener && hears(hall, listener->player, speaker))
            session_push(hall->options.sessions, room->at[i], packet, number);
    }
    packet_release(packet);
}

static void chat_game(Hall *hall, Visitor *visitor, const Request *request, Game *game, Code code)
{
    Color seat;
    if (!game) {
        tell_refusal(hall, visitor->session, request, code);
        return;
    }
    const Person *person = &visitor->player->person;
    bool is_player = game_seat_of(game, person->id, &seat);
    Chat chat = {
        .game = &game->id,
        .from = is_player ? &game->seat[seat] : person,
        .player = is_player,
        .words = request->chat.text,
        .preset = request->chat.preset,
        .wall = hall->wall,
    };
    tell_ok(hall, visitor->session, request, NULL, game->journal);
    print_chat(&hall->text, &chat);
    /* It may speak of what has just happened: it stays behind it. */
    tell_room(hall, is_player ? &game->players : &game->watchers, person->id, game->journal);
}

bool talking_is_quiet(const Hall *hall)
{
    return hall->options.quiet || people_quiet(hall->options.people);
}

/* NULL, or why the person may not say that; muted by the operator he may not even choose a phrase. */
static const char *why_silent(const Hall *hall, const Visitor *visitor, const Request *request)
{
    if (people_is_muted(hall->options.people, visitor->player->person.id, hall->wall))
        return "you have been muted";
    if (talking_is_quiet(hall) && request->chat.preset == PRESET_NONE)
        return "only preset messages are allowed here";
    return NULL;
}

void talking_chat(Hall *hall, Visitor *visitor, const Request *request)
{
    const char *why;
    if (!hall_lets(hall, visitor, LIMIT_CHAT, LIMIT_CHAT_ADDRESS))
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
    else if ((why = why_silent(hall, visitor, request)))
        tell_error(hall, visitor->session, request, CODE_FORBIDDEN, why, 0);
    else
        loading_want(hall, visitor, request, chat_game);
}

/* False when there are too many already; *number is that of the batch with which it is kept, 0 if it isn't. */
static bool set_mute(Hall *hall, Player *player, const char *person, bool on, uint64_t *number)
{
    People *people = hall->options.people;
    Account *account = people_by_id(people, player->person.id);
    Account *other = people_by_id(people, person);
    *number = 0;
    if (!on)
        player_unmute(player, person);
    if (!account || !other)
        return !on || player_mute(player, person);
    PeopleError error = PEOPLE_OK;
    if (on)
        error = people_relate(people, account, RELATION_MUTES, other, hall->wall, number);
    else
        *number = people_unrelate(people, account, RELATION_MUTES, other);
    if (*number)
        hall->newest = *number;
    return error != PEOPLE_FULL;
}

void talking_mute(Hall *hall, Visitor *visitor, const Request *request)
{
    uint64_t number;
    if (set_mute(hall, visitor->player, request->mute.person, request->mute.on, &number))
        tell_ok(hall, visitor->session, request, NULL, number);
    else
        tell_error(hall, visitor->session, request, CODE_NOT_NOW, "you have muted too many people",
                   0);
}

void talking_report(Hall *hall, Visitor *visitor, const Request *request)
{
    const Player *player = player_find(&hall->players, request->report.person);
    if (!player && !people_by_id(hall->options.people, request->report.person)) {
        tell_refusal(hall, visitor->session, request, CODE_NO_SUCH_PLAYER);
        return;
    }
    if (!hall_lets(hall, visitor, LIMIT_REPORT, LIMIT_REPORT_ADDRESS)) {
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
        return;
    }
    StoreReport report = {.at = hall->wall};
    memcpy(report.id, visitor->player->person.id, sizeof visitor->player->person.id);
    memcpy(report.about, request->report.person, sizeof request->report.person);
    memcpy(report.game, request->game.text, sizeof request->game.text);
    snprintf(report.reason, sizeof report.reason, "%s", report_reason_word(request->report.reason));
    memcpy(report.words, request->report.text, strlen(request->report.text));
    hall->newest = store_put_report(hall->options.store, &report);
    tell_ok(hall, visitor->session, request, NULL, hall->newest);
}

_Static_assert((int)CHAT_SIZE_MAX <= (int)STORE_WORDS_MAX, "a report is stored whole");
