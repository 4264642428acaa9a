#include "print.h"

#include "fen.h"
#include "notation.h"

#include <assert.h>
#include <string.h>

static const char *const COLOR_WORDS[] = {[WHITE] = "white", [BLACK] = "black"};

static const char *variant_word(Variant variant)
{
    static const char *const WORDS[] = {
        [VARIANT_STANDARD] = "standard",
        [VARIANT_CHESS960] = "chess960",
        [VARIANT_FROM_POSITION] = "fromPosition",
    };
    assert((size_t)variant < sizeof WORDS / sizeof *WORDS);
    return WORDS[variant];
}

/* NULL, which prints as null, for none. */
static const char *winner_word(Winner winner)
{
    return winner == WINNER_NONE ? NULL : COLOR_WORDS[winner == WINNER_BLACK];
}

static void begin(Text *text, const char *kind)
{
    text_open(text, NULL, '{');
    text_string(text, "t", kind);
}

static void begin_answer(Text *text, const char *kind, const Request *request)
{
    begin(text, kind);
    if (request->has_id)
        text_integer(text, "id", request->id);
}

static void begin_game(Text *text, const char *kind, const GameId *game)
{
    begin(text, kind);
    text_string(text, "game", game->text);
}

static void end(Text *text)
{
    text_close(text, '}');
}

/* Opens it, for who has more to say of him. */
static void open_person(Text *text, const char *name, const Person *person)
{
    text_open(text, name, '{');
    text_string(text, "id", person->id);
    text_string(text, "name", person->name);
    if (person->rating > 0 && !(person_is_engine(person) && person->rating < ENGINE_RATED))
        text_integer(text, "rating", person->rating);
    else
        text_null(text, "rating");
    if (person->provisional)
        text_bool(text, "provisional", true);
    if (person->level > 0)
        text_integer(text, "computer", person_is_engine(person) ? 0 : person->level);
    else
        text_bool(text, "guest", person->guest);
}

static void print_person(Text *text, const char *name, const Person *person)
{
    open_person(text, name, person);
    text_close(text, '}');
}

static void print_you(Text *text, const Welcome *welcome)
{
    open_person(text, "you", welcome->you);
    if (!welcome->you->guest) {
        text_open(text, "ratings", '{');
        for (size_t i = 0; i < welcome->ratings_count; i++) {
            const RatingView *view = &welcome->ratings[i];
            text_open(text, category_word(view->category), '{');
            text_integer(text, "rating", view->rating);
            if (view->provisional)
                text_bool(text, "provisional", true);
            text_integer(text, "games", view->games);
            text_close(text, '}');
        }
        text_close(text, '}');
    }
    text_close(text, '}');
}

static void print_control_members(Text *text, const TimeControl *control)
{
    static const char *const KINDS[] = {[BONUS_BRONSTEIN] = "bronstein", [BONUS_DELAY] = "delay"};
    if (control->days) {
        text_integer(text, "days", control->days);
        return;
    }
    text_integer(text, "initial", control->initial);
    if (control->bonus == BONUS_FISCHER) {
        text_integer(text, "increment", control->increment);
    } else {
        text_string(text, "kind", KINDS[control->bonus]);
        text_integer(text, "delay", control->increment);
    }
}

static void print_control(Text *text, const TimeControl *control)
{
    if (!control->timed) {
        text_null(text, "clock");
        return;
    }
    text_open(text, "clock", '{');
    print_control_members(text, control);
    text_close(text, '}');
}

/* What is left on a room's clocks; 'full' adds the control, for who doesn't know it yet. */
static void print_clock(Text *text, const Room *room, int64_t axis, bool full)
{
    const Clock *clock = room_clock(room);
    if (!clock->control.timed) {
        text_null(text, "clock");
        return;
    }
    text_open(text, "clock", '{');
    if (full)
        print_control_members(text, &clock->control);
    text_integer(text, "white", clock_remaining(clock, WHITE, axis));
    text_integer(text, "black", clock_remaining(clock, BLACK, axis));
    text_string(text, "running", clock->running ? COLOR_WORDS[clock->turn] : NULL);
    if (clock_delay_left(clock, axis))
        text_integer(text, "stands", clock_delay_left(clock, axis));
    text_close(text, '}');
}

