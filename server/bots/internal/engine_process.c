#include "engine_process.h"

#include "memory.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 65536, HANDLES = 3 };

struct EngineProcess {
    EngineProcessOptions options;
    uv_process_t process;
    uv_pipe_t in, out; /* as the program sees them */
    unsigned open;     /* handles */
    bool ending;
    size_t heard; /* bytes since the last request */
    char line[ENGINE_LINE_MAX];
    size_t length; /* also counts what was cut */
    char chunk[CHUNK];
};

typedef struct {
    uv_write_t write;
    char text[];
} Told;

static void on_closed(uv_handle_t *handle)
{
    EngineProcess *process = handle->data;
    if (--process->open > 0)
        return;
    EngineProcessOptions options = process->options;
    free(process);
    options.ended(options.context);
}

static void close_handle(EngineProcess *process, uv_handle_t *handle)
{
    if (handle->type == UV_UNKNOWN_HANDLE || uv_is_closing(handle))
        return;
    handle->data = process;
    uv_close(handle, on_closed);
}

/* The process's own handle waits for its exit, so that nobody is left behind as a zombie. */
static void close_pipes(EngineProcess *process)
{
    close_handle(process, (uv_handle_t *)&process->in);
    close_handle(process, (uv_handle_t *)&process->out);
}

static void on_left(uv_process_t *handle, int64_t status, int signal)
{
    EngineProcess *process = handle->data;
    (void)status, (void)signal;
    process->ending = true;
    uv_kill(-handle->pid, SIGKILL); /* what it has started itself, if that is still there */
    close_pipes(process);
    close_handle(process, (uv_handle_t *)&process->process);
}

static void take_line(EngineProcess *process)
{
    size_t length = process->length < ENGINE_LINE_MAX ? process->length : ENGINE_LINE_MAX;
    process->length = 0;
    process->options.said(process->options.context, process->line, length);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    EngineProcess *process = stream->data;
    if (count < 0) {
        engine_process_end(process); /* it can send nothing any more */
        return;
    }
    process->heard += (size_t)count;
    for (ssize_t i = 0; i < count && !process->ending; i++) {
        if (buffer->base[i] == '\n')
            take_line(process);
        else if (process->length++ < ENGINE_LINE_MAX)
            process->line[process->length - 1] = buffer->base[i];
    }
    if (process->heard > ENGINE_FLOOD && !process->ending)
        process->options.flooded(process->options.context);
}

static void on_wanted(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    EngineProcess *process = handle->data;
    (void)wanted;
    *buffer = uv_buf_init(process->chunk, CHUNK);
}

static int spawn(EngineProcess *process)
{
    SandboxCommand command;
    engine_sandbox_command(process->options.sandbox, process->options.path, &command);
    uv_stdio_container_t streams[] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&process->in},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&process->out},
        {.flags = UV_IGNORE},
        [SANDBOX_LOG] = {.flags = UV_INHERIT_FD, .data.fd = STDERR_FILENO},
    };
    uv_process_options_t options = {
        .exit_cb = on_left,
        .file = process->options.sandbox->launcher,
        .args = (char **)(uintptr_t)command.arguments,
        .stdio = streams,
        .stdio_count = sizeof streams / sizeof *streams,
        .flags = UV_PROCESS_DETACHED, /* a signal for the server's group is not for it */
    };
    return uv_spawn(process->options.loop, &process->process, &options);
}

static void on_failed(uv_handle_t *handle)
{
    EngineProcess *process = handle->data;
    if (--process->open == 0)
        free(process);
}

static void give_up(EngineProcess *process)
{
    uv_handle_t *handles[HANDLES] = {(uv_handle_t *)&process->process, (uv_handle_t *)&process->in,
                                     (uv_handle_t *)&process->out};
    for (int i = 0; i < HANDLES; i++) {
        handles[i]->data = process;
        uv_close(handles[i], on_failed);
    }
}

EngineProcess *engine_process_start(const EngineProcessOptions *options, const char **problem)
{
    /* What the launcher finds out is known only by its end. */
    if (access(options->path, X_OK) != 0) {
        *problem = uv_strerror(uv_translate_sys_error(errno));
        return NULL;
    }
    EngineProcess *process = memory_new(sizeof *process);
    process->options = *options;
    process->open = HANDLES;
    uv_pipe_init(options->loop, &process->in, 0);
    uv_pipe_init(options->loop, &process->out, 0);
    int error = spawn(process);
    process->process.data = process->in.data = process->out.data = process;
    if (error == 0)
        error = uv_read_start((uv_stream_t *)&process->out, on_wanted, on_read);
    if (error == 0)
        return process;
    *problem = uv_strerror(error);
    give_up(process);
    return NULL;
}

static void on_told(uv_write_t *write, int status)
{
    (void)status; /* when it does not listen it has ended, or soon will be */
    free(write->data);
}

void engine_process_tell(EngineProcess *process, const char *line, size_t length)
{
    if (process->ending ||
        uv_stream_get_write_queue_size((uv_stream_t *)&process->in) > ENGINE_UNREAD)
        return;
    Told *told = memory_new(sizeof *told + length + 1);
    memcpy(told->text, line, length);
    told->text[length] = '\n';
    told->write.data = told;
    process->heard = 0;
    uv_buf_t buffer = uv_buf_init(told->text, (unsigned)length + 1);
    if (uv_write(&told->write, (uv_stream_t *)&process->in, &buffer, 1, on_told) != 0)
        free(told);
}

void engine_process_end(EngineProcess *process)
{
    if (process->ending)
        return;
    process->ending = true;
    uv_kill(-process->process.pid, SIGKILL); /* and what it has started itself: it leads a group */
    close_pipes(process);
}
