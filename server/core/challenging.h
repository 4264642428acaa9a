/* challenging.h - challenges: of the computer, by link, of a person; accepted, declined, out of time. */
#pragma once

#include "inside_core.h"

void challenging_challenge(Core *core, Visitor *visitor, const Request *request);
/* Of a challenge, not of a seek. */
void challenging_accept(Core *core, Visitor *visitor, const Request *request);
void challenging_decline(Core *core, Visitor *visitor, const Request *request);
/* A challenge's terms, and what becomes of it: for who holds its link. */
void challenging_watch(Core *core, Visitor *visitor, const Request *request);
void challenging_unwatch(Core *core, Visitor *visitor, const Request *request);

/* Those that wait for who has just come, and those he made. */
void challenging_welcome(Core *core, Visitor *visitor);
/* The connection ended. */
void challenging_forget(Core *core, SessionId session);

/* It is closed by an operator, and all whom it concerns are told that it is canceled. */
void challenging_cancel(Core *core, const LobbyId *id);

void challenging_tick(Core *core);
/* The instant of core->now (ms) at which challenging_tick has something to do; INT64_MAX: none. */
int64_t challenging_due(const Core *core);
