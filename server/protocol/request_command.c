#include "request.h"

#include <assert.h>
#include <string.h>

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
