#include "route.h"

#include <string.h>

/* The shortest that {} can stand for so that the rest fits; 0 when nothing does. */
static size_t take_part(const char *pattern_rest, const char *path)
{
    size_t stop = strcspn(pattern_rest, "{");
    for (size_t length = 1; path[length - 1] && path[length - 1] != '/'; length++) {
        const char *rest = path + length;
        bool fits = strncmp(rest, pattern_rest, stop) == 0;
        bool is_end = pattern_rest[stop] == '\0';
        if (fits && (!is_end || rest[stop] == '\0' || strcmp(rest + stop, "/") == 0))
            return length <= ROUTE_PART_MAX ? length : 0;
    }
    return 0;
}

bool route_matches(const char *pattern, const char *path, RouteParts parts)
{
    int count = 0;
    while (*pattern) {
        if (*pattern != '{') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        pattern += 2;
        size_t length = take_part(pattern, path);
        if (length == 0 || count == ROUTE_PARTS_MAX)
            return false;
        memcpy(parts[count], path, length);
        parts[count++][length] = '\0';
        path += length;
    }
    return *path == '\0' || strcmp(path, "/") == 0;
}

const Route *route_find(const Route *routes, size_t count, HttpMethod method, const char *path,
                        RouteParts parts, unsigned *others)
{
    *others = 0;
    if (method == HTTP_HEAD)
        method = HTTP_GET;
    for (size_t i = 0; i < count; i++) {
        if (!route_matches(routes[i].path, path, parts))
            continue;
        if (routes[i].method == method)
            return &routes[i];
        *others |= 1u << routes[i].method;
    }
    return NULL;
}
