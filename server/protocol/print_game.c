/* What is told of games. */
#include "print.h"

#include "fen.h"
#include "message_parts.h"
#include "notation.h"

#include <assert.h>

/* NULL, which prints as null, for none. */
static const char *winner_word(Winner winner)
{
    return winner == WINNER_NONE ? NULL : color_word(winner == WINNER_BLACK ? BLACK : WHITE);
}

void print_start(Text *text, const GameId *game, Color seat, const Origin *origin)
{
    message_game(text, "start", game);
    text_string(text, "color", color_word(seat));
    if (origin->seek)
        text_string(text, "seek", origin->seek->text);
    if (origin->challenge)
        text_string(text, "challenge", origin->challenge->text);
    if (origin->rematch)
        text_string(text, "rematch", origin->rematch->text);
    message_end(text);
}

static void print_moves(Text *text, const Line *line)
{
    Position position = line->start;
    text_open(text, "moves", '[');
    for (uint32_t i = 0; i < line->plies; i++) {
        char uci[UCI_MAX];
        uci_print(&position, line->moves[i], uci);
        text_string(text, NULL, uci);
        position_play(&position, line->moves[i]);
    }
    text_close(text, ']');
}

static void print_offers(Text *text, const Room *room)
{
    static const struct {
        EventKind kind;
        const char *word;
    } OFFERS[] = {
        {EV_DRAW_OFFER, "draw"}, {EV_TAKEBACK_OFFER, "takeback"}, {EV_REMATCH_OFFER, "rematch"}};
    text_open(text, "offers", '[');
    for (size_t i = 0; i < sizeof OFFERS / sizeof *OFFERS; i++)
        for (int seat = WHITE; seat <= BLACK; seat++) {
            uint32_t seq = room_offer(room, (Color)seat, OFFERS[i].kind);
            if (seq == 0)
                continue;
            text_open(text, NULL, '{');
            text_integer(text, "seq", seq);
            text_string(text, "what", OFFERS[i].word);
            text_string(text, "by", color_word(seat));
            text_close(text, '}');
        }
    text_close(text, ']');
}

static void print_result(Text *text, Status status, Winner winner, Reason reason)
{
    text_string(text, "status", status_word(status));
    text_string(text, "winner", winner_word(winner));
    if (reason != REASON_NONE)
        text_string(text, "reason", reason_word(reason));
}

static void print_until(Text *text, int64_t until)
{
    if (until)
        text_integer(text, "until", until);
    else
        text_null(text, "until");
}

/* Nothing in a game that goes on. */
static void print_halt(Text *text, const Room *room)
{
    static const char *const WORDS[] = {
        [ROOM_STOPPED] = "arbiter", [ROOM_SEALING] = "sealing", [ROOM_ADJOURNED] = "adjourned"};
    RoomHalt halt = room_halt(room);
    if (halt == ROOM_GOES_ON)
        return;
    text_string(text, "halted", WORDS[halt]);
    if (halt != ROOM_STOPPED)
        print_until(text, room_resumes_at(room));
}

/* Nothing in a game that belongs to none. */
static void print_tournament(Text *text, const GameTournament *tournament)
{
    if (!tournament)
        return;
    text_open(text, "tournament", '{');
    text_string(text, "id", tournament->id);
    text_string(text, "name", tournament->name);
    text_bool(text, "berserk", tournament->berserk);
    text_close(text, '}');
}

/* Who went berserk, if somebody did. */
static void print_berserk(Text *text, const Clock *clock)
{
    if (!clock->berserk[WHITE] && !clock->berserk[BLACK])
        return;
    text_open(text, "berserk", '[');
    for (int side = WHITE; side <= BLACK; side++)
        if (clock->berserk[side])
            text_string(text, NULL, color_word((Color)side));
    text_close(text, ']');
}

void print_game(Text *text, const GameView *view)
{
    const Room *room = view->room;
    const GameSetup setup = room_setup(room);
    char fen[FEN_MAX];
    fen_print(&setup.start, fen);
    message_game(text, "game", view->id);
    text_integer(text, "seq", room_seq(room));
    text_integer(text, "at", view->axis - setup.created);
    text_integer(text, "turn", room_turn(room));
    text_string(text, "variant", variant_word(setup.variant));
    text_string(text, "fen", fen);
    print_moves(text, room_line(room));
    message_person(text, "white", &view->seat[WHITE]);
    message_person(text, "black", &view->seat[BLACK]);
    text_bool(text, "rated", setup.rated);
    message_rules(text, setup.rules);
    message_clock(text, room, view->axis, true);
    if (setup.first_move > 0)
        text_integer(text, "firstMove", setup.first_move);
    else
        text_null(text, "firstMove");
    print_offers(text, room);
    print_result(text, room_status(room), room_winner(room), room_reason(room));
    print_halt(text, room);
    print_berserk(text, room_clock(room));
    print_tournament(text, view->tournament);
    message_end(text);
}

