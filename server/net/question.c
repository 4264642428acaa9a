#include "question.h"

#include "http_request.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { BODY_FIRST = 512 };

/* Who asks: as the proxy in front says, if that is one. */
static void find_client(Question *question, const HttpHead *head, const ClientRules *rules,
                        const Address *peer, bool is_tls, char *room)
{
    char key[ADDRESS_MAX + 1];
    HttpRequest *request = &question->request;
    const ClientHeaders headers = {
        .forwarded_for = http_request_text(head, "x-forwarded-for", &room),
        .forwarded_proto = http_request_text(head, "x-forwarded-proto", &room),
        .forwarded_host = http_request_text(head, "x-forwarded-host", &room),
        .forwarded = http_request_text(head, "forwarded", &room),
        .origin = http_request_text(head, "origin", &room),
        .fetch_site = http_request_text(head, "sec-fetch-site", &room),
        .cookie = request->auth.cookie,
        .host = request->host,
    };
    client_find(rules, peer, is_tls, &headers, &question->client);
    address_key(peer, key);
    question->is_proxied = strcmp(key, question->client.address) != 0;
    request->address = question->client.address;
    request->auth.page = question->client.page;
    request->auth.place = question->client.place;
}

Question *question_new(const HttpHead *head, const ClientRules *rules, const Address *peer,
                       bool is_tls)
{
    size_t room = http_request_room(head);
    Question *question = memory_new(sizeof *question + 2 * room);
    question->texts_size = 2 * room;
    if (http_request_read(head, question->texts, &question->request) != 0) {
        question_free(question);
        return NULL;
    }
    question->kind = head->body;
    question->expected = head->length;
    question->expects = head->expects;
    find_client(question, head, rules, peer, is_tls, question->texts + room);
    return question;
}

void question_free(Question *question)
{
    if (!question)
        return;
    memory_wipe(question->body, question->body_size);
    free(question->body);
    memory_wipe(question, sizeof *question + question->texts_size);
    free(question);
}

/* Not by realloc, which would leave a copy of what was there. */
static void grow(Question *question, size_t size)
{
    char *body = memory_array(size, 1);
    if (question->request.length)
        memcpy(body, question->body, question->request.length);
    memory_wipe(question->body, question->body_size);
    free(question->body);
    question->body = body;
    question->body_size = size;
}

static void keep(Question *question, const char *bytes, size_t length)
{
    size_t have = question->request.length;
    question->came += length;
    if (question->came > question->most)
        question->too_long = true;
    if (question->too_long || length == 0)
        return;
    size_t size = question->body_size ? question->body_size : BODY_FIRST;
    while (size < have + length)
        size *= 2;
    if (size != question->body_size)
        grow(question, size);
    memcpy(question->body + have, bytes, length);
    question->request.length = have + length;
    question->request.body = question->body;
}

static QuestionResult take_chunks(Question *question, const char *bytes, size_t length,
                                  size_t *used)
{
    ChunkedResult result = CHUNKED_DATA;
    *used = 0;
    while (result == CHUNKED_DATA) {
        const char *data;
        size_t taken, data_length;
        result = chunked_read(&question->chunked, bytes + *used, length - *used, &taken, &data,
                              &data_length);
        *used += taken;
        if (result == CHUNKED_DATA)
            keep(question, data, data_length);
    }
    return result == CHUNKED_END   ? QUESTION_WHOLE
           : result == CHUNKED_BAD ? QUESTION_BAD
                                   : QUESTION_MORE;
}

QuestionResult question_take(Question *question, const char *bytes, size_t length, size_t *used)
{
    if (question->kind == BODY_CHUNKED)
        return take_chunks(question, bytes, length, used);
    uint64_t left = question->expected - question->came;
    *used = length < left ? length : (size_t)left;
    keep(question, bytes, *used);
    return *used == left ? QUESTION_WHOLE : QUESTION_MORE;
}
