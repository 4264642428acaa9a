/* log.h - lines for whoever runs the server, on stderr. Times are the journal's business (systemd, docker).
 *
 * One line a call; nothing secret, nothing per move. */
#pragma once

#if defined(__GNUC__)
#define LOG_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define LOG_FORMAT
#endif

void log_info(const char *format, ...) LOG_FORMAT;
/* Something that the owner of the machine should look at. */
void log_warning(const char *format, ...) LOG_FORMAT;
