#include "start_memory.h"

#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Segments with code are never written to: their pages are those of the file. */
static int release_code(struct dl_phdr_info *library, size_t size, void *context)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size, (void)context;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        uintptr_t start = (library->dlpi_addr + segment->p_vaddr + page - 1) / page * page;
        uintptr_t end = (library->dlpi_addr + segment->p_vaddr + segment->p_memsz) / page * page;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && !(segment->p_flags & PF_W) &&
            end > start)
            madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void start_memory_release(void)
{
    malloc_trim(0);
    dl_iterate_phdr(release_code, NULL);
}
