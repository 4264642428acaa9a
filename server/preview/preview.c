#include "preview.h"

#include "board_animation.h"
#include "board_picture.h"
#include "memory.h"
#include "page_head.h"
#include "pictures.h"
#include "preview_words.h"
#include "siphash.h"
#include "tournaments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_MAX = 24, MATCH_MAX = 128, RETRY_AFTER = 1 /* s */ };

struct Preview {
    PreviewOptions options;
    Pictures *pictures, *animations;
};

/* A request that waits until the game has been read. */
typedef struct {
    Preview *preview;
    ExchangeId exchange;
    HttpAbout about;
    char base[REMOTE_BASE_MAX + 1];
    char path[sizeof "/challenge/" + HTTP_ABOUT_ID_MAX];
    char if_none_match[MATCH_MAX + 1];
} Asked;

Preview *preview_new(const PreviewOptions *options)
{
    Preview *preview = memory_new(sizeof *preview);
    preview->options = *options;
    preview->pictures =
        pictures_new(options->loop, options->pieces, board_picture_draw, PICTURES_KEPT_MAX);
    preview->animations =
        pictures_new(options->loop, options->pieces, board_animation_draw, ANIMATIONS_KEPT_MAX);
    return preview;
}

void preview_close(Preview *preview)
{
    pictures_close(preview->pictures);
    pictures_close(preview->animations);
}

void preview_free(Preview *preview)
{
    pictures_free(preview->pictures);
    pictures_free(preview->animations);
    free(preview);
}

/* ---- answers ---- */

static void print_tag(const void *bytes, size_t length, char etag[TAG_MAX])
{
    static const SipKey KEY = {0}; /* whoever makes two answers of one tag misleads themselves */
    snprintf(etag, TAG_MAX, "\"%016" PRIx64 "\"", siphash(&KEY, bytes, length));
}

static void answer_or_match(const Asked *asked, HttpAnswer *answer)
{
    if (http_matches(asked->if_none_match, answer->etag)) {
        answer->status = 304;
        answer->type = NULL;
        answer->length = 0;
    }
    net_answer(asked->preview->options.net, asked->exchange, answer);
}

static void answer_html(const Asked *asked, const char *body, size_t length, bool constant,
                        const char *etag)
{
    HttpAnswer answer = {.status = 200,
                         .type = asked->preview->options.page->type,
                         .body = body,
                         .length = length,
                         .constant = constant,
                         .etag = etag,
                         .cache = "no-cache"};
    answer_or_match(asked, &answer);
}

/* With the site's own head. */
static void send_plain(const Asked *asked)
{
    const PageFile *page = asked->preview->options.page;
    answer_html(asked, (const char *)page->plain.data, page->plain.size, true, page->etag);
}

static void send_words(const Asked *asked, const PreviewWords *words, const char *image)
{
    const PageFile *page = asked->preview->options.page;
    char etag[TAG_MAX];
    Text text;
    PageHead head = {.site = asked->preview->options.site,
                     .title = words->title,
                     .description = words->description,
                     .base = asked->base,
                     .path = asked->path,
                     .image = image};
    text_init(&text);
    if (page_head_fill((const char *)page->plain.data, page->plain.size, &head, &text)) {
        print_tag(text.bytes, text.length, etag);
        answer_html(asked, text.bytes, text.length, false, etag);
    } else {
        send_plain(asked);
    }
    text_clear(&text);
}

/* ---- pictures ---- */

static void answer_trouble(const Asked *asked, int status, const char *sentence, int retry_after)
{
    HttpAnswer answer;
    http_plain(&answer, status, sentence);
    answer.retry_after = retry_after;
    net_answer(asked->preview->options.net, asked->exchange, &answer);
}

static void on_drawn(void *context, const unsigned char *bytes, size_t length)
{
    Asked *asked = context;
    char etag[TAG_MAX];
    if (bytes) {
        print_tag(bytes, length, etag);
        HttpAnswer answer = {.status = 200,
                             .type =
                                 asked->about == HTTP_ABOUT_ANIMATION ? "image/gif" : "image/png",
                             .body = bytes,
                             .length = length,
                             .etag = etag,
                             .cache = "no-cache",
                             .shared = true};
        answer_or_match(asked, &answer);
    } else if (asked->about == HTTP_ABOUT_ANIMATION) {
        answer_trouble(asked, 422, "The game is too long for an animated picture.\n", 0);
    } else {
        answer_trouble(asked, 500, "The game cannot be drawn.\n", 0);
    }
    free(asked);
}

