-- Games are read (game_reader.c), and searched for (search.c).

-- name: read_game
SELECT g.id, w.id, w.name, w.guest, b.id, b.name, b.guest, white_level, black_level, white_rating, black_rating,
       variant, fen, initial, increment, rated, first_move, created, g.made, ended, status, winner, reason,
       bonus, days, again, odds, odds_initial, odds_increment, white_engine, black_engine, stages, rules,
       check_row('games', g.checksum, g.number, g.id, white, black, white_level, black_level, white_rating, black_rating, variant, fen,
                 initial, increment, rated, first_move, created, g.made, bonus, days, again, odds, odds_initial,
                 odds_increment, white_engine, black_engine, stages, rules),
       check_row('games', state_checksum, g.number, wakes, ended, status, winner, reason),
       check_row('players', w.checksum, w.id, w.name, w.guest, w.made, w.balance),
       check_row('players', b.checksum, b.id, b.name, b.guest, b.made, b.balance)
FROM games g LEFT JOIN players w ON w.number = g.white LEFT JOIN players b ON b.number = g.black
WHERE g.number = ?

-- name: read_archived
SELECT w.id, w.name, w.guest, b.id, b.name, b.guest, a.made, result, a.data, r.data,
       check_row('players', w.checksum, w.id, w.name, w.guest, w.made, w.balance),
       check_row('players', b.checksum, b.id, b.name, b.guest, b.made, b.balance)
FROM archive a LEFT JOIN receipts r ON r.number = a.number
     LEFT JOIN players w ON w.number = a.white LEFT JOIN players b ON b.number = a.black
WHERE a.number = ?

-- name: read_events
SELECT seq, data FROM events WHERE game = ? ORDER BY seq

-- name: read_conditional
SELECT color, data FROM conditional_moves WHERE game = ?

-- name: next_unfinished
SELECT min(number) FROM games WHERE ended IS NULL AND wakes IS NULL AND number > ?

-- name: next_sleeping
SELECT min(number) FROM games WHERE wakes IS NOT NULL AND number > ?

-- name: read_due
SELECT number FROM games WHERE wakes <= ? ORDER BY wakes LIMIT ?

-- name: read_challenges
SELECT id, made, expires, terms FROM challenges ORDER BY made, id

-- name: find_player
SELECT number FROM players WHERE id = ?

-- name: find_import
SELECT imports.number FROM imports JOIN players ON players.number = player WHERE id = ?1 AND fingerprint = ?2

-- name: search_newest_first
SELECT number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening,
       odds, odds_initial, odds_increment, bonus, stages
FROM played WHERE player = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3

-- name: search_oldest_first
SELECT number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening,
       odds, odds_initial, odds_increment, bonus, stages
FROM played WHERE player = ?1 AND number > ?2 ORDER BY number LIMIT ?3

-- By the primary key, so that no more than ?3 rows are looked at. A winner is 0, or 1 more than the colour.
-- name: score_between
SELECT count(*), coalesce(sum(CASE winner WHEN 0 THEN 1 WHEN color + 1 THEN 2 ELSE 0 END), 0)
FROM (SELECT opponent, color, winner, status FROM played WHERE player = ?1 ORDER BY number DESC LIMIT ?3) AS newest
WHERE opponent = ?2 AND status NOT IN (?4, ?5)

-- What a rated game made of its players' ratings.
-- name: read_changes
SELECT id, category, rating_before, deviation_before, volatility_before, at_before,
       rating, deviation, volatility, games, at,
       check_row('rating_changes', c.checksum, player, category, game, rating, deviation, volatility, games, at,
                 rating_before, deviation_before, volatility_before, at_before),
       check_row('players', p.checksum, id, name, guest, made, balance)
FROM rating_changes c JOIN players p ON p.number = player WHERE game = ?1 AND player IN
    (SELECT white FROM games WHERE number = ?1 UNION ALL SELECT black FROM games WHERE number = ?1
     UNION ALL SELECT white FROM archive WHERE number = ?1 UNION ALL SELECT black FROM archive WHERE number = ?1)
