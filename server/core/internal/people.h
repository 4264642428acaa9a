/* people.h - people who change, and requests about other people. */
#pragma once

#include "core_state.h"

/* The name is new, or they are a guest no more: in all that is in memory. */
void people_changed(Core *core, const Person *person);

/* The client's person does not hear that one any more, or hears them again. */
void people_mute(Core *core, const Client *client, const Request *request);
/* For the operator to read. */
void people_report(Core *core, const Client *client, const Request *request);
