#include "words.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

/* Each kind of word is written, read and written again: the bytes are the same, and the members what was put in. */

static WordFrame written;

static void setup(void)
{
    written = (WordFrame){0};
}

static void teardown(void)
{
    free(written.bytes);
}

/* A copy of its own size, so that the sanitizer sees who reads behind it. */
static unsigned char *copy_of(const unsigned char *bytes, size_t length)
{
    unsigned char *copy = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(copy);
    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

static bool reads(const unsigned char *bytes, size_t length)
{
    Word word;
    unsigned char *copy = copy_of(bytes, length);
    bool is_read = word_read(copy, length, &word);
    free(copy);
    return is_read;
}

/* What is read of the word; its texts are lent by *bytes, which the caller frees. */
static Word there_and_back(const Word *word, unsigned char **bytes)
{
    Word read;
    WordFrame again = {0};
    word_write(word, &written);
    *bytes = copy_of(written.bytes, written.length);
    ck_assert(word_read(*bytes, written.length, &read));
    ck_assert_int_eq(read.kind, word->kind);
    word_write(&read, &again);
    ck_assert_uint_eq(again.length, written.length);
    ck_assert_mem_eq(again.bytes, written.bytes, written.length);
    free(again.bytes);
    return read;
}

static AuthHeaders all_headers(void)
{
    return (AuthHeaders){.authorization = "Bearer x",
                         .cookie = "castled_session=y",
                         .kept = "v1.z",
                         .page = PAGE_FOREIGN,
                         .place = {.secure = true, .path = "/chess"}};
}

static HttpRequest all_request(void)
{
    return (HttpRequest){.door = DOOR_PUBLIC,
                         .method = HTTP_PUT,
                         .target = "/api/a%20b?x=1&y=2",
                         .path = "/api/a b",
                         .arguments = "x=1\0y=2\0",
                         .accept_encoding = "br",
                         .if_none_match = "\"1\"",
                         .accept = "text/html",
                         .content_type = "application/json",
                         .user_agent = "curl/8",
                         .auth = all_headers(),
                         .host = "club.example",
                         .base = "https://club.example",
                         .address = "2001:db8:1:2::/64",
                         .has_length = true,
                         .body = "a\0b",
                         .length = 3};
}

static HttpAnswer all_answer(void)
{
    return (HttpAnswer){.status = 429,
                        .type = "application/json",
                        .body = "{\0}",
                        .length = 3,
                        .encoding = "gzip",
                        .etag = "\"tag\"",
                        .cache = "no-store",
                        .allow = "GET, HEAD",
                        .file = "games.pgn",
                        .cookie = "a=1",
                        .old_cookie = "b=2",
                        .device = "c=3",
                        .location = "https://club.example/",
                        .retry_after = 60,
                        .policy = "default-src 'none'",
                        .frame_ancestors = "https://school.example",
                        .shared = true,
                        .cors = true,
                        .vary = true};
}

static NetArrival an_arrival(void)
{
    return (NetArrival){.person = {.kind = PERSON_HUMAN,
                                   .id = "abcdefgh",
                                   .name = "anna",
                                   .rating = 1723,
                                   .guest = true,
                                   .provisional = true,
                                   .balance = -2,
                                   .level = 3,
                                   .step = -4},
                        .cookie = "castled_session=v1; Path=/",
                        .old_cookie = "castled_session=; Max-Age=0",
                        .credential = "ses_1"};
}

/* One of each kind. */
static size_t all_words(Word words[WORD_LAST])
{
    const Word ALL[] = {
        {.kind = WORD_HANDSHAKE, .id = 1, .handshake = {{all_headers(), "192.0.2.1"}, "request-7"}},
        {.kind = WORD_REQUEST, .id = 2, .request = {all_request(), "request-8"}},
        {.kind = WORD_GONE, .id = 3},
        {.kind = WORD_DRAINED, .id = UINT64_MAX, .drained = UINT64_C(1) << 40},
        {.kind = WORD_OPENED, .id = 5, .opened = {an_arrival(), "192.0.2.1"}},
        {.kind = WORD_RECEIVED, .id = 6, .text = {"{\"t\":\"ping\"}", 12}},
        {.kind = WORD_ROUND_TRIP, .id = 7, .round_trip = 12345},
        {.kind = WORD_CLOSED, .id = 8},
        {.kind = WORD_ADMIT, .id = 9, .admit = {0, an_arrival()}},
        {.kind = WORD_ANSWER, .id = 10, .answer = all_answer()},
        {.kind = WORD_STREAM, .id = 11, .stream = {all_answer(), true}},
        {.kind = WORD_PIECE, .id = 12, .text = {"e4\n", 3}},
        {.kind = WORD_END, .id = 13},
        {.kind = WORD_CUT, .id = 14},
        {.kind = WORD_PACKET, .text = {"{}", 2}},
        {.kind = WORD_FORGET},
        {.kind = WORD_SEND, .id = 15, .send = {.packets = {0, 1023, 7}, .count = 3, .ping = true}},
        {.kind = WORD_CLOSE, .id = 16, .code = CLOSE_RESTART},
        {.kind = WORD_LINE, .id = 17, .line = {"192.0.2.1", true}},
        {.kind = WORD_BYTES, .id = 18, .text = {"\377\373\006guest\r\n", 10}},
        {.kind = WORD_TAKEN, .id = 19, .taken = UINT64_C(1) << 40},
        {.kind = WORD_LINE_END, .id = 20},
        {.kind = WORD_LINE_LOST, .id = 21},
        {.kind = WORD_SEND_MANY,
         .send = {{1, 1023}, 2, .listeners = {(const unsigned char *)"\x2a\x80\1\3", 4}}},
    };
    _Static_assert(sizeof ALL / sizeof *ALL == WORD_LAST, "one of each kind");
    memcpy(words, ALL, sizeof ALL);
    return WORD_LAST;
}

START_TEST(each_kind_goes_there_and_back)
{
    Word words[WORD_LAST];
    size_t count = all_words(words);
    for (size_t i = 0; i < count; i++) {
        unsigned char *bytes;
        Word read = there_and_back(&words[i], &bytes);
        ck_assert_int_eq(read.kind, i + 1);
        ck_assert_uint_eq(read.id, words[i].id);
        free(bytes);
    }
}
END_TEST

/* By the rule of their comment: 5; 5 and 2^20 + 1; that and 2^63, the biggest difference; one less. */
static const uint64_t LISTENERS[] = {5, 1048582, UINT64_C(9223372036855824390),
                                     UINT64_C(9223372036855824389)};
static const unsigned char LISTENERS_BYTES[] = {
    0x0a,                                                       /* twice 5 */
    0x82, 0x80, 0x80, 0x01,                                     /* 2^21 + 2 */
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, /* -2^63: 2^64 - 1 */
    0x01,                                                       /* -1 */
};

START_TEST(all_who_hear_the_same_arrive_in_their_order)
{
    enum { COUNT = sizeof LISTENERS / sizeof *LISTENERS };
    unsigned char ids[COUNT * WORD_LISTENER_BYTES];
    size_t length = 0;
    uint64_t last = 0, id;
    for (size_t i = 0; i < COUNT; i++)
        length += word_listeners_print(ids + length, &last, LISTENERS[i]);
    ck_assert_uint_eq(length, sizeof LISTENERS_BYTES);
    ck_assert_mem_eq(ids, LISTENERS_BYTES, length);
    unsigned char *bytes;
    Word word = {.kind = WORD_SEND_MANY, .send = {{7, 9}, 2, .listeners = {ids, length}}};
    Word read = there_and_back(&word, &bytes);
    ck_assert_uint_eq(read.send.count, 2);
    ck_assert_uint_eq(read.send.packets[0], 7);
    ck_assert_uint_eq(read.send.packets[1], 9);
    ck_assert(!read.send.ping);
    last = 0;
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert(word_listeners_next(&read.send.listeners, &last, &id));
        ck_assert(id == LISTENERS[i]);
    }
    ck_assert(!word_listeners_next(&read.send.listeners, &last, &id));
    free(bytes);
}
END_TEST

