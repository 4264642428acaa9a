/* page_head.h - the page's HTML with its own title and Open Graph tags.
 *
 * Pure, except for the memory of the text. Everything is escaped, since people choose names. */
#pragma once

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

/* Texts in UTF-8. */
typedef struct {
    const char *title, *description;
    const char *base; /* what links to this server begin with: "https://club.example" */
    const char *site; /* its name: "castled" */
    const char *path; /* of the page, after 'base'; likewise of its image */
    const char *image;
} PageHead;

/* Appends 'html' with these in place of all from its <title> to the meta tag "viewport". False, and nothing appended,
 * when it has not both, in this order. */
bool page_head_fill(const char *html, size_t length, const PageHead *head, Text *out);
