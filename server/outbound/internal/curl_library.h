/* curl_library.h - libcurl (7.85 or later), loaded when it is first needed. */
#pragma once

#include <curl/curl.h>
#include <stdbool.h>

/* X(name without "curl_", what it returns, its parameters) */
#define CURL_FUNCTIONS(X)                                                                          \
    X(global_init, CURLcode, (long))                                                               \
    X(global_cleanup, void, (void))                                                                \
    X(easy_init, CURL *, (void))                                                                   \
    X(easy_setopt, CURLcode, (CURL *, CURLoption, ...))                                            \
    X(easy_getinfo, CURLcode, (CURL *, CURLINFO, ...))                                             \
    X(easy_header, CURLHcode,                                                                      \
      (CURL *, const char *, size_t, unsigned, int, struct curl_header **))                        \
    X(easy_strerror, const char *, (CURLcode))                                                     \
    X(easy_cleanup, void, (CURL *))                                                                \
    X(slist_append, struct curl_slist *, (struct curl_slist *, const char *))                      \
    X(slist_free_all, void, (struct curl_slist *))                                                 \
    X(multi_init, CURLM *, (void))                                                                 \
    X(multi_setopt, CURLMcode, (CURLM *, CURLMoption, ...))                                        \
    X(multi_add_handle, CURLMcode, (CURLM *, CURL *))                                              \
    X(multi_remove_handle, CURLMcode, (CURLM *, CURL *))                                           \
    X(multi_perform, CURLMcode, (CURLM *, int *))                                                  \
    X(multi_poll, CURLMcode, (CURLM *, struct curl_waitfd[], unsigned, int, int *))                \
    X(multi_wakeup, CURLMcode, (CURLM *))                                                          \
    X(multi_info_read, CURLMsg *, (CURLM *, int *))                                                \
    X(multi_cleanup, CURLMcode, (CURLM *))                                                         \
    X(url, CURLU *, (void))                                                                        \
    X(url_set, CURLUcode, (CURLU *, CURLUPart, const char *, unsigned))                            \
    X(url_get, CURLUcode, (const CURLU *, CURLUPart, char **, unsigned))                           \
    X(url_cleanup, void, (CURLU *))                                                                \
    X(free, void, (void *))

typedef struct {
    void *handle; /* NULL: not loaded */
#define X(name, returned, parameters) returned(*name) parameters;
    CURL_FUNCTIONS(X)
#undef X
} CurlLibrary;

/* False when it is not installed, or too old. */
bool curl_library_open(CurlLibrary *library);
void curl_library_close(CurlLibrary *library);
