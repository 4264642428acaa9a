/* talking.h - what people say to each other beside a game, and who does not want to hear whom.
 *
 * Players and spectators have a room each. Chat is no event: it is not kept, and not repeated. */
#pragma once

#include "inside.h"

/* Only presets can be said. */
bool talking_is_quiet(const Hall *hall);

void talking_chat(Hall *hall, Visitor *visitor, const Request *request);
/* He does not hear that person any more, or hears him again, while he is here. */
void talking_mute(Hall *hall, Visitor *visitor, const Request *request);
/* For the operator to read. */
void talking_report(Hall *hall, Visitor *visitor, const Request *request);
