/* copy_file.h - the files of a second place (copier.h): their names and bytes, which are frozen. Pure, but for the listing.
 *
 * A base is a whole database as it was at an instant; the log of the same name has what was committed since then, in order.
 * Logs of one server's run are one chain: each goes on where the one before it ends. All numbers are little-endian.
 *
 *   log:     "castledL", u32 1, u32 user_version, u64 chain, u64 number of its first record, u32 CRC-32C of these 32 bytes
 *   record:  u32 size, u32 CRC-32C of all that follows, i64 wall clock in ms, u64 number, the changeset (sqlite.org/sessionintro.html) */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COPY_STEM_LENGTH = 28, /* "castled-20261101T120000.123Z" without its ending */
    COPY_NAME_MAX = 40,
    COPY_HEAD_SIZE = 36,
    COPY_RECORD_SIZE = 24,        /* before the changeset */
    COPY_CHANGES_MAX = 256 << 20, /* bytes of one */
};

typedef struct {
    uint32_t version; /* of the schema */
    uint64_t chain, first;
} CopyHead;

typedef struct {
    uint32_t size, sum; /* of the changeset, and of what follows */
    int64_t at;
    uint64_t number;
} CopyRecord;

/* 'ending' is ".db" or ".log"; 'at' is the wall clock in ms, before the year 10000. */
void copy_name_print(int64_t at, const char *ending, char name[COPY_NAME_MAX]);
/* False for anything that copy_name_print does not write with that ending. */
bool copy_name_parse(const char *name, const char *ending, int64_t *at);

void copy_head_print(const CopyHead *head, unsigned char out[COPY_HEAD_SIZE]);
bool copy_head_parse(const unsigned char bytes[COPY_HEAD_SIZE], CopyHead *head);
/* The sum is computed from the changeset. */
void copy_record_print(CopyRecord *record, const void *changes,
                       unsigned char out[COPY_RECORD_SIZE]);
/* False when no record can be so large. */
bool copy_record_parse(const unsigned char bytes[COPY_RECORD_SIZE], CopyRecord *record);
bool copy_record_is_sound(const CopyRecord *record, const void *changes);
/* Whether a sound record of that number is anywhere in the bytes. */
bool copy_record_find(const unsigned char *bytes, size_t size, uint64_t number);

/* The instants of all files with that ending in the directory, the oldest first; memory of the caller's. NULL, and *count 0, when it
 * cannot be read. */
int64_t *copy_list(const char *directory, const char *ending, size_t *count);
