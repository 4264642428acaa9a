/* pairing_players.h - what castled-pairing does with tournaments of players. */
#pragma once

#include "pairing_request.h"

/* Pairs, checks or writes again what the file says; returns how the program ends. */
int player_work(const Request *request, const char *text, size_t length);
/* Makes a random tournament. */
int player_make(const Request *request);
