#define _DEFAULT_SOURCE
#include "mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool map(Mapping *mapping, int file, size_t most, const char **problem)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        *problem = "not a file";
        return false;
    }
    if (about.st_size <= 0 || (uintmax_t)about.st_size > most) {
        *problem = about.st_size <= 0 ? "the file is empty" : "the file is too long";
        return false;
    }
    void *memory = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        *problem = strerror(errno);
        return false;
    }
    *mapping = (Mapping){.bytes = memory, .size = (size_t)about.st_size};
    return true;
}

bool mapping_open(Mapping *mapping, const char *path, size_t most, const char **problem)
{
    *mapping = (Mapping){.bytes = NULL};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0) {
        *problem = strerror(errno);
        return false;
    }
    bool mapped = map(mapping, file, most, problem);
    close(file);
    return mapped;
}

void mapping_rest(const Mapping *mapping)
{
    madvise((void *)(uintptr_t)mapping->bytes, mapping->size, MADV_DONTNEED);
}

void mapping_close(Mapping *mapping)
{
    if (mapping->bytes)
        munmap((void *)(uintptr_t)mapping->bytes, mapping->size);
    *mapping = (Mapping){.bytes = NULL};
}
