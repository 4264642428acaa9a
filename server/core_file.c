#include "core_file.h"

#include "other_threads.h"
#include "saved_registers.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    KEPT_MAX = 256,
    LINE_SIZE = 256, /* of /proc/self/maps; longer paths are cut */
    BUFFER_SIZE = 4096,
    PAGE_MAX = 64 * 1024,   /* of AArch64 */
    STACK_MAX = 256 * 1024, /* bytes of a thread's stack, from the frame that failed on */
    STACKS = 2,             /* that of the thread which failed, and the first one's */
    MAPPED_MAX = 1024,
    SMALL = 0xffff, /* a number that is no address and says little */
    OTHER_WAIT = 2, /* s */
    /* None is written with this limit, neither to a file nor to a program, which a limit of 0 would not stop (core(5)). */
    NO_CORE = 1,
};

typedef struct {
    uintptr_t from, to;
} Range;

typedef struct {
    Range range;
    bool is_written, is_private, is_file, is_heap, is_stack;
} Mapping;

/* Reads /proc/self/maps by nothing that a signal handler may not call. */
typedef struct {
    int file;
    char buffer[BUFFER_SIZE];
    size_t length, at;
} MapsReader;

/* A signal handler is given nothing of ours. */
static struct {
    int maps;
    Range kept[KEPT_MAX]; /* there before anything secret was */
    size_t kept_count;
    Range mapped[MAPPED_MAX]; /* when it fails, in their order */
    size_t mapped_count;
    uintptr_t page;
    uintptr_t stack_to; /* of the first thread, but for the arguments behind it */
    Range words;        /* the arguments, but for the program's name */
    atomic_flag has_failed;
} core_file = {.has_failed = ATOMIC_FLAG_INIT};

/* ---- the mappings ---- */

/* Without its newline. False at the end. */
static bool read_line(MapsReader *reader, char line[LINE_SIZE])
{
    size_t length = 0;
    for (;;) {
        if (reader->at == reader->length) {
            ssize_t got = read(reader->file, reader->buffer, sizeof reader->buffer);
            if (got <= 0)
                return false;
            reader->length = (size_t)got;
            reader->at = 0;
        }
        char byte = reader->buffer[reader->at++];
        if (byte == '\n')
            break;
        if (length < LINE_SIZE - 1)
            line[length++] = byte;
    }
    line[length] = '\0';
    return true;
}

static uintptr_t read_address(const char **text)
{
    static const char DIGITS[] = "0123456789abcdef";
    uintptr_t address = 0;
    for (const char *digit; **text && (digit = strchr(DIGITS, **text)) != NULL; ++*text)
        address = address << 4 | (uintptr_t)(digit - DIGITS);
    return address;
}

static const char *skip_word(const char *text)
{
    while (*text && *text != ' ')
        text++;
    while (*text == ' ')
        text++;
    return text;
}

/* "FROM-TO rwxp OFFSET DEVICE INODE PATH" (proc(5)). */
static Mapping parse_line(const char *text)
{
    Mapping mapping = {0};
    mapping.range.from = read_address(&text);
    text += *text == '-';
    mapping.range.to = read_address(&text);
    text = skip_word(text);
    if (strlen(text) < 4)
        return mapping;
    mapping.is_written = text[1] == 'w';
    mapping.is_private = text[3] == 'p';
    const char *inode = skip_word(skip_word(skip_word(text)));
    const char *path = skip_word(inode);
    mapping.is_file = *inode != '0';
    mapping.is_heap = strcmp(path, "[heap]") == 0;
    mapping.is_stack = strcmp(path, "[stack]") == 0;
    return mapping;
}

/* False at the end. */
static bool next_mapping(MapsReader *reader, Mapping *mapping)
{
    char line[LINE_SIZE] = "";
    if (!read_line(reader, line))
        return false;
    *mapping = parse_line(line);
    return true;
}

static bool begin_maps(MapsReader *reader)
{
    reader->file = core_file.maps;
    reader->at = reader->length = 0;
    return lseek(core_file.maps, 0, SEEK_SET) == 0;
}

static bool advise(Range range, int advice)
{
    return madvise((void *)range.from, range.to - range.from, advice) == 0;
}

/* ---- when it fails ---- */

/* Variables of a program are private mappings of a file, or follow one and were kept. */
static bool is_left_out(const Mapping *mapping)
{
    return mapping->is_written && !(mapping->is_file && mapping->is_private);
}

static bool contains(Range range, uintptr_t address)
{
    return range.from <= address && address < range.to;
}

/* The part of a stack that is shown: what is below the frame has been left there by calls that have ended. */
static Range shown_of(Range stack, uintptr_t frame)
{
    Range shown = {frame & ~(core_file.page - 1), stack.to};
    /* Of the first thread, whose arguments are not shown. */
    if (contains(stack, core_file.stack_to))
        shown.to = core_file.stack_to;
    if (shown.to - shown.from > STACK_MAX)
        shown.to = shown.from + STACK_MAX;
    return shown;
}

/* 'frames' are on stacks; shown[i] becomes the part that is shown of frames[i]'s. */
static bool leave_out(const uintptr_t frames[STACKS], Range shown[STACKS])
{
    MapsReader reader;
    Mapping mapping;
    bool is_done = begin_maps(&reader);
    while (is_done && next_mapping(&reader, &mapping)) {
        if (core_file.mapped_count < MAPPED_MAX)
            core_file.mapped[core_file.mapped_count++] = mapping.range;
        if (!is_left_out(&mapping))
            continue;
        is_done = advise(mapping.range, MADV_DONTDUMP);
        for (int i = 0; i < STACKS; i++)
            if (contains(mapping.range, frames[i]))
                shown[i] = shown_of(mapping.range, frames[i]);
    }
    return is_done;
}

