/* bot_command.h - "castled bot create NAME": an account for a program, with a token by which it plays here as it would on
 * lichess.org. The same as "castled admin create-bot NAME". */
#pragma once

/* 'argv' are the arguments behind "bot". The exit status: 0 done, 1 refused, 2 not understood. */
int bot_command(int argc, char *const argv[]);
