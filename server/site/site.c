#include "site.h"

#include "array.h"
#include "memory.h"
#include "site_colors.h"
#include "site_text.h"
#include "utf8.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 10, ETAG_LENGTH = 16, TAG_MAX = 1024, HASH_LENGTH = 64, KEPT_TEXT_MAX = 128 };

static const char USUAL_NAME[] = "castled";
static const char LOGO_SVG[] = "/site-logo.svg", LOGO_PNG[] = "/site-logo.png";
static const char STYLE[] = "/site.css", RULES[] = "/rules", PRIVACY[] = "/privacy";
static const char HTML[] = "text/html; charset=utf-8";

typedef struct {
    PageFile file;
    Text text; /* its bytes */
    char etag[ETAG_LENGTH + 3];
} SiteFile;

/* A file that another build made. */
typedef struct {
    PageFile file;
    char path[KEPT_TEXT_MAX], type[KEPT_TEXT_MAX], etag[KEPT_TEXT_MAX];
    unsigned char *bytes; /* of all its forms */
} KeptFile;

struct Site {
    SiteOptions options;
    const PageFile *(*built)(const char *path);
    SiteFile files[FILES_MAX];
    size_t count;
    const char *logo; /* its path; NULL: none */
    bool has_style;
    KeptFile **kept;
    size_t kept_count, kept_capacity;
};

bool site_words_are_good(const char *words, size_t most)
{
    size_t length = strlen(words);
    for (const char *at = words; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
    return length > 0 && length <= most && utf8_is_valid(words, length);
}

bool site_color_is_good(const char *text)
{
    SiteColor color;
    SiteScheme light, dark;
    return site_color_parse(text, &color) && site_colors_derive(color, &light, &dark);
}

const char *site_name(const Site *site)
{
    return site->options.name ? site->options.name : USUAL_NAME;
}

/* ---- files ---- */

static void print_hash(const Text *text, char out[HASH_LENGTH + 1])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)text->bytes, text->length);
    sodium_bin2hex(out, HASH_LENGTH + 1, hash, sizeof hash);
}

/* Takes the text over. */
static void add_file(Site *site, const char *path, const char *type, Text *text)
{
    char hash[HASH_LENGTH + 1];
    SiteFile *file = &site->files[site->count++];
    print_hash(text, hash);
    snprintf(file->etag, sizeof file->etag, "\"%.*s\"", ETAG_LENGTH, hash);
    file->text = *text;
    file->file = (PageFile){.path = path,
                            .type = type,
                            .etag = file->etag,
                            .plain = {(const unsigned char *)file->text.bytes, file->text.length}};
}

static void print(Text *out, const char *words)
{
    text_append(out, words, strlen(words));
}

