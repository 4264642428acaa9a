-- Tournaments are read when the server starts, and one by castled replay (tournament_reader.c).

-- Those that go on, then those that ended last.
-- name: read_tournaments
SELECT id, made, over, check_row('tournaments', checksum, id, made, over) FROM tournaments ORDER BY over <> 0, over DESC, id

-- name: read_tournament_acts
SELECT seq, data, check_row('tournament_acts', checksum, tournament, seq, data) FROM tournament_acts
WHERE tournament = ?1 ORDER BY seq

-- Teams are read when the server starts, then their members.
-- name: read_teams
SELECT id, name, description, captain, entry, code, made,
       check_row('teams', checksum, id, name, description, captain, entry, code, made) FROM teams ORDER BY id

-- Those who have belonged to it longest first.
-- name: read_team_members
SELECT team, player, asks, since, words, check_row('team_members', checksum, team, player, asks, since, words)
FROM team_members ORDER BY team, since, player

-- Broadcasts are read when the server starts, each before its rounds, which stay in the order in which they were made.
-- name: read_broadcasts
SELECT id, of, data, check_row('broadcasts', checksum, id, of, data) FROM broadcasts ORDER BY of <> '', rowid