static void print_terms(Text *text, const Terms *terms, const Position *start)
{
    static const char *const WISHES[] = {
        [WISH_RANDOM] = "random", [WISH_WHITE] = "white", [WISH_BLACK] = "black"};
    print_control(text, &terms->control);
    text_string(text, "variant", variant_word(terms->variant));
    if (start) {
        char fen[FEN_MAX];
        fen_print(start, fen);
        text_string(text, "fen", fen);
    }
    text_bool(text, "rated", terms->rated);
    text_string(text, "color", WISHES[terms->color]);
}

void print_ok(Text *text, const Request *request, const Ok *ok)
{
    static const Ok NOTHING;
    ok = ok ? ok : &NOTHING;
    bool tells = ok->seek || ok->challenge || ok->game || ok->room;
    if (!tells && !request->has_id)
        return;
    begin_answer(text, "ok", request);
    if (ok->seek)
        text_string(text, "seek", ok->seek->text);
    if (ok->challenge)
        text_string(text, "challenge", ok->challenge->text);
    if (ok->url)
        text_string(text, "url", ok->url);
    if (ok->game)
        text_string(text, "game", ok->game->text);
    if (ok->room) {
        text_integer(text, "at", ok->axis - room_setup(ok->room)->created);
        text_integer(text, "now", ok->wall);
        text_integer(text, "seq", room_seq(ok->room));
        print_clock(text, ok->room, ok->axis, false);
    }
    end(text);
}

void print_error(Text *text, const Request *request, Code code, const char *why)
{
    assert(code != CODE_OK);
    begin_answer(text, "error", request);
    text_string(text, "code", code_word(code));
    text_string(text, "message", why ? why : code_text(code));
    end(text);
}

void print_welcome(Text *text, const Welcome *welcome)
{
    begin(text, "welcome");
    print_you(text, welcome);
    text_string(text, "token", welcome->token);
    text_open(text, "playing", '[');
    for (size_t i = 0; i < welcome->playing_count; i++)
        text_string(text, NULL, welcome->playing[i].text);
    text_close(text, ']');
    text_open(text, "seeks", '[');
    for (size_t i = 0; i < welcome->seeks_count; i++)
        text_string(text, NULL, welcome->seeks[i].text);
    text_close(text, ']');
    text_integer(text, "now", welcome->wall);
    if (welcome->quiet)
        text_bool(text, "quiet", true);
    end(text);
}

void print_pong(Text *text, const Request *ping, int64_t wall)
{
    begin(text, "pong");
    if (ping->ping.has_c)
        text_integer(text, "c", ping->ping.c);
    text_integer(text, "now", wall);
    end(text);
}

void print_notice(Text *text, const char *words)
{
    begin(text, "notice");
    text_string(text, "text", words);
    end(text);
}

void print_start(Text *text, const GameId *game, Color seat, const Origin *origin)
{
    begin_game(text, "start", game);
    text_string(text, "color", COLOR_WORDS[seat]);
    if (origin->seek)
        text_string(text, "seek", origin->seek->text);
    if (origin->challenge)
        text_string(text, "challenge", origin->challenge->text);
    if (origin->rematch)
        text_string(text, "rematch", origin->rematch->text);
    end(text);
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
            text_string(text, "by", COLOR_WORDS[seat]);
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

void print_game(Text *text, const GameView *view)
{
    const Room *room = view->room;
    const GameSetup *setup = room_setup(room);
    char fen[FEN_MAX];
    fen_print(&setup->start, fen);
    begin_game(text, "game", view->id);
    text_integer(text, "seq", room_seq(room));
    text_integer(text, "at", view->axis - setup->created);
    text_integer(text, "turn", room_turn(room));
    text_string(text, "variant", variant_word(setup->variant));
    text_string(text, "fen", fen);
    print_moves(text, room_line(room));
    print_person(text, "white", &view->seat[WHITE]);
    print_person(text, "black", &view->seat[BLACK]);
    text_bool(text, "rated", setup->rated);
    print_clock(text, room, view->axis, true);
    if (setup->first_move > 0)
        text_integer(text, "firstMove", setup->first_move);
    else
        text_null(text, "firstMove");
    print_offers(text, room);
    print_result(text, room_status(room), room_winner(room), room_reason(room));
    end(text);
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
    };
    assert(kind >= EV_MOVE && kind <= EV_END);
    return WORDS[kind];
}

