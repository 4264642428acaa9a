#include "chat.h"

#include "loading.h"
#include "tell.h"

#include <stdio.h>
#include <string.h>

/* What accounts have decided is kept; what is so of guests the player knows while he is here. */
static bool hears(const Core *core, const Player *listener, const char *speaker)
{
    const Account *one = accounts_by_id(core->options.accounts, listener->person.id);
    const Account *other = accounts_by_id(core->options.accounts, speaker);
    bool kept = one && other &&
                (account_is_related(one, RELATION_BLOCKS, other) ||
                 account_is_related(one, RELATION_MUTES, other));
    return !kept && !player_has_muted(listener, speaker);
}

/* To the room, but for those who have muted or blocked the speaker. */
static void tell_room(Core *core, const Listeners *room, const char *speaker, uint64_t number)
{
    Packet *packet = packet_new(core->text.bytes, core->text.length);
    text_reset(&core->text);
    for (uint32_t i = 0; i < room->count; i++) {
        const Visitor *listener = session_owner(core->options.sessions, room->at[i]);
        if (listener && hears(core, listener->player, speaker))
            session_push(core->options.sessions, room->at[i], packet, number);
    }
    packet_release(packet);
}

static void chat_game(Core *core, Visitor *visitor, const Request *request, Game *game, Code code)
{
    Color seat;
    if (!game) {
        tell_refusal(core, visitor->session, request, code);
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
        .wall = core->wall,
    };
    tell_ok(core, visitor->session, request, NULL, game->journal);
    print_chat(&core->text, &chat);
    /* It may speak of what has just happened: it stays behind it. */
    tell_room(core, is_player ? &game->players : &game->watchers, person->id, game->journal);
}

bool chat_is_quiet(const Core *core)
{
    return core->options.quiet || accounts_quiet(core->options.accounts);
}

/* NULL, or why the person may not say that; muted by the operator he may not even choose a phrase. */
static const char *why_silent(const Core *core, const Visitor *visitor, const Request *request)
{
    if (accounts_is_muted(core->options.accounts, visitor->player->person.id, core->wall))
        return "you have been muted";
    if (chat_is_quiet(core) && request->chat.preset == PRESET_NONE)
        return "only preset messages are allowed here";
    return NULL;
}

void chat_say(Core *core, Visitor *visitor, const Request *request)
{
    const char *why;
    if (!core_lets(core, visitor, LIMIT_CHAT, LIMIT_CHAT_ADDRESS))
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
    else if ((why = why_silent(core, visitor, request)))
        tell_error(core, visitor->session, request, CODE_FORBIDDEN, why, 0);
    else
        loading_want(core, visitor, request, chat_game);
}

/* False when there are too many already; *number is that of the batch with which it is kept, 0 if it isn't. */
static bool set_mute(Core *core, Player *player, const char *person, bool on, uint64_t *number)
{
    Accounts *accounts = core->options.accounts;
    Account *account = accounts_by_id(accounts, player->person.id);
    Account *other = accounts_by_id(accounts, person);
    *number = 0;
    if (!on)
        player_unmute(player, person);
    if (!account || !other)
        return !on || player_mute(player, person);
    AccountsError error = ACCOUNTS_OK;
    if (on)
        error = accounts_relate(accounts, account, RELATION_MUTES, other, core->wall, number);
    else
        *number = accounts_unrelate(accounts, account, RELATION_MUTES, other);
    if (*number)
        core->newest = *number;
    return error != ACCOUNTS_FULL;
}

void chat_mute(Core *core, Visitor *visitor, const Request *request)
{
    uint64_t number;
    if (set_mute(core, visitor->player, request->mute.person, request->mute.on, &number))
        tell_ok(core, visitor->session, request, NULL, number);
    else
        tell_error(core, visitor->session, request, CODE_NOT_NOW, "you have muted too many people",
                   0);
}

void chat_report(Core *core, Visitor *visitor, const Request *request)
{
    const Player *player = player_find(&core->players, request->report.person);
    if (!player && !accounts_by_id(core->options.accounts, request->report.person)) {
        tell_refusal(core, visitor->session, request, CODE_NO_SUCH_PLAYER);
        return;
    }
    if (!core_lets(core, visitor, LIMIT_REPORT, LIMIT_REPORT_ADDRESS)) {
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
        return;
    }
    StoreReport report = {.at = core->wall};
    memcpy(report.id, visitor->player->person.id, sizeof visitor->player->person.id);
    memcpy(report.about, request->report.person, sizeof request->report.person);
    memcpy(report.game, request->game.text, sizeof request->game.text);
    snprintf(report.reason, sizeof report.reason, "%s", report_reason_word(request->report.reason));
    memcpy(report.words, request->report.text, strlen(request->report.text));
    core->newest = store_put_report(core->options.store, &report);
    tell_ok(core, visitor->session, request, NULL, core->newest);
}

_Static_assert((int)CHAT_SIZE_MAX <= (int)STORE_WORDS_MAX, "a report is stored whole");
