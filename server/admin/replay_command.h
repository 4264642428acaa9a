/* replay_command.h - "castled replay ID": a game's log, rebuilt, with the receipt of each clock decision. */
#pragma once

/* 'argv' are the arguments behind "replay"; returns the exit status. The database may be in use. */
int replay_command(int argc, char *const argv[]);
