#include "page_versions.h"

#include "store_rig.h"

enum { FILES_MOST = 4 };

static Rig rig;
static PageFile page[FILES_MOST];

static const PageFile *find_built(const char *path)
{
    for (size_t i = 0; i < FILES_MOST && page[i].path; i++)
        if (strcmp(page[i].path, path) == 0)
            return &page[i];
    return NULL;
}

static const PageFile *built(size_t index)
{
    return index < FILES_MOST && page[index].path ? &page[index] : NULL;
}

static PageBytes bytes_of(const char *text)
{
    return (PageBytes){(const unsigned char *)text, strlen(text)};
}

/* This castled's page: a document, and scripts whose bytes are their names. */
static void build(const char *one, const char *other)
{
    memset(page, 0, sizeof page);
    page[0] = (PageFile){"/", "text/html", "\"d\"", false, bytes_of(one), {NULL, 0}, {NULL, 0}};
    page[1] = (PageFile){one,           "text/javascript", "\"1\"",           true,
                         bytes_of(one), bytes_of("gzip"),  bytes_of("brotli")};
    if (other)
        page[2] =
            (PageFile){other, "text/css", "\"2\"", true, bytes_of(other), {NULL, 0}, {NULL, 0}};
}

/* It begins, and ends again; *site is the caller's to free. */
static Site *serve(const char *one, const char *other)
{
    build(one, other);
    Site *site = site_open(&(SiteOptions){.path = "", .url = ""}, find_built, rig.line);
    rig_open(&rig, DURABILITY_PROCESS);
    ck_assert_msg(page_versions_open(rig.store, site, built, rig.line), "%s", rig.line);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    return site;
}

static bool has(const Site *site, const char *path)
{
    const PageFile *file = site_find(site, path);
    return file && file->plain.size == strlen(path) &&
           memcmp(file->plain.data, path, file->plain.size) == 0;
}

static void setup(void)
{
    rig_init(&rig);
}

static void teardown(void)
{
    rig_clear(&rig);
}

START_TEST(files_of_the_version_before_are_served_as_they_were)
{
    site_free(serve("/assets/a.js", "/assets/b.css"));
    Site *site = serve("/assets/c.js", "/assets/b.css");
    const PageFile *file = site_find(site, "/assets/a.js");
    ck_assert_ptr_nonnull(file);
    ck_assert(has(site, "/assets/a.js") && has(site, "/assets/b.css") && has(site, "/assets/c.js"));
    ck_assert_str_eq(file->path, "/assets/a.js");
    ck_assert_str_eq(file->type, "text/javascript");
    ck_assert_str_eq(file->etag, "\"1\"");
    ck_assert(file->immutable);
    ck_assert_int_eq(memcmp(file->gzip.data, "gzip", file->gzip.size), 0);
    ck_assert_int_eq(memcmp(file->brotli.data, "brotli", file->brotli.size), 0);
    ck_assert_ptr_eq(site_find(site, "/assets/b.css"), &page[2]); /* its own */
    ck_assert_ptr_eq(site_find(site, "/"), &page[0]);
    site_free(site);
}
END_TEST

START_TEST(the_version_before_the_last_is_the_oldest)
{
    site_free(serve("/assets/a.js", NULL));
    site_free(serve("/assets/b.js", NULL));
    site_free(serve("/assets/c.js", NULL));
    Site *site = serve("/assets/d.js", NULL);
    ck_assert(has(site, "/assets/c.js") && has(site, "/assets/b.js"));
    ck_assert(!has(site, "/assets/a.js"));
    site_free(site);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM page_files"), 3);
}
END_TEST

START_TEST(the_same_version_again_writes_nothing)
{
    site_free(serve("/assets/a.js", NULL));
    site_free(serve("/assets/b.js", NULL));
    build("/assets/b.js", NULL);
    Site *site = site_open(&(SiteOptions){.path = "", .url = ""}, find_built, rig.line);
    rig_open(&rig, DURABILITY_PROCESS);
    ck_assert(page_versions_open(rig.store, site, built, rig.line));
    ck_assert_uint_eq(store_backlog(rig.store), 0);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    ck_assert(has(site, "/assets/a.js"));
    site_free(site);
}
END_TEST

/* Nodes of two versions, of which now one, now the other has the games. */
START_TEST(two_versions_in_turn_keep_each_other)
{
    for (int turn = 0; turn < 4; turn++) {
        site_free(serve("/assets/a.js", "/assets/b.css"));
        Site *site = serve("/assets/c.js", "/assets/b.css");
        ck_assert(has(site, "/assets/a.js"));
        site_free(site);
    }
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM page_files"), 3);
}
END_TEST

START_TEST(versions_of_too_many_bytes_go)
{
    enum { SIZE = STORE_PAGE_FILE_MAX };
    static unsigned char large[SIZE];
    static const char *const PATHS[] = {"/assets/1.js", "/assets/2.js", "/assets/3.js"};
    site_free(serve("/assets/a.js", NULL));
    build("/assets/b.js", NULL);
    Site *site = site_open(&(SiteOptions){.path = "", .url = ""}, find_built, rig.line);
    for (size_t i = 0; i < 3; i++) /* in three forms each, 18 MiB together */
        page[1 + i] = (PageFile){PATHS[i],      "text/javascript", "\"1\"",      true,
                                 {large, SIZE}, {large, SIZE},     {large, SIZE}};
    _Static_assert(3 * 3 * SIZE > PAGE_VERSIONS_BYTES, "they are too many");
    rig_open(&rig, DURABILITY_PROCESS);
    ck_assert(page_versions_open(rig.store, site, built, rig.line));
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    ck_assert(has(site, "/assets/a.js"));
    site_free(site);
    site = serve("/assets/c.js", NULL);
    ck_assert_ptr_null(site_find(site, "/assets/1.js"));
    ck_assert_ptr_null(site_find(site, "/assets/a.js")); /* which is older still */
    site_free(site);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM page_files"), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("page versions");
    TCase *tcase = tcase_create("page versions");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, files_of_the_version_before_are_served_as_they_were);
    tcase_add_test(tcase, the_version_before_the_last_is_the_oldest);
    tcase_add_test(tcase, the_same_version_again_writes_nothing);
    tcase_add_test(tcase, two_versions_in_turn_keep_each_other);
    tcase_add_test(tcase, versions_of_too_many_bytes_go);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
