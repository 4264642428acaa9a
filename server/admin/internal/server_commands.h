/* server_commands.h - the operator's commands about the server as a whole. */
#pragma once

#include "admin_call.h"

void admin_registration(AdminCall *call);
void admin_invite(AdminCall *call);
void admin_quiet(AdminCall *call);
void admin_takeback(AdminCall *call);
/* A live game, with what is not durable yet: for looking for a fault. */
void admin_dump(AdminCall *call);
void admin_notice(AdminCall *call);
void admin_reports(AdminCall *call);
void admin_acts(AdminCall *call);
/* By the number of the report, or of the act. */
void admin_decide(AdminCall *call);
void admin_reopen(AdminCall *call);
void admin_undo(AdminCall *call);
void admin_status(AdminCall *call);
/* As GET /healthz. */
void admin_health(AdminCall *call);
