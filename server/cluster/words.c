#include "words.h"

#include "array.h"
#include "log.h"

#include <assert.h>
#include <string.h>

/* A frame is the kind in one byte, the number of its exchange or session in eight, and the members of its struct in
 * their order: numbers with their lowest byte first, a text as its length in four bytes, the text and a NUL; bodies
 * are last, and reach to the end, and so do the listeners of SEND_MANY, before which its packets are counted. */
#define NO_TEXT UINT32_MAX
enum { STATUS_LEAST = 100, STATUS_MOST = 599 };

/* ---- writing ---- */

static unsigned char *extend(WordFrame *frame, size_t length)
{
    frame->bytes = array_reserve_secret(frame->bytes, &frame->capacity, frame->length + length, 1);
    frame->length += length;
    return frame->bytes + frame->length - length;
}

static void put(WordFrame *frame, uint64_t number, size_t size)
{
    unsigned char *out = extend(frame, size);
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)(number >> 8 * i);
}

static void put_bytes(WordFrame *frame, const void *bytes, size_t length)
{
    if (length)
        memcpy(extend(frame, length), bytes, length);
}

static void put_counted(WordFrame *frame, const char *bytes, size_t length)
{
    assert(length < NO_TEXT);
    put(frame, length, 4);
    put_bytes(frame, bytes, length);
    put(frame, 0, 1);
}

static void put_text(WordFrame *frame, const char *text)
{
    if (text)
        put_counted(frame, text, strlen(text));
    else
        put(frame, NO_TEXT, 4);
}

/* ---- reading ---- */

typedef struct {
    const unsigned char *at, *end;
    bool is_bad;
} Reader;

static const unsigned char *take(Reader *reader, size_t length)
{
    if (reader->is_bad || (size_t)(reader->end - reader->at) < length) {
        reader->is_bad = true;
        return NULL;
    }
    reader->at += length;
    return reader->at - length;
}

