/* store_error.h - why the store fails, as an enum; its functions also give a line of text with file and reason. */
#pragma once

#define STORE_ERRORS(X)                                                                            \
    X(OK, "done")                                                                                  \
    X(NO_DIRECTORY, "the data directory cannot be used")                                           \
    X(LOCKED, "another castled is using this data directory")                                      \
    X(FOREIGN, "the file is not a castled database")                                               \
    X(DAMAGED, "the database is damaged")                                                          \
    X(OLDER, "the database was written by an older castled")                                       \
    X(NEWER, "the database was written by a newer castled")                                        \
    X(DISK, "the disk has failed")                                                                 \
    X(FULL, "the disk is full")                                                                    \
    X(SERVER, "the database server cannot be used")                                                \
    X(TAKEN, "another castled has taken over the database")                                        \
    X(CLOSED, "the store is closing")                                                              \
    X(EXISTS, "the file already exists")                                                           \
    X(MISSING, "no such file or directory")

typedef enum {
#define X(name, text) STORE_##name,
    STORE_ERRORS(X)
#undef X
} StoreError;

enum { STORE_LINE_MAX = 512 }; /* bytes of such a line, with its NUL */

const char *store_error_text(StoreError error);
