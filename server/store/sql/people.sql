-- People are read, once, when the server starts (people_reader.c).

-- name: read_players
SELECT id, name, made, balance FROM players
WHERE guest = 0 AND NOT EXISTS (SELECT 1 FROM accounts WHERE player = number AND closed > 0)

-- name: read_ratings
SELECT p.id, category, rating, deviation, volatility, games, at, player
FROM ratings r JOIN players p ON p.number = player

-- Numbers of games rise: the newest are the last that were made.
-- name: read_recent
SELECT rating FROM rating_changes WHERE player = ?1 AND category = ?2 ORDER BY game DESC LIMIT ?3

-- name: read_accounts
SELECT p.id, p.name, skeleton, password, a.made, seen, closed, bot
FROM accounts a JOIN players p ON p.number = player

-- name: read_credentials
SELECT key, p.id, kind, scopes, s.made, seen, expires, label FROM passes s JOIN players p ON p.number = player

-- name: read_relations
SELECT p.id, kind, o.id, r.made
FROM relations r JOIN players p ON p.number = player JOIN players o ON o.number = other

-- name: read_sanctions
SELECT id, muted, banned FROM sanctions

-- name: read_address_bans
SELECT address, until FROM address_bans

-- name: read_site
SELECT name, value FROM site

-- The last rating of each day. The bare columns are of the row with the greatest number of games: two may end in
-- one millisecond.
-- name: rating_history
SELECT category, CAST(strftime('%Y', at / 1000, 'unixepoch') AS INTEGER),
       CAST(strftime('%m', at / 1000, 'unixepoch') AS INTEGER),
       CAST(strftime('%d', at / 1000, 'unixepoch') AS INTEGER), rating
FROM (SELECT category, at, rating, max(games) FROM rating_changes
      WHERE player = (SELECT number FROM players WHERE id = ?1) GROUP BY category, at / 86400000)
ORDER BY category, at
