#define _POSIX_C_SOURCE 200809L
#include "tablebase_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mapping.h"

struct TablebaseFile {
    Mapping mapping;
    Tablebase tablebase;
};

static bool has_sum(const Mapping *mapping)
{
    size_t size = mapping->size - TABLEBASE_CHECKSUM;
    return tablebase_checksum(TABLEBASE_CHECKSUM_START, mapping->bytes, size) ==
           tablebase_read_number(mapping->bytes + size, TABLEBASE_CHECKSUM);
}

TablebaseFile *tablebase_file_open(const char *path, const char **problem)
{
    TablebaseFile *file = calloc(1, sizeof *file);
    if (!file) {
        *problem = "no memory for the endings";
        return NULL;
    }
    if (mapping_open(&file->mapping, path, TABLEBASE_SIZE_MAX, problem)) {
        TablebaseError error =
            tablebase_init(&file->tablebase, file->mapping.bytes, file->mapping.size);
        if (error == TABLEBASE_OK && !has_sum(&file->mapping))
            error = TABLEBASE_DAMAGED;
        mapping_rest(&file->mapping);
        if (error == TABLEBASE_OK)
            return file;
        *problem = tablebase_error_text(error);
    }
    tablebase_file_close(file);
    return NULL;
}

void tablebase_file_close(TablebaseFile *file)
{
    if (!file)
        return;
    mapping_close(&file->mapping);
    free(file);
}

const Tablebase *tablebase_file_tablebase(const TablebaseFile *file)
{
    return &file->tablebase;
}

bool tablebase_file_find(char path[TABLEBASE_FILE_PATH_MAX])
{
    static const char *const places[] = {"castled.endings", "../share/castled/castled.endings"};
    char program[TABLEBASE_FILE_PATH_MAX / 2];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, TABLEBASE_FILE_PATH_MAX, "%s/%s", program, places[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}
