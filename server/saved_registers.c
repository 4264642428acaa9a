#include "saved_registers.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)

#include <asm/sigcontext.h>

/* Of the layout that XSAVE writes (Intel's manual, volume 1, 13.4); the rest of its first part is modes and pointers. */
enum {
    X87_FROM = 32,
    SSE_TO = 416, /* X87 and SSE lie one behind the other */
    WORDS_AT = 464,
    EXTENDED_FROM = 576, /* AVX and all newer ones, behind XSAVE's header */
    RED_ZONE = 128,      /* System V ABI, 3.2.2 */
};

uintptr_t saved_registers_stack(void *context)
{
    return (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP] - RED_ZONE;
}

/* Those of now need nothing: Linux begins a handler with all of them 0 (handle_signal in arch/x86/kernel/signal.c). */
bool saved_registers_wipe_vectors(void *context)
{
    char *saved = (char *)((ucontext_t *)context)->uc_mcontext.fpregs;
    struct _fpx_sw_bytes words;
    if (!saved)
        return false;
    memset(saved + X87_FROM, 0, SSE_TO - X87_FROM);
    memcpy(&words, saved + WORDS_AT, sizeof words);
    if (words.magic1 == FP_XSTATE_MAGIC1 && words.xstate_size > EXTENDED_FROM)
        memset(saved + EXTENDED_FROM, 0, words.xstate_size - EXTENDED_FROM);
    return true;
}

#elif defined(__aarch64__)

#include <asm/sigcontext.h>

uintptr_t saved_registers_stack(void *context)
{
    return ((ucontext_t *)context)->uc_mcontext.sp;
}

/* The vectors of SVE begin with those of SIMD. */
static void wipe_current(void)
{
    __asm__ volatile(
        "movi v0.16b, #0\n movi v1.16b, #0\n movi v2.16b, #0\n movi v3.16b, #0\n"
        "movi v4.16b, #0\n movi v5.16b, #0\n movi v6.16b, #0\n movi v7.16b, #0\n"
        "movi v8.16b, #0\n movi v9.16b, #0\n movi v10.16b, #0\n movi v11.16b, #0\n"
        "movi v12.16b, #0\n movi v13.16b, #0\n movi v14.16b, #0\n movi v15.16b, #0\n"
        "movi v16.16b, #0\n movi v17.16b, #0\n movi v18.16b, #0\n movi v19.16b, #0\n"
        "movi v20.16b, #0\n movi v21.16b, #0\n movi v22.16b, #0\n movi v23.16b, #0\n"
        "movi v24.16b, #0\n movi v25.16b, #0\n movi v26.16b, #0\n movi v27.16b, #0\n"
        "movi v28.16b, #0\n movi v29.16b, #0\n movi v30.16b, #0\n movi v31.16b, #0\n" ::
            : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
              "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
              "v25", "v26", "v27", "v28", "v29", "v30", "v31");
}

/* The records follow one another; where there is no room for all, an extra_context says where the others are. */
bool saved_registers_wipe_vectors(void *context)
{
    char *at = (char *)((ucontext_t *)context)->uc_mcontext.__reserved;
    bool is_found = false;
    for (;;) {
        struct _aarch64_ctx head;
        size_t kept = 0;
        memcpy(&head, at, sizeof head);
        if (head.magic == 0 || head.size < sizeof head)
            break;
        if (head.magic == FPSIMD_MAGIC)
            kept = offsetof(struct fpsimd_context, vregs);
        else if (head.magic == SVE_MAGIC)
            kept = sizeof(struct sve_context);
        if (kept && head.size > kept)
            memset(at + kept, 0, head.size - kept);
        is_found |= head.magic == FPSIMD_MAGIC;
        if (head.magic == EXTRA_MAGIC) {
            struct extra_context extra;
            memcpy(&extra, at, sizeof extra);
            at = (char *)(uintptr_t)extra.datap;
        } else {
            at += head.size;
        }
    }
    wipe_current();
    return is_found;
}

#else

uintptr_t saved_registers_stack(void *context)
{
    return (uintptr_t)context;
}

bool saved_registers_wipe_vectors(void *context)
{
    (void)context;
    return false;
}

#endif
