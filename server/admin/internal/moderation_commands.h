/* moderation_commands.h - the operator's commands that keep people from writing or from connecting. */
#pragma once

#include "admin_call.h"

void admin_mute(AdminCall *call);
void admin_unmute(AdminCall *call);
void admin_ban(AdminCall *call);
void admin_unban(AdminCall *call);
void admin_ban_address(AdminCall *call);
void admin_unban_address(AdminCall *call);
void admin_bans(AdminCall *call);
void admin_mark(AdminCall *call);
void admin_unmark(AdminCall *call);
void admin_warn(AdminCall *call);
