/* site.h - the page as its operator wants it: with a name, a colour, a logo, rules and a privacy notice of the place, and
 * below a path of its own.
 *
 * The files that the build made are changed once, when the server starts: the document's head and paths, the web
 * app's manifest, the service worker's list. New files are "/site.css", "/site-logo.svg" or ".png", "/rules" and "/privacy".
 * Without any such wish every file is the build's own. site_free frees all of them; what is being sent must be gone. */
#pragma once

#include "http.h"

enum {
    SITE_LINE_MAX = 512,
    SITE_NAME_MAX = 40,         /* bytes, of UTF-8 */
    SITE_DESCRIPTION_MAX = 200, /* likewise */
    SITE_FILE_MAX = 64 * 1024,  /* bytes of a logo or a text */
    SITE_LOGO_SIDE_MAX = 1024,  /* pixels */
};

/* All but the path and the URL are NULL when they are not said. */
typedef struct {
    const char *name, *description; /* site_words_are_good */
    const char *color;              /* site_color_is_good */
    const char *logo;               /* a file: SVG or PNG */
    const char *rules,
        *privacy;     /* files: plain text in UTF-8, of which the first line is the title */
    const char *path; /* of the public URL: "" or "/chess" */
    const char *url;  /* the public URL; "" */
} SiteOptions;

/* UTF-8 without control characters, of 1 to 'most' bytes. */
bool site_words_are_good(const char *words, size_t most);
/* As in "#3a6e52", and with enough contrast: WCAG 2.2, 1.4.3. */
bool site_color_is_good(const char *color);

typedef struct Site Site;

/* 'built' finds the build's files. NULL when a file cannot be read or is of no use; 'line' (SITE_LINE_MAX) says why. */
Site *site_open(const SiteOptions *options, const PageFile *(*built)(const char *path), char *line);
void site_free(Site *site);

/* Also has this file from now on, a copy, unless the site or the build has one at that path. */
void site_keep(Site *site, const PageFile *file);

const char *site_name(const Site *site);
/* The file at that path, the site's own, the build's or one that is kept; NULL: none. 'context' is a Site, for HttpFind. */
const PageFile *site_find(const void *context, const char *path);
/* The answer with a file whose name has the hash of what is in it: whoever has it has the right one. False: that is not asked for. */
bool site_request_hashed(const Site *site, const HttpRequest *request, HttpAnswer *answer);
/* A Content-Security-Policy of its own, for what the operator made and browsers may show by itself; NULL: the usual one. */
const char *site_policy(const char *path);
