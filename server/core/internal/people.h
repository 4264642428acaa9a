/* people.h - people who change, and requests about other people. */
#pragma once

#include "core_state.h"

/* The person has a new name, or is no longer a guest: updates everything in memory. */
void people_changed(Core *core, const Person *person);

/* The client's person mutes or unmutes somebody. */
void people_mute(Core *core, const Client *client, const Request *request);
/* Stores a report for the operator to read. */
void people_report(Core *core, const Client *client, const Request *request);
