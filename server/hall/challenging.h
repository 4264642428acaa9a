/* challenging.h - challenges: of the computer, by link, of a person; accepted, declined, out of time. */
#pragma once

#include "inside.h"

void challenging_challenge(Hall *hall, Visitor *visitor, const Request *request);
/* Of a challenge, not of a seek. */
void challenging_accept(Hall *hall, Visitor *visitor, const Request *request);
void challenging_decline(Hall *hall, Visitor *visitor, const Request *request);
/* A challenge's terms, and what becomes of it: for who holds its link. */
void challenging_watch(Hall *hall, Visitor *visitor, const Request *request);
void challenging_unwatch(Hall *hall, Visitor *visitor, const Request *request);

/* Those that wait for who has just come, and those he made. */
void challenging_welcome(Hall *hall, Visitor *visitor);
/* The connection ended. */
void challenging_forget(Hall *hall, SessionId session);

/* It is closed by an operator, and all whom it concerns are told that it is canceled. */
void challenging_cancel(Hall *hall, const LobbyId *id);

void challenging_tick(Hall *hall);
/* The instant of hall->now (ms) at which challenging_tick has something to do; INT64_MAX: none. */
int64_t challenging_due(const Hall *hall);
