/* replay FILE... - plays transcripts of games (tests/replay) and compares what happens.
 *
 * Expected values come from the FIDE Laws of Chess (2023) and from the numbers of the big servers, named
 * in each transcript; never from what the room printed. A transcript is lines of text:
 *
 *   # a remark, anywhere                          game TITLE      a new game begins
 *   clock 300000+3000 | 300000b3000 (Bronstein) | 300000d3000 (delay) | 3 days | none
 *                                             then its set-up, all of it optional
 *   variant standard | chess960 | from_position     fen FEN     rated     first_move MS
 *   disk by_hand                              turns are charged only after a line 'disk durable'
 *   TIME WHO WHAT ... => EXPECTED             game time in ms, or +MS after the line before
 *
 * WHO and WHAT: white or black with move UCI-or-SAN [ply=N] [turn=N], resign, abort, draw, takeback, refuse,
 * rematch [next=ID] (each with [offer=SEQ]), claim threefold|fifty|win|draw [move=UCI-or-SAN [ply=N]], moretime,
 * comes, goes; each with [lag=MS], the measured round trip;
 * clock tick; disk durable [seq=N]; server restart (the room is folded anew, then room_restart);
 * both play [step=MS] MOVE MOVE ... (each must just be played; EXPECTED is what the last one brings);
 * room clock|deadline|fen|moves|offers|turn|status|claim white|black (queries, which change nothing).
 *
 * EXPECTED: 'ok' when nothing happens, 'refused NAME', or the events, separated by '; ', each as
 * [SEQ] KIND DETAILS WHITE/BLACK with the time that is left, without a clock nothing; then (given G of LAG,
 * quota Q) where lag is known. A refusal must have changed nothing, and after each line the fold of all packed events must be the same game. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "refold.h"
#include "time_control_text.h"

enum { CREATED = 5000000, FIRST_PLIES = 4, EVENTS_HELD = 4096, WORDS_MAX = 512, TEXT_MAX = 4096 };

typedef struct {
    const char *path;
    int line;
    GameSetup setup;
    bool by_hand; /* the disk */
    Room *room;   /* NULL while the set-up is read */
    unsigned plies;
    int64_t time;
    HelpmateMemory helpmate;
    Event events[EVENTS_HELD];
    unsigned count;
    unsigned games;
} Stage;

typedef struct {
    char *at[WORDS_MAX];
    int count;
} Words;

static _Noreturn void fail(const Stage *stage, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", stage->path, stage->line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void *memory_for(unsigned plies)
{
    void *memory = malloc(room_size(plies));
    if (!memory)
        abort();
    return memory;
}

static Words words_of(char *text)
{
    Words words = {.count = 0};
    for (char *word = strtok(text, " \t\n"); word; word = strtok(NULL, " \t\n")) {
        if (words.count == WORDS_MAX)
            abort();
        words.at[words.count++] = word;
    }
    return words;
}

/* The value of NAME=VALUE among the words, or NULL. */
static const char *option(const Words *words, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < words->count; i++)
        if (strncmp(words->at[i], name, length) == 0 && words->at[i][length] == '=')
            return words->at[i] + length + 1;
    return NULL;
}

static int64_t number_of(const Stage *stage, const char *text)
{
    char *end;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end)
        fail(stage, "'%s' is no number", text);
    return number;
}

static uint32_t option_number(const Stage *stage, const Words *words, const char *name,
                              uint32_t otherwise)
{
    const char *text = option(words, name);
    return text ? (uint32_t)number_of(stage, text) : otherwise;
}

static bool is(const char *one, const char *other)
{
    return strcmp(one, other) == 0;
}

/* ---- Set-up ---- */

static void begin_game(Stage *stage)
{
    free(stage->room);
    stage->room = NULL;
    stage->setup = (GameSetup){.variant = VARIANT_STANDARD, .created = CREATED};
    position_start(&stage->setup.start);
    stage->by_hand = false;
    stage->time = 0;
    stage->count = 0;
    stage->games++;
}

