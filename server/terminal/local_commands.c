/* Of local_game.h: what each command does. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "local_state.h"
#include "memory.h"
#include "mobility.h"
#include "shown_commands.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

/* A line that was read, and what its command needs. */
typedef struct {
    LocalGame *game;
    const TypedLine *typed;
    int64_t now;
    Text *out;
} Call;

#define SAY(call, ...) wrapped_say((call)->out, local_columns((call)->game), __VA_ARGS__)

static Color turn_of(const LocalGame *game)
{
    return position_turn(&room_line(game->room)->now);
}

/* Whose commands are typed: the person's, or for two people the side's that is to move. */
static Color typist(const LocalGame *game)
{
    if (game->setup.side == LOCAL_BOTH)
        return turn_of(game);
    return game->setup.side == LOCAL_WHITE ? WHITE : BLACK;
}

static bool refuses_over(const Call *call)
{
    if (!local_is_over(call->game))
        return false;
    SAY(call, "The game is over. Type \"new\" for another one.");
    return true;
}

static void say_form(const Call *call)
{
    shown_form(call->typed, &call->game->view, call->out);
}

static bool argument_is(const Call *call, const char *word)
{
    return strcmp(call->typed->argument, word) == 0;
}

/* A number from least to most as the whole argument. */
static bool argument_number(const Call *call, int least, int most, int *number)
{
    char *end;
    const char *text = call->typed->argument;
    if (*text < '0' || *text > '9' || strlen(text) > 4)
        return false;
    *number = (int)strtol(text, &end, 10);
    return *end == '\0' && *number >= least && *number <= most;
}

/* ---- moves ---- */

static bool refuses_turn(const Call *call)
{
    if (!local_is_computer(call->game, turn_of(call->game)))
        return false;
    SAY(call, "It is the computer's turn.");
    return true;
}

static void do_move(Call *call)
{
    char why[TYPED_REASON_MAX];
    Move move;
    const Line *line = room_line(call->game->room);
    NotationError error =
        typed_move(&line->now, call->typed->argument, call->typed->length, &move, why);
    if (error == NOTATION_SYNTAX) {
        shown_unknown(call->typed, TYPED_LOCAL, &call->game->view, call->out);
        return;
    }
    if (refuses_over(call) || refuses_turn(call))
        return;
    if (error) {
        SAY(call, "%s: %s", call->typed->argument, why);
        return;
    }
    Command command = {.kind = CMD_MOVE, .move = {.ply = line->plies, .move = move}};
    RoomError refused =
        local_apply(call->game, turn_of(call->game), &command, call->now, call->out);
    if (refused == ROOM_FULL)
        SAY(call, "The game is too long to go on.");
}

static void do_hint(Call *call)
{
    if (refuses_over(call) || refuses_turn(call))
        return;
    call->game->wants_hint = true;
}

/* ---- undo ---- */

/* Resignation, agreement and flags: an end that the board does not show. */
static bool ended_off_the_board(const LocalGame *game)
{
    const Line *line = room_line(game->room);
    return local_is_over(game) && line_outcome(line) == OUTCOME_NONE &&
           !mobility_is_dead(&line->now);
}

/* The plies that are left when the typist's last move is gone, or the end that came without one; false: there is
 * none. */
static bool plies_without(const LocalGame *game, uint32_t *plies)
{
    const Line *line = room_line(game->room);
    uint32_t back = ended_off_the_board(game) ? 0 : 1;
    if (back > 0 && game->setup.side != LOCAL_BOTH && turn_of(game) == typist(game))
        back = 2; /* the computer's answer goes, too */
    if (line->plies < back)
        return false;
    *plies = line->plies - back;
    return true;
}

/* Where the room knows no takeback: after the end, and before both sides have moved. */
static void undo_anew(Call *call, uint32_t plies)
{
    LocalGame *game = call->game;
    const Line *line = room_line(game->room);
    Move *moves = memory_array(plies + 1, sizeof *moves);
    int32_t *clocks = memory_array(plies + 1, sizeof *clocks);
    memcpy(moves, line->moves, plies * sizeof *moves);
    memcpy(clocks, game->clocks, plies * sizeof *clocks);
    local_rebuild(game, moves, clocks, plies, call->now);
    free(moves);
    free(clocks);
    local_say_undone(game, call->now, call->out);
}

static void do_undo(Call *call)
{
    LocalGame *game = call->game;
    uint32_t plies, offer;
    if (!plies_without(game, &plies)) {
        SAY(call, "There is no move of yours to take back.");
        return;
    }
    Color asker = game->setup.side == LOCAL_BOTH ? color_other(turn_of(game)) : typist(game);
    Command ask = {.kind = CMD_TAKEBACK};
    if (local_is_over(game) || local_apply(game, asker, &ask, call->now, call->out) != ROOM_OK ||
        (offer = room_offer(game->room, asker, EV_TAKEBACK_OFFER)) == 0) {
        undo_anew(call, plies);
        return;
    }
    Command grant = {.kind = CMD_TAKEBACK, .offer = offer};
    local_apply(game, color_other(asker), &grant, call->now, call->out);
}

