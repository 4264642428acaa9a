/* start_memory.h - memory that only the start needed is given back. */
#pragma once

/* Code of the program and its libraries that was loaded for the start need not stay in memory: it is mapped from files, so
 * that what is used later comes back by itself, from the page cache. Freed memory goes back to the system, too. */
void start_memory_release(void);
