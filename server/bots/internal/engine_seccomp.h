/* engine_seccomp.h - which system calls a process may still make: none by which it could reach a file that Landlock
 * does not check. On x86-64 and ARM64; elsewhere all may be made. */
#pragma once

typedef enum {
    SECCOMP_ENTERED,
    SECCOMP_ABSENT, /* the kernel has no seccomp: nothing has changed */
    SECCOMP_REFUSED,
} SeccompResult;

/* For the rest of this process's life, and in what it executes; no new privileges may be possible. errno says why
 * not. */
SeccompResult engine_seccomp_enter(void);
