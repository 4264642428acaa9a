#include "copy_file.h"

#include "array.h"
#include "crc32c.h"
#include "memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char MAGIC[] = "castledL";
enum { FORMAT = 1 };

/* ---- names ---- */

void copy_name_print(int64_t at, const char *ending, char name[COPY_NAME_MAX])
{
    char second[24];
    time_t seconds = (time_t)(at / 1000);
    struct tm utc = {0};
    gmtime_r(&seconds, &utc);
    strftime(second, sizeof second, "%Y%m%dT%H%M%S", &utc);
    snprintf(name, COPY_NAME_MAX, "castled-%s.%03dZ%s", second, (int)(at % 1000), ending);
}

/* What is printed as the same again has nothing that strptime lets pass. */
bool copy_name_parse(const char *name, const char *ending, int64_t *at)
{
    char again[COPY_NAME_MAX];
    struct tm utc = {0};
    const char *end = strptime(name, "castled-%Y%m%dT%H%M%S", &utc);
    if (!end || strlen(name) != COPY_STEM_LENGTH + strlen(ending) || *end != '.')
        return false;
    *at = (int64_t)timegm(&utc) * 1000 + strtol(end + 1, NULL, 10);
    if (*at < 0)
        return false;
    copy_name_print(*at, ending, again);
    return strcmp(name, again) == 0;
}

static int compare(const void *one, const void *other)
{
    const int64_t *left = one, *right = other;
    return (*left > *right) - (*left < *right);
}

int64_t *copy_list(const char *directory, const char *ending, size_t *count)
{
    DIR *folder = opendir(directory);
    const struct dirent *entry;
    int64_t *list = NULL, at;
    size_t capacity = 0;
    *count = 0;
    if (!folder)
        return NULL;
    while ((entry = readdir(folder)) != NULL) {
        if (!copy_name_parse(entry->d_name, ending, &at))
            continue;
        list = array_reserve(list, &capacity, *count + 1, sizeof *list);
        list[(*count)++] = at;
    }
    closedir(folder);
    if (*count)
        qsort(list, *count, sizeof *list, compare);
    return list;
}

/* ---- bytes ---- */

static void put(unsigned char *out, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        out[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *bytes, int size)
{
    uint64_t value = 0;
    for (int i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

void copy_head_print(const CopyHead *head, unsigned char out[COPY_HEAD_SIZE])
{
    memcpy(out, MAGIC, 8);
    put(out + 8, FORMAT, 4);
    put(out + 12, head->version, 4);
    put(out + 16, head->chain, 8);
    put(out + 24, head->first, 8);
    put(out + 32, crc32c(0, out, 32), 4);
}

bool copy_head_parse(const unsigned char bytes[COPY_HEAD_SIZE], CopyHead *head)
{
    *head = (CopyHead){.version = (uint32_t)get(bytes + 12, 4),
                       .chain = get(bytes + 16, 8),
                       .first = get(bytes + 24, 8)};
    return memcmp(bytes, MAGIC, 8) == 0 && get(bytes + 8, 4) == FORMAT &&
           get(bytes + 32, 4) == crc32c(0, bytes, 32);
}

static void print_stamp(const CopyRecord *record, unsigned char out[16])
{
    put(out, (uint64_t)record->at, 8);
    put(out + 8, record->number, 8);
}

static uint32_t sum_of(const CopyRecord *record, const void *changes)
{
    unsigned char stamp[16];
    print_stamp(record, stamp);
    return crc32c(crc32c(0, stamp, sizeof stamp), changes, record->size);
}

void copy_record_print(CopyRecord *record, const void *changes, unsigned char out[COPY_RECORD_SIZE])
{
    record->sum = sum_of(record, changes);
    put(out, record->size, 4);
    put(out + 4, record->sum, 4);
    print_stamp(record, out + 8);
}

bool copy_record_parse(const unsigned char bytes[COPY_RECORD_SIZE], CopyRecord *record)
{
    *record = (CopyRecord){.size = (uint32_t)get(bytes, 4),
                           .sum = (uint32_t)get(bytes + 4, 4),
                           .at = (int64_t)get(bytes + 8, 8),
                           .number = get(bytes + 16, 8)};
    return record->size > 0 && record->size <= COPY_CHANGES_MAX;
}

bool copy_record_is_sound(const CopyRecord *record, const void *changes)
{
    return sum_of(record, changes) == record->sum;
}

enum { NUMBER_AT = 16, NUMBER_SIZE = 8 };

static bool is_record(const unsigned char *bytes, size_t size, uint64_t number)
{
    CopyRecord record;
    return copy_record_parse(bytes, &record) && record.number == number &&
           record.size <= size - COPY_RECORD_SIZE &&
           copy_record_is_sound(&record, bytes + COPY_RECORD_SIZE);
}

bool copy_record_find(const unsigned char *bytes, size_t size, uint64_t number)
{
    unsigned char printed[NUMBER_SIZE];
    put(printed, number, NUMBER_SIZE);
    for (size_t at = 0; at + COPY_RECORD_SIZE <= size;) {
        const unsigned char *found =
            memmem(bytes + at + NUMBER_AT, size - at - NUMBER_AT, printed, NUMBER_SIZE);
        if (!found)
            return false;
        at = (size_t)(found - bytes) - NUMBER_AT;
        if (is_record(bytes + at, size - at, number))
            return true;
        at++;
    }
    return false;
}
