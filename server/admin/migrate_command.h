/* migrate_command.h - "castled migrate": a whole server's database from SQLite to PostgreSQL and back (migrate.h).
 *
 * 'argv' are the arguments behind the command's name. The exit status: 0 moved, or both the same; 1 not, and stderr says why;
 * 2 not understood. */
#pragma once

int migrate_command(int argc, char *const argv[]);
