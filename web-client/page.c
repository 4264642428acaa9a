#include "page.h"

#include "page_files.h"

#include <assert.h>
#include <string.h>

const PageFile *page_find(const char *path)
{
    assert(path);
    for (size_t i = 0; i < page_file_count; i++)
        if (strcmp(page_files[i].path, path) == 0)
            return &page_files[i];
    return NULL;
}

const PageFile *page_file(size_t index)
{
    return index < page_file_count ? &page_files[index] : NULL;
}
