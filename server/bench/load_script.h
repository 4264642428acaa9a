/* load_script.h - games of random legal moves that are not over when they end, for load. */
#pragma once

#include <stdint.h>

enum { LOAD_SCRIPTS = 64, LOAD_SCRIPT_PLIES = 240 };

typedef struct LoadScripts LoadScripts;

/* The same ones each time. Needs attacks_init. load_scripts_free frees them. */
LoadScripts *load_scripts_new(void);
void load_scripts_free(LoadScripts *scripts);
/* In UCI; 'number' is any, 'ply' less than LOAD_SCRIPT_PLIES. */
const char *load_scripts_move(const LoadScripts *scripts, uint32_t number, uint32_t ply);
