#include "fuzz_stand_ins.h"

#include "memory.h"
#include "movegen.h"
#include "outbound.h"
#include "searchers.h"
#include "wall_clock.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- chance ---- */

static uint64_t chance;

/* splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014) */
static uint64_t chance_next(void)
{
    uint64_t z = chance += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static const char *chance_name(void)
{
    return "the same each time";
}

static uint32_t chance_word(void)
{
    return (uint32_t)chance_next();
}

static void chance_bytes(void *bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)chance_next();
}

void fuzz_chance_begin(void)
{
    static randombytes_implementation same = {
        .implementation_name = chance_name, .random = chance_word, .buf = chance_bytes};
    randombytes_set_implementation(&same);
    if (sodium_init() < 0) /* which draws, too, the first time */
        abort();
    chance = 0;
}

/* ---- memory for secrets: where the sanitizers see what it points to ---- */

void *sodium_malloc(const size_t size)
{
    return malloc(size);
}

void sodium_free(void *memory)
{
    free(memory);
}

/* ---- passwords ---- */

int crypto_pwhash_str_alg(char out[crypto_pwhash_STRBYTES], const char *const password,
                          unsigned long long size, unsigned long long operations, size_t memory,
                          int algorithm)
{
    unsigned char hash[16];
    char text[2 * sizeof hash + 1];
    (void)operations, (void)memory, (void)algorithm;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)password, size, NULL, 0);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    snprintf(out, crypto_pwhash_STRBYTES, "$argon2id$cheap$%s", text);
    return 0;
}

int crypto_pwhash_str_verify(const char out[crypto_pwhash_STRBYTES], const char *const password,
                             unsigned long long size)
{
    char text[crypto_pwhash_STRBYTES];
    return crypto_pwhash_str_alg(text, password, size, 0, 0, 0) == 0 && strcmp(text, out) == 0 ? 0
                                                                                               : -1;
}

/* ---- searches: the first legal move ---- */

typedef struct Job {
    struct Job *next;
    SearchAnswer answer;
} Job;

struct Searchers {
    SearchersOptions options;
    Job *jobs;
};

static Searchers *open_searchers;

Searchers *searchers_open(const SearchersOptions *options)
{
    Searchers *searchers = memory_new(sizeof *searchers);
    searchers->options = *options;
    open_searchers = searchers;
    return searchers;
}

void searchers_close(Searchers *searchers)
{
    for (Job *job; (job = searchers->jobs);) {
        searchers->jobs = job->next;
        free(job);
    }
    free(searchers);
    open_searchers = NULL;
}

void searchers_set_endings(Searchers *searchers, const Tablebase *endings)
{
    (void)searchers, (void)endings;
}

void searchers_ask(Searchers *searchers, const Search *search, const Line *line)
{
    Moves moves;
    Job *job = memory_new(sizeof *job);
    movegen_legal(&line->now, &moves);
    assert(moves.count > 0);
    job->answer = (SearchAnswer){search->game, search->turn, {.move = moves.at[0]}};
    job->next = searchers->jobs;
    searchers->jobs = job;
}

void searchers_forget(Searchers *searchers, const GameId *game)
{
    for (Job **link = &searchers->jobs; *link;) {
        Job *job = *link;
        if (strcmp(job->answer.game.text, game->text) != 0) {
            link = &job->next;
            continue;
        }
        *link = job->next;
        free(job);
    }
}

size_t searchers_waiting(const Searchers *searchers)
{
    size_t count = 0;
    for (const Job *job = searchers->jobs; job; job = job->next)
        count++;
    return count;
}

static size_t answer_searches(void)
{
    Job *jobs = open_searchers ? open_searchers->jobs : NULL;
    size_t count = 0;
    if (open_searchers)
        open_searchers->jobs = NULL;
    for (Job *job; (job = jobs); count++) {
        jobs = job->next;
        open_searchers->options.answer(open_searchers->options.context, &job->answer);
        free(job);
    }
    return count;
}

/* ---- other servers ---- */

typedef struct Asked {
    struct Asked *next;
    uint64_t number;
    OutboundMethod method;
    char url[OUTBOUND_URL_MAX + 1];
    char *body;
    size_t length;
    OutboundDone done;
    void *context;
} Asked;

/* One at a time, which is not freed: parts that are closed later may still ask. */
struct Outbound {
    bool is_open;
    Asked *first, **end;
    uint64_t numbers;
};

static Outbound the_outbound;

static struct {
    int status; /* 0: what fits */
    char *body;
    char nonce[128];
    void (*letter)(void *context, const char *text, size_t length);
    void *context;
} elsewhere;

void fuzz_elsewhere_set(int status, const char *body)
{
    free(elsewhere.body);
    elsewhere.status = status;
    elsewhere.body = body ? strdup(body) : NULL;
}

void fuzz_elsewhere_nonce(const char *nonce)
{
    snprintf(elsewhere.nonce, sizeof elsewhere.nonce, "%s", nonce);
}