static void set_clock(Stage *stage, const char *text)
{
    TimeControl *control = &stage->setup.control;
    char sign = '+';
    *control = (TimeControl){.timed = !is(text, "none")};
    bool read = !control->timed || (strstr(text, " days") && sscanf(text, "%d", &control->days)) ||
                sscanf(text, "%d%c%d", &control->initial, &sign, &control->increment) == 3;
    if (strchr(text, '/')) {
        if (!time_control_parse(text, strlen(text), control))
            fail(stage, "clock: no stages as in PGN");
        return;
    }
    if (!read)
        fail(stage, "clock: PGN's MOVES/SECONDS:..., INITIAL+INCREMENT, INITIALbDELAY, "
                    "INITIALdDELAY, DAYS days or none");
    control->bonus = sign == 'b' ? BONUS_BRONSTEIN : sign == 'd' ? BONUS_DELAY : BONUS_FISCHER;
    if (!time_control_is_valid(control))
        fail(stage, "clock: nobody can play with that");
}

/* "black 60000+0": that side has this clock instead. */
static void set_odds(Stage *stage, const char *text)
{
    TimeControl *control = &stage->setup.control;
    char side[6];
    int initial, bonus;
    if (sscanf(text, "%5s %d%*c%d", side, &initial, &bonus) != 3)
        fail(stage, "odds: white or black, then as the clock");
    TimeOdds whom = is(side, "white") ? TIME_ODDS_WHITE : TIME_ODDS_BLACK;
    *control = time_control_with_odds(control, whom, initial, bonus);
    if (!time_control_is_valid(control))
        fail(stage, "odds: nobody can play with that");
}

static void set_variant(Stage *stage, const char *text)
{
    static const char *const NAMES[] = {"standard", "chess960", "from_position"};
    for (int i = 0; i < 3; i++)
        if (is(text, NAMES[i])) {
            stage->setup.variant = (Variant)i;
            stage->setup.start.chess960 = i == VARIANT_CHESS960;
            return;
        }
    fail(stage, "unknown variant '%s'", text);
}

static void set_up(Stage *stage, char *key, char *value)
{
    if (stage->room)
        fail(stage, "'%s' after the first request", key);
    if (is(key, "fen")) {
        FenError error = fen_parse(value, strlen(value), &stage->setup.start, NULL);
        if (error != FEN_OK)
            fail(stage, "fen: %s", fen_error_text(error));
        stage->setup.start.chess960 |= stage->setup.variant == VARIANT_CHESS960;
    } else if (is(key, "clock")) {
        set_clock(stage, value);
    } else if (is(key, "odds")) {
        set_odds(stage, value);
    } else if (is(key, "variant")) {
        set_variant(stage, value);
    } else if (is(key, "rated")) {
        stage->setup.rated = true;
    } else if (is(key, "first_move")) {
        stage->setup.first_move = (int32_t)number_of(stage, value);
    } else if (is(key, "disk") && is(value, "by_hand")) {
        stage->by_hand = true;
    } else {
        fail(stage, "unknown line '%s %s'", key, value);
    }
}

/* ---- What came of it, as text ---- */

static const char *const COLORS[] = {"white", "black"};
static const char *const WINNERS[] = {"nobody", "white", "black"};

static const struct {
    EventKind kind;
    const char *name;
} OFFERS[] = {
    {EV_DRAW_OFFER, "draw"}, {EV_TAKEBACK_OFFER, "takeback"}, {EV_REMATCH_OFFER, "rematch"}};

static void append(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t length = strlen(text);
    if (vsnprintf(text + length, TEXT_MAX - length, format, arguments) >= (int)(TEXT_MAX - length))
        abort();
    va_end(arguments);
}

static void append_result(char *text, Status status, Winner winner, Reason reason)
{
    append(text, "%s %s", status_word(status), WINNERS[winner]);
    if (reason != REASON_NONE)
        append(text, " %s", reason_word(reason));
}