/* ---- draws and ends ---- */

/* The open draw offer that the typist may answer; 0: none. For two people: of either side. */
static uint32_t open_offer(const LocalGame *game, Color *answerer)
{
    *answerer = typist(game);
    uint32_t offer = room_offer(game->room, color_other(*answerer), EV_DRAW_OFFER);
    if (offer || game->setup.side != LOCAL_BOTH)
        return offer;
    *answerer = color_other(*answerer);
    return room_offer(game->room, color_other(*answerer), EV_DRAW_OFFER);
}

static void answer_offer(Call *call, CommandKind kind)
{
    Color seat;
    if (refuses_over(call))
        return;
    uint32_t offer = open_offer(call->game, &seat);
    if (offer)
        local_apply(call->game, seat, &(Command){.kind = kind, .offer = offer}, call->now,
                    call->out);
    else
        SAY(call, "Nothing is offered to you.");
}

static void do_accept(Call *call)
{
    answer_offer(call, CMD_DRAW);
}

static void do_decline(Call *call)
{
    answer_offer(call, CMD_REFUSE);
}

static bool claim(Call *call, Claim what, bool intends, Move move)
{
    LocalGame *game = call->game;
    Command command = {
        .kind = CMD_CLAIM,
        .claim = {
            .what = what, .intends = intends, .ply = room_line(game->room)->plies, .move = move}};
    return local_apply(game, turn_of(game), &command, call->now, call->out) == ROOM_OK;
}

static void do_claim(Call *call)
{
    char why[TYPED_REASON_MAX];
    Move move = MOVE_NONE;
    const TypedLine *typed = call->typed;
    bool intends = typed->length > 0;
    if (refuses_over(call) || refuses_turn(call))
        return;
    if (intends && typed_move(&room_line(call->game->room)->now, typed->argument, typed->length,
                              &move, why) != NOTATION_OK) {
        SAY(call, "%s: %s", typed->argument, why);
        return;
    }
    if (!claim(call, CLAIM_THREEFOLD, intends, move) && !claim(call, CLAIM_FIFTY, intends, move))
        SAY(call, "No draw can be claimed: the position has not occurred three times, and there "
                  "was a capture or a pawn's move within the last 50 moves.");
}

/* The computer answers at once. */
static void ask_computer(Call *call, Color seat)
{
    LocalGame *game = call->game;
    Color computer = color_other(seat);
    uint32_t offer = room_offer(game->room, seat, EV_DRAW_OFFER);
    bool fair = skill_accepts_draw(&game->mood, room_line(game->room));
    local_apply(game, computer, &(Command){.kind = fair ? CMD_DRAW : CMD_REFUSE, .offer = offer},
                call->now, call->out);
}

static void do_draw(Call *call)
{
    LocalGame *game = call->game;
    Color seat;
    if (refuses_over(call))
        return;
    if (open_offer(game, &seat)) {
        do_accept(call);
        return;
    }
    if (turn_of(game) == typist(game) && (claim(call, CLAIM_THREEFOLD, false, MOVE_NONE) ||
                                          claim(call, CLAIM_FIFTY, false, MOVE_NONE)))
        return;
    seat = typist(game);
    switch (local_apply(game, seat, &(Command){.kind = CMD_DRAW}, call->now, call->out)) {
    case ROOM_OK:
        if (game->setup.side != LOCAL_BOTH && room_offer(game->room, seat, EV_DRAW_OFFER))
            ask_computer(call, seat);
        break;
    case ROOM_NOT_NOW: SAY(call, "A draw can be offered once both sides have moved."); break;
    default:
        SAY(call, "You offered a draw not long ago: the next one is possible after %d more moves.",
            ROOM_DRAW_PLIES / 2);
    }
}

static void do_resign(Call *call)
{
    if (!refuses_over(call))
        local_apply(call->game, typist(call->game), &(Command){.kind = CMD_RESIGN}, call->now,
                    call->out);
}

static void do_abort(Call *call)
{
    if (refuses_over(call))
        return;
    if (local_apply(call->game, typist(call->game), &(Command){.kind = CMD_ABORT}, call->now,
                    call->out) != ROOM_OK)
        SAY(call, "Both sides have moved: the game can only be resigned, or left by \"new\".");
}

/* ---- new games ---- */

