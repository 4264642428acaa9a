/* terms_reader.h - the requests that say what game somebody wants: a seek and a challenge, with time control, variant
 * and opponent. */
#pragma once

#include "json_object.h"
#include "request.h"

void read_seek(const JsonObject *object, Request *request);
void read_challenge(const JsonObject *object, Request *request);
