/* pairing_teams.h - what castled-pairing does with tournaments of teams. */
#pragma once

#include "pairing_request.h"

/* Pairs, checks or writes again what the file says; returns how the program ends. */
int team_work(const Request *request, const char *text, size_t length);
/* Makes a random tournament. */
int team_make(const Request *request);
