#include "saved_registers.h"

#include "check_rig.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__aarch64__)
enum { IS_KNOWN = true };
#else
enum { IS_KNOWN = false };
#endif

enum { SIZE = 16 };

static const char PATTERN[SIZE] = "some password 1";
static bool wipes, is_known;

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    if (wipes)
        is_known = saved_registers_wipe_vectors(context);
}

/* Sends itself the signal between filling a vector register and reading it. */
static void pass_signal(char seen[SIZE])
{
#if defined(__x86_64__)
    long result = SYS_kill;
    __asm__ volatile("movdqu (%[from]), %%xmm9\n syscall\n movdqu %%xmm9, (%[to])"
                     : "+a"(result)
                     : "D"((long)getpid()), "S"((long)SIGUSR1), [from] "r"(PATTERN), [to] "r"(seen)
                     : "rcx", "r11", "xmm9", "memory");
#elif defined(__aarch64__)
    register long result __asm__("x0") = getpid();
    register long number __asm__("x1") = SIGUSR1;
    register long call __asm__("x8") = SYS_kill;
    __asm__ volatile("ldr q9, [%[from]]\n svc #0\n str q9, [%[to]]"
                     : "+r"(result)
                     : "r"(number), "r"(call), [from] "r"(PATTERN), [to] "r"(seen)
                     : "v9", "memory");
#else
    memset(seen, 0, SIZE);
    raise(SIGUSR1);
#endif
}

START_TEST(what_a_handler_wipes_is_not_there_when_it_returns)
{
    static const char NOTHING[SIZE];
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    char seen[SIZE] = "";
    ck_assert_int_eq(sigaction(SIGUSR1, &action, NULL), 0);
    pass_signal(seen);
    if (IS_KNOWN)
        ck_assert_mem_eq(seen, PATTERN, SIZE);
    wipes = true;
    pass_signal(seen);
    ck_assert_mem_eq(seen, NOTHING, SIZE);
    ck_assert_int_eq(is_known, IS_KNOWN);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("saved_registers");
    TCase *tcase = tcase_create("saved_registers");
    tcase_add_test(tcase, what_a_handler_wipes_is_not_there_when_it_returns);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