static uint64_t get(Reader *reader, size_t size)
{
    const unsigned char *bytes = take(reader, size);
    uint64_t number = 0;
    for (size_t i = 0; bytes && i < size; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static int32_t get_signed(Reader *reader)
{
    return (int32_t)(uint32_t)get(reader, 4);
}

/* At most 'most'. */
static unsigned get_up_to(Reader *reader, unsigned most)
{
    unsigned number = (unsigned)get(reader, 1);
    reader->is_bad = reader->is_bad || number > most;
    return number;
}

static bool get_bool(Reader *reader)
{
    return get_up_to(reader, 1);
}

/* NULL and a length of 0 when there is none. */
static const char *get_counted(Reader *reader, size_t *length)
{
    size_t counted = (size_t)get(reader, 4);
    *length = 0;
    if (counted == NO_TEXT)
        return NULL;
    const char *bytes = (const char *)take(reader, counted + 1);
    if (!bytes || bytes[counted]) {
        reader->is_bad = true;
        return NULL;
    }
    *length = counted;
    return bytes;
}

static const char *get_text(Reader *reader)
{
    size_t length;
    const char *text = get_counted(reader, &length);
    if (text && memchr(text, '\0', length))
        reader->is_bad = true;
    return text;
}

/* A text that is always there, of at most so many bytes. */
static const char *get_short(Reader *reader, size_t most)
{
    const char *text = get_text(reader);
    if (text && strnlen(text, most + 1) <= most)
        return text;
    reader->is_bad = true;
    return "";
}

static void get_into(Reader *reader, char *out, size_t most)
{
    const char *text = get_short(reader, most);
    memcpy(out, text, strnlen(text, most) + 1);
}

static const char *get_rest(Reader *reader, size_t *length)
{
    *length = (size_t)(reader->end - reader->at);
    return (const char *)take(reader, *length);
}

/* ---- what a client has said ---- */

static void put_headers(WordFrame *frame, const AuthHeaders *headers)
{
    put_text(frame, headers->authorization);
    put_text(frame, headers->cookie);
    put_text(frame, headers->kept);
    put(frame, headers->page, 1);
    put(frame, headers->place.secure, 1);
    put_text(frame, headers->place.path);
}

static void get_headers(Reader *reader, AuthHeaders *headers)
{
    headers->authorization = get_text(reader);
    headers->cookie = get_text(reader);
    headers->kept = get_text(reader);
    headers->page = get_up_to(reader, PAGE_FOREIGN);
    headers->place.secure = get_bool(reader);
    get_into(reader, headers->place.path, AUTH_PATH_MAX);
}

/* The empty one that ends the list is the NUL behind it. */
static void put_arguments(WordFrame *frame, const char *arguments)
{
    const char *end = arguments;
    if (!arguments) {
        put_text(frame, NULL);
        return;
    }
    while (*end)
        end += strlen(end) + 1;
    put_counted(frame, arguments, (size_t)(end - arguments));
}

static const char *get_arguments(Reader *reader)
{
    size_t length;
    const char *arguments = get_counted(reader, &length);
    for (size_t i = 0; i < length; i++)
        if (!arguments[i] && (i == 0 || !arguments[i - 1]))
            reader->is_bad = true;
    if (length && arguments[length - 1])
        reader->is_bad = true;
    return arguments;
}

static void put_request(WordFrame *frame, const HttpRequest *request)
{
    put(frame, request->door, 1);
    put(frame, request->method, 1);
    put_text(frame, request->target);
    put_text(frame, request->path);
    put_arguments(frame, request->arguments);
    put_text(frame, request->accept_encoding);
    put_text(frame, request->if_none_match);
    put_text(frame, request->accept);
    put_text(frame, request->content_type);
    put_text(frame, request->user_agent);
    put_headers(frame, &request->auth);
    put_text(frame, request->host);
    put_text(frame, request->base);
    put_text(frame, request->address);
    put(frame, request->has_length, 1);
    put_bytes(frame, request->body, request->length);
}

static void get_request(Reader *reader, HttpRequest *request)
{
    request->door = get_up_to(reader, DOOR_REDIRECT);
    request->method = get_up_to(reader, HTTP_OTHER);
    request->target = get_text(reader);
    request->path = get_text(reader);
    request->arguments = get_arguments(reader);
    request->accept_encoding = get_text(reader);
    request->if_none_match = get_text(reader);
    request->accept = get_text(reader);
    request->content_type = get_text(reader);
    request->user_agent = get_text(reader);
    get_headers(reader, &request->auth);
    request->host = get_text(reader);
    request->base = get_text(reader);
    request->address = get_short(reader, ADDRESS_MAX);
    request->has_length = get_bool(reader);
    request->body = get_rest(reader, &request->length);
    if (!request->path || *request->path != '/' || !request->arguments)
        reader->is_bad = true;
}

/* ---- what the owner has decided ---- */

static void put_arrival(WordFrame *frame, const NetArrival *arrival)
{
    const Person *person = &arrival->person;
    put(frame, person->kind, 1);
    put_text(frame, person->id);
    put_text(frame, person->name);
    put(frame, (uint32_t)person->rating, 4);
    put(frame, person->guest, 1);
    put(frame, person->provisional, 1);
    put(frame, (uint8_t)person->balance, 1);
    put(frame, (uint32_t)person->level, 4);
    put(frame, (uint32_t)person->step, 4);
    put_text(frame, arrival->credential);
}

static void get_arrival(Reader *reader, NetArrival *arrival)
{
    Person *person = &arrival->person;
    person->kind = get_up_to(reader, PERSON_ENGINE);
    get_into(reader, person->id, PERSON_ID_MAX);
    get_into(reader, person->name, PERSON_NAME_MAX);
    person->rating = get_signed(reader);
    person->guest = get_bool(reader);
    person->provisional = get_bool(reader);
    person->balance = (int8_t)(uint8_t)get(reader, 1);
    person->level = get_signed(reader);
    person->step = get_signed(reader);
    get_into(reader, arrival->credential, TOKEN_MAX);
    arrival->cookie[0] = '\0';
    arrival->old_cookie = NULL;
}

static bool is_status(int status)
{
    return status >= STATUS_LEAST && status <= STATUS_MOST;
}

static void put_admit(WordFrame *frame, const Word *word)
{
    put(frame, (uint64_t)word->admit.status, 2);
    if (word->admit.status)
        return;
    put_arrival(frame, &word->admit.arrival);
    put_text(frame, word->admit.arrival.cookie);
    put_text(frame, word->admit.arrival.old_cookie);
}

static void get_admit(Reader *reader, Word *word)
{
    word->admit.status = (int)get(reader, 2);
    if (word->admit.status) {
        reader->is_bad = reader->is_bad || !is_status(word->admit.status);
        return;
    }
    NetArrival *arrival = &word->admit.arrival;
    get_arrival(reader, arrival);
    get_into(reader, arrival->cookie, AUTH_SET_COOKIE_MAX - 1);
    arrival->old_cookie = get_text(reader);
    if (arrival->old_cookie && strlen(arrival->old_cookie) >= AUTH_SET_COOKIE_MAX)
        reader->is_bad = true;
}

static void put_head(WordFrame *frame, const HttpAnswer *head)
{
    put(frame, (uint64_t)head->status, 2);
    put_text(frame, head->type);
    put_text(frame, head->encoding);
    put_text(frame, head->etag);
    put_text(frame, head->cache);
    put_text(frame, head->allow);
    put_text(frame, head->file);
    put_text(frame, head->cookie);
    put_text(frame, head->old_cookie);
    put_text(frame, head->device);
    put_text(frame, head->location);
    put(frame, (uint32_t)head->retry_after, 4);
    put_text(frame, head->policy);
    put_text(frame, head->frame_ancestors);
    put(frame, head->shared, 1);
    put(frame, head->cors, 1);
    put(frame, head->vary, 1);
}

static void get_head(Reader *reader, HttpAnswer *head)
{
    *head = (HttpAnswer){.status = (int)get(reader, 2)};
    head->type = get_text(reader);
    head->encoding = get_text(reader);
    head->etag = get_text(reader);
    head->cache = get_text(reader);
    head->allow = get_text(reader);
    head->file = get_text(reader);
    head->cookie = get_text(reader);
    head->old_cookie = get_text(reader);
    head->device = get_text(reader);
    head->location = get_text(reader);
    head->retry_after = get_signed(reader);
    head->policy = get_text(reader);
    head->frame_ancestors = get_text(reader);
    head->shared = get_bool(reader);
    head->cors = get_bool(reader);
    head->vary = get_bool(reader);
    if (!is_status(head->status) || head->retry_after < 0)
        reader->is_bad = true;
}

static void put_send(WordFrame *frame, const Word *word)
{
    assert(word->send.count <= SESSION_BATCH);
    put(frame, word->send.ping, 1);
    for (unsigned i = 0; i < word->send.count; i++)
        put(frame, word->send.packets[i], 2);
}

static void get_send(Reader *reader, Word *word)
{
    word->send.ping = get_bool(reader);
    word->send.count = 0;
    while (!reader->is_bad && reader->at < reader->end) {
        uint16_t packet = (uint16_t)get(reader, 2);
        if (word->send.count == SESSION_BATCH || packet >= WORD_PACKETS_MAX)
            reader->is_bad = true;
        else
            word->send.packets[word->send.count++] = packet;
    }
}

static void put_send_many(WordFrame *frame, const Word *word)
{
    assert(word->send.count && word->send.count <= SESSION_BATCH);
    put(frame, word->send.count, 1);
    for (unsigned i = 0; i < word->send.count; i++)
        put(frame, word->send.packets[i], 2);
    put_bytes(frame, word->send.listeners.bytes, word->send.listeners.length);
}

static void get_send_many(Reader *reader, Word *word)
{
    word->send.ping = false;
    word->send.count = get_up_to(reader, SESSION_BATCH);
    for (unsigned i = 0; !reader->is_bad && i < word->send.count; i++) {
        word->send.packets[i] = (uint16_t)get(reader, 2);
        reader->is_bad = reader->is_bad || word->send.packets[i] >= WORD_PACKETS_MAX;
    }
    word->send.listeners.bytes =
        (const unsigned char *)get_rest(reader, &word->send.listeners.length);
    reader->is_bad =
        reader->is_bad || !word->send.count || !word_listeners_are_valid(&word->send.listeners);
}

static CloseCode get_code(Reader *reader)
{
    enum { LEAST = 1000, MOST = 4999 }; /* RFC 6455, 7.4.2 */
    CloseCode code = (CloseCode)get(reader, 2);
    if ((int)code < LEAST || (int)code > MOST)
        reader->is_bad = true;
    return code;
}

/* ---- whole words ---- */

static bool has_id(WordKind kind)
{
    return kind != WORD_PACKET && kind != WORD_FORGET && kind != WORD_SEND_MANY;
}

const char *word_address(const Word *word)
{
    return word->kind == WORD_HANDSHAKE ? word->handshake.caller.address
                                        : word->request.request.address;
}

void word_write(const Word *word, WordFrame *frame)
{
    frame->length = 0;
    put(frame, word->kind, 1);
    if (has_id(word->kind))
        put(frame, word->id, 8);
    switch (word->kind) {
    case WORD_HANDSHAKE:
        put_text(frame, word->handshake.request_id);
        put_headers(frame, &word->handshake.caller.headers);
        put_text(frame, word->handshake.caller.address);
        break;
    case WORD_REQUEST:
        put_text(frame, word->request.request_id);
        put_request(frame, &word->request.request);
        break;
    case WORD_DRAINED: put(frame, word->drained, 8); break;
    case WORD_OPENED:
        put_arrival(frame, &word->opened.arrival);
        put_text(frame, word->opened.address);
        break;
    case WORD_LINE:
        put_text(frame, word->line.address);
        put(frame, word->line.is_confidential, 1);
        break;
    case WORD_TAKEN: put(frame, word->taken, 8); break;
    case WORD_RECEIVED:
    case WORD_PIECE:
    case WORD_BYTES:
    case WORD_PACKET: put_bytes(frame, word->text.bytes, word->text.length); break;
    case WORD_ROUND_TRIP: put(frame, (uint64_t)word->round_trip, 8); break;
    case WORD_ADMIT: put_admit(frame, word); break;
    case WORD_ANSWER:
        put_head(frame, &word->answer);
        put_bytes(frame, word->answer.body, word->answer.length);
        break;
    case WORD_STREAM:
        put_head(frame, &word->stream.head);
        put(frame, word->stream.is_endless, 1);
        break;
    case WORD_SEND: put_send(frame, word); break;
    case WORD_SEND_MANY: put_send_many(frame, word); break;
    case WORD_CLOSE: put(frame, word->code, 2); break;
    case WORD_GONE:
    case WORD_CLOSED:
    case WORD_END:
    case WORD_CUT:
    case WORD_LINE_END:
    case WORD_LINE_LOST:
    case WORD_FORGET: break;
    }
}

static void get_members(Reader *reader, Word *word)
{
    switch (word->kind) {
    case WORD_HANDSHAKE:
        word->handshake.request_id = get_short(reader, LOG_REQUEST_MAX);
        get_headers(reader, &word->handshake.caller.headers);
        word->handshake.caller.address = get_short(reader, ADDRESS_MAX);
        break;
    case WORD_REQUEST:
        word->request.request_id = get_short(reader, LOG_REQUEST_MAX);
        get_request(reader, &word->request.request);
        break;
    case WORD_DRAINED: word->drained = get(reader, 8); break;
    case WORD_OPENED:
        get_arrival(reader, &word->opened.arrival);
        word->opened.address = get_short(reader, ADDRESS_MAX);
        break;
    case WORD_LINE:
        word->line.address = get_short(reader, ADDRESS_MAX);
        word->line.is_confidential = get_bool(reader);
        break;
    case WORD_TAKEN: word->taken = get(reader, 8); break;
    case WORD_RECEIVED:
    case WORD_PIECE:
    case WORD_BYTES:
    case WORD_PACKET: word->text.bytes = get_rest(reader, &word->text.length); break;
    case WORD_ROUND_TRIP: word->round_trip = (int64_t)get(reader, 8); break;
    case WORD_ADMIT: get_admit(reader, word); break;
    case WORD_ANSWER:
        get_head(reader, &word->answer);
        word->answer.body = get_rest(reader, &word->answer.length);
        break;
    case WORD_STREAM:
        get_head(reader, &word->stream.head);
        word->stream.is_endless = get_bool(reader);
        break;
    case WORD_SEND: get_send(reader, word); break;
    case WORD_SEND_MANY: get_send_many(reader, word); break;
    case WORD_CLOSE: word->code = get_code(reader); break;
    case WORD_GONE:
    case WORD_CLOSED:
    case WORD_END:
    case WORD_CUT:
    case WORD_LINE_END:
    case WORD_LINE_LOST:
    case WORD_FORGET: break;
    }
}

bool word_read(const void *bytes, size_t length, Word *word)
{
    Reader reader = {.at = bytes, .end = (const unsigned char *)bytes + length};
    word->kind = (WordKind)get_up_to(&reader, WORD_LAST);
    if (reader.is_bad || word->kind < WORD_HANDSHAKE)
        return false;
    word->id = has_id(word->kind) ? get(&reader, 8) : 0;
    get_members(&reader, word);
    return !reader.is_bad && reader.at == reader.end;
}
