#include "edit_library.h"

#include "memory.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* The name by which Debian's libedit2 and others of that interface are found. */
#define LIBEDIT "libedit.so.2"

struct EditFunctions {
    EditLine *(*init)(const char *, FILE *, FILE *, FILE *);
    void (*end)(EditLine *);
    const char *(*gets)(EditLine *, int *);
    int (*set)(EditLine *, int, ...);
    int (*get)(EditLine *, int, ...);
    History *(*history_init)(void);
    void (*history_end)(History *);
    int (*history)(History *, HistEvent *, int, ...);
};

/* POSIX lets a function's address be read from what dlsym returns (dlsym, RATIONALE). */
static bool find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static bool find_functions(EditLibrary *library)
{
    struct EditFunctions *functions = library->functions;
    void *handle = library->handle;
    return find(handle, "el_init", &functions->init) && find(handle, "el_end", &functions->end) &&
           find(handle, "el_gets", &functions->gets) && find(handle, "el_set", &functions->set) &&
           find(handle, "el_get", &functions->get) &&
           find(handle, "history_init", &functions->history_init) &&
           find(handle, "history_end", &functions->history_end) &&
           find(handle, "history", &functions->history);
}

/* The callbacks of libedit get nothing but the EditLine, so they look its get function up among what is loaded. */
static EditLibrary *library_of(EditLine *el)
{
    int (*get)(EditLine *, int, ...);
    EditLibrary *library = NULL;
    if (find(RTLD_DEFAULT, "el_get", &get))
        get(el, EL_CLIENTDATA, &library);
    return library;
}

static char *on_prompt(EditLine *el)
{
    EditLibrary *library = library_of(el);
    snprintf(library->prompt, sizeof library->prompt, "%s",
             library->hooks.prompt(library->hooks.context));
    return library->prompt;
}

/* A character of the locale's encoding: 1, or 0 at the end. Bytes that are none are passed over. */
static int on_character(EditLine *el, wchar_t *character)
{
    EditLibrary *library = library_of(el);
    mbstate_t state = {0};
    int byte;
    while ((byte = library->hooks.next_byte(library->hooks.context)) >= 0) {
        char one = (char)byte;
        size_t size = mbrtowc(character, &one, 1, &state);
        if (size == 0 || size == 1)
            return 1;
        if (size == (size_t)-1)
            state = (mbstate_t){0};
    }
    return 0;
}

static bool set_up(EditLibrary *library)
{
    struct EditFunctions *edit = library->functions;
    HistEvent event;
    library->el = edit->init("castled", stdin, stdout, stderr);
    library->history = edit->history_init();
    if (!library->el || !library->history)
        return false;
    edit->history(library->history, &event, H_SETSIZE, EDIT_HISTORY);
    edit->history(library->history, &event, H_SETUNIQUE, 1);
    edit->set(library->el, EL_CLIENTDATA, library);
    edit->set(library->el, EL_SIGNAL, 1);
    edit->set(library->el, EL_EDITOR, "emacs");
    edit->set(library->el, EL_HIST, edit->history, library->history);
    edit->set(library->el, EL_PROMPT, on_prompt);
    edit->set(library->el, EL_GETCFN, on_character);
    return true;
}

bool edit_library_open(EditLibrary *library, const EditHooks *hooks)
{
    *library = (EditLibrary){.hooks = *hooks};
    library->functions = memory_new(sizeof *library->functions);
    library->handle = dlopen(LIBEDIT, RTLD_NOW | RTLD_GLOBAL);
    if (library->handle && find_functions(library) && set_up(library))
        return true;
    edit_library_close(library);
    return false;
}

void edit_library_close(EditLibrary *library)
{
    if (library->history)
        library->functions->history_end(library->history);
    if (library->el)
        library->functions->end(library->el);
    if (library->handle)
        dlclose(library->handle);
    free(library->functions);
    *library = (EditLibrary){0};
}

const char *edit_library_read(EditLibrary *library)
{
    HistEvent event;
    int count = 0;
    const char *line = library->functions->gets(library->el, &count);
    if (line && count > 1)
        library->functions->history(library->history, &event, H_ENTER, line);
    return line;
}

void edit_library_redraw(EditLibrary *library)
{
    library->functions->set(library->el, EL_REFRESH);
}