/* What is said to none is no word, nor what is said to more than it can be. */
START_TEST(nobody_and_too_many_who_hear_the_same_are_refused)
{
    enum { HEAD = 1 + 1 + 2 };
    unsigned char bytes[HEAD + WORD_LISTENERS_MAX + 1] = {WORD_SEND_MANY, 1};
    ck_assert(!reads(bytes, HEAD));
    ck_assert(reads(bytes, HEAD + 1));
    ck_assert(reads(bytes, HEAD + WORD_LISTENERS_MAX));
    ck_assert(!reads(bytes, HEAD + WORD_LISTENERS_MAX + 1));
}
END_TEST

static void expect_headers(const AuthHeaders *read)
{
    ck_assert_str_eq(read->authorization, "Bearer x");
    ck_assert_str_eq(read->cookie, "castled_session=y");
    ck_assert_str_eq(read->kept, "v1.z");
    ck_assert_int_eq(read->page, PAGE_FOREIGN);
    ck_assert(read->place.secure);
    ck_assert_str_eq(read->place.path, "/chess");
}

START_TEST(all_of_a_handshake_arrives)
{
    unsigned char *bytes;
    Word word = {.kind = WORD_HANDSHAKE, .handshake = {{all_headers(), "192.0.2.1"}, "request-7"}};
    Word read = there_and_back(&word, &bytes);
    expect_headers(&read.handshake.caller.headers);
    ck_assert_str_eq(read.handshake.caller.address, "192.0.2.1");
    ck_assert_str_eq(read.handshake.request_id, "request-7");
    free(bytes);
}
END_TEST