static void append_claimed(const Stage *stage, char *text, Move claimed)
{
    char san[SAN_MAX];
    if (claimed == MOVE_NONE)
        return;
    san_print(&room_line(stage->room)->now, claimed, san);
    append(text, " claimed %s", san);
}

static void append_sealed(const Stage *stage, char *text, const Event *event)
{
    char san[SAN_MAX];
    san_print(&room_line(stage->room)->now, event->sealed, san);
    append(text, "sealed %s %s", COLORS[event->by], san);
}

static void append_event(const Stage *stage, char *text, const Event *event)
{
    append(text, "%s[%u] ", *text ? "; " : "", event->seq);
    const char *by = COLORS[event->by];
    switch (event->kind) {
    case EV_MOVE: append(text, "move %u %s", event->move.ply, event->move.san); break;
    case EV_DRAW_OFFER: append(text, "offer draw %s", by); break;
    case EV_TAKEBACK_OFFER: append(text, "offer takeback %s", by); break;
    case EV_REMATCH_OFFER: append(text, "offer rematch %s", by); break;
    case EV_REFUSED: append(text, "refused %s %u", by, event->offer); break;
    case EV_TAKEBACK: append(text, "takeback %s %u", by, event->ply); break;
    case EV_MORETIME: append(text, "moretime %s %d", by, event->given); break;
    case EV_REMATCH: append(text, "rematch %s %s", by, event->next.text); break;
    case EV_PAUSED: append(text, "paused"); break;
    case EV_RESUMED: append(text, "resumed"); break;
    case EV_BERSERK: append(text, "berserk %s %d", by, event->given); break;
    case EV_ADJUSTED: append(text, "adjusted %s %d", by, event->given); break;
    case EV_STOPPED: append(text, "stopped"); break;
    case EV_ADJOURN: append(text, "adjourn %lld", (long long)event->until); break;
    case EV_SEALED: append_sealed(stage, text, event); break;
    case EV_END:
        append(text, "end ");
        append_result(text, event->end.status, event->end.winner, event->end.reason);
        append_claimed(stage, text, event->end.claimed);
        break;
    }
    if (stage->setup.control.timed)
        append(text, " %lld/%lld", (long long)event->clock[WHITE], (long long)event->clock[BLACK]);
    if (event->receipt.lag > 0)
        append(text, " (given %d of %d, quota %d)", (int)event->receipt.given,
               (int)event->receipt.lag, (int)event->receipt.quota);
}

static const char *error_name(RoomError error)
{
    static const char *const NAMES[] = {"ok",        "illegal_move", "not_your_turn",
                                        "stale",     "over",         "too_fast",
                                        "forbidden", "not_now",      "full"};
    return NAMES[error];
}

/* ---- Playing ---- */

/* The events become part of the record; each must be the next one, and of this time. */
static void keep(Stage *stage, const Events *events, char *text)
{
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->at[i];
        int64_t before = stage->count ? stage->events[stage->count - 1].at : 0;
        if (event->seq != stage->count + 1)
            fail(stage, "event %u after event %u", event->seq, stage->count);
        if (event->at < before || (event->at != stage->time && event->at != before))
            fail(stage, "event %u is of %lld", event->seq, (long long)event->at);
        if (stage->count == EVENTS_HELD)
            abort();
        stage->events[stage->count++] = *event;
        append_event(stage, text, event);
    }
    if (!stage->by_hand)
        room_durable(stage->room, stage->count, CREATED + stage->time);
}

static Room *refolded(const Stage *stage)
{
    const char *why;
    Room *room = refold(memory_for(stage->plies), stage->plies, &stage->setup, stage->events,
                        stage->count, &why);
    if (!room)
        fail(stage, "refolding: %s", why);
    why = game_difference(room, stage->room);
    if (why)
        fail(stage, "refolded, there is another %s", why);
    return room;
}

static Move move_of_text(const Stage *stage, uint32_t ply, const char *text)
{
    const Line *line = room_line(stage->room);
    Position pos;
    Move move;
    line_position(line, ply < line->plies ? ply : line->plies, &pos);
    if (uci_parse(&pos, text, strlen(text), &move) != NOTATION_OK)
        san_parse(&pos, text, strlen(text), &move);
    return move;
}

