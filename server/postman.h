/* postman.h - e-mail as the options say. */
#pragma once

#include "config.h"
#include "mail.h"

enum { POSTMAN_LINE_MAX = 512 };

/* Its options but for those of --smtp are the caller's. NULL, and 'line' (POSTMAN_LINE_MAX bytes) says why, when the password
 * cannot be read. */
Mail *postman_open(const Config *config, const MailOptions *options, char *line);
