/* What players do, all at random: moves, offers, seeks, challenges, and nonsense. */
#include "player.h"

#include "position.h"

#include <stdio.h>
#include <string.h>

/* As the protocol has them (PROTOCOL.md, "Clocks"). */
static const char *const CLOCKS[] = {
    "{\"initial\":3000,\"increment\":0}",
    "{\"initial\":60000,\"increment\":0}",
    "{\"initial\":0,\"increment\":2000}",
    "{\"initial\":180000,\"increment\":2000}",
    "{\"initial\":5000,\"kind\":\"bronstein\",\"delay\":2000}",
    "{\"initial\":5000,\"kind\":\"delay\",\"delay\":2000}",
    "{\"initial\":600000,\"increment\":0}",
    "{\"days\":1}",
    "null",
};
enum { CLOCKS_COUNT = sizeof CLOCKS / sizeof *CLOCKS };

static const char *const COLORS[] = {"random", "random", "white", "black"};

static const Settings *settings_of(const Player *player)
{
    return player->town->settings;
}

static bool chance(Player *player, uint64_t times)
{
    return random_once_in(&player->random, times);
}

/* ---- in a game ---- */

static void move(Player *player, const Board *board)
{
    char uci[UCI_MAX];
    Move next = board_any_move(&board->now, &player->random);
    if (next == MOVE_NONE)
        return;
    uci_print(&board->now, next, uci);
    if (chance(player, 2))
        player_ask(player, "move", ",\"game\":\"%s\",\"ply\":%u,\"uci\":\"%s\",\"turn\":%u",
                   board->game, board->plies, uci, board->turn);
    else
        player_ask(player, "move", ",\"game\":\"%s\",\"ply\":%u,\"uci\":\"%s\"", board->game,
                   board->plies, uci);
}

static void offer(Player *player, const Board *board)
{
    static const char *const OFFERS[] = {"draw", "takeback", "rematch"};
    uint64_t kind = random_below(&player->random, BOARD_OFFERS);
    const char *word = OFFERS[kind];
    uint32_t seq = board->offers[kind];
    if (seq && chance(player, 2))
        player_ask(player, word, ",\"game\":\"%s\",\"offer\":%u", board->game, seq);
    else if (seq || (board->own_offer && chance(player, 2)))
        player_ask(player, "refuse", ",\"game\":\"%s\",\"offer\":%u", board->game,
                   seq ? seq : board->own_offer);
    else
        player_ask(player, word, ",\"game\":\"%s\"", board->game);
}

static void claim(Player *player, const Board *board)
{
    static const char *const CLAIMS[] = {"win", "draw", "threefold", "fifty"};
    player_ask(player, "claim", ",\"game\":\"%s\",\"what\":\"%s\"", board->game,
               CLAIMS[random_below(&player->random, 4)]);
}

static void say(Player *player, const Board *board)
{
    if (chance(player, 2))
        player_ask(player, "chat", ",\"game\":\"%s\",\"preset\":\"gl\"", board->game);
    else
        player_ask(player, "chat", ",\"game\":\"%s\",\"text\":\"Well played\"", board->game);
}

/* What is not a move. */
static void negotiate(Player *player, const Board *board)
{
    switch (random_below(&player->random, 8)) {
    case 0:
        judge_gift(player->town->judge, board->game, board->seat);
        player_ask(player, "moretime", ",\"game\":\"%s\"", board->game);
        break;
    case 1: claim(player, board); break;
    case 2: say(player, board); break;
    case 3: player_ask(player, "abort", ",\"game\":\"%s\"", board->game); break;
    default: offer(player, board); break;
    }
}

/* Saves conditional moves: a reply to a move that the opponent may play. */
static void plan_ahead(Player *player, const Board *board)
{
    char moves[2][UCI_MAX];
    Position now = board->now;
    for (int i = 0; i < 2; i++) {
        Move next = board_any_move(&now, &player->random);
        if (next == MOVE_NONE)
            return;
        uci_print(&now, next, moves[i]);
        position_play(&now, next);
    }
    player_ask(player, "conditional", ",\"game\":\"%s\",\"ply\":%u,\"lines\":[[\"%s\",\"%s\"]]",
               board->game, board->plies, moves[0], moves[1]);
}

/* A game that is over, or somebody else's: they leave it now and then. */
static void look_back(Player *player, Board *board)
{
    if (board->mine && settings_of(player)->on[FAULT_offers] && chance(player, 3)) {
        offer(player, board);
    } else if (chance(player, 4)) {
        player_ask(player, "unwatch", ",\"game\":\"%s\"", board->game);
        board_clear(board);
    }
}

static void play(Player *player, Board *board)
{
    const Settings *settings = settings_of(player);
    /* Out of turn they resign, too, since the opponent may have left for good. */
    bool is_turn = board_is_turn(board);
    if (!board->known || board->asked)
        return;
    if (!board->mine || board->over)
        look_back(player, board);
    else if (settings->on[FAULT_offers] && chance(player, 10))
        negotiate(player, board);
    else if (settings->on[FAULT_offers] && board->by_days && !is_turn && chance(player, 4))
        plan_ahead(player, board);
    else if (chance(player, (is_turn ? 1 : 8) * settings->resign_once_in))
        player_ask(player, "resign", ",\"game\":\"%s\"", board->game);
    else if (is_turn)
        move(player, board);
}

/* ---- looking for one ---- */

