/* seeking.h - the lobby's side of the core: seeks, those who watch the list of them, and games found. */
#pragma once

#include "inside_core.h"

void seeking_seek(Core *core, Visitor *visitor, const Request *request);
void seeking_unseek(Core *core, Visitor *visitor, const Request *request);
/* Listens to the list of open seeks, or stops. */
void seeking_listen(Core *core, Visitor *visitor, const Request *request);
/* Takes an open seek as it stands. */
void seeking_take(Core *core, Visitor *visitor, const Request *request);

/* Does not want the person who was found for him. */
void seeking_decline(Core *core, Visitor *visitor, const Request *request);
/* A game has moved on: a seek that was kept beside it may have no time left. */
void seeking_moved(Core *core, Game *game);

/* The computer comes, seeks end, the list is told. */
void seeking_tick(Core *core);
/* The instant of core->now (ms) at which seeking_tick has something to do; INT64_MAX: none. */
int64_t seeking_due(const Core *core);
