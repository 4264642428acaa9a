/* site_colors.h - the colours of the page that follow from the one that the operator chose, each with enough contrast for
 * the text on it, in light and in dark. Pure. */
#pragma once

#include <stdbool.h>

typedef struct {
    unsigned char red, green, blue;
} SiteColor;

typedef struct {
    SiteColor accent, deep, wash,
        on; /* --accent, --accent-deep, --accent-wash, --on-accent of theme.css */
} SiteScheme;

/* "#3a6e52". */
bool site_color_parse(const char *text, SiteColor *color);
/* From 1 to 21 (WCAG 2.2, "contrast ratio"). */
double site_color_contrast(SiteColor one, SiteColor other);

/* False when the colour is too bright for text on the light page, or for white text on it: less than 4.5 (WCAG 2.2, 1.4.3). In the dark
 * scheme it is made as bright as that needs. */
bool site_colors_derive(SiteColor color, SiteScheme *light, SiteScheme *dark);
