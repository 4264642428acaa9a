#include "backup_names.h"

#include "array.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char FORM[] = "castled-%Y%m%dT%H%M%SZ.db";
static const char PART[] = ".part-";
enum { PART_LETTERS = 6 };

void backup_name_print(int64_t at, char name[BACKUP_NAME_LENGTH + 1])
{
    time_t seconds = (time_t)at;
    struct tm utc = {0};
    gmtime_r(&seconds, &utc);
    if (strftime(name, BACKUP_NAME_LENGTH + 1, FORM, &utc) == 0)
        name[0] = '\0';
}

/* A text that is printed as the same again has nothing that strptime lets pass, such as spaces or the 30th of February. */
static bool parse(const char *name, size_t length, int64_t *at)
{
    char text[BACKUP_NAME_LENGTH + 1], again[BACKUP_NAME_LENGTH + 1];
    struct tm utc = {0};
    if (length != BACKUP_NAME_LENGTH)
        return false;
    memcpy(text, name, length);
    text[length] = '\0';
    const char *end = strptime(text, FORM, &utc);
    if (!end || *end)
        return false;
    *at = (int64_t)timegm(&utc);
    backup_name_print(*at, again);
    return *at >= 0 && strcmp(text, again) == 0;
}

bool backup_name_parse(const char *name, int64_t *at)
{
    return parse(name, strlen(name), at);
}

bool backup_name_is_part(const char *name)
{
    int64_t at;
    size_t length = strlen(name), behind = sizeof PART - 1 + PART_LETTERS;
    return length == BACKUP_NAME_LENGTH + behind && parse(name, BACKUP_NAME_LENGTH, &at) &&
           memcmp(name + BACKUP_NAME_LENGTH, PART, sizeof PART - 1) == 0;
}

int64_t backup_names_newest(const char *directory)
{
    DIR *folder = opendir(directory);
    const struct dirent *entry;
    int64_t newest = -1, at;
    while (folder && (entry = readdir(folder)) != NULL)
        if (backup_name_parse(entry->d_name, &at) && at > newest)
            newest = at;
    if (folder)
        closedir(folder);
    return newest;
}

static int latest_first(const void *one, const void *other)
{
    int64_t a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return (a < b) - (a > b);
}

size_t backup_names_rotate(const char *directory, size_t keep)
{
    DIR *folder = opendir(directory);
    const struct dirent *entry;
    int64_t *found = NULL, at;
    size_t count = 0, capacity = 0, deleted = 0;
    char name[BACKUP_NAME_LENGTH + 1];
    if (!folder)
        return 0;
    while ((entry = readdir(folder)) != NULL) {
        if (backup_name_is_part(entry->d_name)) {
            unlinkat(dirfd(folder), entry->d_name, 0);
        } else if (backup_name_parse(entry->d_name, &at)) {
            found = array_reserve(found, &capacity, count + 1, sizeof *found);
            found[count++] = at;
        }
    }
    if (count > 0)
        qsort(found, count, sizeof *found, latest_first);
    for (size_t i = keep; i < count; i++) {
        backup_name_print(found[i], name);
        deleted += unlinkat(dirfd(folder), name, 0) == 0;
    }
    free(found);
    closedir(folder);
    return deleted;
}
