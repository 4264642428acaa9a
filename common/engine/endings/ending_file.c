#define _POSIX_C_SOURCE 200809L
#include "ending_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PART = 1 << 16 };

struct EndingFile {
    Endings endings;
    void *memory;
    size_t size;
};

/* By reading, not through the mapping: so the pages don't count as the program's memory. */
static bool has_sum(int file, size_t size)
{
    uint8_t part[PART];
    uint64_t sum = ENDINGS_SUM_START;
    size_t left = size - ENDINGS_SUM;
    while (left) {
        ssize_t count = read(file, part, left < PART ? left : PART);
        if (count <= 0 || count % 8 != 0)
            return false;
        sum = endings_sum(sum, part, (size_t)count);
        left -= (size_t)count;
    }
    return read(file, part, ENDINGS_SUM) == ENDINGS_SUM && endings_number(part, 8) == sum;
}

static EndingFile *map(int file, size_t size, const char **problem)
{
    EndingFile *mapped = calloc(1, sizeof *mapped);
    void *memory = mapped ? mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        *problem = "no memory for the file of endings";
        free(mapped);
        return NULL;
    }
    mapped->memory = memory;
    mapped->size = size;
    EndingsError error = endings_init(&mapped->endings, memory, size);
    if (error == ENDINGS_OK && !has_sum(file, size))
        error = ENDINGS_SUM_WRONG;
    if (error == ENDINGS_OK)
        return mapped;
    *problem = endings_error_text(error);
    ending_file_close(mapped);
    return NULL;
}

EndingFile *ending_file_open(const char *path, const char **problem)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        *problem = strerror(errno);
        return NULL;
    }
    EndingFile *mapped = NULL;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        *problem = endings_error_text(ENDINGS_FOREIGN);
    else
        mapped = map(file, (size_t)about.st_size, problem);
    close(file);
    return mapped;
}

void ending_file_close(EndingFile *file)
{
    if (!file)
        return;
    munmap(file->memory, file->size);
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
