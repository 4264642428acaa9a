#include "lichess.h"

#include "broadcast_feed.h"
#include "follow.h"
#include "hear.h"
#include "memory.h"
#include "player.h"
#include "rematch.h"

#include <sodium.h>

#include <stddef.h>
#include <stdlib.h>

/* So much a turn does, of each kind: what is left comes with the next, which follows at once, and what was typed meanwhile is read
 * in between. A game that 2,000 watch takes 32 turns of less than a millisecond. */
enum { TURN_PLAYERS = 64, TURN_DUE = 64 };

static bool is_due(const Lichess *lichess)
{
    return timer_heap_next(&lichess->due) <= lichess_now(lichess);
}

static void run_next(Lichess *lichess)
{
    Due *due = (Due *)timer_heap_first(&lichess->due);
    lichess_set_due(lichess, due, INT64_MAX);
    due->run(due);
}

static void hear_next(Lichess *lichess)
{
    Player *player = lichess->waiting;
    lichess->waiting = player->next_waiting;
    player->is_waiting = false;
    hear_player(player);
}

bool lichess_turn(Lichess *lichess)
{
    for (int i = 0; i < TURN_PLAYERS && lichess->waiting; i++)
        hear_next(lichess);
    for (int i = 0; i < TURN_DUE && is_due(lichess); i++)
        run_next(lichess);
    bool asked = lichess->asked;
    lichess->asked = false;
    return asked || lichess_has_more(lichess);
}

bool lichess_has_more(const Lichess *lichess)
{
    return lichess->waiting || is_due(lichess);
}

int64_t lichess_wait(const Lichess *lichess)
{
    int64_t at = timer_heap_next(&lichess->due), now = lichess_now(lichess);
    if (lichess->waiting || lichess->asked)
        return 0;
    if (at == INT64_MAX)
        return -1;
    return at > now ? at - now : 0;
}

static void on_game(void *context, const GameNews *news)
{
    follow_hear(context, news);
}

static void on_rematch(void *context, const RematchNews *news)
{
    rematch_offered(context, news);
}

static size_t on_banned(void *context, const CoreBan *ban)
{
    return streams_ban(context, ban);
}

Lichess *lichess_new(const LichessOptions *options)
{
    SipKey sip;
    Lichess *lichess = memory_new(sizeof *lichess);
    lichess->options = *options;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    hash_table_init(&lichess->players, offsetof(Player, key), &sip);
    timer_heap_init(&lichess->due);
    lichess->codes = oauth_codes_new();
    text_init(&lichess->text);
    core_on_games(options->core, &(CoreGames){lichess, on_game, on_rematch});
    core_on_news(options->core, &(CoreNews){.context = lichess, .banned = on_banned});
    return lichess;
}

void lichess_free(Lichess *lichess)
{
    while (lichess->first)
        player_free(lichess->first);
    follow_free_all(lichess);
    broadcast_feed_free_all(lichess);
    core_on_games(lichess->options.core, NULL);
    hash_table_clear(&lichess->players);
    timer_heap_clear(&lichess->due);
    oauth_codes_free(lichess->codes);
    text_clear(&lichess->text);
    free(lichess);
}