/* Whoever asks is not known: players have their own games on the board. */
static void fall_behind(const Preview *preview, StoredGame *game)
{
    GameDelay delay = tournaments_delay(core_tournaments(preview->options.core), &game->game.id);
    game_delay(game, &delay, 0, "");
}

static void on_game(void *context, StoreError error, StoredGame *game)
{
    Asked *asked = context;
    Preview *preview = asked->preview;
    bool moves = asked->about == HTTP_ABOUT_ANIMATION;
    if (game)
        fall_behind(preview, game);
    if (game &&
        pictures_draw(moves ? preview->animations : preview->pictures, game, on_drawn, asked))
        return;
    if (game)
        answer_trouble(asked, 503, "Too many pictures are being drawn.\n", RETRY_AFTER);
    else if (error == STORE_OK)
        answer_trouble(asked, 404, "There is no such game.\n", 0);
    else
        answer_trouble(asked, 500, "The game cannot be read.\n", 0);
    free(asked);
}

/* ---- games and challenges ---- */

static void on_read(void *context, StoreError error, StoredGame *game)
{
    Asked *asked = context;
    PreviewWords words;
    char image[sizeof "/game/.png" + GAME_ID_LENGTH];
    if (error == STORE_OK && game) {
        fall_behind(asked->preview, game);
        preview_game_words(game, &words);
        snprintf(image, sizeof image, "/game/%s.png", game->game.id.text);
        send_words(asked, &words, image);
    } else {
        send_plain(asked);
    }
    stored_game_free(game);
    free(asked);
}

static bool read_game(const Asked *asked, const char *id, StoreGameDone done)
{
    GameId game = {0};
    memcpy(game.text, id, GAME_ID_LENGTH);
    Asked *copy = memory_new(sizeof *copy);
    *copy = *asked;
    if (store_read_game(asked->preview->options.store, &game, done, copy))
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
    send_words(asked, &words, "/icon-512.png");
    return true;
}

static bool show(const Asked *asked, HttpAbout about, const char *id)
{
    switch (about) {
    case HTTP_ABOUT_SITE: return false;
    case HTTP_ABOUT_GAME: return read_game(asked, id, on_read);
    case HTTP_ABOUT_CHALLENGE: return show_challenge(asked, id);
    case HTTP_ABOUT_PICTURE:
    case HTTP_ABOUT_ANIMATION:
        if (!read_game(asked, id, on_game))
            answer_trouble(asked, 503, "Too many games are being read.\n", RETRY_AFTER);
        return true;
    }
    return false;
}

/* False when the address has had all that it may; a picture is then refused. */
static bool is_allowed(const Asked *asked, HttpAbout about, const char *address, bool *refused)
{
    Core *core = asked->preview->options.core;
    LimitKind limit = about == HTTP_ABOUT_PICTURE     ? LIMIT_PICTURE
                      : about == HTTP_ABOUT_ANIMATION ? LIMIT_ANIMATION
                                                      : LIMIT_PREVIEW;
    bool allowed = core_allows(core, limit, address);
    *refused = limit != LIMIT_PREVIEW && !allowed;
    if (*refused)
        answer_trouble(asked, 429, "Too many pictures for your address.\n",
                       core_limit_wait(core, limit) / 1000 + 1);
    return allowed;
}

bool preview_request(Preview *preview, ExchangeId exchange, const HttpRequest *request)
{
    char id[HTTP_ABOUT_ID_MAX + 1];
    bool refused;
    HttpAbout about = http_about(request->path, id);
    bool reads = request->method == HTTP_GET || request->method == HTTP_HEAD;
    bool is_page = about == HTTP_ABOUT_GAME || about == HTTP_ABOUT_CHALLENGE;
    if (!reads || about == HTTP_ABOUT_SITE || (is_page && (!request->base || !*request->base)))
        return false;
    Asked asked = {.preview = preview, .exchange = exchange, .about = about};
    const char *match = request->if_none_match ? request->if_none_match : "";
    snprintf(asked.base, sizeof asked.base, "%s", request->base ? request->base : "");
    snprintf(asked.path, sizeof asked.path, about == HTTP_ABOUT_CHALLENGE ? "/challenge/%s" : "/%s",
             id);
    if (strlen(match) <= MATCH_MAX)
        memcpy(asked.if_none_match, match, strlen(match) + 1);
    if (!is_allowed(&asked, about, request->address, &refused))
        return refused;
    return show(&asked, about, id);
}
