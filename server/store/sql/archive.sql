-- Games move from the journal to the archive (archivist.c), and old rows there into the newest format (recoder.c).

-- name: next_to_archive
SELECT number, ended FROM games
WHERE ended IS NOT NULL AND ended <= ?1 AND (ended, number) > (?2, ?3) ORDER BY ended, number LIMIT 1

-- name: archive_game
INSERT INTO archive SELECT number, white, black, made, ?2, ?3 FROM games WHERE number = ?1

-- name: put_receipts
INSERT INTO receipts VALUES (?, ?)

-- name: name_opening
UPDATE played SET opening = ?2 WHERE number = ?1 AND player IN
    (SELECT 0 UNION SELECT white FROM games WHERE number = ?1 UNION SELECT black FROM games WHERE number = ?1)

-- name: drop_events
DELETE FROM events WHERE game = ?

-- name: drop_game
DELETE FROM games WHERE number = ?

-- name: recoder_state
SELECT archive_format, recoded FROM castled

-- name: next_to_recode
SELECT archive.number, made, result, archive.data, receipts.data
FROM archive LEFT JOIN receipts USING (number) WHERE archive.number > ? ORDER BY 1 LIMIT 1

-- name: recode_data
UPDATE archive SET data = ?2 WHERE number = ?1

-- name: recode_receipts
UPDATE receipts SET data = ?2 WHERE number = ?1

-- name: recoded_up_to
UPDATE castled SET recoded = ?1

-- name: recoded_all
UPDATE castled SET archive_format = ?1, recoded = -1
