/* engine_sandbox.h - "castled run-engine": how the server starts an engine by other people, with
 * fewer rights than its own.
 *
 * The server starts its own program in the engine's place; that gives up what an engine does not
 * need and then executes the engine. (A process with threads can safely do next to nothing between
 * fork and exec.) The engine
 *  - is killed when the server ends, even by kill -9; its children see their input end;
 *  - has no open files but its input and output, five variables of the environment (ENVIRONMENT in
 *    engine_sandbox.c), its own folder as working directory, and a session of its own;
 *  - leaves no core file, may open ENGINE_FILES files and map so much memory, and is what the
 *    kernel kills first when memory runs out;
 *  - gains no privileges from set-user-ID programs;
 *  - by seccomp, on x86-64 and ARM64, can do nothing by path that Landlock does not check: make Unix
 *    sockets, by which it could give castled.sock commands, change a file's mode, owner or
 *    attributes, or cut it short;
 *  - where the kernel has Landlock (5.13 and later): reads and executes only the system's programs
 *    and libraries, its own folder (if that is the home directory, its own file) and what 'read'
 *    and 'write' name; writes only to what 'write' names; uses only the devices that engines
 *    compute with; cannot send signals to other processes (6.12 and later); and never reaches
 *    anything below 'hidden'.
 *
 * Processes are not limited, since the kernel counts them per user, the server's included; a
 * container or systemd's TasksMax can do that. TCP is allowed, for engines on other machines. */
#pragma once

#include <stdbool.h>

enum { ENGINE_FILES = 1024, SANDBOX_LINE_MAX = 512, SANDBOX_ARGUMENTS = 8 };

/* The texts must outlive all engines. */
typedef struct {
    const char *launcher;     /* a program whose main calls engine_sandbox_main */
    const char *hidden;       /* the data folder, as realpath has it */
    const char *read, *write; /* folders or files, absolute, commas between; "": none */
    unsigned memory;          /* MiB of address space; 0: no limit */
} EngineSandbox;

#define SANDBOX_COMMAND "run-engine"

/* What to run in the engine's place. The arguments end with NULL; they point into what was given
 * and into 'numbers'. */
typedef struct {
    char numbers[2][16];
    const char *arguments[SANDBOX_ARGUMENTS + 1];
} SandboxCommand;
void engine_sandbox_command(const EngineSandbox *sandbox, const char *engine,
                            SandboxCommand *command);

/* False when something in 'read' or 'write' does not exist or is below 'hidden'; 'line'
 * (SANDBOX_LINE_MAX bytes) says which. */
bool engine_sandbox_check(const EngineSandbox *sandbox, char *line);
/* The version of its interface, from 1 on; 0: the kernel has none, and an engine can read whatever the server can. */
int engine_sandbox_landlock(void);

/* Takes the arguments that follow SANDBOX_COMMAND. Returns only on failure, with the exit status;
 * the reason is written to the file descriptor SANDBOX_LOG. */
enum { SANDBOX_LOG = 3, SANDBOX_FAILED = 127 };
int engine_sandbox_main(int argc, char *argv[]);