static void read_move(const Stage *stage, const Words *words, Command *command)
{
    command->kind = CMD_MOVE;
    command->move.ply = option_number(stage, words, "ply", room_line(stage->room)->plies);
    command->move.turn = option_number(stage, words, "turn", 0);
    command->move.move = move_of_text(stage, command->move.ply, words->at[0]);
}

static Command command_of(const Stage *stage, const char *what, const Words *words)
{
    static const char *const NAMES[] = {"move",    "resign", "abort", "draw",    "takeback",
                                        "rematch", "refuse", "claim", "moretime"};
    static const char *const CLAIMS[] = {"threefold", "fifty", "win", "draw"};
    Command command = {.offer = option_number(stage, words, "offer", 0)};
    int kind = 0;
    while (kind <= CMD_MORETIME && !is(what, NAMES[kind]))
        kind++;
    if (kind > CMD_MORETIME || ((kind == CMD_MOVE || kind == CMD_CLAIM) && words->count == 0))
        fail(stage, "no such request: '%s'", what);
    command.kind = (CommandKind)kind;
    if (kind == CMD_MOVE)
        read_move(stage, words, &command);
    for (int claim = 0; kind == CMD_CLAIM && claim < 4; claim++)
        if (is(words->at[0], CLAIMS[claim]))
            command.claim.what = (Claim)claim;
    const char *intended = option(words, "move");
    if (kind == CMD_CLAIM && intended) {
        uint32_t plies = room_line(stage->room)->plies;
        command.claim.intends = true;
        command.claim.ply = option_number(stage, words, "ply", plies);
        command.claim.move = move_of_text(stage, command.claim.ply, intended);
    }
    command.lag = (int32_t)option_number(stage, words, "lag", 0);
    const char *next = option(words, "next");
    if (next)
        snprintf(command.next.text, sizeof command.next.text, "%s", next);
    return command;
}

/* Like the server: when a room is full the command is tried again in larger memory. */
static RoomError apply(Stage *stage, Color seat, const Command *command, Events *events)
{
    int64_t now = CREATED + stage->time;
    RoomError error = room_apply(stage->room, seat, command, now, events);
    if (error != ROOM_FULL)
        return error;
    stage->plies *= 2;
    Room *grown = room_grow(stage->room, memory_for(stage->plies), stage->plies);
    free(stage->room);
    stage->room = grown;
    return room_apply(grown, seat, command, now, events);
}

static void ask(Stage *stage, Color seat, const char *what, const Words *words, char *text)
{
    Events events = {.count = 0};
    if (is(what, "comes") || is(what, "goes")) {
        room_presence(stage->room, seat, is(what, "comes"), CREATED + stage->time, &events);
        keep(stage, &events, text);
        return;
    }
    Command command = command_of(stage, what, words);
    Room *before = room_grow(stage->room, memory_for(stage->plies), stage->plies);
    RoomError error = apply(stage, seat, &command, &events);
    if (error != ROOM_OK) {
        const char *changed =
            events.count ? "number of events" : room_difference(before, stage->room);
        if (changed)
            fail(stage, "a refusal has changed the %s", changed);
        append(text, "refused %s", error_name(error));
    }
    free(before);
    keep(stage, &events, text);
}

static void play_moves(Stage *stage, const Words *words, char *text)
{
    int64_t step = option_number(stage, words, "step", 0);
    bool first = true;
    for (int i = 0; i < words->count; i++) {
        if (strchr(words->at[i], '=') && strncmp(words->at[i], "step=", 5) == 0)
            continue;
        stage->time += first ? 0 : step;
        first = false;
        if (*text && !strchr(text, ']'))
            fail(stage, "the moves before %s: %s", words->at[i], text);
        Words one = {.at = {words->at[i]}, .count = 1};
        *text = '\0';
        ask(stage, position_turn(&room_line(stage->room)->now), "move", &one, text);
    }
}

