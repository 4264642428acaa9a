/* admin_command.h - the program "castled admin": asks the running server, or does it on the database itself. */
#pragma once

/* 'argv' are the arguments behind "admin". The exit status: 0 done, 1 refused, 2 not understood. */
int admin_command(int argc, char *const argv[]);