static bool read_file(const char *option, const char *path, Text *text, char *line)
{
    char bytes[4096];
    FILE *file = fopen(path, "rb");
    const char *problem = file ? NULL : strerror(errno);
    text_init(text);
    for (size_t count; !problem && (count = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text_append(text, bytes, count);
        if (text->length > SITE_FILE_MAX)
            problem = "it is larger than 64 KiB";
    }
    if (!problem && ferror(file))
        problem = strerror(errno);
    if (!problem && text->length == 0)
        problem = "it is empty";
    if (file)
        fclose(file);
    if (problem)
        snprintf(line, SITE_LINE_MAX, "--%s %.200s: %s", option, path, problem);
    return !problem;
}

/* ---- the logo ---- */

static uint32_t big_endian(const char *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Its signature, and the first chunk with width and height (PNG, 5.2 and 11.2.2). */
static bool is_png(const Text *text)
{
    static const char SIGNATURE[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    if (text->length < 33 || memcmp(text->bytes, SIGNATURE, sizeof SIGNATURE - 1) != 0)
        return false;
    uint32_t width = big_endian(text->bytes + 16), height = big_endian(text->bytes + 20);
    return width > 0 && height > 0 && width <= SITE_LOGO_SIDE_MAX && height <= SITE_LOGO_SIDE_MAX;
}

/* What an SVG may do, the browser and its policy decide: as an image it runs no script and loads nothing. */
static bool is_svg(const Text *text)
{
    return !memchr(text->bytes, '\0', text->length) && utf8_is_valid(text->bytes, text->length) &&
           strstr(text->bytes, "<svg");
}

static bool add_logo(Site *site, char *line)
{
    Text text;
    bool is_read = read_file("site-logo", site->options.logo, &text, line);
    bool png = is_read && is_png(&text), svg = is_read && !png && is_svg(&text);
    if (png || svg) {
        site->logo = png ? LOGO_PNG : LOGO_SVG;
        add_file(site, site->logo, png ? "image/png" : "image/svg+xml", &text);
        return true;
    }
    if (is_read)
        snprintf(line, SITE_LINE_MAX,
                 "--site-logo %.200s: it is neither SVG nor PNG of at most %d pixels each way",
                 site->options.logo, SITE_LOGO_SIDE_MAX);
    text_clear(&text);
    return false;
}

bool site_request_hashed(const Site *site, const HttpRequest *request, HttpAnswer *answer)
{
    if (request->method != HTTP_GET && request->method != HTTP_HEAD)
        return false;
    const PageFile *file = site_find(site, request->path);
    if (!file || !file->immutable)
        return false;
    const HttpFind find = {site_find, site};
    http_route(request, &find, answer);
    answer->policy = site_policy(request->path);
    return true;
}

const char *site_policy(const char *path)
{
    bool is_logo = strcmp(path, LOGO_SVG) == 0 || strcmp(path, LOGO_PNG) == 0;
    return is_logo ? "default-src 'none'; style-src 'unsafe-inline'; sandbox" : NULL;
}

/* ---- the style ---- */

static void print_color(Text *out, const char *name, SiteColor light, SiteColor dark)
{
    char line[128];
    snprintf(line, sizeof line,
             "  --%s: var(--in-light, #%02x%02x%02x) var(--in-dark, #%02x%02x%02x);\n", name,
             light.red, light.green, light.blue, dark.red, dark.green, dark.blue);
    print(out, line);
}

static void print_colors(const char *words, Text *out)
{
    SiteColor color;
    SiteScheme light, dark;
    if (!words || !site_color_parse(words, &color) || !site_colors_derive(color, &light, &dark))
        return;
    print(out, ":root {\n");
    print_color(out, "accent", light.accent, dark.accent);
    print_color(out, "accent-deep", light.deep, dark.deep);
    print_color(out, "accent-wash", light.wash, dark.wash);
    print_color(out, "on-accent", light.on, dark.on);
    print(out, "}\n");
}

static void add_style(Site *site)
{
    const SiteOptions *options = &site->options;
    Text text;
    if (!options->color && !site->logo && !options->rules && !options->privacy)
        return;
    text_init(&text);
    print_colors(options->color, &text);
    if (site->logo) {
        print(&text, ".logo {\n  background: url(\"");
        print(&text, options->path);
        print(&text, site->logo);
        print(&text, "\") center / contain no-repeat;\n}\n.logo path {\n  display: none;\n}\n");
    }
    if (options->rules || options->privacy)
        print(&text, ".site-text {\n  max-width: 42rem;\n  margin: 0 auto;\n  padding: 16px;\n}\n"
                     ".site-text p {\n  white-space: pre-line;\n}\n");
    site->has_style = true;
    add_file(site, STYLE, "text/css; charset=utf-8", &text);
}

/* ---- documents ---- */

static void print_link(Text *out, const Site *site, const char *rel, const char *path)
{
    print(out, "<link rel=\"");
    print(out, rel);
    print(out, "\" href=\"");
    print(out, site->options.path);
    print(out, path);
    print(out, "\" />\n    ");
}

static void print_meta(Text *out, const char *name, const char *value)
{
    print(out, "<meta ");
    print(out, name);
    print(out, " content=\"");
    site_text_html(out, value);
    print(out, "\" />\n    ");
}

static void replace_head(const Site *site, Text *html)
{
    const SiteOptions *options = &site->options;
    Text head, title;
    text_init(&head);
    text_init(&title);
    site_text_html(&title, site_name(site));
    if (options->name) {
        site_text_between(html, "<title>", "</title>", title.bytes);
        site_text_between(html, "og:title\" content=\"", "\"", title.bytes);
        site_text_between(html, "og:site_name\" content=\"", "\"", title.bytes);
    }
    if (options->description) {
        text_reset(&title);
        site_text_html(&title, options->description);
        site_text_between(html, "og:description\"\n      content=\"", "\"", title.bytes);
    }
    if (*options->url) {
        char url[TAG_MAX];
        print_meta(&head, "property=\"og:url\"", options->url);
        snprintf(url, sizeof url, "%.*s%s", TAG_MAX - 64, options->url,
                 site->logo == LOGO_PNG ? LOGO_PNG : "/icon-512.png");
        print_meta(&head, "property=\"og:image\"", url);
    }
    if (options->rules)
        print_link(&head, site, "terms-of-service", RULES);
    if (options->privacy)
        print_link(&head, site, "privacy-policy", PRIVACY);
    if (head.length)
        site_text_before(html, "<meta name=\"viewport\"", head.bytes);
    text_clear(&head);
    text_clear(&title);
}

static void replace_icon(const Site *site, Text *html)
{
    char link[TAG_MAX];
    if (!site->logo)
        return;
    snprintf(link, sizeof link, "type=\"%s\" href=\"%s%s\"",
             site->logo == LOGO_PNG ? "image/png" : "image/svg+xml", site->options.path,
             site->logo);
    site_text_between(html, "<link rel=\"icon\" ", ">", link);
}

static void link_style(const Site *site, Text *html)
{
    Text link;
    if (!site->has_style)
        return;
    text_init(&link);
    print_link(&link, site, "stylesheet", STYLE);
    site_text_before(html, "</head>", link.bytes);
    text_clear(&link);
}

/* A copy of the build's file with its paths moved. */
static bool copy_file(const Site *site, const char *path, const char *mark, Text *text)
{
    const PageFile *file = site->built(path);
    char moved[TAG_MAX];
    text_init(text);
    if (!file)
        return false;
    text_append(text, (const char *)file->plain.data, file->plain.size);
    if (mark) {
        snprintf(moved, sizeof moved, "%.*s%s/", (int)strlen(mark) - 1, mark, site->options.path);
        site_text_replace(text, mark, moved);
    }
    return true;
}

static void add_document(Site *site, const char *path)
{
    Text html;
    if (!copy_file(site, path, "=\"/", &html))
        return;
    replace_head(site, &html);
    replace_icon(site, &html);
    link_style(site, &html);
    add_file(site, path, HTML, &html);
}

/* ---- rules and privacy ---- */

static void print_styles(const Site *site, Text *out)
{
    static const char LINK[] = "<link rel=\"stylesheet\"";
    const PageFile *page = site_find(site, "/");
    const char *at = page ? (const char *)page->plain.data : "";
    const char *end = at + (page ? page->plain.size : 0);
    while ((at = memmem(at, (size_t)(end - at), LINK, sizeof LINK - 1)) != NULL) {
        const char *close = memchr(at, '>', (size_t)(end - at));
        if (!close)
            return;
        text_append(out, at, (size_t)(close + 1 - at));
        at = close + 1;
    }
}

/* The first line is the title; an empty line begins a paragraph. */
static void print_paragraphs(char *words, Text *out)
{
    for (char *at = words; at;) {
        char *next = strstr(at, "\n\n");
        if (next) {
            *next = '\0';
            next += 2;
        }
        at += strspn(at, "\n");
        if (*at) {
            print(out, "<p>");
            site_text_html(out, at);
            print(out, "</p>\n");
        }
        at = next;
    }
}

static void print_notice(const Site *site, char *words, Text *out)
{
    char *rest = words + strcspn(words, "\n");
    if (*rest)
        *rest++ = '\0';
    print(out, "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\" />\n<title>");
    site_text_html(out, words);
    print(out, " · ");
    site_text_html(out, site_name(site));
    print(out,
          "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n");
    print_styles(site, out);
    print(out, "</head>\n<body>\n<main class=\"site-text\" dir=\"auto\">\n<p><a href=\"");
    print(out, site->options.path);
    print(out, "/\">");
    site_text_html(out, site_name(site));
    print(out, "</a></p>\n<h1>");
    site_text_html(out, words);
    print(out, "</h1>\n");
    print_paragraphs(rest, out);
    print(out, "</main>\n</body>\n</html>\n");
}

static bool add_notice(Site *site, const char *option, const char *file, const char *path,
                       char *line)
{
    Text text, html;
    if (!file)
        return true;
    bool is_read = read_file(option, file, &text, line);
    bool is_text =
        is_read && !memchr(text.bytes, '\0', text.length) && utf8_is_valid(text.bytes, text.length);
    if (is_text) {
        site_text_replace(&text, "\r\n", "\n");
        text_init(&html);
        print_notice(site, text.bytes, &html);
        add_file(site, path, HTML, &html);
    } else if (is_read) {
        snprintf(line, SITE_LINE_MAX, "--%s %.200s: it is not text in UTF-8", option, file);
    }
    text_clear(&text);
    return is_text;
}

/* ---- the manifest and the service worker ---- */

static void replace_member(Text *json, const char *member, const char *value)
{
    Text text;
    text_init(&text);
    text_string(&text, NULL, value);
    site_text_between(json, member, ",", text.bytes);
    text_clear(&text);
}

static void add_manifest(Site *site)
{
    const SiteOptions *options = &site->options;
    Text json;
    if (!copy_file(site, "/manifest.webmanifest", "\"/", &json))
        return;
    if (options->name) {
        replace_member(&json, "\"name\": ", options->name);
        replace_member(&json, "\"short_name\": ", options->name);
    }
    if (options->description)
        replace_member(&json, "\"description\": ", options->description);
    if (options->color)
        replace_member(&json, "\"theme_color\": ", options->color);
    if (site->logo) {
        char icon[TAG_MAX];
        snprintf(icon, sizeof icon,
                 "\n    { \"src\": \"%s%s\", \"sizes\": \"any\", \"type\": \"%s\", \"purpose\": "
                 "\"any\" }",
                 options->path, site->logo, site->logo == LOGO_PNG ? "image/png" : "image/svg+xml");
        site_text_between(&json, "\"icons\": [", "\n  ],", icon);
    }
    add_file(site, "/manifest.webmanifest", "application/manifest+json", &json);
}

/* What it keeps is of one version: the build's, and of the site's own files. */
static void print_version(const Site *site, char out[HASH_LENGTH + 1])
{
    Text all;
    text_init(&all);
    print(&all, site->built("/service_worker.js")->etag);
    for (size_t i = 0; i < site->count; i++)
        print(&all, site->files[i].etag);
    print_hash(&all, out);
    text_clear(&all);
}

static void add_worker(Site *site)
{
    char hash[HASH_LENGTH + 1], version[HASH_LENGTH + 1], first[TAG_MAX];
    Text text;
    if (!copy_file(site, "/service_worker.js", NULL, &text))
        return;
    print_version(site, version);
    version[ETAG_LENGTH] = '\0';
    site_text_between(&text, "version:\"", "\"", version);
    for (size_t i = 0; i < site->count; i++)
        if (strcmp(site->files[i].file.path, "/") == 0) {
            print_hash(&site->files[i].text, hash);
            site_text_between(&text, "page:\"", "\"", hash);
        }
    snprintf(first, sizeof first, "first:[%s%s%s%s%s%s", site->has_style ? "\"" : "",
             site->has_style ? STYLE : "", site->has_style ? "\"," : "", site->logo ? "\"" : "",
             site->logo ? site->logo : "", site->logo ? "\"," : "");
    site_text_replace(&text, "first:[", first);
    add_file(site, "/service_worker.js", "text/javascript; charset=utf-8", &text);
}

/* ---- opening and closing ---- */

static bool is_usual(const SiteOptions *options)
{
    return !options->name && !options->description && !options->color && !options->logo &&
           !options->rules && !options->privacy && !*options->path && !*options->url;
}

static bool make_files(Site *site, char *line)
{
    const SiteOptions *options = &site->options;
    if (options->logo && !add_logo(site, line))
        return false;
    add_style(site);
    add_document(site, "/");
    add_document(site, "/embed.html");
    if (!add_notice(site, "site-rules", options->rules, RULES, line) ||
        !add_notice(site, "site-privacy", options->privacy, PRIVACY, line))
        return false;
    add_manifest(site);
    add_worker(site);
    return true;
}

Site *site_open(const SiteOptions *options, const PageFile *(*built)(const char *path), char *line)
{
    Site *site = memory_new(sizeof *site);
    site->options = *options;
    site->built = built;
    if (is_usual(options) || make_files(site, line))
        return site;
    site_free(site);
    return NULL;
}

void site_free(Site *site)
{
    for (size_t i = 0; i < site->count; i++)
        text_clear(&site->files[i].text);
    for (size_t i = 0; i < site->kept_count; i++) {
        free(site->kept[i]->bytes);
        free(site->kept[i]);
    }
    free(site->kept);
    free(site);
}

/* ---- files of other builds ---- */

static const char *copy_text(char to[KEPT_TEXT_MAX], const char *text)
{
    assert(strlen(text) < KEPT_TEXT_MAX);
    return memcpy(to, text, strlen(text) + 1);
}

static PageBytes copy_bytes(unsigned char **to, const PageBytes *form)
{
    PageBytes copy = {form->data ? *to : NULL, form->size};
    if (form->data)
        memcpy(*to, form->data, form->size);
    *to += form->size;
    return copy;
}

void site_keep(Site *site, const PageFile *file)
{
    if (site_find(site, file->path))
        return;
    KeptFile *kept = memory_new(sizeof *kept);
    kept->bytes = memory_new(file->plain.size + file->gzip.size + file->brotli.size);
    unsigned char *to = kept->bytes;
    kept->file = (PageFile){.path = copy_text(kept->path, file->path),
                            .type = copy_text(kept->type, file->type),
                            .etag = copy_text(kept->etag, file->etag),
                            .immutable = file->immutable};
    kept->file.plain = copy_bytes(&to, &file->plain);
    kept->file.gzip = copy_bytes(&to, &file->gzip);
    kept->file.brotli = copy_bytes(&to, &file->brotli);
    site->kept =
        array_reserve(site->kept, &site->kept_capacity, site->kept_count + 1, sizeof *site->kept);
    site->kept[site->kept_count++] = kept;
}

const PageFile *site_find(const void *context, const char *path)
{
    const Site *site = context;
    for (size_t i = 0; i < site->count; i++)
        if (strcmp(site->files[i].file.path, path) == 0)
            return &site->files[i].file;
    const PageFile *built = site->built(path);
    for (size_t i = 0; !built && i < site->kept_count; i++)
        if (strcmp(site->kept[i]->path, path) == 0)
            return &site->kept[i]->file;
    return built;
}
