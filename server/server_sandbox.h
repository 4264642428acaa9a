/* server_sandbox.h - the server gives up the files that it does not need, by Landlock, before it opens anything: what gets
 * hold of it reads no other user's files and changes nothing but the server's own.
 *
 * It keeps: reading the system's programs and libraries, the folders of its certificate and key (so that renewed ones are
 * found, also behind links), its engines, book and tablebase, and its own program, also once that is replaced; changing
 * the data folder, the trace, and what --engine-write names. Its engines have these rules and narrower ones of their own. */
#pragma once

#include "config.h"

enum { SERVER_SANDBOX_LINE_MAX = 512 };

/* Before there are threads. False when the kernel has Landlock and refuses; 'line' (SERVER_SANDBOX_LINE_MAX) says why. */
bool server_sandbox_enter(const Config *config, char *line);