static void seek(Player *player)
{
    static const int64_t FALLBACKS[] = {0, 1000, 10000, -1};
    Random *random = &player->random;
    char fallback[24] = "null";
    player->fallback =
        settings_of(player)->on[FAULT_computers] ? FALLBACKS[random_below(random, 4)] : -1;
    if (player->fallback >= 0)
        snprintf(fallback, sizeof fallback, "%lld", (long long)player->fallback);
    bool rated = player->account_sure && chance(player, 2);
    /* Few time controls, so that people meet. */
    uint64_t clock = random_below(random, chance(player, 4) ? CLOCKS_COUNT : 3);
    const char *color = COLORS[random_below(random, 4)];
    const char *variant = chance(player, 8) ? "chess960" : "standard";
    player->keeps = chance(player, 16);
    bool pool = chance(player, 4);
    if (player_ask(player, "seek",
                   ",\"clock\":%s,\"color\":\"%s\",\"rated\":%s,\"fallback\":%s,\"variant\":\"%s\","
                   "\"keep\":%s,\"pool\":%s",
                   CLOCKS[clock], color, rated ? "true" : "false", fallback, variant,
                   player->keeps ? "true" : "false", pool ? "true" : "false"))
        player->seek_state = SEEK_ASKED;
}

static void challenge(Player *player)
{
    const Town *town = player->town;
    Random *random = &player->random;
    const char *clock = CLOCKS[random_below(random, 4)];
    const Player *other = &town->players[random_below(random, settings_of(player)->players)];
    bool rated = player->account_sure && other->account_sure && chance(player, 2);
    const char *link = town->links[random_below(random, 16)];
    if (player->challenge[0] && chance(player, 2))
        player_ask(player, chance(player, 4) ? "decline" : "accept", ",\"challenge\":\"%s\"",
                   player->challenge);
    else if (link[0] && chance(player, 2))
        player_ask(player, "accept", ",\"challenge\":\"%s\"", link);
    else if (chance(player, 2))
        player_ask(player, "challenge", ",\"to\":\"link\",\"clock\":%s", clock);
    else
        player_ask(player, "challenge",
                   ",\"to\":\"user\",\"user\":\"%s\",\"clock\":%s,\"rated\":%s", other->person.id,
                   clock, rated ? "true" : "false");
    player->challenge[0] = '\0';
}

static void challenge_computer(Player *player)
{
    unsigned level = (unsigned)random_between(&player->random, 1, 13);
    const char *clock = CLOCKS[random_below(&player->random, 4)];
    player_ask(player, "challenge", ",\"to\":\"computer\",\"level\":%u,\"clock\":%s", level, clock);
}

static void look_for_game(Player *player)
{
    const Settings *settings = settings_of(player);
    if (player->seek_state == SEEK_OPEN && player->fallback < 0 && chance(player, 30))
        player_ask(player, "unseek", ",\"seek\":\"%s\"", player->seek);
    if (player->seek_state != SEEK_NONE || judge_games(player->town->judge) >= settings->games)
        return;
    if (settings->on[FAULT_challenges] && chance(player, 2))
        challenge(player);
    else if (settings->on[FAULT_computers] && chance(player, 6))
        challenge_computer(player);
    else
        seek(player);
}

static void watch_somebody(Player *player)
{
    const char *game = judge_some_game(player->town->judge, &player->random);
    /* Only a game that somebody was told about: nobody can know the others. */
    if (!game[0] || player_board(player, game))
        return;
    Board *board = player_new_board(player, game);
    if (board)
        player_watch(player, board);
}

/* ---- nonsense: it must be refused, and change nothing ---- */

static void ask_nonsense(Player *player)
{
    const Board *board = &player->boards[random_below(&player->random, BOARDS_MAX)];
    const char *game = board->game[0] ? board->game : "00000000";
    switch (random_below(&player->random, 10)) {
    case 0: player_ask(player, "move", ",\"game\":\"%s\",\"ply\":0,\"uci\":\"a1a1\"", game); break;
    case 1: player_ask(player, "move", ",\"game\":\"%s\",\"ply\":1,\"uci\":\"e2e4\"", game); break;
    case 2: player_ask(player, "move", ",\"game\":\"%s\"", game); break;
    case 3: player_ask(player, "unheard-of", ",\"of\":1"); break;
    case 4: player_ask(player, "refuse", ",\"game\":\"%s\",\"offer\":1", game); break;
    case 5: player_ask(player, "unseek", ",\"seek\":\"%s\"", "Sk1234567890"); break;
    case 6: player_ask(player, "accept", ",\"challenge\":\"%s\"", "Ch1234567890"); break;
    case 7: player_ask(player, "claim", ",\"game\":\"%s\",\"what\":\"win\"", game); break;
    case 8: player_ask(player, "lobby", ",\"on\":%s", chance(player, 2) ? "true" : "false"); break;
    default: player_ask(player, "live", ",\"on\":%s", chance(player, 2) ? "true" : "false"); break;
    }
}

void player_acts(Player *player, bool is_playing)
{
    const Settings *settings = settings_of(player);
    if (player->request_count > REQUESTS_MAX / 2)
        return; /* they wait for answers */
    if (settings->on[FAULT_nonsense] && chance(player, 12))
        ask_nonsense(player);
    if (settings->on[FAULT_watchers] && chance(player, 20))
        watch_somebody(player);
    for (int i = 0; i < BOARDS_MAX; i++)
        if (player->boards[i].game[0])
            play(player, &player->boards[i]);
    if (!is_playing || chance(player, 30))
        look_for_game(player);
}
