#include "routes.h"

const Route ROUTES[] = {
    /* method, path, who, scopes, limit, body, its greatest length, handler */
    {HTTP_POST, "/api/account", WHO_NOBODY | WHO_GUEST, 0, LIMIT_HTTP, BODY_FIELDS, 0,
     account_sign_up},
    {HTTP_GET, "/api/account", ACCOUNTS, 0, LIMIT_HTTP, BODY_NONE, 0, account_show},
    {HTTP_DELETE, "/api/account", WHO_BROWSER, 0, LIMIT_HTTP, BODY_FIELDS, 0, account_close},
    {HTTP_POST, "/api/account/password", WHO_BROWSER, 0, LIMIT_HTTP, BODY_FIELDS, 0,
     account_password},
    {HTTP_GET, "/api/account/settings", ACCOUNTS, SCOPE_PREFERENCE_READ, LIMIT_HTTP, BODY_NONE, 0,
     account_settings},
    {HTTP_PUT, "/api/account/settings", ACCOUNTS, SCOPE_PREFERENCE_WRITE, LIMIT_HTTP, BODY_RAW, 0,
     account_save_settings},
    {HTTP_GET, "/api/account/data", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0, account_data},

    {HTTP_POST, "/api/session", ANYBODY, 0, LIMIT_HTTP, BODY_FIELDS, 0, account_sign_in},
    {HTTP_DELETE, "/api/session", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0, account_sign_out},
    {HTTP_GET, "/api/sessions", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0, sessions_list},
    {HTTP_DELETE, "/api/sessions", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0,
     sessions_revoke_others},
    {HTTP_DELETE, "/api/sessions/{}", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0, session_revoke},

    {HTTP_GET, "/api/tokens", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0, tokens_list},
    {HTTP_POST, "/api/tokens", WHO_BROWSER, 0, LIMIT_HTTP, BODY_FIELDS, 0, token_make},
    {HTTP_DELETE, "/api/tokens/{}", WHO_BROWSER, 0, LIMIT_HTTP, BODY_NONE, 0, token_revoke},
    {HTTP_POST, "/api/token/test", ANYBODY, 0, LIMIT_HTTP, BODY_RAW, 64 * 1024, token_test},

    {HTTP_GET, "/api/user/{}", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, user_show},
    {HTTP_GET, "/api/user/{}/rating-history", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0,
     user_rating_history},
    {HTTP_GET, "/api/player", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, players_best},
    {HTTP_GET, "/api/player/top/{}/{}", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, players_top},
    {HTTP_GET, "/api/users/status", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, users_status},
    {HTTP_POST, "/api/rel/follow/{}", ACCOUNTS, SCOPE_FOLLOW_WRITE, LIMIT_HTTP, BODY_NONE, 0,
     user_follow},
    {HTTP_POST, "/api/rel/unfollow/{}", ACCOUNTS, SCOPE_FOLLOW_WRITE, LIMIT_HTTP, BODY_NONE, 0,
     user_unfollow},
    {HTTP_POST, "/api/rel/block/{}", ACCOUNTS, SCOPE_FOLLOW_WRITE, LIMIT_HTTP, BODY_NONE, 0,
     user_block},
    {HTTP_POST, "/api/rel/unblock/{}", ACCOUNTS, SCOPE_FOLLOW_WRITE, LIMIT_HTTP, BODY_NONE, 0,
     user_unblock},
    {HTTP_GET, "/api/rel/following", ACCOUNTS, SCOPE_FOLLOW_READ, LIMIT_HTTP, BODY_NONE, 0,
     users_followed},
    {HTTP_GET, "/api/rel/blocking", ACCOUNTS, SCOPE_FOLLOW_READ, LIMIT_HTTP, BODY_NONE, 0,
     users_blocked},
    {HTTP_POST, "/api/report/{}", PERSONS, 0, LIMIT_HTTP, BODY_FIELDS, 0, user_report},

    {HTTP_GET, "/api/games", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, games_list},
    {HTTP_GET, "/api/games/user/{}", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, games_of_user},
    {HTTP_GET, "/api/crosstable/{}/{}", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, crosstable_show},
    {HTTP_GET, "/game/export/{}", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, game_as_export},
    {HTTP_POST, "/api/import", PERSONS, 0, LIMIT_IMPORT, BODY_FIELDS, IMPORT_BODY_MAX,
     game_import_pgn},
    {HTTP_GET, "/api/opening", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, opening_show},
    {HTTP_GET, "/api/game/{}.pgn", ANYBODY, 0, LIMIT_HTTP, BODY_NONE, 0, game_as_pgn},
};

const size_t ROUTES_COUNT = sizeof ROUTES / sizeof *ROUTES;
