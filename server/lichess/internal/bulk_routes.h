/* bulk_routes.h - bulk pairing: an organiser begins many games at one time between players who have given them their
 * tokens. */
#pragma once

#include "call.h"

/* Two tokens a game, and what is around them. */
enum { BULK_BODY_MAX = 128 * 1024 };

/* POST and GET /api/bulk-pairing, GET and DELETE /api/bulk-pairing/ID */
void bulk_create(Call *call);
void bulk_list(Call *call);
void bulk_show(Call *call);
void bulk_cancel(Call *call);
/* POST /api/bulk-pairing/ID/start-clocks */
void bulk_start_clocks(Call *call);
