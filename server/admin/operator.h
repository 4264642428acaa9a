/* operator.h - the program "castled admin": asks the running server, or does it on the database itself. */
#pragma once

/* 'words' are those behind "admin". The exit code: 0 done, 1 refused, 2 not understood. */
int operator_main(int count, char *const words[]);
