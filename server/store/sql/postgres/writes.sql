-- The writes of writes.sql whose text in PostgreSQL is another one: without checksums of rows, and with ON CONFLICT.

-- name: put_player
INSERT INTO players (id, name, guest, made, balance) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = excluded.guest, balance = excluded.balance

-- name: put_game
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen,
                   initial, increment, rated, first_move, created, made, bonus, days, again,
                   odds, odds_initial, odds_increment, white_engine, black_engine, stages, rules)
VALUES ($1, $2, (SELECT number FROM players WHERE id = $3), (SELECT number FROM players WHERE id = $4), $5, $6, $7, $8, $9, $10,
        $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)

-- name: put_end
UPDATE games SET ended = $2, status = $3, winner = $4, reason = $5, wakes = NULL WHERE number = $1

-- Somebody who plays themselves is on both sides: as in SQLite, Black's point of view stays.
-- name: put_played
INSERT INTO played
    (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening,
     odds, odds_initial, odds_increment, bonus, stages)
SELECT side.player, number, made, side.opponent, side.color, status, winner, rated, variant, initial, increment, days, 0,
       odds, odds_initial, odds_increment, bonus, stages
FROM games CROSS JOIN LATERAL (
    VALUES (0, coalesce(black, -black_level), 0),
           (CASE WHEN white = black THEN NULL ELSE white END, coalesce(black, -black_level), 0),
           (black, coalesce(white, -white_level), 1)) AS side (player, opponent, color)
WHERE number = $1 AND side.player IS NOT NULL
ON CONFLICT (player, number) DO UPDATE SET made = excluded.made, opponent = excluded.opponent, color = excluded.color,
    status = excluded.status, winner = excluded.winner, rated = excluded.rated, variant = excluded.variant,
    initial = excluded.initial, increment = excluded.increment, days = excluded.days, opening = excluded.opening,
    odds = excluded.odds, odds_initial = excluded.odds_initial, odds_increment = excluded.odds_increment,
    bonus = excluded.bonus, stages = excluded.stages

-- name: put_sleep
UPDATE games SET wakes = $2 WHERE number = $1 AND ended IS NULL

-- name: put_conditional
INSERT INTO conditional_moves VALUES ($1, $2, $3) ON CONFLICT (game, color) DO UPDATE SET data = excluded.data

-- name: put_challenge
INSERT INTO challenges VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET made = excluded.made, expires = excluded.expires, terms = excluded.terms

-- name: put_rating
INSERT INTO ratings (player, category, rating, deviation, volatility, games, at)
VALUES ((SELECT number FROM players WHERE id = $1), $2, $3, $4, $5, $6, $7)
ON CONFLICT (player, category) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, games = excluded.games, at = excluded.at

-- name: put_rating_change
INSERT INTO rating_changes (player, category, game, rating, deviation, volatility, games, at,
                            rating_before, deviation_before, volatility_before, at_before)
