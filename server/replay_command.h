/* replay_command.h - "castled replay ID": a game's log, rebuilt, with the receipt of each clock decision. */
#pragma once

/* The words after "replay"; what the process is to end with. The database may be in use. */
int replay_command(int count, char *const words[]);