START_TEST(all_of_a_request_arrives)
{
    unsigned char *bytes;
    Word word = {.kind = WORD_REQUEST, .request = {all_request(), "request-8"}};
    Word read = there_and_back(&word, &bytes);
    const HttpRequest *request = &read.request.request;
    ck_assert_str_eq(read.request.request_id, "request-8");
    ck_assert_int_eq(request->door, DOOR_PUBLIC);
    ck_assert_int_eq(request->method, HTTP_PUT);
    ck_assert_str_eq(request->target, "/api/a%20b?x=1&y=2");
    ck_assert_str_eq(request->path, "/api/a b");
    ck_assert_mem_eq(request->arguments, "x=1\0y=2\0", 9);
    ck_assert_str_eq(request->accept_encoding, "br");
    ck_assert_str_eq(request->if_none_match, "\"1\"");
    ck_assert_str_eq(request->accept, "text/html");
    ck_assert_str_eq(request->content_type, "application/json");
    ck_assert_str_eq(request->user_agent, "curl/8");
    expect_headers(&request->auth);
    ck_assert_str_eq(request->host, "club.example");
    ck_assert_str_eq(request->base, "https://club.example");
    ck_assert_str_eq(request->address, "2001:db8:1:2::/64");
    ck_assert(request->has_length);
    ck_assert_uint_eq(request->length, 3);
    ck_assert_mem_eq(request->body, "a\0b", 3);
    free(bytes);
}
END_TEST

START_TEST(what_a_request_lacks_is_lacking_there)
{
    unsigned char *bytes;
    Word word = {.kind = WORD_REQUEST,
                 .request = {{.path = "/", .arguments = "", .address = "", .body = ""}, ""}};
    Word read = there_and_back(&word, &bytes);
    const HttpRequest *request = &read.request.request;
    ck_assert_ptr_null(request->target);
    ck_assert_mem_eq(request->arguments, "", 1);
    ck_assert_ptr_null(request->accept_encoding);
    ck_assert_ptr_null(request->auth.authorization);
    ck_assert_ptr_null(request->host);
    ck_assert_ptr_null(request->base);
    ck_assert_str_eq(request->address, "");
    ck_assert_ptr_nonnull(request->body);
    ck_assert_uint_eq(request->length, 0);
    free(bytes);
}
END_TEST

