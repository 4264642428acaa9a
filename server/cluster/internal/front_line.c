#include "front.h"
#include "front_state.h"

#include "busy.h"
#include "memory.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Somebody at this front's ICS port. */
struct FrontLine {
    Front *front;
    uint64_t id; /* by which the owner knows it; 0: it has not been told of it */
    Transport *transport;
    Text out;             /* what the owner has said, while a write is under way */
    uint64_t said, taken; /* bytes: passed on, and taken by the owner */
    uint64_t heard, told; /* bytes: said by the owner, and told to be taken */
    bool is_at_end;       /* LINE_END has been said */
    bool is_ending;       /* and heard */
};

static const char NO_OWNER[] = "**** " BUSY_SENTENCE " ****\r\n";

static void say(const FrontLine *line, Word *word)
{
    word->id = line->id;
    front_say(line->front, word);
}

/* Its transport has been given up. */
static void drop(FrontLine *line)
{
    if (line->id)
        slot_table_remove(&line->front->lines, line->id);
    text_clear(&line->out);
    free(line);
}

/* ---- out ---- */

static void flush(FrontLine *line);

static void tell_taken(FrontLine *line)
{
    if (line->told == line->heard || line->out.length || transport_is_writing(line->transport))
        return;
    line->told = line->heard;
    say(line, &(Word){.kind = WORD_TAKEN, .taken = line->told});
}

static void on_written(void *owner)
{
    flush(owner);
}

/* The line may be gone after it. */
static void flush(FrontLine *line)
{
    const TransportPiece piece = {line->out.bytes, line->out.length};
    if (!transport_is_open(line->transport) || transport_is_writing(line->transport))
        return;
    if (piece.length && transport_send(line->transport, &piece, 1, on_written) == 1)
        text_reset(&line->out);
    if (line->id)
        tell_taken(line);
    if (!line->is_ending || line->out.length || transport_is_writing(line->transport))
        return;
    transport_finish(line->transport);
    drop(line);
}

/* ---- in ---- */

static void pass_on(FrontLine *line)
{
    size_t length;
    const char *bytes = transport_input(line->transport, &length);
    size_t room = WORD_LINE_WINDOW - (size_t)(line->said - line->taken);
    size_t passed = length < room ? length : room;
    if (passed) {
        say(line, &(Word){.kind = WORD_BYTES, .text = {bytes, passed}});
        line->said += passed;
        transport_consume(line->transport, passed);
    }
    if (passed < length || line->is_at_end || !transport_has_ended(line->transport))
        return;
    line->is_at_end = true;
    say(line, &(Word){.kind = WORD_LINE_END});
}

/* They read what there is, and that is all. */
static void begin_to_end(FrontLine *line)
{
    line->is_ending = true;
    transport_set_timer(line->transport, TRANSPORT_LINGER);
    flush(line);
}

/* They read these words as well. */
static void end(FrontLine *line, const char *words)
{
    if (line->id)
        slot_table_remove(&line->front->lines, line->id);
    line->id = 0;
    text_append(&line->out, words, strlen(words));
    begin_to_end(line);
}

/* By TLS only once its handshake is done: then the other side is somebody who speaks TLS. */
static void begin(FrontLine *line)
{
    Front *front = line->front;
    char address[ADDRESS_MAX + 1];
    if (!front->is_up) {
        end(line, NO_OWNER);
        return;
    }
    if (front->lines.count >= FRONT_LINES_MAX) {
        end(line, "**** The server is full: try again in a minute. ****\r\n");
        return;
    }
    line->id = slot_table_add(&front->lines, line);
    transport_set_timer(line->transport, 0);
    address_key(transport_peer(line->transport), address);
    say(line,
        &(Word){.kind = WORD_LINE, .line = {address, transport_is_confidential(line->transport)}});
    pass_on(line);
}

/* ---- what the transport tells ---- */

static void on_arrived(void *owner)
{
    FrontLine *line = owner;
    size_t length;
    if (line->is_ending) {
        transport_input(line->transport, &length);
        transport_consume(line->transport, length);
        flush(line);
    } else if (line->id) {
        pass_on(line);
    } else if (transport_is_open(line->transport)) {
        begin(line);
    }
}

/* It did not become open in time, or does not read its end. */
static void on_late(void *owner)
{
    FrontLine *line = owner;
    transport_close(line->transport);
    drop(line);
}

static void on_lost(void *owner)
{
    FrontLine *line = owner;
    if (line->id)
        say(line, &(Word){.kind = WORD_LINE_LOST});
    drop(line);
}

void front_connection(Front *front, Transport *transport, const char *refusal)
{
    static const TransportHooks HOOKS = {.arrived = on_arrived, .late = on_late, .lost = on_lost};
    FrontLine *line = memory_new(sizeof *line);
    *line = (FrontLine){.front = front, .transport = transport};
    text_init(&line->out);
    transport_set_timer(transport, FRONT_LINE_OPEN);
    transport_keep_alive(transport, FRONT_LINE_SILENCE);
    transport_own(transport, &HOOKS, line);
    if (refusal) {
        text_append(&line->out, refusal, strlen(refusal));
        end(line, "\r\n");
    } else if (transport_is_open(transport)) {
        begin(line);
    }
}

/* ---- what the owner says ---- */

static void take_bytes(FrontLine *line, const Word *word)
{
    Front *front = line->front;
    if (line->is_ending || word->text.length > WORD_LINE_WINDOW - (line->heard - line->told)) {
        link_break(front->link, "it said more of a line than it may");
        return;
    }
    line->heard += word->text.length;
    text_append(&line->out, word->text.bytes, word->text.length);
    flush(line);
}

static void note_taken(FrontLine *line, const Word *word)
{
    if (word->taken > line->said || word->taken < line->taken) {
        link_break(line->front->link, "it took more of a line than there was");
        return;
    }
    line->taken = word->taken;
    if (!line->is_ending)
        pass_on(line);
}

void front_line_hear(Front *front, const Word *word)
{
    FrontLine *line = slot_table_find(&front->lines, word->id);
    if (!line)
        return;
    switch (word->kind) {
    case WORD_BYTES: take_bytes(line, word); break;
    case WORD_TAKEN: note_taken(line, word); break;
    case WORD_LINE_END: begin_to_end(line); break;
    default:
        transport_reset(line->transport);
        drop(line);
        break;
    }
}

void front_lines_lose(Front *front, bool properly)
{
    static const char DOWN[] =
        "**** The server is going down; games go on when it is back. ****\r\n";
    FrontLine *line;
    size_t at = 0;
    while ((line = slot_table_next(&front->lines, &at)))
        end(line, properly ? DOWN : NO_OWNER);
}
