/* engine_landlock.h - which files a process may still reach, by the kernel's Landlock (5.13 and later): the system's
 * programs and libraries, an engine and its folder, and what is named; but nothing below a hidden folder. */
#pragma once

#include <limits.h>
#include <stdbool.h>

enum { LANDLOCK_PROBLEM_MAX = 512 };

typedef struct {
    const char *hidden;       /* a folder, as realpath has it */
    const char *read, *write; /* folders or files, absolute, commas between; "": none */
} LandlockPaths;

/* False when something in 'read' or 'write' does not exist or is below 'hidden'; 'problem' (LANDLOCK_PROBLEM_MAX
 * bytes) says which. */
bool engine_landlock_check(const LandlockPaths *paths, char *problem);
/* For the rest of this process's life, and in what it executes. False when the kernel refuses; 'problem' says what. True
 * where there is no Landlock. */
bool engine_landlock_enter(const LandlockPaths *paths, const char *engine, char *problem);
/* The folder that a file is in. */
void path_folder(const char *path, char folder[PATH_MAX]);
