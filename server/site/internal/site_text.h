/* site_text.h - changes in a document that is known to be well-formed, since the build made it. Texts are whole documents in
 * memory. */
#pragma once

#include "text.h"

#include <stdbool.h>

/* Every 'from' becomes 'to'. */
void site_text_replace(Text *text, const char *from, const char *to);
/* What is between the first 'from' and the next 'to' becomes 'value'; false, and nothing is changed, when one is missing. */
bool site_text_between(Text *text, const char *from, const char *to, const char *value);
/* Puts 'value' before the first 'mark'; likewise. */
bool site_text_before(Text *text, const char *mark, const char *value);

/* Appends a text to HTML, as text or as the value of an attribute (HTML, 13.3). */
void site_text_html(Text *out, const char *text);