void fuzz_elsewhere_hear(void (*letter)(void *context, const char *text, size_t length),
                         void *context)
{
    elsewhere.letter = letter;
    elsewhere.context = context;
}

Outbound *outbound_new(const OutboundOptions *options)
{
    (void)options;
    the_outbound.is_open = true;
    the_outbound.end = &the_outbound.first;
    return &the_outbound;
}

static void free_asked(Asked *asked)
{
    free(asked->body);
    free(asked);
}

void outbound_close(Outbound *outbound)
{
    for (Asked *asked; (asked = outbound->first);) {
        outbound->first = asked->next;
        free_asked(asked);
    }
    outbound->end = &outbound->first;
    outbound->is_open = false;
}

uint64_t outbound_ask(Outbound *outbound, const OutboundRequest *request, OutboundDone done,
                      void *context)
{
    if (!outbound->is_open || outbound_count(outbound) >= OUTBOUND_MAX)
        return 0;
    Asked *asked = memory_new(sizeof *asked);
    asked->number = ++outbound->numbers;
    asked->method = request->method;
    asked->done = done;
    asked->context = context;
    snprintf(asked->url, sizeof asked->url, "%s", request->url);
    asked->length = request->body ? request->body_length : 0;
    asked->body = memory_new(asked->length + 1);
    if (asked->length)
        memcpy(asked->body, request->body, asked->length);
    *outbound->end = asked;
    outbound->end = &asked->next;
    return asked->number;
}

void outbound_cancel(Outbound *outbound, uint64_t number)
{
    Asked **link = &outbound->first;
    while (*link && (*link)->number != number)
        link = &(*link)->next;
    Asked *asked = *link;
    if (!asked)
        return;
    *link = asked->next;
    if (!*link)
        outbound->end = link;
    free_asked(asked);
}

size_t outbound_count(const Outbound *outbound)
{
    size_t count = 0;
    for (const Asked *asked = outbound->first; asked; asked = asked->next)
        count++;
    return count;
}

/* An OpenID provider's token for somebody (OpenID Connect Core 1.0, 3.1.3.3). */
static void print_token(char *out, size_t size)
{
    char claims[512], text[1024];
    int64_t now = wall_clock() / 1000;
    snprintf(claims, sizeof claims,
             "{\"iss\":\"https://id.example\",\"sub\":\"otto\",\"aud\":\"castled\",\"iat\":%lld,"
             "\"exp\":%lld,\"nonce\":\"%s\",\"preferred_username\":\"Otto\"}",
             (long long)now, (long long)now + 300, elsewhere.nonce);
    sodium_bin2base64(text, sizeof text, (const unsigned char *)claims, strlen(claims),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(out, size,
             "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":"
             "\"eyJhbGciOiJSUzI1NiJ9.%s.c2ln\"}",
             text);
}

static const char GAMES[] = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n"
                            "1. e4 e5 *\n";

/* What a server with such an address would answer. */
static int fit(const Asked *asked, char *body, size_t size)
{
    if (asked->method == OUTBOUND_MAIL)
        return 250;
    if (strstr(asked->url, "/.well-known/openid-configuration"))
        snprintf(body, size,
                 "{\"issuer\":\"https://id.example\",\"authorization_endpoint\":"
                 "\"https://id.example/auth\",\"token_endpoint\":\"https://id.example/token\"}");
    else if (strstr(asked->url, "//id.example/"))
        print_token(body, size);
    else if (asked->method == OUTBOUND_GET)
        snprintf(body, size, "%s", GAMES);
    return 200;
}

static void answer_asked(Asked *asked)
{
    char body[2048] = "";
    const char *text = body;
    int status = fit(asked, body, sizeof body);
    if (asked->method == OUTBOUND_MAIL && elsewhere.letter)
        elsewhere.letter(elsewhere.context, asked->body, asked->length);
    if (elsewhere.status) {
        status = elsewhere.status;
        text = elsewhere.body ? elsewhere.body : "";
    }
    bool is_there = status >= 200;
    asked->done(asked->context,
                &(OutboundAnswer){.result = is_there ? OUTBOUND_OK : OUTBOUND_UNREACHABLE,
                                  .words = is_there ? "" : "no such name",
                                  .status = is_there ? status : 0,
                                  .body = is_there ? text : "",
                                  .length = is_there ? strlen(text) : 0});
    free_asked(asked);
}

static size_t answer_requests(void)
{
    size_t count = 0;
    /* those that are asked meanwhile come later */
    for (size_t left = outbound_count(&the_outbound); left > 0; left--) {
        Asked *asked = the_outbound.first;
        if (!asked)
            break;
        the_outbound.first = asked->next;
        if (!asked->next)
            the_outbound.end = &the_outbound.first;
        answer_asked(asked);
        count++;
    }
    return count;
}

size_t fuzz_stand_ins_answer(void)
{
    return answer_searches() + answer_requests();
}
