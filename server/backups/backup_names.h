/* backup_names.h - the names of scheduled backups, "castled-20261122T031500Z.db": when each was made, in UTC, as ISO 8601 writes
 * it in short. Files with other names are nobody's here: they are never counted and never deleted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BACKUP_NAME_LENGTH = 27 };

/* 'at': seconds since 1970, from the years 1970 to 9999. */
void backup_name_print(int64_t at, char name[BACKUP_NAME_LENGTH + 1]);
bool backup_name_parse(const char *name, int64_t *at);
/* Whether it is such a name of a backup that was not finished: followed by ".part-" and six letters. */
bool backup_name_is_part(const char *name);

/* When the newest backup in a directory was made; -1: there is none, or the directory cannot be read. */
int64_t backup_names_newest(const char *directory);
/* Deletes all but the newest 'keep', and what is left of those that were not finished. How many were deleted. */
size_t backup_names_rotate(const char *directory, size_t keep);
