/* request_reader.h - reads a frame of castled.v1 as a Request.
 *
 * Total: any bytes give a Request or a refusal that names the faulty member. Nothing to free. Unknown members are
 * ignored. */
#pragma once

#include "request.h"

/* Reads one frame. On refusal 'why' (REFUSAL_MAX bytes) has a sentence for people, and only id and
 * has_id of the request are valid. */
Code request_parse(const char *text, size_t length, Request *request, char *why);
