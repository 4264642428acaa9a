/* page_head.h - the page's HTML with a title and Open Graph tags of its own.
 *
 * Pure but for the memory of the text. Whatever is put in is escaped: names are people's own. */
#pragma once

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

/* Texts in UTF-8. */
typedef struct {
    const char *title, *description;
    const char *base; /* what links to this server begin with: "https://club.example" */
    const char *path; /* of the page, after 'base'; likewise of its image */
    const char *image;
} PageHead;

/* Appends 'html' with these in place of all from its <title> to the meta tag "viewport". False, and nothing appended,
 * when it has not both, in this order. */
bool page_head_fill(const char *html, size_t length, const PageHead *head, Text *out);