static void begin_new(Call *call)
{
    call->game->view.flipped = call->game->setup.side == LOCAL_BLACK;
    local_begin(call->game, call->now);
    local_greet(call->game, call->now, call->out);
}

static void do_new(Call *call)
{
    LocalSetup *setup = &call->game->setup;
    if (setup->variant == VARIANT_CHESS960) /* another one */
        position_start960(&setup->start, (int)(local_random(call->game) % CHESS960_POSITIONS));
    begin_new(call);
}

static void do_960(Call *call)
{
    LocalSetup *setup = &call->game->setup;
    int number = (int)(local_random(call->game) % CHESS960_POSITIONS);
    if (call->typed->length > 0 && !argument_number(call, 0, CHESS960_POSITIONS - 1, &number)) {
        say_form(call);
        return;
    }
    setup->variant = VARIANT_CHESS960;
    position_start960(&setup->start, number);
    SAY(call, "Chess960, position %d.", number);
    begin_new(call);
}

static void do_side(Call *call)
{
    LocalSetup *setup = &call->game->setup;
    if (argument_is(call, "white"))
        setup->side = LOCAL_WHITE;
    else if (argument_is(call, "black"))
        setup->side = LOCAL_BLACK;
    else if (argument_is(call, "both"))
        setup->side = LOCAL_BOTH;
    else {
        say_form(call);
        return;
    }
    begin_new(call);
}

static void do_level(Call *call)
{
    int level;
    if (!argument_number(call, 1, SKILL_LEVEL_MAX, &level)) {
        say_form(call);
        return;
    }
    call->game->setup.level = level;
    SAY(call, "The computer now plays at level %d.", level);
}

/* ---- what is shown ---- */

static void do_shown(Call *call)
{
    BoardScene scene;
    local_scene(call->game, call->now, &scene);
    shown_command(call->typed, &call->game->view, &scene, call->out);
}

static void do_pgn(Call *call)
{
    local_game_pgn(call->game, "????.??.??", call->out);
}

static void do_help(Call *call)
{
    shown_help(call->typed, TYPED_LOCAL, &call->game->view, call->out);
}

/* ---- the line ---- */

static void do_nothing(Call *call)
{
    (void)call;
}

static void do_too_long(Call *call)
{
    SAY(call, "The line is longer than %d bytes.", TYPED_LINE_MAX);
}

typedef void Do(Call *call);

static Do *const DO[TYPED_COUNT] = {
    [TYPED_NOTHING] = do_nothing, [TYPED_TOO_LONG] = do_too_long, [TYPED_MOVE] = do_move,
    [TYPED_ABORT] = do_abort,     [TYPED_ACCEPT] = do_accept,     [TYPED_ASCII] = do_shown,
    [TYPED_BOARD] = do_shown,     [TYPED_CLAIM] = do_claim,       [TYPED_CLOCK] = do_shown,
    [TYPED_COLORS] = do_shown,    [TYPED_DECLINE] = do_decline,   [TYPED_DRAW] = do_draw,
    [TYPED_FEN] = do_shown,       [TYPED_FLIP] = do_shown,        [TYPED_HELP] = do_help,
    [TYPED_HINT] = do_hint,       [TYPED_LEVEL] = do_level,       [TYPED_LOAD] = do_nothing,
    [TYPED_MOVES] = do_shown,     [TYPED_NEW] = do_new,           [TYPED_PGN] = do_pgn,
    [TYPED_PIECES] = do_shown,    [TYPED_PLAIN] = do_shown,       [TYPED_QUIT] = do_nothing,
    [TYPED_RESIGN] = do_resign,   [TYPED_SAVE] = do_nothing,      [TYPED_SIDE] = do_side,
    [TYPED_UNDO] = do_undo,       [TYPED_UNICODE] = do_shown,     [TYPED_CHESS960] = do_960,
};

static LocalWish wish_of(Call *call)
{
    TypedKind kind = call->typed->kind;
    if (kind == TYPED_QUIT)
        return LOCAL_QUIT;
    if (kind != TYPED_SAVE && kind != TYPED_LOAD)
        return LOCAL_GO_ON;
    if (call->typed->length == 0) {
        say_form(call);
        return LOCAL_GO_ON;
    }
    memcpy(call->game->file, call->typed->argument, call->typed->length + 1);
    return kind == TYPED_SAVE ? LOCAL_SAVE : LOCAL_LOAD;
}

LocalWish local_game_line(LocalGame *game, const char *line, size_t length, int64_t now, Text *out)
{
    TypedLine typed;
    typed_line_read(&typed, TYPED_LOCAL, line, length);
    Call call = {.game = game, .typed = &typed, .now = now, .out = out};
    local_game_tick(game, now, out);
    assert(DO[typed.kind]); /* each that is understood here */
    DO[typed.kind](&call);
    return wish_of(&call);
}
