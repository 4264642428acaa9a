-- One statement for each kind of write (write_statement.c), whose parameters are in the order of the list there.
-- Players are named by their id. Each row ends with its checksum (row_checksum.h).

-- name: put_player
INSERT INTO players (id, name, guest, made, balance, checksum)
VALUES (?1, ?2, ?3, ?4, ?5, row_checksum(?1, ?2, ?3, ?4, ?5))
ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = excluded.guest, balance = excluded.balance,
    checksum = row_checksum(id, excluded.name, excluded.guest, made, excluded.balance)

-- name: put_game
WITH game (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen,
           initial, increment, rated, first_move, created, made, bonus, days, again,
           odds, odds_initial, odds_increment, white_engine, black_engine, stages, rules)
AS (VALUES (?, ?, (SELECT number FROM players WHERE id = ?), (SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?,
            ?, ?, ?, ?, ?, ?, ?, ?, ?,
            ?, ?, ?, ?, ?, ?, ?))
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen,
                   initial, increment, rated, first_move, created, made, bonus, days, again,
                   odds, odds_initial, odds_increment, white_engine, black_engine, stages, rules, checksum, state_checksum)
SELECT *, row_checksum(number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen,
                       initial, increment, rated, first_move, created, made, bonus, days, again,
                       odds, odds_initial, odds_increment, white_engine, black_engine, stages, rules),
       row_checksum(number, NULL, NULL, 0, 0, 0) FROM game

-- name: put_event
INSERT INTO events VALUES (?, ?, ?)

-- name: put_end
UPDATE games SET ended = ?2, status = ?3, winner = ?4, reason = ?5, wakes = NULL,
    state_checksum = row_checksum(?1, NULL, ?2, ?3, ?4, ?5)
WHERE number = ?1

-- After put_end: the game can be found from now on, as each of its players saw it.
-- name: put_played
INSERT OR REPLACE INTO played
    (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening,
     odds, odds_initial, odds_increment, bonus, stages)
SELECT 0, number, made, coalesce(black, -black_level), 0, status, winner, rated, variant, initial, increment, days, 0,
       odds, odds_initial, odds_increment, bonus, stages
FROM games WHERE number = ?1
UNION ALL
SELECT white, number, made, coalesce(black, -black_level), 0, status, winner, rated, variant, initial, increment, days, 0,
       odds, odds_initial, odds_increment, bonus, stages
FROM games WHERE number = ?1 AND white IS NOT NULL
UNION ALL
SELECT black, number, made, coalesce(white, -white_level), 1, status, winner, rated, variant, initial, increment, days, 0,
       odds, odds_initial, odds_increment, bonus, stages
FROM games WHERE number = ?1 AND black IS NOT NULL

-- name: put_sleep
UPDATE games SET wakes = ?2, state_checksum = row_checksum(?1, ?2, NULL, 0, 0, 0) WHERE number = ?1 AND ended IS NULL

-- name: put_conditional
INSERT OR REPLACE INTO conditional_moves VALUES (?, ?, ?)

-- name: delete_conditional
DELETE FROM conditional_moves WHERE game = ? AND color = ?

-- name: put_challenge
INSERT OR REPLACE INTO challenges VALUES (?, ?, ?, ?)

-- name: delete_challenge
DELETE FROM challenges WHERE id = ?