static void expect_head(const HttpAnswer *read)
{
    ck_assert_int_eq(read->status, 429);
    ck_assert_str_eq(read->type, "application/json");
    ck_assert_str_eq(read->encoding, "gzip");
    ck_assert_str_eq(read->etag, "\"tag\"");
    ck_assert_str_eq(read->cache, "no-store");
    ck_assert_str_eq(read->allow, "GET, HEAD");
    ck_assert_str_eq(read->file, "games.pgn");
    ck_assert_str_eq(read->cookie, "a=1");
    ck_assert_str_eq(read->old_cookie, "b=2");
    ck_assert_str_eq(read->device, "c=3");
    ck_assert_str_eq(read->location, "https://club.example/");
    ck_assert_int_eq(read->retry_after, 60);
    ck_assert_str_eq(read->policy, "default-src 'none'");
    ck_assert_str_eq(read->frame_ancestors, "https://school.example");
    ck_assert(read->shared && read->cors && read->vary);
    ck_assert(!read->constant);
    ck_assert_ptr_null(read->request_id);
}

START_TEST(all_of_an_answer_arrives)
{
    /* A new member needs its line here, in words.c, and in the comparison above. */
    _Static_assert(sizeof(HttpAnswer) == 19 * 8, "all members are compared");
    unsigned char *bytes;
    Word word = {.kind = WORD_ANSWER, .answer = all_answer()};
    Word read = there_and_back(&word, &bytes);
    expect_head(&read.answer);
    ck_assert_uint_eq(read.answer.length, 3);
    ck_assert_mem_eq(read.answer.body, "{\0}", 3);
    free(bytes);
    word = (Word){.kind = WORD_STREAM, .stream = {all_answer(), true}};
    read = there_and_back(&word, &bytes);
    expect_head(&read.stream.head);
    ck_assert(read.stream.is_endless);
    ck_assert_uint_eq(read.stream.head.length, 0);
    free(bytes);
}
END_TEST

static void expect_person(const NetArrival *read)
{
    ck_assert_int_eq(read->person.kind, PERSON_HUMAN);
    ck_assert_str_eq(read->person.id, "abcdefgh");
    ck_assert_str_eq(read->person.name, "anna");
    ck_assert_int_eq(read->person.rating, 1723);
    ck_assert(read->person.guest && read->person.provisional);
    ck_assert_int_eq(read->person.balance, -2);
    ck_assert_int_eq(read->person.level, 3);
    ck_assert_int_eq(read->person.step, -4);
    ck_assert_str_eq(read->credential, "ses_1");
}

START_TEST(who_is_let_in_arrives)
{
    unsigned char *bytes;
    Word word = {.kind = WORD_ADMIT, .admit = {0, an_arrival()}};
    Word read = there_and_back(&word, &bytes);
    expect_person(&read.admit.arrival);
    ck_assert_str_eq(read.admit.arrival.cookie, "castled_session=v1; Path=/");
    ck_assert_str_eq(read.admit.arrival.old_cookie, "castled_session=; Max-Age=0");
    free(bytes);
    word = (Word){.kind = WORD_ADMIT, .admit = {.status = 403}};
    read = there_and_back(&word, &bytes);
    ck_assert_int_eq(read.admit.status, 403);
    free(bytes);
}
END_TEST

START_TEST(who_has_opened_a_session_arrives)
{
    unsigned char *bytes;
    Word word = {.kind = WORD_OPENED, .opened = {an_arrival(), "192.0.2.1"}};
    Word read = there_and_back(&word, &bytes);
    expect_person(&read.opened.arrival);
    ck_assert_str_eq(read.opened.arrival.cookie, "");
    ck_assert_str_eq(read.opened.address, "192.0.2.1");
    free(bytes);
}
END_TEST

START_TEST(what_a_session_hears_arrives)
{
    unsigned char *bytes;
    Word word = {
        .kind = WORD_SEND, .id = 15, .send = {.packets = {0, 1023, 7}, .count = 3, .ping = true}};
    Word read = there_and_back(&word, &bytes);
    ck_assert_uint_eq(read.send.count, 3);
    ck_assert_uint_eq(read.send.packets[1], 1023);
    ck_assert_uint_eq(read.send.packets[2], 7);
    ck_assert(read.send.ping);
    free(bytes);
    word = (Word){.kind = WORD_PACKET, .text = {"{}", 2}};
    read = there_and_back(&word, &bytes);
    ck_assert_uint_eq(read.text.length, 2);
    ck_assert_mem_eq(read.text.bytes, "{}", 2);
    free(bytes);
}
END_TEST

