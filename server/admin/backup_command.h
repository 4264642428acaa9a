/* backup_command.h - "castled backup", "castled restore" and "castled check": the database as a file (backup.h).
 *
 * 'argv' are the arguments behind the command's name. The exit status: 0 done, or sound; 1 not, and stderr says why; 2 not
 * understood. */
#pragma once

int backup_command(int argc, char *const argv[]);
int restore_command(int argc, char *const argv[]);
int check_command(int argc, char *const argv[]);
