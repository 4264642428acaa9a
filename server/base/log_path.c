#include "log_path.h"

#include <stddef.h>
#include <string.h>

static const char CUT[] = "...";
enum { LEFT = 4 };

const char *log_path(const char *path, char out[LOG_PATH_SIZE])
{
    size_t used = 0;
    while (*path && used + LOG_PATH_ID_MAX + sizeof CUT < LOG_PATH_SIZE) {
        size_t length = strcspn(path, "/");
        size_t shown = length > LOG_PATH_ID_MAX ? LEFT : length;
        memcpy(out + used, path, shown);
        used += shown;
        if (shown < length) {
            memcpy(out + used, CUT, sizeof CUT - 1);
            used += sizeof CUT - 1;
        }
        path += length;
        if (*path == '/')
            out[used++] = *path++;
    }
    memcpy(out + used, *path ? CUT : "", *path ? sizeof CUT : 1);
    return out;
}
