/* log_path.h - the path of a request as the log may have it: links with a token are paths, too. */
#pragma once

enum {
    LOG_PATH_SIZE = 512,
    LOG_PATH_ID_MAX = 24, /* bytes between slashes; names and ids are shorter, tokens longer */
};

/* Of what is longer between two slashes only the first four bytes are left, with "..." after them; so is the end of what is too long
 * as a whole. Returns 'out'. */
const char *log_path(const char *path, char out[LOG_PATH_SIZE]);
