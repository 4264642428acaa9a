/* status_command.h - "castled status": how the running server is doing, on one screen. */
#pragma once

/* The arguments behind "status"; the exit status: 0, 1 when no server answers. */
int status_command(int argc, char *const argv[]);