static const char *event_word(EventKind kind)
{
    static const char *const WORDS[] = {
        [EV_MOVE] = "move",
        [EV_DRAW_OFFER] = "draw",
        [EV_TAKEBACK_OFFER] = "takeback",
        [EV_REMATCH_OFFER] = "rematch",
        [EV_REFUSED] = "refuse",
        [EV_TAKEBACK] = "takeback",
        [EV_MORETIME] = "moretime",
        [EV_REMATCH] = "rematch",
        [EV_PAUSED] = "pause",
        [EV_RESUMED] = "resume",
        [EV_END] = "end",
        /* What an arbiter does is told in words that clients have long known, where there are some. */
        [EV_ADJUSTED] = "moretime",
        [EV_STOPPED] = "pause",
        [EV_ADJOURN] = "adjourn",
        [EV_SEALED] = "pause",
        [EV_BERSERK] = "moretime",
    };
    assert(kind >= EV_MOVE && kind <= EV_LAST);
    return WORDS[kind];
}

static bool is_by_a_seat(EventKind kind)
{
    return kind != EV_MOVE && kind != EV_PAUSED && kind != EV_RESUMED && kind != EV_END &&
           kind != EV_STOPPED && kind != EV_ADJOURN && kind != EV_SEALED;
}

static bool is_about_time(EventKind kind)
{
    return kind == EV_MOVE || kind == EV_TAKEBACK || kind == EV_MORETIME || kind == EV_ADJUSTED ||
           kind == EV_BERSERK || !is_by_a_seat(kind);
}

static void print_details(Text *text, const Event *event, const Position *start)
{
    char uci[UCI_MAX];
    switch (event->kind) {
    case EV_MOVE:
        uci_print(start, event->move.move, uci); /* only its chess960 flag counts */
        text_integer(text, "ply", event->move.ply);
        text_string(text, "uci", uci);
        text_string(text, "san", event->move.san);
        break;
    case EV_REFUSED: text_integer(text, "offer", event->offer); break;
    case EV_TAKEBACK: text_integer(text, "ply", event->ply); break;
    case EV_MORETIME: text_integer(text, "given", event->given); break;
    case EV_REMATCH: text_string(text, "next", event->next.text); break;
    case EV_ADJUSTED:
        text_integer(text, "given", event->given);
        text_bool(text, "arbiter", true);
        break;
    case EV_BERSERK:
        text_integer(text, "given", event->given);
        text_bool(text, "berserk", true);
        break;
    case EV_STOPPED: text_string(text, "why", "arbiter"); break;
    case EV_ADJOURN: print_until(text, event->until); break;
    case EV_SEALED: text_string(text, "why", "adjourned"); break;
    case EV_END:
        print_result(text, event->end.status, event->end.winner, event->end.reason);
        if (event->end.claimed != MOVE_NONE) {
            uci_print(start, event->end.claimed, uci);
            text_string(text, "claimed", uci);
        }
        break;
    default: break;
    }
}

void print_event(Text *text, const GameId *game, const GameSetup *setup, const Event *event)
{
    message_game(text, event_word(event->kind), game);
    text_integer(text, "seq", event->seq);
    text_integer(text, "at", event->at);
    if (event->kind == EV_ADJUSTED ||
        event->kind == EV_BERSERK) /* as if the opponent had given it */
        text_string(text, "by", color_word(color_other(event->by)));
    else if (is_by_a_seat(event->kind))
        text_string(text, "by", color_word(event->by));
    print_details(text, event, &setup->start);
    if (is_about_time(event->kind) && setup->control.timed) {
        text_open(text, "clock", '{');
        text_integer(text, "white", event->clock[WHITE]);
        text_integer(text, "black", event->clock[BLACK]);
        text_close(text, '}');
    } else if (is_about_time(event->kind)) {
        text_null(text, "clock");
    }
    if (event->kind == EV_MOVE && event->receipt.lag > 0) {
        text_integer(text, "lag", event->receipt.lag);
        text_integer(text, "given", event->receipt.given);
    }
    message_end(text);
}

