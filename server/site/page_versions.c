#include "page_versions.h"

#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Site *site;
    const PageFile *(*built)(size_t index);
    StorePageName *names; /* of all files that are stored, the newest version's first */
    size_t count, capacity;
} Versions;

static bool is_of_version(const PageFile *file)
{
    return file->immutable && strlen(file->path) <= STORE_PAGE_PATH_MAX &&
           strlen(file->type) <= STORE_PAGE_TYPE_MAX && strlen(file->etag) <= STORE_PAGE_ETAG_MAX &&
           file->plain.size > 0 && file->plain.size <= STORE_PAGE_FILE_MAX;
}

static const PageFile *find_own(const Versions *versions, const char *path)
{
    const PageFile *file;
    for (size_t i = 0; (file = versions->built(i)) != NULL; i++)
        if (is_of_version(file) && strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

static void add_name(void *context, const StorePageName *name)
{
    Versions *versions = context;
    versions->names = array_reserve(versions->names, &versions->capacity, versions->count + 1,
                                    sizeof *versions->names);
    versions->names[versions->count++] = *name;
}

static size_t count_own(const Versions *versions)
{
    size_t count = 0;
    const PageFile *file;
    for (size_t i = 0; (file = versions->built(i)) != NULL; i++)
        count += is_of_version(file);
    return count;
}

/* Whether the newest version that is stored is this one: it has the same files, and no other. */
static bool is_newest(const Versions *versions)
{
    size_t same = 0;
    int64_t newest = versions->count ? versions->names[0].page : 0;
    for (size_t i = 0; i < versions->count && versions->names[i].page == newest; i++, same++)
        if (!find_own(versions, versions->names[i].path))
            return false;
    return same == count_own(versions);
}

static void put_form(StorePageFile *put, int form, const PageBytes *bytes)
{
    put->forms[form].data = bytes->data;
    put->forms[form].size = bytes->data ? bytes->size : 0;
}

static void put_own(const Versions *versions, Store *store, int64_t page)
{
    const PageFile *file;
    for (size_t i = 0; (file = versions->built(i)) != NULL; i++) {
        StorePageFile put = {.page = page};
        if (!is_of_version(file))
            continue;
        snprintf(put.path, sizeof put.path, "%s", file->path);
        snprintf(put.type, sizeof put.type, "%s", file->type);
        snprintf(put.etag, sizeof put.etag, "%s", file->etag);
        put_form(&put, STORE_PAGE_PLAIN, &file->plain);
        put_form(&put, STORE_PAGE_GZIP, &file->gzip);
        put_form(&put, STORE_PAGE_BROTLI, &file->brotli);
        store_put_page_file(store, &put);
    }
}

/* The oldest version of which all files are kept, as many as the bounds allow; 'own' when there is none. */
static int64_t find_oldest(const Versions *versions, int64_t own)
{
    int64_t oldest = own, page = own, bytes = 0;
    size_t files = 0;
    int count = 0;
    for (size_t i = 0; i < versions->count; i++) {
        const StorePageName *name = &versions->names[i];
        if (find_own(versions, name->path))
            continue;
        if (name->page != page) {
            oldest = page;
            page = name->page;
            if (++count > PAGE_VERSIONS)
                return oldest;
        }
        bytes += name->bytes;
        if (++files > PAGE_VERSIONS_FILES || bytes > PAGE_VERSIONS_BYTES)
            return oldest;
    }
    return page;
}

static PageBytes form_of(const StorePageFile *file, int form)
{
    return (PageBytes){file->forms[form].size ? file->forms[form].data : NULL,
                       file->forms[form].size};
}

static void keep(void *context, const StorePageFile *file)
{
    const Versions *versions = context;
    site_keep(versions->site, &(PageFile){.path = file->path,
                                          .type = file->type,
                                          .etag = file->etag,
                                          .immutable = true,
                                          .plain = form_of(file, STORE_PAGE_PLAIN),
                                          .gzip = form_of(file, STORE_PAGE_GZIP),
                                          .brotli = form_of(file, STORE_PAGE_BROTLI)});
}

bool page_versions_open(Store *store, Site *site, const PageFile *(*built)(size_t index),
                        char *line)
{
    Versions versions = {.site = site, .built = built};
    bool good = store_load_page_names(store, add_name, &versions, line) == STORE_OK;
    if (good) {
        int64_t newest = versions.count ? versions.names[0].page : 0;
        bool is_there = is_newest(&versions);
        int64_t own = is_there ? newest : newest + 1;
        int64_t oldest = find_oldest(&versions, own);
        good = oldest == own ||
               store_load_page_files(store, oldest, own, keep, &versions, line) == STORE_OK;
        if (good && !is_there) {
            put_own(&versions, store, own);
            store_delete_pages(store, oldest);
        }
    }
    free(versions.names);
    return good;
}
