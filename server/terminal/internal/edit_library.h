/* edit_library.h - libedit, loaded when it is needed: editing of a line and the history of lines. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <histedit.h>

enum {
    EDIT_PROMPT_MAX = 64, /* bytes and the NUL */
    EDIT_HISTORY = 500,   /* lines */
};

typedef struct {
    void *context;
    int (*next_byte)(void *context);      /* waits for it; -1 at the end of the input */
    const char *(*prompt)(void *context); /* valid until the next call */
} EditHooks;

/* Embedded, empty when zeroed. */
typedef struct {
    void *handle; /* of the loaded library */
    EditLine *el; /* NULL: not open */
    History *history;
    EditHooks hooks;
    char prompt[EDIT_PROMPT_MAX]; /* libedit keeps the one that it was given last */
    struct EditFunctions *functions;
} EditLibrary;

/* False, and it stays empty, when the library is not installed or does not like the terminal. It must not be moved
 * afterwards. */
bool edit_library_open(EditLibrary *library, const EditHooks *hooks);
void edit_library_close(EditLibrary *library);
/* A line with its end, kept until the next one is read; NULL at the end of the input. */
const char *edit_library_read(EditLibrary *library);
/* Draws prompt and line at the cursor, which is at the start of an empty row. */
void edit_library_redraw(EditLibrary *library);
