-- The reads whose text in PostgreSQL is another one.

-- name: read_broadcasts
SELECT id, of, data FROM broadcasts ORDER BY of <> '', number

-- row_to_json writes as SQLite does, without blanks between.
-- name: list_account
SELECT CASE WHEN accounts.operator = 0 THEN row_to_json(line) ELSE row_to_json(with_operator) END::text
FROM accounts JOIN players ON number = player
     CROSS JOIN LATERAL (SELECT 'account' AS "is", id, name, accounts.made, seen, bot, settings::json AS settings) AS line
     CROSS JOIN LATERAL (SELECT line.*, 1 AS operator) AS with_operator
WHERE players.id = $1

-- name: list_sessions
SELECT row_to_json(line)::text FROM (
    SELECT 'session' AS "is", made, seen, expires, label
    FROM passes WHERE player = (SELECT number FROM players WHERE id = $1)) AS line ORDER BY made

-- name: list_subjects
SELECT row_to_json(line)::text FROM (
    SELECT 'openidSubject' AS "is", issuer, subject, made
    FROM subjects WHERE player = (SELECT number FROM players WHERE id = $1)) AS line

-- name: list_relations
SELECT row_to_json(line)::text FROM (
    SELECT CASE kind WHEN 0 THEN 'follows' WHEN 1 THEN 'blocks' ELSE 'mutes' END AS "is", name, r.made
    FROM relations r JOIN players ON number = other WHERE player = (SELECT number FROM players WHERE id = $1)) AS line

-- name: list_ratings
SELECT row_to_json(line)::text FROM (
    SELECT 'rating' AS "is", category, rating / 100.0::float8 AS rating, deviation / 100.0::float8 AS deviation,
           volatility / 1e6::float8 AS volatility, games, at
    FROM ratings WHERE player = (SELECT number FROM players WHERE id = $1)) AS line

-- name: list_rating_changes
SELECT row_to_json(line)::text FROM (
    SELECT 'ratingChange' AS "is", category, rating_before / 100.0::float8 AS before, rating / 100.0::float8 AS after, at
    FROM rating_changes WHERE player = (SELECT number FROM players WHERE id = $1)) AS line ORDER BY at

-- name: list_sanctions
SELECT row_to_json(line)::text FROM (SELECT 'sanction' AS "is", muted, banned FROM sanctions WHERE id = $1) AS line

-- name: list_teams
SELECT row_to_json(line)::text FROM (
    SELECT CASE WHEN asks <> 0 THEN 'teamRequest' ELSE 'team' END AS "is", team, name, since, words,
           CASE WHEN captain = $1 THEN 1 ELSE 0 END AS captain
    FROM team_members m JOIN teams ON id = team WHERE player = $1) AS line ORDER BY since, team

-- name: list_push_devices
SELECT row_to_json(line)::text FROM (
    SELECT 'pushDevice' AS "is", made, endpoint, label, language, wants
    FROM push_devices WHERE player = $1 ORDER BY made, id) AS line

-- name: list_mail_address
SELECT row_to_json(line)::text FROM (
    SELECT 'mailAddress' AS "is", address, wanted, language, hours, made FROM mail_addresses WHERE player = $1) AS line

-- name: list_request_keys
SELECT row_to_json(line)::text FROM (
    SELECT 'requestKey' AS "is", key, at FROM request_keys WHERE person = $1 ORDER BY at, key) AS line

-- name: list_reports_by
SELECT row_to_json(line)::text FROM (
    SELECT 'report' AS "is", at, game, reason, words FROM reports WHERE id = $1 ORDER BY number) AS line

-- name: list_acts
SELECT lpad(number::text, greatest(5, length(number::text))) || '  '
       || to_char(to_timestamp(at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || '  '
       || rpad(who, greatest(12, length(who))) || ' ' || rpad(act, greatest(12, length(act))) || ' ' || target
FROM acts WHERE $1::text IS NOT NULL ORDER BY number DESC LIMIT $2

-- name: list_acts_json
SELECT row_to_json(line)::text FROM (
    SELECT number, at, who, act, target, undo <> '' AS undo
    FROM acts WHERE $1::text IS NOT NULL ORDER BY number DESC LIMIT $2) AS line

-- name: list_undo
SELECT undo FROM acts WHERE number = CASE WHEN $1 ~ '^[0-9]{1,18}$' THEN $1::bigint END

-- name: list_reports
SELECT lpad(number::text, greatest(5, length(number::text))) || '  '
       || to_char(to_timestamp(at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || '  '
       || coalesce((SELECT name FROM players p WHERE p.id = r.id), r.id) || ' of '
       || coalesce((SELECT name FROM players p WHERE p.id = about), about) || ': ' || reason
       || CASE game WHEN '' THEN '' ELSE ', game ' END || game || '  ' || words
       || CASE decider WHEN '' THEN '' ELSE '  (closed by ' || decider || ')' END
FROM reports r WHERE $1::text IS NOT NULL ORDER BY number DESC LIMIT $2

-- name: list_reports_json
SELECT row_to_json(line)::text FROM (
    SELECT number, at,
           (SELECT row_to_json(person) FROM (SELECT r.id, (SELECT name FROM players p WHERE p.id = r.id) AS name) AS person) AS by,
           (SELECT row_to_json(person) FROM (SELECT about AS id, (SELECT name FROM players p WHERE p.id = about) AS name) AS person)
               AS about,
           nullif(game, '') AS game, reason, words, CASE chat WHEN '' THEN '[]' ELSE chat END::json AS chat,
           nullif(decided, 0) AS decided, nullif(decider, '') AS decider
    FROM reports r WHERE $1::text IS NOT NULL ORDER BY decided > 0, number DESC LIMIT $2) AS line

-- name: list_report
SELECT decider FROM reports WHERE number = CASE WHEN $1 ~ '^[0-9]{1,18}$' THEN $1::bigint END
