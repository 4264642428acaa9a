/* vector_registers.h - the registers in which memcpy and ciphers work, and which keep what went through them last: part of a
 * password, of a letter. A core file has those of each thread (elf(5), NT_X86_XSTATE, NT_PRFPREG). */
#pragma once

#include <stdbool.h>

/* For a signal handler with SA_SIGINFO, whose third argument 'context' is: the registers that the thread gets back when the handler
 * returns, and their copy on its stack, become 0, and so do those that it has now. False where it is not known how: x86-64
 * and AArch64 only. */
bool vector_registers_wipe(void *context);
