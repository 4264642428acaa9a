/* mail_commands.h - the operator's commands about e-mail: mail.h says what they do. Of a running server only. */
#pragma once

#include "admin_call.h"

void admin_mail(AdminCall *call);
void admin_mail_test(AdminCall *call);
