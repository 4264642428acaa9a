/* play_routes.h - the handlers of the routes in lichess_routes.c, by the file that they are in. */
#pragma once

#include "call.h"

/* ---- play_routes.c ---- */
void play_move(Call *call);
void play_abort(Call *call);
void play_resign(Call *call);
void play_claim_victory(Call *call);
void play_claim_draw(Call *call);
void play_berserk(Call *call);
void play_add_time(Call *call);
void play_draw(Call *call);
void play_takeback(Call *call);
void play_chat(Call *call);
void play_read_chat(Call *call);
void play_read_spectators(Call *call);

/* ---- stream_routes.c ---- */
void stream_events(Call *call);
void stream_own_game(Call *call);
void stream_watched_game(Call *call);
void games_in_progress(Call *call);

/* ---- challenge_routes.c ---- */
void challenges_list(Call *call);
void challenge_create(Call *call);
void challenge_computer(Call *call);
void challenge_open(Call *call);
void challenge_show(Call *call);
void challenge_accept(Call *call);
void challenge_decline(Call *call);
void challenge_cancel(Call *call);
void challenge_start_clocks(Call *call);

/* ---- seek_routes.c ---- */
void seek_create(Call *call);
