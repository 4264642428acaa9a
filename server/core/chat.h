/* chat.h - what people say to each other beside a game, and who does not want to hear whom.
 *
 * Players and spectators have a room each. Chat is no event: it is not kept, and not repeated. */
#pragma once

#include "inside_core.h"

/* Only presets can be said. */
bool chat_is_quiet(const Core *core);

void chat_say(Core *core, Visitor *visitor, const Request *request);
/* He does not hear that person any more, or hears him again, while he is here. */
void chat_mute(Core *core, Visitor *visitor, const Request *request);
/* For the operator to read. */
void chat_report(Core *core, Visitor *visitor, const Request *request);