static bool is_by_a_seat(EventKind kind)
{
    return kind != EV_MOVE && kind != EV_PAUSED && kind != EV_RESUMED && kind != EV_END;
}

static bool is_about_time(EventKind kind)
{
    return kind == EV_MOVE || kind == EV_TAKEBACK || kind == EV_MORETIME || !is_by_a_seat(kind);
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
    begin_game(text, event_word(event->kind), game);
    text_integer(text, "seq", event->seq);
    text_integer(text, "at", event->at);
    if (is_by_a_seat(event->kind))
        text_string(text, "by", COLOR_WORDS[event->by]);
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
    end(text);
}

void print_rated(Text *text, const RatedNews *news)
{
    begin_game(text, "rated", news->game);
    text_string(text, "category", category_word(news->category));
    if (news->verdict != FARMING_COUNTS)
        text_string(text, "reason", farming_word(news->verdict));
    for (int seat = WHITE; seat <= BLACK; seat++) {
        if (news->verdict != FARMING_COUNTS) {
            text_null(text, COLOR_WORDS[seat]);
            continue;
        }
        text_open(text, COLOR_WORDS[seat], '{');
        text_integer(text, "before", news->before[seat]);
        text_integer(text, "after", news->after[seat]);
        if (news->provisional[seat])
            text_bool(text, "provisional", true);
        text_close(text, '}');
    }
    end(text);
}

static void print_engine(Text *text, const EngineView *engine)
{
    text_open(text, NULL, '{');
    text_string(text, "name", engine->name);
    text_string(text, "title", engine->title);
    if (engine->strength) {
        text_open(text, "strength", '{');
        text_string(text, "by", engine->strength);
        text_integer(text, "least", engine->least);
        text_integer(text, "most", engine->most);
        text_close(text, '}');
    } else {
        text_null(text, "strength");
    }
    text_bool(text, "chess960", engine->chess960);
    text_close(text, '}');
}

void print_engines(Text *text, const Request *request, const EngineView *engines, size_t count)
{
    begin_answer(text, "engines", request);
    text_open(text, "engines", '[');
    for (size_t i = 0; i < count; i++)
        print_engine(text, &engines[i]);
    text_close(text, ']');
    end(text);
}

void print_chat(Text *text, const Chat *chat)
{
    begin_game(text, "chat", chat->game);
    text_string(text, "room", chat->player ? "players" : "spectators");
    print_person(text, "from", chat->from);
    if (chat->preset)
        text_string(text, "preset", chat_preset_word(chat->preset));
    text_string(text, "text", chat->preset ? chat_preset_text(chat->preset) : chat->words);
    text_integer(text, "sent", chat->wall);
    end(text);
}

void print_crowd(Text *text, const GameId *game, const CrowdView *crowd)
{
    begin_game(text, "crowd", game);
    text_bool(text, "white", crowd->present[WHITE]);
    text_bool(text, "black", crowd->present[BLACK]);
    text_integer(text, "watchers", crowd->watchers);
    text_open(text, "names", '[');
    for (uint32_t i = 0; i < crowd->names_count; i++)
        text_string(text, NULL, crowd->names[i]);
    text_close(text, ']');
    if (crowd->claim_in >= 0)
        text_integer(text, "claimIn", crowd->claim_in);
    end(text);
}

static void print_seek(Text *text, const Seek *seek)
{
    text_open(text, NULL, '{');
    text_string(text, "seek", seek->id.text);
    print_person(text, "person", &seek->person);
    print_terms(text, &seek->terms, NULL);
    if (seek->pool)
        text_bool(text, "pool", true);
    if (seek->rating.least == 0 && seek->rating.most == RATING_MAX) {
        text_null(text, "rating");
    } else {
        text_open(text, "rating", '[');
        text_integer(text, NULL, seek->rating.least);
        text_integer(text, NULL, seek->rating.most);
        text_close(text, ']');
    }
    text_close(text, '}');
}

