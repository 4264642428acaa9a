/* people.h - requests about other people. */
#pragma once

#include "core_state.h"

/* The client's person does not hear that one any more, or hears them again. */
void people_mute(Core *core, const Client *client, const Request *request);
/* For the operator to read. */
void people_report(Core *core, const Client *client, const Request *request);