void print_conditional(Text *text, const GameId *game, const Room *room,
                       const ConditionalMoves *moves)
{
    const Line *line = room_line(room);
    char uci[UCI_MAX];
    message_game(text, "conditional", game);
    text_integer(text, "ply", line->plies);
    text_open(text, "lines", '[');
    for (uint8_t i = 0; moves && i < moves->count; i++) {
        text_open(text, NULL, '[');
        for (uint8_t ply = 0; ply < moves->lines[i].plies; ply++) {
            /* of the position only its chess960 flag counts */
            uci_print(&line->start, moves->lines[i].moves[ply], uci);
            text_string(text, NULL, uci);
        }
        text_close(text, ']');
    }
    text_close(text, ']');
    message_end(text);
}

void print_rated(Text *text, const RatedNews *news)
{
    const RatedResult *rated = &news->rated;
    message_game(text, "rated", news->game);
    text_string(text, "category", category_word(news->category));
    if (rated->verdict != FARMING_COUNTS)
        text_string(text, "reason", farming_word(rated->verdict));
    for (int seat = WHITE; seat <= BLACK; seat++) {
        if (rated->verdict != FARMING_COUNTS) {
            text_null(text, color_word(seat));
            continue;
        }
        text_open(text, color_word(seat), '{');
        text_integer(text, "before", rated->before[seat]);
        text_integer(text, "after", rated->after[seat]);
        if (rated->provisional[seat])
            text_bool(text, "provisional", true);
        text_close(text, '}');
    }
    message_end(text);
}

void print_chat(Text *text, const Chat *chat)
{
    message_game(text, "chat", chat->game);
    text_string(text, "room", chat->player ? "players" : "spectators");
    message_person(text, "from", chat->from);
    if (chat->preset)
        text_string(text, "preset", chat_preset_word(chat->preset));
    text_string(text, "text", chat->preset ? chat_preset_text(chat->preset) : chat->words);
    text_integer(text, "sent", chat->wall);
    message_end(text);
}

void print_mute(Text *text, const char *person, bool on)
{
    message_begin(text, "mute");
    text_string(text, "person", person);
    text_bool(text, "on", on);
    message_end(text);
}

void print_crowd(Text *text, const GameId *game, const CrowdView *crowd)
{
    message_game(text, "crowd", game);
    text_bool(text, "white", crowd->present[WHITE]);
    text_bool(text, "black", crowd->present[BLACK]);
    text_integer(text, "watchers", crowd->watchers);
    text_open(text, "names", '[');
    for (uint32_t i = 0; i < crowd->names_count; i++)
        text_string(text, NULL, crowd->names[i]);
    text_close(text, ']');
    if (crowd->claim_in >= 0)
        text_integer(text, "claimIn", crowd->claim_in);
    message_end(text);
}

static void open_live(Text *text, const LiveGame *game)
{
    const GameSetup setup = room_setup(game->view.room);
    text_open(text, NULL, '{');
    text_string(text, "game", game->view.id->text);
    message_person(text, "white", &game->view.seat[WHITE]);
    message_person(text, "black", &game->view.seat[BLACK]);
    text_string(text, "variant", variant_word(setup.variant));
    text_bool(text, "rated", setup.rated);
    text_integer(text, "ply", room_line(game->view.room)->plies);
    text_integer(text, "watchers", game->watchers);
    message_clock(text, game->view.room, game->view.axis, true);
}

static void print_board(Text *text, const LiveGame *game)
{
    const Line *line = room_line(game->view.room);
    char fen[FEN_MAX], uci[UCI_MAX];
    fen_print(&line->now, fen);
    text_string(text, "fen", fen);
    if (line->plies > 0) {
        uci_print(&line->start, line->moves[line->plies - 1],
                  uci); /* only its chess960 flag counts */
        text_string(text, "last", uci);
    } else {
        text_null(text, "last");
    }
}

static void print_list(Text *text, const char *kind, uint32_t all, const LiveGame *games,
                       size_t count, bool boards)
{
    message_begin(text, kind);
    text_integer(text, "count", all);
    text_open(text, "games", '[');
    for (size_t i = 0; i < count; i++) {
        open_live(text, &games[i]);
        if (boards)
            print_board(text, &games[i]);
        text_close(text, '}');
    }
    text_close(text, ']');
    message_end(text);
}

void print_live(Text *text, uint32_t all, const LiveGame *games, size_t count)
{
    print_list(text, "live", all, games, count, true);
}

void print_games(Text *text, uint32_t all, const LiveGame *games, size_t count)
{
    print_list(text, "games", all, games, count, false);
}
