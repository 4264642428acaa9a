/* game_commands.h - the operator's commands about a game that goes on: an arbiter's acts. */
#pragma once

#include "admin_call.h"

void admin_add_time(AdminCall *call);
void admin_pause_game(AdminCall *call);
void admin_resume_game(AdminCall *call);
void admin_adjourn_game(AdminCall *call);
void admin_annul_game(AdminCall *call);
