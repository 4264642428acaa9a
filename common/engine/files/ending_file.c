#define _POSIX_C_SOURCE 200809L
#include "ending_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mapping.h"

struct EndingFile {
    Mapping mapping;
    Endings endings;
};

static bool has_sum(const Mapping *mapping)
{
    size_t size = mapping->size - ENDINGS_SUM;
    return endings_sum(ENDINGS_SUM_START, mapping->bytes, size) ==
           endings_number(mapping->bytes + size, ENDINGS_SUM);
}

EndingFile *ending_file_open(const char *path, const char **problem)
{
    EndingFile *file = calloc(1, sizeof *file);
    if (!file) {
        *problem = "no memory for the endings";
        return NULL;
    }
    if (mapping_open(&file->mapping, path, ENDINGS_SIZE_MAX, problem)) {
        EndingsError error = endings_init(&file->endings, file->mapping.bytes, file->mapping.size);
        if (error == ENDINGS_OK && !has_sum(&file->mapping))
            error = ENDINGS_SUM_WRONG;
        mapping_rest(&file->mapping);
        if (error == ENDINGS_OK)
            return file;
        *problem = endings_error_text(error);
    }
    ending_file_close(file);
    return NULL;
}

void ending_file_close(EndingFile *file)
{
    if (!file)
        return;
    mapping_close(&file->mapping);
    free(file);
}

const Endings *ending_file_endings(const EndingFile *file)
{
    return &file->endings;
}

bool ending_file_find(char path[ENDING_FILE_PATH_MAX])
{
    static const char *const places[] = {"castled.endings", "../share/castled/castled.endings"};
    char program[ENDING_FILE_PATH_MAX / 2];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, ENDING_FILE_PATH_MAX, "%s/%s", program, places[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}
