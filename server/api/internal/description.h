/* description.h - what the HTTP API offers, as OpenAPI 3.1 and as a page; make_description puts both together from the parts
 * in server/api/openapi when the program is built. */
#pragma once

#include <stddef.h>

extern const unsigned char DESCRIPTION_JSON[];
extern const size_t DESCRIPTION_JSON_LENGTH;
extern const unsigned char DESCRIPTION_PAGE[];
extern const size_t DESCRIPTION_PAGE_LENGTH;
