/* lobby_commands.h - the operator's commands about open challenges and seeks. */
#pragma once

#include "admin_call.h"

void admin_challenges(AdminCall *call);
void admin_clear_challenges(AdminCall *call);
void admin_seeks(AdminCall *call);
void admin_clear_seeks(AdminCall *call);
/* Deletes them from the database, without a server; returns how many there were. */
size_t admin_delete_challenges(AdminCall *call, const CorePick *pick);