-- name: put_rating
INSERT OR REPLACE INTO ratings (player, category, rating, deviation, volatility, games, at, checksum)
VALUES ((SELECT number FROM players WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7,
        row_checksum((SELECT number FROM players WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7))

-- name: delete_ratings
DELETE FROM ratings WHERE player = (SELECT number FROM players WHERE id = ?)

-- name: put_rating_change
INSERT INTO rating_changes (player, category, game, rating, deviation, volatility, games, at,
                            rating_before, deviation_before, volatility_before, at_before, checksum)
VALUES ((SELECT number FROM players WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
        row_checksum((SELECT number FROM players WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12))

-- name: delete_changes
DELETE FROM rating_changes WHERE game = ?1 AND player IN
    (SELECT white FROM games WHERE number = ?1 UNION ALL SELECT black FROM games WHERE number = ?1
     UNION ALL SELECT white FROM archive WHERE number = ?1 UNION ALL SELECT black FROM archive WHERE number = ?1)

-- name: put_account
INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot, operator, second, checksum, settings_checksum)
VALUES ((SELECT number FROM players WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
        row_checksum((SELECT number FROM players WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9),
        row_checksum((SELECT number FROM players WHERE id = ?1), '{}'))
ON CONFLICT (player) DO UPDATE SET skeleton = excluded.skeleton, password = excluded.password,
    seen = excluded.seen, closed = excluded.closed, bot = excluded.bot, operator = excluded.operator, second = excluded.second,
    checksum = row_checksum(player, excluded.skeleton, excluded.password, made, excluded.seen, excluded.closed,
                            excluded.bot, excluded.operator, excluded.second)

-- name: put_settings
UPDATE accounts SET settings = ?2, settings_checksum = row_checksum(player, ?2)
WHERE player = (SELECT number FROM players WHERE id = ?1)

-- name: put_credential
INSERT OR REPLACE INTO passes (key, player, kind, scopes, made, seen, expires, label, checksum)
VALUES (?1, (SELECT number FROM players WHERE id = ?2), ?3, ?4, ?5, ?6, ?7, ?8,
        row_checksum(?1, (SELECT number FROM players WHERE id = ?2), ?3, ?4, ?5, ?6, ?7, ?8))

-- name: delete_credential
DELETE FROM passes WHERE key = ?

-- name: put_relation
INSERT OR REPLACE INTO relations (player, kind, other, made, checksum)
VALUES ((SELECT number FROM players WHERE id = ?1), ?2, (SELECT number FROM players WHERE id = ?3), ?4,
        row_checksum((SELECT number FROM players WHERE id = ?1), ?2, (SELECT number FROM players WHERE id = ?3), ?4))

-- name: delete_relation
DELETE FROM relations WHERE player = (SELECT number FROM players WHERE id = ?) AND kind = ?
    AND other = (SELECT number FROM players WHERE id = ?)

-- name: put_subject
INSERT OR REPLACE INTO subjects (issuer, subject, player, made, checksum)
VALUES (?1, ?2, (SELECT number FROM players WHERE id = ?3), ?4,
        row_checksum(?1, ?2, (SELECT number FROM players WHERE id = ?3), ?4))

-- name: delete_subject
DELETE FROM subjects WHERE issuer = ? AND subject = ?

-- name: put_sanction
INSERT OR REPLACE INTO sanctions (id, muted, banned, marked, warning, checksum)
VALUES (?1, ?2, ?3, ?4, ?5, row_checksum(?1, ?2, ?3, ?4, ?5))

-- name: put_address_ban
INSERT OR REPLACE INTO address_bans VALUES (?1, ?2, row_checksum(?1, ?2))

-- name: delete_address_ban
DELETE FROM address_bans WHERE address = ?

-- name: put_act
INSERT INTO acts (at, who, act, target, undo, checksum) VALUES (?1, ?2, ?3, ?4, ?5, row_checksum(?1, ?2, ?3, ?4, ?5))

-- name: put_tournament
INSERT OR REPLACE INTO tournaments VALUES (?1, ?2, ?3, row_checksum(?1, ?2, ?3))

-- name: put_tournament_act
INSERT INTO tournament_acts VALUES (?1, ?2, ?3, row_checksum(?1, ?2, ?3))

-- name: put_team
INSERT OR REPLACE INTO teams VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7))

-- name: delete_team
DELETE FROM teams WHERE id = ?

-- name: put_team_member
INSERT OR REPLACE INTO team_members VALUES (?1, ?2, ?3, ?4, ?5, row_checksum(?1, ?2, ?3, ?4, ?5))

-- name: delete_team_member
DELETE FROM team_members WHERE team = ? AND player = ?

-- name: put_broadcast
INSERT INTO broadcasts VALUES (?1, ?2, ?3, row_checksum(?1, ?2, ?3))
ON CONFLICT (id) DO UPDATE SET of = excluded.of, data = excluded.data, checksum = excluded.checksum

-- name: delete_broadcast
DELETE FROM broadcasts WHERE id = ?

-- name: put_report
INSERT INTO reports (at, id, about, game, reason, words, chat, checksum)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ''))

-- name: put_decision
UPDATE reports SET decided = ?2, decider = ?3,
    checksum = row_checksum(at, id, about, game, reason, words, chat, ?2, ?3)
WHERE number = ?1

-- name: put_webhook
INSERT OR REPLACE INTO webhooks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))

-- name: delete_webhook
DELETE FROM webhooks WHERE id = ?

-- name: put_delivery
INSERT OR REPLACE INTO webhook_deliveries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
    row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10))

-- name: delete_delivery
DELETE FROM webhook_deliveries WHERE id = ?

-- name: delete_deliveries
DELETE FROM webhook_deliveries WHERE webhook = ?

-- name: put_push_device
INSERT OR REPLACE INTO push_devices VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
    row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11))

-- name: delete_push_device
DELETE FROM push_devices WHERE id = ?

-- name: put_mail_address
INSERT OR REPLACE INTO mail_addresses VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
    row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10))

-- name: delete_mail_address
DELETE FROM mail_addresses WHERE player = ?

-- name: put_mail_turn
INSERT OR REPLACE INTO mail_turns VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_checksum(?1, ?2, ?3, ?4, ?5, ?6))

-- name: delete_mail_turn
DELETE FROM mail_turns WHERE game = ?

-- name: put_request_key
INSERT OR REPLACE INTO request_keys VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))

-- name: delete_request_key
DELETE FROM request_keys WHERE person = ? AND key = ?

-- name: put_page_file
INSERT OR REPLACE INTO page_files VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7))

-- name: delete_pages
DELETE FROM page_files WHERE page < ?

-- name: put_site
INSERT OR REPLACE INTO site VALUES (?1, ?2, row_checksum(?1, ?2))

-- name: put_axis
UPDATE castled SET axis = ?1, axis_checksum = row_checksum(?1)

-- A game that was played elsewhere: nobody's here, at once in the archive.
-- name: put_import
INSERT INTO archive VALUES (?1, NULL, NULL, ?2, ?3, ?4)

-- name: put_imported_played
INSERT INTO played
    (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening,
     odds, odds_initial, odds_increment, bonus, stages)
SELECT number, ?2, ?3, NULL, ?4, ?5, ?6, 0, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16 FROM players WHERE id = ?1

-- name: put_fingerprint
INSERT OR IGNORE INTO imports SELECT number, ?2, ?3 FROM players WHERE id = ?1
