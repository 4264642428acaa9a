#include "line_editor.h"

#include "edit_library.h"
#include "memory.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { INPUT_SIZE = 4096 };

struct LineEditor {
    LineEditorOptions options;
    EditLibrary library; /* its 'el' is NULL when lines are plain */
    bool is_terminal;
    bool is_file; /* stdin: always readable, and epoll does not take it */
    bool in_line; /* a line is being typed */
    bool ended;   /* no more input */
    uv_poll_t stdin_poll;
    char input[INPUT_SIZE]; /* read and not yet used */
    size_t used, filled;
    char line[EDITOR_LINE_MAX + 1];
    char prompt[EDITOR_PROMPT_MAX]; /* as it was drawn last */
};

_Static_assert((int)EDITOR_PROMPT_MAX == (int)EDIT_PROMPT_MAX, "no prompt is cut");

/* ---- output ---- */

/* False when nobody reads any more. */
static bool write_all(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(STDOUT_FILENO, text, length);
        if (wrote < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd wait = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&wait, 1, -1);
            continue;
        }
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        text += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

static void redraw(LineEditor *editor)
{
    static const char CLEAR[] = "\r\x1b[J";
    write_all(CLEAR, sizeof CLEAR - 1);
    edit_library_redraw(&editor->library);
}

void line_editor_print(LineEditor *editor, const char *text, size_t length)
{
    static const char CLEAR[] = "\r\x1b[J";
    if (length == 0)
        return;
    bool drawn = editor->in_line && editor->library.el;
    if (drawn)
        write_all(CLEAR, sizeof CLEAR - 1);
    if (!write_all(text, length))
        editor->ended = true;
    if (drawn)
        edit_library_redraw(&editor->library);
}

void line_editor_refresh(LineEditor *editor)
{
    char prompt[EDITOR_PROMPT_MAX];
    if (!editor->in_line || !editor->library.el)
        return;
    editor->options.prompt(editor->options.context, prompt);
    if (strcmp(prompt, editor->prompt) != 0)
        redraw(editor);
}

/* ---- input ---- */

static void on_input(uv_poll_t *handle, int status, int events)
{
    LineEditor *editor = handle->data;
    (void)events;
    if (status < 0)
        editor->ended = true;
    uv_poll_stop(handle);
}

/* Fills the empty buffer, running the loop while there is nothing to read. False at the end. */
static bool fill(LineEditor *editor)
{
    while (!editor->ended) {
        struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
        uv_run(editor->options.loop, UV_RUN_NOWAIT);
        if (editor->is_file || poll(&ready, 1, 0) > 0) {
            ssize_t got = read(STDIN_FILENO, editor->input, INPUT_SIZE);
            if (got > 0) {
                editor->used = 0;
                editor->filled = (size_t)got;
                return true;
            }
            if (got == 0 || (errno != EINTR && errno != EAGAIN))
                editor->ended = true;
            continue;
        }
        uv_poll_start(&editor->stdin_poll, UV_READABLE | UV_DISCONNECT, on_input);
        uv_run(editor->options.loop, UV_RUN_ONCE);
    }
    return false;
}

/* The next byte, or -1 at the end. */
static int next_byte(void *context)
{
    LineEditor *editor = context;
    if (editor->used == editor->filled && !fill(editor))
        return -1;
    return (unsigned char)editor->input[editor->used++];
}

static const char *draw_prompt(void *context)
{
    LineEditor *editor = context;
    editor->options.prompt(editor->options.context, editor->prompt);
    return editor->prompt;
}

static const char *read_plain(LineEditor *editor, size_t *length)
{
    int byte;
    *length = 0;
    if (editor->is_terminal)
        write_all(draw_prompt(editor), strlen(editor->prompt));
    while ((byte = next_byte(editor)) >= 0 && byte != '\n')
        if (*length < EDITOR_LINE_MAX)
            editor->line[(*length)++] = (char)byte;
    if (byte < 0 && *length == 0)
        return NULL;
    if (*length > 0 && editor->line[*length - 1] == '\r')
        --*length;
    editor->line[*length] = '\0';
    return editor->line;
}

static const char *read_edited(LineEditor *editor, size_t *length)
{
    const char *line = edit_library_read(&editor->library);
    if (!line)
        return NULL;
    *length = strcspn(line, "\r\n");
    if (*length > EDITOR_LINE_MAX)
        *length = EDITOR_LINE_MAX;
    memcpy(editor->line, line, *length);
    editor->line[*length] = '\0';
    return editor->line;
}

const char *line_editor_read(LineEditor *editor, size_t *length)
{
    editor->in_line = true;
    const char *line =
        editor->library.el ? read_edited(editor, length) : read_plain(editor, length);
    editor->in_line = false;
    if (!line && editor->is_terminal)
        write_all("\n", 1);
    return line;
}

void line_editor_end(LineEditor *editor)
{
    editor->ended = true;
    editor->used = editor->filled;
}

void line_editor_wait(LineEditor *editor)
{
    uv_run(editor->options.loop, UV_RUN_ONCE);
}

/* ---- opening ---- */

bool line_editor_is_terminal(const LineEditor *editor)
{
    return editor->is_terminal;
}

bool line_editor_is_editing(const LineEditor *editor)
{
    return editor->library.el != NULL;
}

static bool can_edit(void)
{
    const char *terminal = getenv("TERM");
    return terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

LineEditor *line_editor_open(const LineEditorOptions *options)
{
    LineEditor *editor = memory_new(sizeof *editor);
    editor->options = *options;
    editor->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    editor->is_file = uv_poll_init(options->loop, &editor->stdin_poll, STDIN_FILENO) != 0;
    editor->stdin_poll.data = editor;
    if (editor->is_terminal && can_edit())
        edit_library_open(
            &editor->library,
            &(EditHooks){.context = editor, .next_byte = next_byte, .prompt = draw_prompt});
    return editor;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

void line_editor_close(LineEditor *editor)
{
    edit_library_close(&editor->library);
    if (editor->is_file)
        free(editor);
    else
        uv_close((uv_handle_t *)&editor->stdin_poll, on_closed);
}
