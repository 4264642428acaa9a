/* play_command.h - "castled play": chess in a terminal or through a pipe, on this machine, without a server. */
#pragma once

/* 'argv' are the arguments behind "play". The exit status: 0 played, 1 something failed, 2 not understood. */
int play_command(int argc, char *const argv[]);
