-- The tables of castled.db, as the steps that lead to them. A step follows its line
-- "-- version N"; a database of version N gets all the later ones when it is opened. Steps that
-- have been released are never edited, only followed by new ones.

-- version 1

-- "cstl": identifies the file among SQLite databases.
PRAGMA application_id = 1668510828;

-- The one row of the server itself.
CREATE TABLE castled (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    secret BLOB NOT NULL CHECK (length(secret) = 32),    -- signs tokens; a new one ends all sessions
    id_key BLOB NOT NULL CHECK (length(id_key) = 16),    -- turns a game's number into its id; never changes
    epoch  INTEGER NOT NULL,                             -- counts the servers that owned it; one that finds another's number stops writing
    axis   INTEGER NOT NULL                              -- ms on the server's time axis, which stands still while it is down
) STRICT;

-- Who has played.
CREATE TABLE players (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE,
    name   TEXT NOT NULL,
    guest  INTEGER NOT NULL,
    made   INTEGER NOT NULL                              -- wall clock, ms
) STRICT;

-- The number, not the id, is the key: numbers rise, so that the pages of the games that are being
-- played lie together, and an index is saved. The id follows from number and id_key; it is stored
-- for people who look, and as a check.
CREATE TABLE games (
    number       INTEGER PRIMARY KEY,
    id           TEXT NOT NULL,
    white        INTEGER REFERENCES players,             -- NULL: a computer of white_level
    black        INTEGER REFERENCES players,
    white_level  INTEGER NOT NULL,
    black_level  INTEGER NOT NULL,
    white_rating INTEGER NOT NULL,                       -- as the game began, 0 without one
    black_rating INTEGER NOT NULL,
    variant      INTEGER NOT NULL,
    fen          TEXT,                                   -- NULL: the standard position
    initial      INTEGER,                                -- ms; NULL: no clock
    increment    INTEGER NOT NULL,
    rated        INTEGER NOT NULL,
    first_move   INTEGER NOT NULL,                       -- ms for the first moves, 0: no limit
    created      INTEGER NOT NULL,                       -- the axis
    made         INTEGER NOT NULL,                       -- wall clock, ms
    ended        INTEGER,                                -- wall clock, ms; NULL: goes on
    status       INTEGER NOT NULL DEFAULT 0,
    winner       INTEGER NOT NULL DEFAULT 0,
    reason       INTEGER NOT NULL DEFAULT 0,
    CHECK ((white IS NULL) = (white_level > 0)),
    CHECK ((black IS NULL) = (black_level > 0))
) STRICT;
CREATE INDEX games_unfinished ON games (number) WHERE ended IS NULL;

-- The journal: what happened, in event_pack's versioned bytes.
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games,
    seq  INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Open challenges; the terms are the lobby's bytes.
