/* account_commands.h - the operator's commands about accounts. */
#pragma once

#include "admin_call.h"

/* Words: the name, and a password's hash. */
void admin_make(AdminCall *call);
void admin_rename(AdminCall *call);
/* Words: the name, and a password's hash. */
void admin_password(AdminCall *call);
void admin_delete(AdminCall *call);
void admin_bot(AdminCall *call);
void admin_operator(AdminCall *call);
/* Takes it away. */
void admin_second_factor(AdminCall *call);
void admin_operators(AdminCall *call);
/* Words: the name, and a password's hash. */
void admin_create_bot(AdminCall *call);
/* Of guests, too. */
void admin_show(AdminCall *call);
