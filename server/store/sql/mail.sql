-- Addresses, and turns in correspondence games, are read when the server starts (mail_reader.c).

-- name: read_mail_addresses
SELECT player, address, wanted, confirm, confirm_until, reset, reset_until, language, hours, made,
       check_row('mail_addresses', checksum, player, address, wanted, confirm, confirm_until, reset, reset_until, language, hours, made)
FROM mail_addresses ORDER BY player

-- name: read_mail_turns
SELECT game, player, opponent, since, ends, reminded,
       check_row('mail_turns', checksum, game, player, opponent, since, ends, reminded)
FROM mail_turns ORDER BY game
