-- People are read, once, when the server starts (people_reader.c). check_row is no column of theirs: a row that is not what was
-- written ends the statement with an error. LEFT JOIN, so that a row whose player is not there is not passed over.

-- name: read_players
SELECT id, name, made, balance, check_row('players', checksum, id, name, guest, made, balance) FROM players
WHERE guest = 0 AND NOT EXISTS (SELECT 1 FROM accounts WHERE player = number AND closed > 0)

-- name: read_ratings
SELECT p.id, category, rating, deviation, volatility, games, at, player,
       check_row('ratings', r.checksum, player, category, rating, deviation, volatility, games, at)
FROM ratings r LEFT JOIN players p ON p.number = player

-- Numbers of games rise: the newest are the last that were made.
-- name: read_recent
SELECT rating, check_row('rating_changes', checksum, player, category, game, rating, deviation, volatility, games, at,
                         rating_before, deviation_before, volatility_before, at_before)
FROM rating_changes WHERE player = ?1 AND category = ?2 ORDER BY game DESC LIMIT ?3

-- name: read_accounts
SELECT p.id, p.name, skeleton, password, a.made, seen, closed, bot, operator, second,
       check_row('accounts', a.checksum, player, skeleton, password, a.made, seen, closed, bot, operator, second),
       check_row('players', p.checksum, p.id, p.name, p.guest, p.made, p.balance)
FROM accounts a LEFT JOIN players p ON p.number = player

-- name: read_credentials
SELECT key, p.id, kind, scopes, s.made, seen, expires, label,
       check_row('passes', s.checksum, key, player, kind, scopes, s.made, seen, expires, label)
FROM passes s LEFT JOIN players p ON p.number = player

-- name: read_relations
SELECT p.id, kind, o.id, r.made, check_row('relations', r.checksum, player, kind, other, r.made)
FROM relations r LEFT JOIN players p ON p.number = player LEFT JOIN players o ON o.number = other

-- name: read_subjects
SELECT issuer, subject, p.id, s.made, check_row('subjects', s.checksum, issuer, subject, player, s.made)
FROM subjects s LEFT JOIN players p ON p.number = player

-- name: read_sanctions
SELECT id, muted, banned, marked, warning, check_row('sanctions', checksum, id, muted, banned, marked, warning) FROM sanctions

-- name: read_address_bans
SELECT address, until, check_row('address_bans', checksum, address, until) FROM address_bans

-- name: read_request_keys
SELECT person, key, at, content, seek, challenge, game, link,
       check_row('request_keys', checksum, person, key, at, content, seek, challenge, game, link)
FROM request_keys ORDER BY at, person, key

-- The newest page's first; with how many bytes.
-- name: read_page_names
SELECT path, page, length(plain) + coalesce(length(gzip), 0) + coalesce(length(brotli), 0) FROM page_files ORDER BY page DESC, path

-- name: read_page_files
SELECT path, page, type, etag, plain, gzip, brotli, check_row('page_files', checksum, path, page, type, etag, plain, gzip, brotli)
FROM page_files WHERE page >= ?1 AND page < ?2 ORDER BY page DESC, path

-- name: read_site
SELECT name, value, check_row('site', checksum, name, value) FROM site

-- A piece, the newest first: numbers of games rise.
-- name: rating_history
SELECT category, game, games, at, rating,
       check_row('rating_changes', checksum, player, category, game, rating, deviation, volatility, games, at,
                 rating_before, deviation_before, volatility_before, at_before)
FROM rating_changes WHERE player = (SELECT number FROM players WHERE id = ?1) AND (category, game) < (?2, ?3)
ORDER BY category DESC, game DESC LIMIT ?4