void print_lobby(Text *text, const Lobby *lobby)
{
    size_t count = lobby_count(lobby);
    begin(text, "lobby");
    text_integer(text, "count", (int64_t)count);
    text_open(text, "seeks", '[');
    for (size_t i = 0; i < count && i < LOBBY_SHOWN; i++)
        print_seek(text, lobby_at(lobby, i));
    text_close(text, ']');
    end(text);
}

void print_pools(Text *text, const PoolsView *view)
{
    begin(text, "pools");
    text_integer(text, "here", view->here);
    text_open(text, "people", '[');
    for (size_t i = 0; i < view->people_count && i < PEOPLE_SHOWN; i++)
        print_person(text, NULL, view->people[i]);
    text_close(text, ']');
    text_open(text, "pools", '[');
    for (int pool = 0; pool < POOLS; pool++) {
        int32_t took = lobby_took(view->lobby, pool, view->now);
        text_open(text, NULL, '{');
        print_control(text, &POOL_CONTROLS[pool]);
        text_integer(text, "waiting", lobby_waiting(view->lobby, pool));
        if (took >= 0)
            text_integer(text, "took", took);
        else
            text_null(text, "took");
        text_close(text, '}');
    }
    text_close(text, ']');
    end(text);
}

static void open_live(Text *text, const LiveGame *game)
{
    const GameSetup *setup = room_setup(game->view.room);
    text_open(text, NULL, '{');
    text_string(text, "game", game->view.id->text);
    print_person(text, "white", &game->view.seat[WHITE]);
    print_person(text, "black", &game->view.seat[BLACK]);
    text_string(text, "variant", variant_word(setup->variant));
    text_bool(text, "rated", setup->rated);
    text_integer(text, "ply", room_line(game->view.room)->plies);
    text_integer(text, "watchers", game->watchers);
    print_clock(text, game->view.room, game->view.axis, true);
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

void print_live(Text *text, uint32_t all, const LiveGame *games, size_t count)
{
    begin(text, "live");
    text_integer(text, "count", all);
    text_open(text, "games", '[');
    for (size_t i = 0; i < count; i++) {
        open_live(text, &games[i]);
        print_board(text, &games[i]);
        text_close(text, '}');
    }
    text_close(text, ']');
    end(text);
}

void print_games(Text *text, uint32_t all, const LiveGame *games, size_t count)
{
    begin(text, "games");
    text_integer(text, "count", all);
    text_open(text, "games", '[');
    for (size_t i = 0; i < count; i++) {
        open_live(text, &games[i]);
        text_close(text, '}');
    }
    text_close(text, ']');
    end(text);
}

void print_found(Text *text, const LobbyId *seek, const LobbyId *other, const Person *person)
{
    begin(text, "found");
    text_string(text, "seek", seek->text);
    text_string(text, "other", other->text);
    print_person(text, "person", person);
    end(text);
}

void print_challenge(Text *text, const Challenge *challenge, const ChallengeFate *fate)
{
    static const char *const STATES[] = {
#define X(name, word) #word,
        CHALLENGE_STATES(X)
#undef X
    };
    assert((size_t)fate->state < sizeof STATES / sizeof *STATES);
    begin(text, "challenge");
    text_string(text, "challenge", challenge->id.text);
    text_string(text, "state", STATES[fate->state]);
    text_string(text, "to", challenge->link ? "link" : "user");
    print_person(text, "from", &challenge->from);
    if (!challenge->link)
        print_person(text, "user", &challenge->to);
    print_terms(text, &challenge->terms, challenge->has_start ? &challenge->start : NULL);
    text_integer(text, "expires", challenge->expires);
    if (fate->game)
        text_string(text, "game", fate->game->text);
    if (fate->state == STATE_DECLINED)
        text_string(text, "reason", decline_reason_word(fate->reason));
    end(text);
}