/* Where a cut is a word again, it is only the text, the packets or the listeners at its end that are fewer. */
static bool may_be_cut(const Word *word, size_t whole, size_t length)
{
    size_t tail = 0;
    if (word->kind == WORD_SEND_MANY)
        return whole - length == 1 ||
               whole - length == 3; /* of its three the second takes two bytes */
    switch (word->kind) {
    case WORD_RECEIVED:
    case WORD_PIECE:
    case WORD_PACKET:
    case WORD_BYTES: tail = word->text.length; break;
    case WORD_REQUEST: tail = word->request.request.length; break;
    case WORD_ANSWER: tail = word->answer.length; break;
    case WORD_SEND: tail = (whole - length) % 2 == 0 ? 2 * (size_t)word->send.count : 0; break;
    default: break;
    }
    return whole - length <= tail;
}

START_TEST(a_cut_word_is_refused)
{
    Word words[WORD_LAST];
    size_t count = all_words(words);
    for (size_t i = 0; i < count; i++) {
        word_write(&words[i], &written);
        for (size_t length = 0; length < written.length; length++)
            ck_assert_msg(reads(written.bytes, length) ==
                              may_be_cut(&words[i], written.length, length),
                          "kind %zu, %zu of %zu bytes", i + 1, length, written.length);
    }
}
END_TEST

/* Each bit of each word is turned: what is still a word is written as those bytes. */
START_TEST(a_changed_bit_is_refused_or_means_something_else)
{
    Word words[WORD_LAST];
    size_t count = all_words(words);
    for (size_t i = 0; i < count; i++) {
        word_write(&words[i], &written);
        unsigned char *bytes = copy_of(written.bytes, written.length);
        for (size_t at = 0; at < written.length; at++) {
            for (int change = 1; change < 256; change *= 2) {
                Word read;
                WordFrame again = {0};
                bytes[at] ^= (unsigned char)change;
                if (word_read(bytes, written.length, &read)) {
                    word_write(&read, &again);
                    ck_assert_uint_eq(again.length, written.length);
                    ck_assert_mem_eq(again.bytes, bytes, written.length);
                }
                free(again.bytes);
                bytes[at] ^= (unsigned char)change;
            }
        }
        free(bytes);
    }
}
END_TEST

