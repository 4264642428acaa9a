#include "request.h"

#include <assert.h>
#include <string.h>

/* ---- words ---- */

static const char *const WORDS[REQ_COUNT] = {
    [REQ_PING] = "ping",
    [REQ_SEEK] = "seek",
    [REQ_UNSEEK] = "unseek",
    [REQ_CHALLENGE] = "challenge",
    [REQ_ACCEPT] = "accept",
    [REQ_DECLINE] = "decline",
    [REQ_LOBBY] = "lobby",
    [REQ_LIVE] = "live",
    [REQ_GAMES] = "games",
    [REQ_MUTE] = "mute",
    [REQ_ENGINES] = "engines",
    [REQ_TOURNAMENT_WATCH] = "tournament_watch",
    [REQ_TOURNAMENT_UNWATCH] = "tournament_unwatch",
    [REQ_TOURNAMENT_CHAT] = "tournament_chat",
    [REQ_BROADCAST_WATCH] = "broadcast_watch",
    [REQ_BROADCAST_UNWATCH] = "broadcast_unwatch",
    [REQ_REPORT] = "report",
    [REQ_WATCH] = "watch",
    [REQ_UNWATCH] = "unwatch",
    [REQ_MOVE] = "move",
    [REQ_RESIGN] = "resign",
    [REQ_ABORT] = "abort",
    [REQ_DRAW] = "draw",
    [REQ_TAKEBACK] = "takeback",
    [REQ_REMATCH] = "rematch",
    [REQ_REFUSE] = "refuse",
    [REQ_CLAIM] = "claim",
    [REQ_MORETIME] = "moretime",
    [REQ_CHAT] = "chat",
    [REQ_CONDITIONAL] = "conditional",
    [REQ_TOURNAMENT_BERSERK] = "tournament_berserk",
};

const char *request_word(RequestKind kind)
{
    assert((size_t)kind < REQ_COUNT);
    return WORDS[kind];
}

static const struct {
    const char *word, *text;
} PRESETS[] = {{NULL, NULL},
#define X(name, word, text) {#word, text},
               CHAT_PRESETS(X)
#undef X
};

const char *report_reason_word(ReportReason reason)
{
    static const char *const REASONS[] = {
#define X(name, word) #word,
        REPORT_REASONS(X)
#undef X
    };
    assert((size_t)reason < REPORT_REASON_COUNT);
    return REASONS[reason];
}

const char *chat_preset_word(ChatPreset preset)
{
    assert((size_t)preset < sizeof PRESETS / sizeof *PRESETS);
    return PRESETS[preset].word;
}

const char *chat_preset_text(ChatPreset preset)
{
    assert((size_t)preset < sizeof PRESETS / sizeof *PRESETS);
    return PRESETS[preset].text;
}

/* ---- commands ---- */

/* MOVE_NONE when the text is no move of the position at its ply. */
static Move move_named(const Request *request, const Line *line)
{
    Move move = MOVE_NONE;
    Position past;
    if (request->move.ply > line->plies)
        return MOVE_NONE;
    const Position *position = &line->now;
    if (request->move.ply < line->plies) {
        line_position(line, request->move.ply, &past);
        position = &past;
    }
    uci_parse(position, request->move.uci, strlen(request->move.uci), &move);
    return move;
}

Command request_command(const Request *request, const Room *room)
{
    assert(request->kind >= REQ_MOVE && request->kind < REQ_CHAT);
    if (request->kind != REQ_MOVE && request->kind != REQ_CLAIM)
        return request->command;
    Command command = {.kind = request->kind == REQ_MOVE ? CMD_MOVE : CMD_CLAIM};
    if (request->kind == REQ_MOVE) {
        command.move.ply = request->move.ply;
        command.move.turn = request->move.turn;
        command.move.draw = request->move.draw;
        command.move.move = move_named(request, room_line(room));
    } else {
        command.claim.what = request->move.claim;
        command.claim.intends = request->move.uci[0] != '\0';
        command.claim.ply = request->move.ply;
        if (command.claim.intends)
            command.claim.move = move_named(request, room_line(room));
    }
    return command;
}

void request_conditional(const Request *request, const Room *room, Color seat,
                         ConditionalMoves *moves)
{
    *moves = (ConditionalMoves){
        .seat = seat, .ply = request->conditional.ply, .count = request->conditional.count};
    for (uint8_t i = 0; i < moves->count; i++) {
        ConditionalLine *line = &moves->lines[i];
        Position now = room_line(room)->now;
        line->plies = request->conditional.lines[i].plies;
        for (uint8_t ply = 0; ply < line->plies; ply++) {
            const char *uci = request->conditional.lines[i].uci[ply];
            if (uci_parse(&now, uci, strlen(uci), &line->moves[ply]) != NOTATION_OK)
                break; /* the others stay MOVE_NONE */
            position_play(&now, line->moves[ply]);
        }
    }
}
