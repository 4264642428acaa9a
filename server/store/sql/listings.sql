-- Text for people to read, one row a line (listing.c): ?1 is the key, ?2 how many lines there may be. The first column is
-- the line; check_row ends the statement with an error at a row that is not what was written.

-- name: list_settings
SELECT settings, check_row('accounts', settings_checksum, player, settings) FROM accounts WHERE player = (SELECT number FROM players WHERE id = ?1)

-- What is kept of a player but games; of other people only what the player has seen of them.
-- name: list_account
SELECT json_patch(json_object('is', 'account', 'id', id, 'name', name, 'made', accounts.made, 'seen', seen,
                              'bot', bot, 'settings', json(settings)),
                  iif(operator, '{"operator":1}', '{}'))
FROM accounts JOIN players ON number = player
WHERE id = ?1 AND check_row('accounts', settings_checksum, player, settings)

-- name: list_sessions
SELECT json_object('is', 'session', 'made', made, 'seen', seen, 'expires', expires, 'label', label),
       check_row('passes', checksum, key, player, kind, scopes, made, seen, expires, label)
FROM passes WHERE player = (SELECT number FROM players WHERE id = ?1) ORDER BY made

-- name: list_subjects
SELECT json_object('is', 'openidSubject', 'issuer', issuer, 'subject', subject, 'made', made),
       check_row('subjects', checksum, issuer, subject, player, made)
FROM subjects WHERE player = (SELECT number FROM players WHERE id = ?1)

-- name: list_relations
SELECT json_object('is', CASE kind WHEN 0 THEN 'follows' WHEN 1 THEN 'blocks' ELSE 'mutes' END,
                   'name', name, 'made', r.made),
       check_row('relations', r.checksum, player, kind, other, r.made)
FROM relations r JOIN players ON number = other WHERE player = (SELECT number FROM players WHERE id = ?1)

-- name: list_ratings
SELECT json_object('is', 'rating', 'category', category, 'rating', rating / 100.0, 'deviation', deviation / 100.0,
                   'volatility', volatility / 1e6, 'games', games, 'at', at),
       check_row('ratings', checksum, player, category, rating, deviation, volatility, games, at)
FROM ratings WHERE player = (SELECT number FROM players WHERE id = ?1)

-- name: list_rating_changes
SELECT json_object('is', 'ratingChange', 'category', category, 'before', rating_before / 100.0,
                   'after', rating / 100.0, 'at', at),
       check_row('rating_changes', checksum, player, category, game, rating, deviation, volatility, games, at,
                 rating_before, deviation_before, volatility_before, at_before)
FROM rating_changes WHERE player = (SELECT number FROM players WHERE id = ?1) ORDER BY at

-- name: list_sanctions
SELECT json_object('is', 'sanction', 'muted', muted, 'banned', banned),
       check_row('sanctions', checksum, id, muted, banned, marked, warning)
FROM sanctions WHERE id = ?1

-- name: list_teams
SELECT json_object('is', iif(asks, 'teamRequest', 'team'), 'team', team, 'name', name, 'since', since, 'words', words,
                   'captain', iif(captain = ?1, 1, 0)),
       check_row('team_members', m.checksum, team, player, asks, since, words)
FROM team_members m JOIN teams ON id = team WHERE player = ?1 ORDER BY since, team

-- name: list_push_devices
SELECT json_object('is', 'pushDevice', 'made', made, 'endpoint', endpoint, 'label', label, 'language', language, 'wants', wants),
       check_row('push_devices', checksum, id, player, credential, endpoint, key, auth, language, label, origin, wants, made)
FROM push_devices WHERE player = ?1 ORDER BY made, id

-- name: list_mail_address
SELECT json_object('is', 'mailAddress', 'address', address, 'wanted', wanted, 'language', language, 'hours', hours, 'made', made),
       check_row('mail_addresses', checksum, player, address, wanted, confirm, confirm_until, reset, reset_until, language, hours, made)
FROM mail_addresses WHERE player = ?1

-- name: list_request_keys
SELECT json_object('is', 'requestKey', 'key', key, 'at', at),
       check_row('request_keys', checksum, person, key, at, content, seek, challenge, game, link)
FROM request_keys WHERE person = ?1 ORDER BY at, key

-- name: list_reports_by
SELECT json_object('is', 'report', 'at', at, 'game', game, 'reason', reason, 'words', words),
       check_row('reports', checksum, at, id, about, game, reason, words, chat, decided, decider)
FROM reports WHERE id = ?1 ORDER BY number

-- name: list_acts
SELECT printf('%5d  %s  %-12s %-12s %s', number, strftime('%Y-%m-%d %H:%M', at / 1000, 'unixepoch'), who, act, target),
       check_row('acts', checksum, at, who, act, target, undo)
FROM acts ORDER BY number DESC LIMIT ?2

-- name: list_acts_json
SELECT json_object('number', number, 'at', at, 'who', who, 'act', act, 'target', target, 'undo', json(iif(undo = '', 'false', 'true'))),
       check_row('acts', checksum, at, who, act, target, undo)
FROM acts ORDER BY number DESC LIMIT ?2

-- The command that undoes the act with the number ?1.
-- name: list_undo
SELECT undo, check_row('acts', checksum, at, who, act, target, undo) FROM acts WHERE number = CAST(?1 AS INTEGER)

-- name: list_reports
SELECT printf('%5d  %s  %s of %s: %s%s%s  %s%s', number, strftime('%Y-%m-%d %H:%M', at / 1000, 'unixepoch'),
              coalesce((SELECT name FROM players p WHERE p.id = r.id), r.id),
              coalesce((SELECT name FROM players p WHERE p.id = about), about), reason,
              CASE game WHEN '' THEN '' ELSE ', game ' END, game, words,
              CASE decider WHEN '' THEN '' ELSE '  (closed by ' || decider || ')' END),
       check_row('reports', checksum, at, id, about, game, reason, words, chat, decided, decider)
FROM reports r ORDER BY number DESC LIMIT ?2

-- Those that are open first.
-- name: list_reports_json
SELECT json_object('number', number, 'at', at, 'by', json_object('id', id, 'name', (SELECT name FROM players p WHERE p.id = r.id)),
                   'about', json_object('id', about, 'name', (SELECT name FROM players p WHERE p.id = about)),
                   'game', nullif(game, ''), 'reason', reason, 'words', words, 'chat', json(iif(chat = '', '[]', chat)),
                   'decided', nullif(decided, 0), 'decider', nullif(decider, '')),
       check_row('reports', checksum, at, id, about, game, reason, words, chat, decided, decider)
FROM reports r ORDER BY decided > 0, number DESC LIMIT ?2

-- Whether there is a report with the number ?1: by whom it was closed.
-- name: list_report
SELECT decider, check_row('reports', checksum, at, id, about, game, reason, words, chat, decided, decider)
FROM reports WHERE number = CAST(?1 AS INTEGER)
