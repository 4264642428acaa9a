-- Whether a database is sound as a whole (backup_check.c). What is not checked here is when the games and challenges are read.

-- name: integrity_check
PRAGMA integrity_check(100)

-- name: foreign_key_check
SELECT printf('a row of %s refers to a row of %s that is missing', "table", parent) FROM pragma_foreign_key_check LIMIT 100

-- Each row that is not what was written, as a sentence. A checksum that is NULL differs from nothing.
-- name: check_rows
SELECT printf('a row of %s is not what was written: %s', name, row) FROM (
    SELECT 'castled' AS name, 'the only one' AS row FROM castled
        WHERE checksum <> row_checksum(secret, id_key) OR axis_checksum <> row_checksum(axis)
    UNION ALL SELECT 'players', number FROM players WHERE checksum <> row_checksum(id, name, guest, made, balance)
    UNION ALL SELECT 'ratings', player || ' ' || category FROM ratings
        WHERE checksum <> row_checksum(player, category, rating, deviation, volatility, games, at)
    UNION ALL SELECT 'rating_changes', player || ' ' || category || ' ' || game FROM rating_changes
        WHERE checksum <> row_checksum(player, category, game, rating, deviation, volatility, games, at,
                                       rating_before, deviation_before, volatility_before, at_before)
    UNION ALL SELECT 'accounts', player FROM accounts
        WHERE checksum <> row_checksum(player, skeleton, password, made, seen, closed, bot, operator, second)
           OR settings_checksum <> row_checksum(player, settings)
    UNION ALL SELECT 'passes', player FROM passes
        WHERE checksum <> row_checksum(key, player, kind, scopes, made, seen, expires, label)
    UNION ALL SELECT 'subjects', issuer || ' ' || subject FROM subjects
        WHERE checksum <> row_checksum(issuer, subject, player, made)
    UNION ALL SELECT 'relations', player || ' ' || kind || ' ' || other FROM relations
        WHERE checksum <> row_checksum(player, kind, other, made)
    UNION ALL SELECT 'sanctions', id FROM sanctions WHERE checksum <> row_checksum(id, muted, banned, marked, warning)
    UNION ALL SELECT 'address_bans', address FROM address_bans WHERE checksum <> row_checksum(address, until)
    UNION ALL SELECT 'acts', number FROM acts WHERE checksum <> row_checksum(at, who, act, target, undo)
    UNION ALL SELECT 'reports', number FROM reports
        WHERE checksum <> row_checksum(at, id, about, game, reason, words, chat, decided, decider)
    UNION ALL SELECT 'tournaments', id FROM tournaments WHERE checksum <> row_checksum(id, made, over)
    UNION ALL SELECT 'tournament_acts', tournament || ' ' || seq FROM tournament_acts
        WHERE checksum <> row_checksum(tournament, seq, data)
    UNION ALL SELECT 'teams', id FROM teams
        WHERE checksum <> row_checksum(id, name, description, captain, entry, code, made)
    UNION ALL SELECT 'team_members', team || ' ' || player FROM team_members
        WHERE checksum <> row_checksum(team, player, asks, since, words)
    UNION ALL SELECT 'webhooks', id FROM webhooks
        WHERE checksum <> row_checksum(id, url, secret, events, made, failing_since, off_since, reason)
    UNION ALL SELECT 'webhook_deliveries', id FROM webhook_deliveries
        WHERE checksum <> row_checksum(id, webhook, event, made, tried, next, tries, status, outcome, body)
    UNION ALL SELECT 'broadcasts', id FROM broadcasts WHERE checksum <> row_checksum(id, of, data)
    UNION ALL SELECT 'push_devices', id FROM push_devices
        WHERE checksum <> row_checksum(id, player, credential, endpoint, key, auth, language, label, origin, wants, made)
    UNION ALL SELECT 'mail_addresses', player FROM mail_addresses
        WHERE checksum <> row_checksum(player, address, wanted, confirm, confirm_until, reset, reset_until, language, hours, made)
    UNION ALL SELECT 'mail_turns', game FROM mail_turns
        WHERE checksum <> row_checksum(game, player, opponent, since, ends, reminded)
    UNION ALL SELECT 'request_keys', person || ' ' || key FROM request_keys
        WHERE checksum <> row_checksum(person, key, at, content, seek, challenge, game, link)
    UNION ALL SELECT 'page_files', path FROM page_files
        WHERE checksum <> row_checksum(path, page, type, etag, plain, gzip, brotli)
    UNION ALL SELECT 'site', name FROM site WHERE checksum <> row_checksum(name, value))

-- name: read_id_key
SELECT id_key FROM castled

-- The next game above a number, in progress, finished or archived.
-- name: next_game
SELECT min(number) FROM (SELECT min(number) AS number FROM games WHERE number > ?1
                         UNION ALL SELECT min(number) FROM archive WHERE number > ?1) AS stored

-- A copy of the whole database as it is at one moment.
-- name: copy_into
VACUUM INTO ?1