static bool is_address(uintptr_t value)
{
    size_t from = 0, to = core_file.mapped_count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (contains(core_file.mapped[middle], value))
            return true;
        if (core_file.mapped[middle].from > value)
            to = middle;
        else
            from = middle + 1;
    }
    return false;
}

/* Of a stack only addresses are shown, from which the calls can be told. Its other words may be secret, also where no call has
 * them: a buffer has what was there before, and the dynamic linker saves vector registers. */
static void wipe_all_but_addresses(Range stack)
{
    const uintptr_t size = sizeof(uintptr_t);
    for (uintptr_t at = (stack.from + size - 1) / size * size; at + size <= stack.to; at += size) {
        volatile uintptr_t *word = (volatile uintptr_t *)at;
        if (*word > SMALL && !is_address(*word))
            *word = 0;
    }
}

/* The kernel puts their beginning into the core file's notes (elf(5), NT_PRPSINFO). Nobody needs them any more. */
static void wipe_words(void)
{
    for (volatile char *at = (char *)core_file.words.from; at < (char *)core_file.words.to; at++)
        *at = '\0';
}

/* 'frame' is that of the handler, which has interrupted what uses the stack from 'used' on. */
static bool mark_memory(uintptr_t frame, uintptr_t used)
{
    const uintptr_t frames[STACKS] = {frame, other_threads_first_frame()};
    Range shown[STACKS] = {{0}};
    if (!leave_out(frames, shown))
        return false;
    for (size_t i = 0; i < core_file.kept_count; i++)
        advise(core_file.kept[i], MADV_DODUMP);
    for (int i = 0; i < STACKS; i++)
        if (shown[i].to)
            advise(shown[i], MADV_DODUMP);
    wipe_all_but_addresses((Range){used, shown[0].to}); /* the handler goes on below that */
    wipe_all_but_addresses(shown[1]);
    wipe_words();
    return true;
}

static void set_limit(bool allowed)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = allowed || limit.rlim_max < NO_CORE ? limit.rlim_max : NO_CORE;
    setrlimit(RLIMIT_CORE, &limit);
}

/* What earlier calls, and handlers of earlier signals, have left below the caller's frame, as far as it is in the same page. */
static __attribute__((noinline)) void wipe_below(void)
{
    volatile char below[PAGE_MAX];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = 0;
}

/* The signal has its usual effect when this returns, with the registers as they were but for those of vectors. A second failure
 * waits for what the first one does; if that was this thread's own, it ends without a core file. */
static void on_failure(int number, siginfo_t *info, void *context)
{
    struct timespec wait = {.tv_sec = OTHER_WAIT};
    (void)info;
    if (atomic_flag_test_and_set(&core_file.has_failed))
        nanosleep(&wait, NULL);
    else if (other_threads_stop(OTHER_WAIT) && saved_registers_wipe_vectors(context) &&
             mark_memory((uintptr_t)__builtin_frame_address(0), saved_registers_stack(context)))
        set_limit(true);
    wipe_below();
    raise(number);
}

/* ---- before ---- */

void core_file_forbid(bool wanted)
{
    const struct rlimit none = {0};
    if (wanted)
        set_limit(false);
    else
        setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, wanted ? 1 : 0);
}

static void keep(const Mapping *mapping)
{
    if (is_left_out(mapping) && !mapping->is_heap && !mapping->is_stack && mapping->is_private &&
        core_file.kept_count < KEPT_MAX)
        core_file.kept[core_file.kept_count++] = mapping->range;
}

/* The kernel has put them one after another. */
static Range find_words(char *const argv[])
{
    Range words = {0};
    if (!argv[0] || !argv[1])
        return words;
    words.from = words.to = (uintptr_t)argv[1];
    for (char *const *word = argv + 1; *word && (uintptr_t)*word == words.to; word++)
        words.to += strlen(*word) + 1;
    return words;
}

/* Arguments and environment are at the far end of the first stack, from argv[0] on. */
static bool leave_out_arguments(const Mapping *mapping, const char *arguments)
{
    uintptr_t from = (uintptr_t)arguments;
    if (!mapping->is_stack || !contains(mapping->range, from))
        return true;
    core_file.stack_to = from & ~(core_file.page - 1);
    return advise((Range){core_file.stack_to, mapping->range.to}, MADV_DONTDUMP);
}

/* What somebody else has taken, such as a sanitizer, stays theirs. */
static void handle_signals(void)
{
    static const int SIGNALS[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS};
    struct sigaction action = {.sa_sigaction = on_failure, .sa_flags = SA_RESETHAND | SA_SIGINFO};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        if (sigaction(SIGNALS[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(SIGNALS[i], &action, NULL);
}

bool core_file_prepare(char *const argv[])
{
    MapsReader reader;
    Mapping mapping;
    core_file.page = (uintptr_t)sysconf(_SC_PAGESIZE);
    core_file.words = find_words(argv);
    core_file.maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    bool is_ready = other_threads_prepare() && core_file.maps >= 0 && begin_maps(&reader);
    while (is_ready && next_mapping(&reader, &mapping)) {
        keep(&mapping);
        is_ready = leave_out_arguments(&mapping, argv[0]);
    }
    if (is_ready)
        handle_signals();
    return is_ready;
}
