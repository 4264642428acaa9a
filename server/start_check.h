/* start_check.h - whether the files and folders that the options name are there, before the sandbox and before the
 * database is opened: a server that refuses to start leaves no empty folder behind. */
#pragma once

#include "config.h"

enum { START_CHECK_LINE_MAX = 512 };

/* Makes the folders of the data and of the backups and the file of the trace. False when a file or folder cannot be used:
 * 'line' (START_CHECK_LINE_MAX bytes) says why, and the folders that it made are gone. That the data's folder cannot be
 * made, the store tells; what is in the files, whoever reads them. */
bool start_check(const Config *config, char *line);