CREATE TABLE challenges (
    id      TEXT PRIMARY KEY,
    made    INTEGER NOT NULL,                            -- wall clock, ms
    expires INTEGER NOT NULL,
    terms   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- version 2

-- Of a clock: what the increment is (clock.h: Fischer, Bronstein, delay), or the days for one move.
ALTER TABLE games ADD COLUMN bonus INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN days INTEGER NOT NULL DEFAULT 0;

-- Of a game that goes on and sleeps: the axis when it is due. NULL: it is in memory, or over.
ALTER TABLE games ADD COLUMN wakes INTEGER;
CREATE INDEX games_asleep ON games (wakes) WHERE wakes IS NOT NULL;

-- The players have already played from this game's start position, with colours reversed.
ALTER TABLE games ADD COLUMN again INTEGER NOT NULL DEFAULT 0;

-- version 3

-- Recent games as White less those as Black, within 3: decides who has White next.
ALTER TABLE players ADD COLUMN balance INTEGER NOT NULL DEFAULT 0;

-- Each account's ratings, in the units of server/lobby/rating.h.
CREATE TABLE ratings (
    player     INTEGER NOT NULL REFERENCES players,
    category   INTEGER NOT NULL,
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,                         -- as it was 'at'
    volatility INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    at         INTEGER NOT NULL,                         -- wall clock, ms
    PRIMARY KEY (player, category)
) STRICT, WITHOUT ROWID;

-- How each rated game changed a player's rating: for graphs, and to take a result back.
CREATE TABLE rating_changes (
    player            INTEGER NOT NULL REFERENCES players,
    category          INTEGER NOT NULL,
    game              INTEGER NOT NULL,                  -- of games, later of the archive
    rating            INTEGER NOT NULL,                  -- after the game
    deviation         INTEGER NOT NULL,
    volatility        INTEGER NOT NULL,
    games             INTEGER NOT NULL,
    at                INTEGER NOT NULL,
    rating_before     INTEGER NOT NULL,
    deviation_before  INTEGER NOT NULL,
    volatility_before INTEGER NOT NULL,
    at_before         INTEGER NOT NULL,
    PRIMARY KEY (player, category, game)
) STRICT, WITHOUT ROWID;

-- version 4

-- Players who have a password. The name is the player's. A closed account keeps its row, so that its
-- name stays taken; its player is renamed.
CREATE TABLE accounts (
    player   INTEGER PRIMARY KEY REFERENCES players,
    skeleton TEXT NOT NULL UNIQUE,                       -- what names that look alike have in common
    password TEXT NOT NULL,                              -- libsodium's, of Argon2id; empty: nobody gets in
    made     INTEGER NOT NULL,                           -- wall clock, ms, as all below
    seen     INTEGER NOT NULL,
    closed   INTEGER NOT NULL,                           -- 0: it is open
    bot      INTEGER NOT NULL,
    settings TEXT NOT NULL DEFAULT '{}'                  -- the page's own JSON
) STRICT;

-- What lets somebody in as an account: a browser that is signed in, or an API token.
CREATE TABLE passes (
    key     TEXT PRIMARY KEY,                            -- a hash: reading the file lets nobody in
    player  INTEGER NOT NULL REFERENCES players,
    kind    INTEGER NOT NULL,
    scopes  INTEGER NOT NULL,
    made    INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    label   TEXT NOT NULL                                -- by which its owner recognises it
) STRICT, WITHOUT ROWID;

CREATE TABLE relations (
    player INTEGER NOT NULL REFERENCES players,
    kind   INTEGER NOT NULL,                             -- follows, blocks, mutes
    other  INTEGER NOT NULL REFERENCES players,
    made   INTEGER NOT NULL,
    PRIMARY KEY (player, kind, other)
) STRICT, WITHOUT ROWID;

-- Until when a person, guest or not, is muted or banned.
CREATE TABLE sanctions (
    id     TEXT PRIMARY KEY,
    muted  INTEGER NOT NULL,
    banned INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The operators' actions.
CREATE TABLE acts (
    number INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    who    TEXT NOT NULL,
    act    TEXT NOT NULL,
    target TEXT NOT NULL
) STRICT;

CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    id     TEXT NOT NULL,                                -- of the person who reports
    about  TEXT NOT NULL,                                -- of the one who is reported
    game   TEXT NOT NULL,
    reason TEXT NOT NULL,
    words  TEXT NOT NULL
) STRICT;

-- What the operators have decided for everybody: registration, quiet mode.
CREATE TABLE site (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- version 5

-- Finished games, a few minutes after their end: what was a row of games and many of events is one here,
-- under the same number (finished.h). Nothing refers to games any more that outlives them there.
CREATE TABLE archive (
    number INTEGER PRIMARY KEY,
    white  INTEGER REFERENCES players,                   -- NULL: a computer, or nobody's here
    black  INTEGER REFERENCES players,
    made   INTEGER NOT NULL,                             -- wall clock, ms
    result INTEGER NOT NULL,                             -- finished_result
    data   BLOB NOT NULL
) STRICT;

-- The exact instants of everything in it, to rebuild the game from.
CREATE TABLE receipts (
    number INTEGER PRIMARY KEY,
    data   BLOB NOT NULL
) STRICT;

-- An index of finished games by player, from that player's point of view; player 0 is everybody, from White's
-- point of view. It can be made again from games and archive.
CREATE TABLE played (
    player    INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    made      INTEGER NOT NULL,
    opponent  INTEGER,                                   -- NULL: nobody's here; -n: a computer of level n
    color     INTEGER NOT NULL,
    status    INTEGER NOT NULL,
    winner    INTEGER NOT NULL,
    rated     INTEGER NOT NULL,
    variant   INTEGER NOT NULL,
    initial   INTEGER,                                   -- ms; NULL: no clock
    increment INTEGER NOT NULL,
    days      INTEGER NOT NULL,
    opening   INTEGER NOT NULL DEFAULT 0,                -- openings.h: the key of a position, 0: not known
    PRIMARY KEY (player, number)
) STRICT, WITHOUT ROWID;

-- Events that come after a game was archived stay in the journal.
CREATE TABLE journal (
    game INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO journal SELECT game, seq, data FROM events;
DROP TABLE events;
ALTER TABLE journal RENAME TO events;
CREATE TRIGGER events_have_a_game BEFORE INSERT ON events
    WHEN NOT EXISTS (SELECT 1 FROM games WHERE number = NEW.game)
     AND NOT EXISTS (SELECT 1 FROM archive WHERE number = NEW.game)
BEGIN
    SELECT RAISE(ABORT, 'an event needs its game');
END;

CREATE INDEX games_finished ON games (ended) WHERE ended IS NOT NULL;

INSERT INTO played SELECT 0, number, made, coalesce(black, -black_level), 0, status, winner, rated, variant,
    initial, increment, days, 0 FROM games WHERE ended IS NOT NULL;
INSERT INTO played SELECT white, number, made, coalesce(black, -black_level), 0, status, winner, rated, variant,
    initial, increment, days, 0 FROM games WHERE ended IS NOT NULL AND white IS NOT NULL;
INSERT OR IGNORE INTO played SELECT black, number, made, coalesce(white, -white_level), 1, status, winner, rated,
    variant, initial, increment, days, 0 FROM games WHERE ended IS NOT NULL AND black IS NOT NULL;

-- version 6

-- Time odds (clock.h): the side with another time than initial and increment, and that time; 0: neither.
ALTER TABLE games ADD COLUMN odds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN odds_initial INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN odds_increment INTEGER NOT NULL DEFAULT 0;

-- The same of the index, to tell the speed by.
ALTER TABLE played ADD COLUMN odds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE played ADD COLUMN odds_initial INTEGER NOT NULL DEFAULT 0;
ALTER TABLE played ADD COLUMN odds_increment INTEGER NOT NULL DEFAULT 0;

-- version 7

-- Imported games by importer: the same game is not stored twice.
CREATE TABLE imports (
    player      INTEGER NOT NULL REFERENCES players,
    fingerprint INTEGER NOT NULL,                        -- fingerprint.h
    number      INTEGER NOT NULL,
    PRIMARY KEY (player, fingerprint)
) STRICT, WITHOUT ROWID;

-- version 8

-- The format that all rows of the archive have at least, and the number up to which they have been rewritten into a
-- newer one (recoder.h).
ALTER TABLE castled ADD COLUMN archive_format INTEGER NOT NULL DEFAULT 1;
ALTER TABLE castled ADD COLUMN recoded INTEGER NOT NULL DEFAULT -1;

-- version 9

-- Banned addresses: one of IPv4, or the first 64 bits of IPv6 ("2001:db8:1:2::/64").
CREATE TABLE address_bans (
    address TEXT PRIMARY KEY,
    until   INTEGER NOT NULL                             -- wall clock, ms
) STRICT, WITHOUT ROWID;

-- version 10

-- The name of an engine that plays; NULL: none does, or the game is from before names were stored.
ALTER TABLE games ADD COLUMN white_engine TEXT;
ALTER TABLE games ADD COLUMN black_engine TEXT;

-- version 11

-- Of the index of finished games: what the increment is, so that a search for a clock tells Bronstein's from Fischer's.
ALTER TABLE played ADD COLUMN bonus INTEGER NOT NULL DEFAULT 0;
UPDATE played SET bonus = (SELECT g.bonus FROM games g WHERE g.number = played.number)
    WHERE number IN (SELECT number FROM games WHERE ended IS NOT NULL AND bonus <> 0);
UPDATE played SET bonus = (SELECT archived_bonus(data) FROM archive a WHERE a.number = played.number)
    WHERE number IN (SELECT number FROM archive WHERE archived_bonus(data) <> 0);

-- version 12

-- Events and challenges end with a checksum (checksum.h) of their bytes and of the columns beside them.
UPDATE events SET data = checked_event(game, seq, data);
UPDATE challenges SET terms = checked_challenge(id, made, expires, terms);

-- version 13

-- A player's conditional moves in a game in progress (conditional.h), followed by a checksum.
CREATE TABLE conditional_moves (
    game  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    color INTEGER NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (game, color)
) STRICT, WITHOUT ROWID;

-- version 14

-- A checksum of each row, or of those of its columns that are written together (row_checksum.h); the remarks say what it leaves
-- out. NULL: it is not checked, for rows that were mended by hand.
ALTER TABLE castled ADD COLUMN checksum INTEGER;         -- of what never changes
ALTER TABLE castled ADD COLUMN axis_checksum INTEGER;
ALTER TABLE players ADD COLUMN checksum INTEGER;         -- not of the number
ALTER TABLE games ADD COLUMN checksum INTEGER;           -- of what is known as the game begins
ALTER TABLE games ADD COLUMN state_checksum INTEGER;     -- of number, wakes and the end
ALTER TABLE ratings ADD COLUMN checksum INTEGER;
ALTER TABLE rating_changes ADD COLUMN checksum INTEGER;
ALTER TABLE accounts ADD COLUMN checksum INTEGER;        -- not of the settings
ALTER TABLE accounts ADD COLUMN settings_checksum INTEGER;
ALTER TABLE passes ADD COLUMN checksum INTEGER;
ALTER TABLE relations ADD COLUMN checksum INTEGER;
ALTER TABLE sanctions ADD COLUMN checksum INTEGER;
ALTER TABLE address_bans ADD COLUMN checksum INTEGER;
ALTER TABLE acts ADD COLUMN checksum INTEGER;            -- not of the number, nor in reports
ALTER TABLE reports ADD COLUMN checksum INTEGER;
ALTER TABLE site ADD COLUMN checksum INTEGER;
UPDATE castled SET checksum = row_checksum(secret, id_key), axis_checksum = row_checksum(axis);
UPDATE players SET checksum = row_checksum(id, name, guest, made, balance);
UPDATE games SET checksum = row_checksum(number, id, white, black, white_level, black_level, white_rating, black_rating,
        variant, fen, initial, increment, rated, first_move, created, made, bonus, days, again, odds, odds_initial,
        odds_increment, white_engine, black_engine),
    state_checksum = row_checksum(number, wakes, ended, status, winner, reason);
UPDATE ratings SET checksum = row_checksum(player, category, rating, deviation, volatility, games, at);
UPDATE rating_changes SET checksum = row_checksum(player, category, game, rating, deviation, volatility, games, at,
    rating_before, deviation_before, volatility_before, at_before);
UPDATE accounts SET checksum = row_checksum(player, skeleton, password, made, seen, closed, bot),
    settings_checksum = row_checksum(player, settings);
UPDATE passes SET checksum = row_checksum(key, player, kind, scopes, made, seen, expires, label);
UPDATE relations SET checksum = row_checksum(player, kind, other, made);
UPDATE sanctions SET checksum = row_checksum(id, muted, banned);
UPDATE address_bans SET checksum = row_checksum(address, until);
UPDATE acts SET checksum = row_checksum(at, who, act, target);
UPDATE reports SET checksum = row_checksum(at, id, about, game, reason, words);
UPDATE site SET checksum = row_checksum(name, value);

-- version 15

-- Whether the account is an operator's, who may do on the page what "castled admin" does.
ALTER TABLE accounts ADD COLUMN operator INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET checksum = row_checksum(player, skeleton, password, made, seen, closed, bot, operator)
    WHERE checksum = row_checksum(player, skeleton, password, made, seen, closed, bot);

-- version 16

-- A time control in stages as text (time_control_text.h); '': it has none.
ALTER TABLE games ADD COLUMN stages TEXT NOT NULL DEFAULT '';
ALTER TABLE played ADD COLUMN stages TEXT NOT NULL DEFAULT '';
UPDATE games SET checksum = row_checksum(number, id, white, black, white_level, black_level, white_rating, black_rating,
        variant, fen, initial, increment, rated, first_move, created, made, bonus, days, again, odds, odds_initial,
        odds_increment, white_engine, black_engine, stages)
    WHERE checksum = row_checksum(number, id, white, black, white_level, black_level, white_rating, black_rating, variant,
        fen, initial, increment, rated, first_move, created, made, bonus, days, again, odds, odds_initial, odds_increment,
        white_engine, black_engine);

-- version 17

-- Tournaments: what happened in each, numbered, as lines of JSON (tourney_act.h). 'over' is 0 while it goes on.
CREATE TABLE tournaments (
    id       TEXT PRIMARY KEY,
    made     INTEGER NOT NULL,                           -- wall clock, ms
    over     INTEGER NOT NULL,
    checksum INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament_acts (
    tournament TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    data       TEXT NOT NULL,
    checksum   INTEGER,
    PRIMARY KEY (tournament, seq)
) STRICT;

-- version 18

-- What players may not do in a game, a bit each (game_rules.h).
ALTER TABLE games ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
UPDATE games SET checksum = row_checksum(number, id, white, black, white_level, black_level, white_rating, black_rating,
        variant, fen, initial, increment, rated, first_move, created, made, bonus, days, again, odds, odds_initial,
        odds_increment, white_engine, black_engine, stages, rules)
    WHERE checksum = row_checksum(number, id, white, black, white_level, black_level, white_rating, black_rating, variant,
        fen, initial, increment, rated, first_move, created, made, bonus, days, again, odds, odds_initial, odds_increment,
        white_engine, black_engine, stages);

-- version 19

-- The command that undoes an act, or nothing; what was last said in the game when somebody was reported (JSON), and who
-- has decided on the report, and when; whether a player is marked as a cheat, and a warning that they have not been shown yet.
ALTER TABLE acts ADD COLUMN undo TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN chat TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN decided INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN decider TEXT NOT NULL DEFAULT '';
ALTER TABLE sanctions ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sanctions ADD COLUMN warning TEXT NOT NULL DEFAULT '';
UPDATE acts SET checksum = row_checksum(at, who, act, target, undo) WHERE checksum = row_checksum(at, who, act, target);
UPDATE reports SET checksum = row_checksum(at, id, about, game, reason, words, chat, decided, decider)
    WHERE checksum = row_checksum(at, id, about, game, reason, words);
UPDATE sanctions SET checksum = row_checksum(id, muted, banned, marked, warning)
    WHERE checksum = row_checksum(id, muted, banned);
CREATE INDEX reports_open ON reports (number) WHERE decided = 0;

-- version 20

-- The second factor of an operator's account as text (second_factor.h); '': it has none.
ALTER TABLE accounts ADD COLUMN second TEXT NOT NULL DEFAULT '';
UPDATE accounts SET checksum = row_checksum(player, skeleton, password, made, seen, closed, bot, operator, second)
    WHERE checksum = row_checksum(player, skeleton, password, made, seen, closed, bot, operator);

-- version 21

-- Teams: named lists of players, and who has asked to join (teams.h). 'entry' is a TeamEntry, 'captain' and 'player' are ids of accounts.
CREATE TABLE teams (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    description TEXT NOT NULL,
    captain     TEXT NOT NULL,
    entry       INTEGER NOT NULL,
    code        TEXT NOT NULL,
    made        INTEGER NOT NULL,                        -- wall clock, ms
    checksum    INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE team_members (
    team        TEXT NOT NULL,
    player      TEXT NOT NULL,
    asks        INTEGER NOT NULL,                        -- 1: to join; 0: belongs to it
    since       INTEGER NOT NULL,                        -- wall clock, ms
    words       TEXT NOT NULL,                           -- what was written with the request
    checksum    INTEGER,
    PRIMARY KEY (team, player)
) STRICT, WITHOUT ROWID;

-- version 22

-- Addresses that are told of what happens here, and what is on its way to them; of what is over, the newest are kept
-- (server/webhooks). Instants: wall clock, ms.
CREATE TABLE webhooks (
    id            TEXT PRIMARY KEY,
    url           TEXT NOT NULL,
    secret        TEXT NOT NULL,
    events        INTEGER NOT NULL,
    made          INTEGER NOT NULL,
    failing_since INTEGER NOT NULL,                      -- 0: it is not
    off_since     INTEGER NOT NULL,                      -- 0: it is on
    reason        TEXT NOT NULL,
    checksum      INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook_deliveries (
    id       TEXT PRIMARY KEY,
    webhook  TEXT NOT NULL,
    event    TEXT NOT NULL,
    made     INTEGER NOT NULL,
    tried    INTEGER NOT NULL,                           -- 0: not yet
    next     INTEGER NOT NULL,                           -- 0: it is over
    tries    INTEGER NOT NULL,
    status   INTEGER NOT NULL,
    outcome  TEXT NOT NULL,
    body     TEXT NOT NULL,
    checksum INTEGER
) STRICT, WITHOUT ROWID;

-- version 23

-- Who signs in at an OpenID provider: whom the issuer calls 'subject' (OpenID Connect Core 1.0, 2) has the player's account.
CREATE TABLE subjects (
    issuer   TEXT NOT NULL,
    subject  TEXT NOT NULL,
    player   INTEGER NOT NULL REFERENCES players,
    made     INTEGER NOT NULL,                           -- wall clock, ms
    checksum INTEGER,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

-- version 24

-- Broadcasts and their rounds, each as text (broadcast_rows.c): a line of JSON, and behind a round's its games as PGN. 'of' is a
-- round's broadcast, or nothing.
CREATE TABLE broadcasts (
    id       TEXT PRIMARY KEY,
    of       TEXT NOT NULL,
    data     TEXT NOT NULL,
    checksum INTEGER
) STRICT;

-- version 25

-- Devices on which people are told of what concerns them while they are away: subscriptions of their browsers (RFC 8030), each with
-- the session that it ends with.
CREATE TABLE push_devices (
    id         TEXT PRIMARY KEY,
    player     TEXT NOT NULL,
    credential TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    key        TEXT NOT NULL,
    auth       TEXT NOT NULL,
    language   TEXT NOT NULL,
    label      TEXT NOT NULL,
    origin     TEXT NOT NULL,
    wants      INTEGER NOT NULL,                         -- as push_options.h has them
    made       INTEGER NOT NULL,                         -- wall clock, ms
    checksum   INTEGER
) STRICT, WITHOUT ROWID;

-- version 26

-- E-mail addresses of accounts. Of links that were sent only hashes are kept.
CREATE TABLE mail_addresses (
    player        TEXT PRIMARY KEY,
    address       TEXT NOT NULL,                         -- confirmed; or nothing
    wanted        TEXT NOT NULL,                         -- not confirmed yet; or nothing
    confirm       TEXT NOT NULL,                         -- hash of the link that confirms it; or nothing
    confirm_until INTEGER NOT NULL,                      -- wall clock, ms, as all times here
    reset         TEXT NOT NULL,                         -- hash of the link that sets a new password; or nothing
    reset_until   INTEGER NOT NULL,
    language      TEXT NOT NULL,
    hours         INTEGER NOT NULL,                      -- before their time runs out they are reminded; 0: never
    made          INTEGER NOT NULL,
    checksum      INTEGER
) STRICT, WITHOUT ROWID;

-- Turns in correspondence games of people with an address, and whether they were reminded.
CREATE TABLE mail_turns (
    game     TEXT PRIMARY KEY,
    player   TEXT NOT NULL,
    opponent TEXT NOT NULL,                              -- their name
    since    INTEGER NOT NULL,
    ends     INTEGER NOT NULL,
    reminded INTEGER NOT NULL,                           -- when; 0: not
    checksum INTEGER
) STRICT, WITHOUT ROWID;

-- version 27

-- Nothing: this step is about several castleds on one database, of which there is none in SQLite.

-- version 28

-- Keys that clients gave to requests (PROTOCOL.md, section 1), and what was answered: the same request sent again, perhaps after a
-- restart or to another node, is answered in the same way and does nothing.
CREATE TABLE request_keys (
    person    TEXT NOT NULL,
    key       TEXT NOT NULL,
    at        INTEGER NOT NULL,                          -- when it was answered: wall clock, ms
    content   INTEGER NOT NULL,                          -- a hash of what was asked (request.h)
    seek      TEXT NOT NULL,                             -- these three as in the answer; or nothing
    challenge TEXT NOT NULL,
    game      TEXT NOT NULL,
    link      INTEGER NOT NULL,                          -- the challenge's address was told
    checksum  INTEGER,
    PRIMARY KEY (person, key)
) STRICT, WITHOUT ROWID;

-- version 29

-- Files of the page whose names have their hash, of this castled's version and the ones before it: whoever has the document of one
-- may ask for its files when the next one runs, perhaps on another node. 'page' counts versions; it is the last one that has the file.
CREATE TABLE page_files (
    path     TEXT PRIMARY KEY,
    page     INTEGER NOT NULL,
    type     TEXT NOT NULL,
    etag     TEXT NOT NULL,
    plain    BLOB NOT NULL,
    gzip     BLOB,                                       -- or NULL: it is not kept in this form
    brotli   BLOB,                                       -- likewise
    checksum INTEGER
) STRICT;
