-- Tournaments are read when the server starts, and one by castled replay (tournament_reader.c).

-- Those that go on, then those that ended last.
-- name: read_tournaments
SELECT id, made, over, check_row('tournaments', checksum, id, made, over) FROM tournaments ORDER BY over <> 0, over DESC, id

-- name: read_tournament_acts
SELECT seq, data, check_row('tournament_acts', checksum, tournament, seq, data) FROM tournament_acts
WHERE tournament = ?1 ORDER BY seq
