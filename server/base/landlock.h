/* landlock.h - which files this process may still reach, by the kernel's Landlock (Linux 5.13 and later): rules that allow,
 * and then nothing else is allowed, for good, in this thread, in those that it makes and in what they execute.
 *
 * Documentation/userspace-api/landlock.rst of the kernel. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What a rule allows. */
enum {
    LANDLOCK_READ = 1,     /* reading and executing */
    LANDLOCK_CHANGE = 2,   /* also writing, making and removing */
    LANDLOCK_DEVICE = 4,   /* reading, writing and commands, as of a graphics card */
    LANDLOCK_OPEN_RW = 8,  /* writing to what is there */
    LANDLOCK_SOCKETS = 16, /* making Unix sockets */
};

enum { LANDLOCK_LINE_MAX = 512 };

typedef struct {
    int ruleset;      /* a file descriptor; -1: the kernel has no Landlock, or refused */
    uint64_t handled; /* the rights that are taken away unless a rule gives them */
    char line[LANDLOCK_LINE_MAX]; /* why a rule was refused; "" if none was */
} LandlockRules;

/* The version of the interface, from 1 on; 0: the kernel has none. */
int landlock_version(void);

void landlock_begin(LandlockRules *rules);
/* A folder with all that is below it, or a file. A path that is not there, or cannot be opened, needs no rule. */
void landlock_allow(LandlockRules *rules, const char *path, unsigned what);
/* The devices that programs need: those that are no hardware, and those that engines compute with. */
void landlock_allow_devices(LandlockRules *rules);
/* False when a rule or all of it is refused; 'line' of the rules says why. True where there is no Landlock. The process must
 * have given up new privileges before (PR_SET_NO_NEW_PRIVS). */
bool landlock_enter(LandlockRules *rules);

/* The system's programs and libraries, and what loading programs and looking up names takes; of /etc only that, because
 * it also holds keys and passwords. Ends with NULL. */
extern const char *const LANDLOCK_SYSTEM[];