static void restart(Stage *stage, char *text)
{
    Events events = {.count = 0};
    Room *room = refolded(stage);
    free(stage->room);
    stage->room = room;
    room_lend(room, &stage->helpmate);
    room_restart(room, CREATED + stage->time, &events);
    keep(stage, &events, text);
}

/* ---- Questions ---- */

static void append_time(char *text, int64_t instant)
{
    if (instant == INT64_MAX)
        append(text, "never");
    else
        append(text, "%lld", (long long)(instant - CREATED));
}

static void append_offers(const Room *room, char *text)
{
    for (int seat = WHITE; seat <= BLACK; seat++)
        for (int i = 0; i < 3; i++) {
            uint32_t seq = room_offer(room, (Color)seat, OFFERS[i].kind);
            if (seq)
                append(text, "%s%s %s %u", *text ? "; " : "", COLORS[seat], OFFERS[i].name, seq);
        }
    if (!*text)
        append(text, "none");
}

static void append_clock(const Room *room, int64_t now, char *text)
{
    const Clock *clock = room_clock(room);
    append(text, "%lld/%lld %s", (long long)clock_remaining(clock, WHITE, now),
           (long long)clock_remaining(clock, BLACK, now),
           clock->running ? COLORS[clock->turn] : "stands");
}

static void append_moves(const Line *line, char *text)
{
    Position pos = line->start;
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        char san[SAN_MAX];
        san_print(&pos, line->moves[ply], san);
        append(text, "%s%s", ply ? " " : "", san);
        position_play(&pos, line->moves[ply]);
    }
}

static void answer(const Stage *stage, const char *what, const Words *words, char *text)
{
    const Room *room = stage->room;
    if (is(what, "clock"))
        append_clock(room, CREATED + stage->time, text);
    else if (is(what, "deadline"))
        append_time(text, room_deadline(room));
    else if (is(what, "claim") && words->count == 1)
        append_time(text, room_claim_at(room, is(words->at[0], "white") ? WHITE : BLACK));
    else if (is(what, "fen"))
        fen_print(&room_line(room)->now, text);
    else if (is(what, "moves"))
        append_moves(room_line(room), text);
    else if (is(what, "offers"))
        append_offers(room, text);
    else if (is(what, "turn"))
        append(text, "%u", room_turn(room));
    else if (is(what, "status"))
        append_result(text, room_status(room), room_winner(room), room_reason(room));
    else
        fail(stage, "no such question: '%s'", what);
}

static void arbitrate(Stage *stage, const char *what, const Words *words, char *text)
{
    static const char *const NAMES[] = {"time", "stop", "resume", "adjourn", "annul", "berserk"};
    Events events = {.count = 0};
    ArbiterAct act = {.until = option_number(stage, words, "until", 0)};
    int kind = 0;
    while (kind < ARBITER_KINDS && !is(what, NAMES[kind]))
        kind++;
    if (kind >= ARBITER_KINDS || (kind == ARBITER_TIME && words->count != 2) ||
        (kind == ARBITER_BERSERK && words->count != 1))
        fail(stage, "no arbiter does that: '%s'", what);
    act.kind = (ArbiterKind)kind;
    if (kind == ARBITER_TIME || kind == ARBITER_BERSERK)
        act.side = is(words->at[0], "white") ? WHITE : BLACK;
    if (kind == ARBITER_TIME) {
        act.given = (int32_t)strtol(words->at[1], NULL, 10);
    }
    RoomError error = room_arbitrate(stage->room, &act, CREATED + stage->time, &events);
    if (error != ROOM_OK)
        append(text, "refused %s", error_name(error));
    keep(stage, &events, text);
}

/* ---- A line ---- */

