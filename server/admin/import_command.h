/* import_command.h - the program "castled import": brings a file of games into an account's games, while no server
 * runs on the database. */
#pragma once

/* 'argv' are the arguments behind "import". The exit status: 0 all games were taken, 1 some or all were not, 2 not
 * understood. */
int import_command(int argc, char *const argv[]);
