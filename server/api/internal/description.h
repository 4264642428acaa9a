/* description.h - what the HTTP API offers, as OpenAPI 3.1 and as a page; make_description puts both together from the parts
 * in server/api/openapi when the program is built. */
#pragma once

#include "http.h"

extern const unsigned char DESCRIPTION_JSON[];
extern const size_t DESCRIPTION_JSON_LENGTH;
extern const unsigned char DESCRIPTION_PAGE[];
extern const size_t DESCRIPTION_PAGE_LENGTH;

/* One of these, or the page's style, by its path; false: none is there. */
bool description_find(const char *path, HttpAnswer *answer);
