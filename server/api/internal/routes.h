/* routes.h - the table of the HTTP API's routes. To add one: its handler here, its line in routes.c, its
 * example in PROTOCOL.md. */
#pragma once

#include "call.h"

extern const Route ROUTES[];
extern const size_t ROUTES_COUNT;

/* ---- description_api.c ---- */
void description_show(Call *call);

/* ---- account_api.c, sign_in_api.c ---- */
void account_sign_up(Call *call);
void account_show(Call *call);
void account_become_bot(Call *call);
void account_become_operator(Call *call); /* first_operator_api.c */
void second_factor_offer(Call *call);     /* second_factor_api.c */
void second_factor_confirm(Call *call);
void second_factor_end(Call *call);
void account_close(Call *call);
void account_password(Call *call);
void account_settings(Call *call);
void account_save_settings(Call *call);
void account_data(Call *call);
void account_sign_in(Call *call);
void account_sign_out(Call *call);

/* ---- provider_api.c ---- */
void provider_show(Call *call);
void provider_begin(Call *call);
void provider_finish(Call *call);
void provider_unlink(Call *call);
/* Whether a password may be used here; if not, the call has been answered. */
bool provider_allows_password(Call *call);

/* ---- credential_api.c ---- */
void sessions_list(Call *call);
void session_revoke(Call *call);
void sessions_revoke_others(Call *call);
void tokens_list(Call *call);
void token_make(Call *call);
void token_revoke(Call *call);
void token_test(Call *call);

/* ---- user_api.c ---- */
void user_show(Call *call);
void user_rating_history(Call *call);
void users_status(Call *call);
void users_show(Call *call);
void bots_online(Call *call);
void bots_list(Call *call);
void user_follow(Call *call);
void user_unfollow(Call *call);
void user_block(Call *call);
void user_unblock(Call *call);
void users_followed(Call *call);
void users_blocked(Call *call);
void user_report(Call *call);

/* ---- record_api.c ---- */
void user_perf(Call *call);
void user_activity(Call *call);

/* ---- preferences_api.c ---- */
void account_email(Call *call);
void account_kid(Call *call);
void account_set_kid(Call *call);
void account_preferences(Call *call);

/* ---- push_api.c ---- */
void push_list(Call *call);
void push_add(Call *call);
void push_remove(Call *call);

/* ---- mail_api.c ---- */
void mail_show(Call *call);
void mail_set(Call *call);
void mail_take_away(Call *call);
void mail_confirm_address(Call *call);
void mail_set_reminders(Call *call);
void mail_stop_page(Call *call);
void mail_stop_reminders(Call *call);

/* ---- recovery_api.c ---- */
void recovery_begin(Call *call);
void recovery_look(Call *call);
void recovery_finish(Call *call);

/* ---- organiser_api.c ---- */
enum { ORGANISER_BODY_MAX = 64 * 1024 };
void tokens_for_players(Call *call);

/* ---- rating_api.c ---- */
void players_best(Call *call);
void players_top(Call *call);

/* ---- game_api.c ---- */
void game_as_pgn(Call *call);

/* ---- games_api.c ---- */
void games_list(Call *call);
void games_of_user(Call *call);
void games_by_ids(Call *call);
void games_of_bulk(Call *call);
void games_on_tv(Call *call);
void game_as_export(Call *call);

/* ---- import_api.c ---- */
enum { IMPORT_BODY_MAX = 64 * 1024 };
void game_import_pgn(Call *call);

/* ---- crosstable_api.c ---- */
void crosstable_show(Call *call);

/* ---- tournament_api.c ---- */
void tournament_list(Call *call);
void tournament_calendar(Call *call);
void tournament_show(Call *call);
void tournament_players(Call *call);
void tournament_standings(Call *call);
void tournament_teams(Call *call);
void tournament_standings_csv(Call *call);
void tournament_round(Call *call);
void tournament_crosstable(Call *call);
void tournament_report(Call *call);
void tournament_log(Call *call);
void tournament_games(Call *call);

/* ---- arena_api.c ---- */
void arenas_list(Call *call);
void arena_create(Call *call);
void arena_show(Call *call);
void arena_change(Call *call);
void arena_join(Call *call);
void arena_withdraw(Call *call);
void arena_terminate(Call *call);
void arena_games(Call *call);
void arena_results(Call *call);
void arena_teams(Call *call);
void arena_battle(Call *call);
void arenas_made(Call *call);
void arenas_played(Call *call);

/* ---- swiss_api.c ---- */
void swiss_create(Call *call);
void swiss_show(Call *call);
void swiss_change(Call *call);
void swiss_join(Call *call);
void swiss_withdraw(Call *call);
void swiss_terminate(Call *call);
void swiss_schedule(Call *call);
void swiss_games(Call *call);
void swiss_results(Call *call);
void swiss_report(Call *call);

/* ---- tournament_act_api.c ---- */
enum { PEOPLE_BODY_MAX = 512 * 1024 };
void tournament_create(Call *call);
void tournament_join(Call *call);
void tournament_withdraw(Call *call);
void tournament_act(Call *call);
void tournament_import_csv(Call *call);
void tournament_import_trf(Call *call);

/* ---- team_api.c ---- */
void teams_list(Call *call);
void team_make(Call *call);
void team_show(Call *call);
void team_members_list(Call *call);
void team_do(Call *call);

/* ---- lichess_team_api.c ---- */
void lichess_team_show(Call *call);
void lichess_teams_of(Call *call);
void lichess_teams_all(Call *call);
void lichess_teams_search(Call *call);
void lichess_team_users(Call *call);
void lichess_team_join(Call *call);
void lichess_team_quit(Call *call);
void lichess_team_requests(Call *call);
void lichess_team_accept(Call *call);
void lichess_team_decline(Call *call);
void lichess_team_kick(Call *call);

/* ---- broadcast_api.c ---- */
enum { BROADCAST_BODY_MAX = 512 * 1024 };
void broadcast_list(Call *call);
void broadcast_create(Call *call);
void broadcast_show(Call *call);
void broadcast_change(Call *call);
void broadcast_delete(Call *call);
void broadcast_round_add(Call *call);
void broadcast_round_show(Call *call);
void broadcast_round_change(Call *call);
void broadcast_round_delete(Call *call);
void broadcast_round_push(Call *call);
void broadcast_round_pgn(Call *call);
void broadcast_board_pgn(Call *call);

/* ---- lichess_broadcast_api.c ---- */

void lichess_broadcasts(Call *call);
void lichess_broadcasts_top(Call *call);
void lichess_broadcasts_search(Call *call);
void lichess_broadcasts_by(Call *call);
void lichess_broadcasts_own_rounds(Call *call);
void lichess_broadcast_show(Call *call);
void lichess_broadcast_round_show(Call *call);
void lichess_broadcast_round_pgn(Call *call);
void lichess_broadcast_pgn(Call *call);

/* ---- simul_api.c ---- */

void simuls_list(Call *call);

/* ---- lichess_team_lists_api.c ---- */

void lichess_team_arenas(Call *call);
void lichess_team_swiss(Call *call);

/* ---- operator_api.c ---- */
void operator_figures(Call *call);
void operator_show(Call *call);
void operator_act(Call *call);

/* ---- opening_api.c ---- */
void opening_show(Call *call);
