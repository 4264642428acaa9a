#include "preview.h"

#include "memory.h"
#include "page_head.h"
#include "preview_words.h"
#include "siphash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_MAX = 24, MATCH_MAX = 128 };

struct Preview {
    PreviewOptions options;
};

/* Who asked for what, until the game has been read. */
typedef struct {
    const Preview *preview;
    ExchangeId exchange;
    char base[REMOTE_BASE_MAX + 1];
    char path[sizeof "/challenge/" + HTTP_ABOUT_ID_MAX];
    char if_none_match[MATCH_MAX + 1];
} Asked;

Preview *preview_new(const PreviewOptions *options)
{
    Preview *preview = memory_new(sizeof *preview);
    preview->options = *options;
    return preview;
}

void preview_free(Preview *preview)
{
    free(preview);
}

/* ---- answers ---- */

static void answer_html(const Asked *asked, const char *body, size_t length, bool constant,
                        const char *etag)
{
    const PreviewOptions *options = &asked->preview->options;
    HttpAnswer answer = {.status = 200,
                         .type = options->page->type,
                         .body = body,
                         .length = length,
                         .constant = constant,
                         .etag = etag,
                         .cache = "no-cache"};
    if (http_matches(asked->if_none_match, etag)) {
        answer.status = 304;
        answer.type = NULL;
        answer.length = 0;
    }
    net_answer(options->net, asked->exchange, &answer);
}

/* With the site's own head. */
static void send_plain(const Asked *asked)
{
    const PageFile *page = asked->preview->options.page;
    answer_html(asked, (const char *)page->plain.data, page->plain.size, true, page->etag);
}

static void send_words(const Asked *asked, const PreviewWords *words)
{
    static const SipKey KEY = {0}; /* whoever makes two pages of one tag misleads themselves */
    const PageFile *page = asked->preview->options.page;
    char etag[TAG_MAX];
    Text text;
    PageHead head = {.title = words->title,
                     .description = words->description,
                     .base = asked->base,
                     .path = asked->path,
                     .image = "/icon-512.png"};
    text_init(&text);
    if (page_head_fill((const char *)page->plain.data, page->plain.size, &head, &text)) {
        snprintf(etag, sizeof etag, "\"%016" PRIx64 "\"", siphash(&KEY, text.bytes, text.length));
        answer_html(asked, text.bytes, text.length, false, etag);
    } else {
        send_plain(asked);
    }
    text_clear(&text);
}

/* ---- games and challenges ---- */

static void on_read(void *context, StoreError error, StoredGame *game)
{
    Asked *asked = context;
    PreviewWords words;
    if (error == STORE_OK && game) {
        preview_game_words(game, &words);
        send_words(asked, &words);
    } else {
        send_plain(asked);
    }
    stored_game_free(game);
    free(asked);
}

static bool read_game(const Asked *asked, const char *id)
{
    GameId game = {0};
    memcpy(game.text, id, GAME_ID_LENGTH);
    Asked *copy = memory_new(sizeof *copy);
    *copy = *asked;
    if (store_read_game(asked->preview->options.store, &game, on_read, copy))
        return true;
    free(copy);
    return false;
}

static bool show_challenge(const Asked *asked, const char *id)
{
    Challenge challenge;
    PreviewWords words;
    if (!core_find_challenge(asked->preview->options.core, id, &challenge))
        return false;
    preview_challenge_words(&challenge, &words);
    send_words(asked, &words);
    return true;
}

bool preview_request(Preview *preview, ExchangeId exchange, const HttpRequest *request)
{
    char id[HTTP_ABOUT_ID_MAX + 1];
    HttpAbout about = http_about(request->path, id);
    bool reads = request->method == HTTP_GET || request->method == HTTP_HEAD;
    if (!reads || about == HTTP_ABOUT_SITE || !request->base || !*request->base ||
        !core_allows(preview->options.core, LIMIT_PREVIEW, request->address))
        return false;
    Asked asked = {.preview = preview, .exchange = exchange};
    const char *match = request->if_none_match ? request->if_none_match : "";
    snprintf(asked.base, sizeof asked.base, "%s", request->base);
    snprintf(asked.path, sizeof asked.path, about == HTTP_ABOUT_GAME ? "/%s" : "/challenge/%s", id);
    if (strlen(match) <= MATCH_MAX)
        memcpy(asked.if_none_match, match, strlen(match) + 1);
    return about == HTTP_ABOUT_GAME ? read_game(&asked, id) : show_challenge(&asked, id);
}
