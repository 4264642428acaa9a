/* broadcast_call.h - what calls about broadcasts have in common. */
#pragma once

#include "broadcasts.h"
#include "call.h"

Broadcasts *broadcasts_of(const Call *call);
BroadcastPerson broadcast_asker(const Call *call);
/* Answers with the text, which is freed, or that there is none. */
void broadcast_answer_found(Call *call, bool is_there, Text *text);
