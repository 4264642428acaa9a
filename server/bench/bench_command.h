/* bench_command.h - "castled bench": what a server on this machine and disk can hold, measured, and in words.
 *
 * It starts this program anew as a server on a directory that it makes and removes, and plays games there. */
#pragma once

/* 'argv' are the arguments behind "bench". The exit status: 0 measured, 1 not, 2 not understood. */
int bench_command(int argc, char *const argv[]);