VALUES ((SELECT number FROM players WHERE id = $1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)

-- name: put_account
INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot, operator, second)
VALUES ((SELECT number FROM players WHERE id = $1), $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (player) DO UPDATE SET skeleton = excluded.skeleton, password = excluded.password, seen = excluded.seen,
    closed = excluded.closed, bot = excluded.bot, operator = excluded.operator, second = excluded.second

-- name: put_settings
UPDATE accounts SET settings = $2 WHERE player = (SELECT number FROM players WHERE id = $1)

-- name: put_credential
INSERT INTO passes (key, player, kind, scopes, made, seen, expires, label)
VALUES ($1, (SELECT number FROM players WHERE id = $2), $3, $4, $5, $6, $7, $8)
ON CONFLICT (key) DO UPDATE SET player = excluded.player, kind = excluded.kind, scopes = excluded.scopes,
    made = excluded.made, seen = excluded.seen, expires = excluded.expires, label = excluded.label

-- name: put_relation
INSERT INTO relations (player, kind, other, made)
VALUES ((SELECT number FROM players WHERE id = $1), $2, (SELECT number FROM players WHERE id = $3), $4)
ON CONFLICT (player, kind, other) DO UPDATE SET made = excluded.made

-- name: put_subject
INSERT INTO subjects (issuer, subject, player, made) VALUES ($1, $2, (SELECT number FROM players WHERE id = $3), $4)
ON CONFLICT (issuer, subject) DO UPDATE SET player = excluded.player, made = excluded.made

-- name: put_sanction
INSERT INTO sanctions (id, muted, banned, marked, warning) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET muted = excluded.muted, banned = excluded.banned, marked = excluded.marked,
    warning = excluded.warning

-- name: put_address_ban
INSERT INTO address_bans VALUES ($1, $2) ON CONFLICT (address) DO UPDATE SET until = excluded.until

-- name: put_act
INSERT INTO acts (at, who, act, target, undo) VALUES ($1, $2, $3, $4, $5)

-- name: put_tournament
INSERT INTO tournaments VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET made = excluded.made, over = excluded.over

-- name: put_tournament_act
INSERT INTO tournament_acts VALUES ($1, $2, $3)

-- name: put_team
INSERT INTO teams VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, captain = excluded.captain,
    entry = excluded.entry, code = excluded.code, made = excluded.made

-- name: put_team_member
INSERT INTO team_members VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (team, player) DO UPDATE SET asks = excluded.asks, since = excluded.since, words = excluded.words

-- name: put_broadcast
INSERT INTO broadcasts (id, of, data) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET of = excluded.of, data = excluded.data

-- name: put_report
INSERT INTO reports (at, id, about, game, reason, words, chat) VALUES ($1, $2, $3, $4, $5, $6, $7)

-- name: put_decision
UPDATE reports SET decided = $2, decider = $3 WHERE number = $1

-- name: put_webhook
INSERT INTO webhooks VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO UPDATE SET url = excluded.url, secret = excluded.secret, events = excluded.events, made = excluded.made,
    failing_since = excluded.failing_since, off_since = excluded.off_since, reason = excluded.reason

-- name: put_delivery
INSERT INTO webhook_deliveries VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET webhook = excluded.webhook, event = excluded.event, made = excluded.made,
    tried = excluded.tried, next = excluded.next, tries = excluded.tries, status = excluded.status,
    outcome = excluded.outcome, body = excluded.body

-- name: put_push_device
INSERT INTO push_devices VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (id) DO UPDATE SET player = excluded.player, credential = excluded.credential, endpoint = excluded.endpoint,
    key = excluded.key, auth = excluded.auth, language = excluded.language, label = excluded.label,
    origin = excluded.origin, wants = excluded.wants, made = excluded.made

-- name: put_mail_address
INSERT INTO mail_addresses VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (player) DO UPDATE SET address = excluded.address, wanted = excluded.wanted, confirm = excluded.confirm,
    confirm_until = excluded.confirm_until, reset = excluded.reset, reset_until = excluded.reset_until,
    language = excluded.language, hours = excluded.hours, made = excluded.made

-- name: put_mail_turn
INSERT INTO mail_turns VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (game) DO UPDATE SET player = excluded.player, opponent = excluded.opponent, since = excluded.since,
    ends = excluded.ends, reminded = excluded.reminded

-- name: put_request_key
INSERT INTO request_keys VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (person, key) DO UPDATE SET at = excluded.at, content = excluded.content, seek = excluded.seek,
    challenge = excluded.challenge, game = excluded.game, link = excluded.link

-- name: put_page_file
INSERT INTO page_files VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (path) DO UPDATE SET page = excluded.page, type = excluded.type, etag = excluded.etag, plain = excluded.plain,
    gzip = excluded.gzip, brotli = excluded.brotli

-- name: put_site
INSERT INTO site VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value

-- name: put_axis
UPDATE castled SET axis = $1

-- name: put_imported_played
INSERT INTO played
    (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening,
     odds, odds_initial, odds_increment, bonus, stages)
SELECT number, $2::bigint, $3::bigint, NULL::bigint, $4::bigint, $5::bigint, $6::bigint, 0, $7::bigint, $8::bigint, $9::bigint,
       $10::bigint, $11::bigint, $12::bigint, $13::bigint, $14::bigint, $15::bigint, $16::text
FROM players WHERE id = $1

-- name: put_fingerprint
INSERT INTO imports SELECT number, $2::bigint, $3::bigint FROM players WHERE id = $1 ON CONFLICT DO NOTHING

-- name: archive_game
INSERT INTO archive SELECT number, white, black, made, $2::bigint, $3::bytea FROM games WHERE number = $1

-- The events of a whole batch in one statement: their games' numbers, their own, their bytes.
-- name: put_events
INSERT INTO events SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