START_TEST(what_nobody_says_is_refused)
{
    static const struct {
        size_t length;
        const char *bytes;
    } CASES[] = {
        {0, ""},
        {1, "\x00"},                          /* no kind */
        {9, "\x19\1\0\0\0\0\0\0\0"},          /* behind the last */
        {10, "\x03\1\0\0\0\0\0\0\0\0"},       /* a byte behind the end */
        {2, "\x10\0"},                        /* likewise, FORGET */
        {11, "\x12\1\0\0\0\0\0\0\0\xe7\x03"}, /* close code 999 */
        {11, "\x12\1\0\0\0\0\0\0\0\x88\x13"}, /* 5000 */
        {10, "\x11\1\0\0\0\0\0\0\0\x02"},     /* a bool of 2 */
        {12, "\x11\1\0\0\0\0\0\0\0\0\0\4"},   /* packet 1024 */
        {3, "\x18\0\2"},                      /* no packet for many */
        {5, "\x18\1\0\4\2"},                  /* packet 1024 */
        {6, "\x18\1\0\0\x80\0"},              /* a number with a zero at its end */
        {5, "\x18\1\0\0\x80"},                /* one that goes on */
        {14, "\x18\1\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\2"}, /* of 65 bits */
        {11, "\x09\1\0\0\0\0\0\0\0\x63\0"},                       /* refused with 99 */
        {11, "\x09\1\0\0\0\0\0\0\0\x58\x02"},                     /* with 600 */
        {14, "\x01\1\0\0\0\0\0\0\0\xff\xff\xff\xff\xff"},         /* no request id */
        {14, "\x01\1\0\0\0\0\0\0\0\xfe\xff\xff\xff\0"},           /* of 4 GiB */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_msg(!reads((const unsigned char *)CASES[i].bytes, CASES[i].length), "case %zu",
                      i);
}
END_TEST

/* 16 packets at once are as many as a session is written. */
START_TEST(too_many_packets_at_once_are_refused)
{
    unsigned char bytes[10 + 2 * (SESSION_BATCH + 1)] = {WORD_SEND, 1};
    ck_assert(reads(bytes, sizeof bytes - 2));
    ck_assert(!reads(bytes, sizeof bytes));
    unsigned char many[2 + 2 * (SESSION_BATCH + 1) + 1] = {WORD_SEND_MANY, SESSION_BATCH};
    ck_assert(reads(many, sizeof many - 2));
    many[1] = SESSION_BATCH + 1;
    ck_assert(!reads(many, sizeof many));
}
END_TEST

static bool reads_request(const HttpRequest *request)
{
    Word word = {.kind = WORD_REQUEST, .id = 1, .request = {*request, ""}};
    word_write(&word, &written);
    return reads(written.bytes, written.length);
}

START_TEST(a_request_that_no_client_can_send_is_refused)
{
    HttpRequest request = all_request();
    char address[ADDRESS_MAX + 2] = "";
    ck_assert(reads_request(&request));
    request.path = "api";
    ck_assert(!reads_request(&request));
    request.path = NULL;
    ck_assert(!reads_request(&request));
    request = all_request();
    request.address = NULL;
    ck_assert(!reads_request(&request));
    memset(address, '1', ADDRESS_MAX + 1);
    request.address = address;
    ck_assert(!reads_request(&request));
    request = all_request();
    request.door = DOOR_ICS;
    ck_assert(!reads_request(&request));
}
END_TEST

/* Whoever handles a request reads the list to its end. */
START_TEST(a_request_without_a_list_of_arguments_is_refused)
{
    HttpRequest request = all_request();
    request.arguments = "";
    ck_assert(reads_request(&request));
    request.arguments = NULL;
    ck_assert(!reads_request(&request));
}
END_TEST

/* The end of a list of arguments is an empty one: one in the middle would hide the rest. */
START_TEST(arguments_with_an_empty_one_are_refused)
{
    HttpRequest request = all_request();
    ck_assert(reads_request(&request));
    unsigned char *at = memmem(written.bytes, written.length, "x=1", 3);
    ck_assert_ptr_nonnull(at);
    memcpy(at, "x\0\0", 3);
    ck_assert(!reads(written.bytes, written.length));
    memcpy(at, "\0x=", 3);
    ck_assert(!reads(written.bytes, written.length));
}
END_TEST

START_TEST(a_text_with_a_nul_in_it_is_refused)
{
    HttpRequest request = all_request();
    ck_assert(reads_request(&request));
    unsigned char *at = memmem(written.bytes, written.length, "curl/8", 6);
    ck_assert_ptr_nonnull(at);
    at[2] = '\0';
    ck_assert(!reads(written.bytes, written.length));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("words");
    TCase *tcase = tcase_create("words");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, each_kind_goes_there_and_back);
    tcase_add_test(tcase, all_of_a_handshake_arrives);
    tcase_add_test(tcase, all_of_a_request_arrives);
    tcase_add_test(tcase, what_a_request_lacks_is_lacking_there);
    tcase_add_test(tcase, all_of_an_answer_arrives);
    tcase_add_test(tcase, who_is_let_in_arrives);
    tcase_add_test(tcase, who_has_opened_a_session_arrives);
    tcase_add_test(tcase, what_a_session_hears_arrives);
    tcase_add_test(tcase, all_who_hear_the_same_arrive_in_their_order);
    tcase_add_test(tcase, nobody_and_too_many_who_hear_the_same_are_refused);
    tcase_add_test(tcase, a_cut_word_is_refused);
    tcase_add_test(tcase, a_changed_bit_is_refused_or_means_something_else);
    tcase_add_test(tcase, what_nobody_says_is_refused);
    tcase_add_test(tcase, too_many_packets_at_once_are_refused);
    tcase_add_test(tcase, a_request_that_no_client_can_send_is_refused);
    tcase_add_test(tcase, a_request_without_a_list_of_arguments_is_refused);
    tcase_add_test(tcase, arguments_with_an_empty_one_are_refused);
    tcase_add_test(tcase, a_text_with_a_nul_in_it_is_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
