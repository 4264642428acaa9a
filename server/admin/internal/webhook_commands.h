/* webhook_commands.h - the operator's commands about webhooks: webhooks.h says what they do. Of a running server only. */
#pragma once

#include "admin_call.h"

void admin_webhooks(AdminCall *call);
void admin_webhook_add(AdminCall *call);
void admin_webhook_remove(AdminCall *call);
void admin_webhook_on(AdminCall *call);
void admin_webhook_off(AdminCall *call);
void admin_webhook_test(AdminCall *call);
void admin_webhook_deliveries(AdminCall *call);
