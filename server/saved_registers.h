/* saved_registers.h - the registers of a thread that a signal has interrupted, for a handler with SA_SIGINFO: 'context' is its third
 * argument. x86-64 and AArch64. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Vector registers are those in which memcpy and ciphers work, and keep what went through them last: part of a password, of a
 * letter. A core file has those of each thread (elf(5), NT_X86_XSTATE, NT_PRFPREG). Those that the thread gets back when the
 * handler returns, and their copy on its stack, become 0, and so do those that it has now. False where it is not known how. */
bool saved_registers_wipe_vectors(void *context);
/* Where what the thread uses of its stack begins, with the 128 bytes below its stack pointer that a function may use on x86-64. */
uintptr_t saved_registers_stack(void *context);