static void act(Stage *stage, const char *who, const char *what, const Words *words, char *text)
{
    Events events = {.count = 0};
    int64_t now = CREATED + stage->time;
    if (is(who, "white") || is(who, "black")) {
        ask(stage, is(who, "white") ? WHITE : BLACK, what, words, text);
    } else if (is(who, "both") && is(what, "play")) {
        play_moves(stage, words, text);
    } else if (is(who, "clock") && is(what, "tick")) {
        room_tick(stage->room, now, &events);
        keep(stage, &events, text);
    } else if (is(who, "disk") && is(what, "durable")) {
        room_durable(stage->room, option_number(stage, words, "seq", stage->count), now);
    } else if (is(who, "server") && is(what, "restart")) {
        restart(stage, text);
    } else if (is(who, "arbiter")) {
        arbitrate(stage, what, words, text);
    } else if (is(who, "room")) {
        answer(stage, what, words, text);
    } else {
        fail(stage, "nobody does that: '%s %s'", who, what);
    }
    if (!*text)
        append(text, "ok");
}

static void set_time(Stage *stage, const char *text)
{
    int64_t time = number_of(stage, *text == '+' ? text + 1 : text);
    stage->time = *text == '+' ? stage->time + time : time;
}

static void enter(Stage *stage)
{
    if (stage->room)
        return;
    stage->plies = FIRST_PLIES;
    stage->room = room_init(memory_for(stage->plies), stage->plies, &stage->setup);
    room_lend(stage->room, &stage->helpmate);
}

/* The text with single spaces, in place. */
static char *squeezed(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!strchr(" \t\n", *from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
    return text;
}

static void run_line(Stage *stage, char *line)
{
    char *expected = strstr(line, "=>");
    if (expected) {
        *expected = '\0';
        expected = squeezed(expected + 2);
    }
    Words words = words_of(line);
    if (words.count < 3)
        fail(stage, "TIME WHO WHAT, please");
    enter(stage);
    set_time(stage, words.at[0]);
    Words rest = {.count = words.count - 3};
    memcpy(rest.at, words.at + 3, (size_t)rest.count * sizeof *rest.at);
    char text[TEXT_MAX] = "";
    act(stage, words.at[1], words.at[2], &rest, text);
    bool just_played = !expected && is(words.at[1], "both") && !strchr(text, ';') &&
                       strncmp(strchr(text, ']') ? strchr(text, ']') : "", "] move", 6) == 0;
    if (!just_played && (!expected || !is(expected, text)))
        fail(stage, "expected: %s\n    came: %s", expected ? expected : "(nothing said)", text);
    free(refolded(stage));
}

/* A remark starts a line or follows a blank: 'Qh4#' is mate. */
static void cut_remark(char *line)
{
    for (char *at = line; *at; at++)
        if (*at == '#' && (at == line || at[-1] == ' ')) {
            *at = '\0';
            return;
        }
}

static void run_text(Stage *stage, char *line)
{
    cut_remark(line);
    squeezed(line);
    if (!*line)
        return;
    char *value = strchr(line, ' ');
    if (strchr("0123456789+", *line)) {
        run_line(stage, line);
    } else if (strncmp(line, "game ", 5) == 0) {
        begin_game(stage);
    } else {
        if (value)
            *value++ = '\0';
        set_up(stage, line, value ? value : "");
    }
}

static unsigned run_file(Stage *stage, const char *path)
{
    char line[TEXT_MAX];
    FILE *file = fopen(path, "r");
    *stage = (Stage){.path = path};
    if (!file)
        fail(stage, "cannot be read");
    begin_game(stage);
    stage->games = 0;
    while (fgets(line, sizeof line, file)) {
        stage->line++;
        if (!strchr(line, '\n'))
            fail(stage, "the line is too long");
        run_text(stage, line);
    }
    fclose(file);
    free(stage->room);
    if (stage->games == 0)
        fail(stage, "no game");
    return stage->games;
}

int main(int argc, char **argv)
{
    static Stage stage;
    unsigned games = 0;
    attacks_init();
    for (int i = 1; i < argc; i++)
        games += run_file(&stage, argv[i]);
    printf("%u games as expected\n", games);
    return argc > 1 ? 0 : 2;
}
