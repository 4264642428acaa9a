/* line_editor.h - lines from whoever is at the terminal or behind the pipe, while a libuv loop goes on.
 *
 * On a terminal with libedit's line editing and history, if that library is installed: it is loaded when the first
 * editor is opened, so that nothing else of castled needs it. Otherwise plain lines. One editor at a time; it reads
 * stdin and writes stdout. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

typedef struct LineEditor LineEditor;

enum {
    EDITOR_LINE_MAX = 4096, /* bytes of a line; the rest of a longer one is dropped */
    EDITOR_PROMPT_MAX = 64, /* bytes and the NUL */
};

typedef struct {
    uv_loop_t *loop;
    void *context;
    /* Writes what is shown before a line that is being typed. Asked whenever it is drawn. */
    void (*prompt)(void *context, char out[EDITOR_PROMPT_MAX]);
} LineEditorOptions;

LineEditor *line_editor_open(const LineEditorOptions *options);
/* Frees it once its handles are closed: run the loop until then. */
void line_editor_close(LineEditor *editor);

/* stdin and stdout are both a terminal. */
bool line_editor_is_terminal(const LineEditor *editor);
/* It draws its line anew when asked to. */
bool line_editor_is_editing(const LineEditor *editor);

/* Runs the loop until a line is there, and returns it without its end, NUL-terminated, for as long as no other is read.
 * NULL at the end of the input. A line with a NUL in it ends there. */
const char *line_editor_read(LineEditor *editor, size_t *length);
/* There is nobody to read lines for any more: the next one is NULL. */
void line_editor_end(LineEditor *editor);
/* Runs the loop once. For callers who wait for something else than a line. */
void line_editor_wait(LineEditor *editor);

/* Writes text, whole lines, above the line that is being typed. */
void line_editor_print(LineEditor *editor, const char *text, size_t length);
/* Draws the line anew if its prompt has changed. */
void line_editor_refresh(LineEditor *editor);
