/* engine_sandbox.h - an engine of others, kept apart from the server: "castled run-engine …", which the server starts
 * in place of the engine, takes from itself what an engine has no need of and then becomes the engine.
 *
 * A program of our own between fork and exec, because there is nothing that a process with threads may safely do there.
 * The engine
 *  - dies with the server, even by kill -9 (the engine itself; what it has started sees its input end);
 *  - has nothing open but its input and output, an environment of five variables (ENVIRONMENT in engine_sandbox.c),
 *    its own folder as working directory, and a session of its own;
 *  - leaves no core file, has at most ENGINE_FILES files and so much address space, and goes first when memory is short;
 *  - gains no rights by set-user-ID programs, and makes no Unix sockets, by which it could talk to castled.sock (on
 *    x86-64 and ARM64, by seccomp);
 *  - where the kernel has Landlock (5.13 and later), reads and runs only the system's programs and libraries, its own
 *    folder (if that is the home directory: its own file) and the folders in 'read' and 'write', writes only to those
 *    in 'write', uses only the devices that it computes with, and signals nobody but itself: never what is below 'hidden'.
 * There is no limit on processes: the kernel counts them by user, with the server's own. A container or systemd's
 * TasksMax can. TCP stays open, for engines on other machines. */
#pragma once

#include <stdbool.h>

enum { ENGINE_FILES = 1024, SANDBOX_LINE_MAX = 512, SANDBOX_ARGUMENTS = 8 };

/* Texts are lent for as long as engines are started. */
typedef struct {
    const char *launcher;     /* a program whose main calls engine_sandbox_main */
    const char *hidden;       /* the data folder, as realpath has it */
    const char *read, *write; /* folders or files, absolute, commas between; "": none */
    unsigned memory;          /* MiB of address space; 0: no limit */
} EngineSandbox;

#define SANDBOX_COMMAND "run-engine"

/* What to run in place of the engine. The arguments end with NULL and point into what is given, and into 'numbers'. */
typedef struct {
    char numbers[2][16];
    const char *arguments[SANDBOX_ARGUMENTS + 1];
} SandboxCommand;
void engine_sandbox_command(const EngineSandbox *sandbox, const char *engine,
                            SandboxCommand *command);

/* False when a folder in 'read' or 'write' is not there or is below 'hidden'; 'line' (SANDBOX_LINE_MAX bytes) says so. */
bool engine_sandbox_check(const EngineSandbox *sandbox, char *line);
bool engine_sandbox_has_landlock(void);

/* With what comes behind the command's name. Returns only when it fails, the exit status; the reason goes to the file
 * descriptor SANDBOX_LOG. */
enum { SANDBOX_LOG = 3, SANDBOX_FAILED = 127 };
int engine_sandbox_main(int argc, char *argv[]);
