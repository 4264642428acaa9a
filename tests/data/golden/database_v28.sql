-- Rows as castled wrote them at version 28 of the schema. database_v28.txt is what must be read of them, for ever.
INSERT INTO castled (one, secret, id_key, epoch, axis, archive_format, recoded, checksum, axis_checksum) VALUES (1, x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', x'000102030405060708090a0b0c0d0e0f', 7, 123456789, 2, -1, 2919432314, 2640307077);
INSERT INTO players (number, id, name, guest, made, balance, checksum) VALUES (1, 'gann', 'Ann', 1, 1793000000001, 0, 1859907927);
INSERT INTO players (number, id, name, guest, made, balance, checksum) VALUES (2, 'abob', 'Bob', 0, 1793000000002, 2, 965213291);
INSERT INTO players (number, id, name, guest, made, balance, checksum) VALUES (3, 'acara', 'Cara', 0, 1793000000003, -3, 2940806888);
INSERT INTO players (number, id, name, guest, made, balance, checksum) VALUES (4, 'adan', 'closed-4', 0, 1793000000004, 0, 2585224155);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, checksum, state_checksum) VALUES (1, 'GTnXBcqY', 1, NULL, 0, 4, 0, 0, 0, NULL, 300000, 3000, 0, 30000, 77000000, 1793000000001, 3958995651, 4122065077);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, checksum, state_checksum, rules) VALUES (2, 'rFJLPKjo', 2, 3, 0, 0, 1612, 1498, 2, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', NULL, 0, 1, 0, 77000000, 1793000000002, 1944403620, 4059192482, 31);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, checksum, state_checksum) VALUES (3, 'HZ3jpnV9', 1, NULL, 0, 123456, 0, 3, 0, NULL, 300000, 3000, 0, 30000, 77000000, 1793000000003, 71046444, 244788480);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, ended, status, winner, reason, checksum, state_checksum) VALUES (4, 'xwM1M6Kw', 2, 3, 0, 0, 0, 0, 0, NULL, 300000, 3000, 1, 30000, 77000000, 1793000000004, 1793000900000, 4, 2, 0, 2417908087, 2290580053);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, bonus, again, ended, status, winner, reason, checksum, state_checksum, rules) VALUES (5, 'Rma6t9cS', 2, 1, 0, 0, 0, 0, 0, NULL, 300000, 3000, 0, 30000, 77000000, 1793000000005, 1, 1, 1793000900000, 4, 2, 0, 2133811185, 3860291300, 2);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, days, wakes, checksum, state_checksum) VALUES (6, '6kQFD4mP', 2, 3, 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 77000000, 1793000000006, 3, 500000000, 617218484, 3167248325);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, odds, odds_initial, odds_increment, checksum, state_checksum) VALUES (7, 'FDAuhez4', 1, NULL, 0, 4, 0, 0, 0, NULL, 300000, 3000, 0, 30000, 77000000, 1793000000007, 2, 60000, 1000, 3035375201, 4248203419);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, fen, initial, increment, rated, first_move, created, made, black_engine, checksum, state_checksum) VALUES (8, 'MWoX3Mj4', 1, NULL, 0, 125193977, 0, 3, 0, NULL, 300000, 3000, 0, 30000, 77000000, 1793000000008, 'gnuchess', 2055104977, 3900310736);
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, initial, increment, rated, first_move, created, made, checksum, state_checksum, stages) VALUES (9, 'JZk5v40C', 1, 2, 0, 0, 0, 1612, 0, 5400000, 30000, 0, 30000, 78000000, 1793000000009, 3381429926, 387937650, '40/5400+30:1800+30');
INSERT INTO games (number, id, white, black, white_level, black_level, white_rating, black_rating, variant, initial, increment, rated, first_move, created, made, ended, status, winner, checksum, state_checksum, stages) VALUES (10, 'TgRqY7K8', 1, 2, 0, 0, 0, 1612, 0, 60000, 0, 0, 30000, 78000001, 1793000000010, 1793000010009, 4, 1, 2006875615, 3913273311, '2/60:2/30:5.500+1');
INSERT INTO events (game, seq, data) VALUES (1, 1, x'010100e4f10d92d703a8d00459fa1fd41d0029');
INSERT INTO events (game, seq, data) VALUES (1, 2, x'010100f3932ed3f630ffd42527b2161ac56ae2');
INSERT INTO events (game, seq, data) VALUES (1, 3, x'010100f4080000028904763f54c5');
INSERT INTO events (game, seq, data) VALUES (1, 4, x'010100f4319ff20ae6f20a05dd261bafe35b');
INSERT INTO events (game, seq, data) VALUES (1, 5, x'010100f8b80bdde004defe053bd40ae2d921e7');
INSERT INTO events (game, seq, data) VALUES (1, 6, x'010100fc8401f48112e3da1107e70fe88ee203');
INSERT INTO events (game, seq, data) VALUES (2, 1, x'0101019161dca512e3da1106ad1f9b0fb059');
INSERT INTO events (game, seq, data) VALUES (2, 2, x'01010192ad12caef09b3ce0848da104da1e8fc');
INSERT INTO events (game, seq, data) VALUES (2, 3, x'0101019730b7c403beb80310f61ea16d4014');
INSERT INTO events (game, seq, data) VALUES (2, 4, x'01010197c50284ca09ac850a16e31404bdf493');
INSERT INTO events (game, seq, data) VALUES (2, 5, x'0101019ab10fe3d408efdc0c34a81dc636092b');
INSERT INTO events (game, seq, data) VALUES (2, 6, x'0101019d0b98d203a7cf0304a818cbac752d');
INSERT INTO events (game, seq, data) VALUES (3, 1, x'010101bcec0fa78f0bf7ee0938f41ea4bd43a3');
INSERT INTO events (game, seq, data) VALUES (3, 2, x'010101c88a328de02facdf242ab51f06b57127');
INSERT INTO events (game, seq, data) VALUES (3, 3, x'010101cb8c01f4f61183e6110cdd15631bb1cc');
INSERT INTO events (game, seq, data) VALUES (3, 4, x'010101cede07c4e7369adb350ca63b697fcf43');
INSERT INTO events (game, seq, data) VALUES (3, 5, x'010101d1d4119eb80a88de0842ba19648bb7be');
INSERT INTO events (game, seq, data) VALUES (3, 6, x'010101dff128a4d310e0a01044b85ec394cd4a');
INSERT INTO events (game, seq, data) VALUES (4, 1, x'0102008271928414be0118984725');
INSERT INTO events (game, seq, data) VALUES (4, 2, x'0102008e4af89201d08603b6f3730f');
INSERT INTO events (game, seq, data) VALUES (4, 3, x'010200920788278827ac16072f');
INSERT INTO events (game, seq, data) VALUES (4, 4, x'010200a10bc3b2992980b89929bee4e154');
INSERT INTO events (game, seq, data) VALUES (4, 5, x'010200ade502b817fc11965c0468');
INSERT INTO events (game, seq, data) VALUES (4, 6, x'010200d00b00005b22f8b0');
INSERT INTO events (game, seq, data) VALUES (5, 1, x'0201005088278827018d020000b00a00009aad59e0');
INSERT INTO events (game, seq, data) VALUES (5, 2, x'020100861b80b8992980b899290dca0480b89929500000005d18d5bd');
INSERT INTO events (game, seq, data) VALUES (5, 3, x'0201008824c291a9059e8c9e0505b60fa2939e05ae019805ae01ba1d7d4cd2d6');
INSERT INTO events (game, seq, data) VALUES (5, 4, x'02010092169ce0b703eee2b60315c6029ce0b70300e002008636b2007687');
INSERT INTO events (game, seq, data) VALUES (5, 5, x'020100941b841ba09c010b8d03841b00800600860d94d27401');
INSERT INTO events (game, seq, data) VALUES (6, 1, x'0201009449f2de139c1913d3059ac8139003b002b002b2205b2d69af');
INSERT INTO events (game, seq, data) VALUES (6, 2, x'0201009e09f08fb405a493a90507d707d091a905000000dc1a47097211');
INSERT INTO events (game, seq, data) VALUES (6, 3, x'0201009e8001aaff16a870238d0af2e716000000d836a4718df6');
INSERT INTO events (game, seq, data) VALUES (6, 4, x'020100a80fa09c018827058b02a09c01000000d60d1a527324');
INSERT INTO events (game, seq, data) VALUES (6, 5, x'020100be22da84b405f092a90507e91cea89a905f80fc80cc80cf0143ce59d17');
INSERT INTO events (game, seq, data) VALUES (9, 1, x'010100e807c0cbc902c0cbc902019c26a02c3a75');
INSERT INTO events (game, seq, data) VALUES (9, 2, x'010101d00fc0cbc902c0cbc90202a43a1f144e88');
INSERT INTO events (game, seq, data) VALUES (9, 3, x'010100fc2ac49acb02c0cbc90203950391a36698');
INSERT INTO events (game, seq, data) VALUES (10, 1, x'010100e807e0d403e0d403019c260b59ae77');
INSERT INTO events (game, seq, data) VALUES (10, 2, x'010101d00fe0d403e0d40302a43a69eeddc4');
INSERT INTO events (game, seq, data) VALUES (10, 3, x'010100fc2ae4a305e0d403039503605bff62');
INSERT INTO events (game, seq, data) VALUES (10, 4, x'010b00d836e4a30584c903040100595da752');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C00000000000', 1793000000000, 1793086400000, x'010c5330303030303030303030310103616e6e0b4e616d65206f6620616e6e000000000101e0930400b80b00000000000000ca2077a10100000026477ca1010000f2f406c5');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C00000000010', 1793000000001, 1793086400001, x'010c5330303030303030303030320003616e6e0b4e616d65206f6620616e6ea00f00000118696969696969696969696969696969696969696969696969206e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e4c0600000001e0930400b80b00000001000000ca2077a101000000d239bfa101000032a3a364');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C00000000020', 1793000000002, 1793086400002, x'010c5330303030303030303037370003616e6e0b4e616d65206f6620616e6e000000000103626f620b4e616d65206f6620626f624c06000000000000000000000000020002011f346b332f382f382f382f382f382f3450332f344b332077202d202d2030203100ca2077a101000000d239bfa101000098dfccd4');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C00000000030', 1793000000003, 1793086400003, x'020c5330303030303030303030380003616e6e0b4e616d65206f6620616e6e000000000103626f620b4e616d65206f6620626f624c0600000001e0930400b80b00000000000000ca2077a101000000d239bfa10100002d66666666666666666666666666666666666666666666666666666666666666666666666666666666666666666660f78aaa');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C00000000040', 1793000000004, 1793086400004, x'020c5330303030303030303030310103616e6e0b4e616d65206f6620616e6e000000000101e0930400b80b00000000000000ca2077a10100000026477ca10100000d3230332e302e3131332e3235357fe69dce');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C0000000050000', 1793000000010, 1793086400000, x'040c53303030303030303030353001036f72670b4e616d65206f66206f7267000000000101e0930400b80b00000000000000ca2077a10100000026477ca101000000000100107c1fb3');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C0000000051000', 1793000000011, 1793086400000, x'040c53303030303030303030353101036f72670b4e616d65206f66206f7267000000000101e0930400b80b00000000010000ca2077a10100000026477ca101000000050303616e6e0b4e616d65206f6620616e6edc0500000003626f620b4e616d65206f6620626f6240060000000546696e616c9acf0440');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C0000000052000', 1793000000012, 1793086400000, x'040c53303030303030303030353201036f72670b4e616d65206f66206f7267000000000101e0930400b80b00000000000000ca2077a10100000026477ca1010000000a05036369640b4e616d65206f6620636964a4060000000546696e616ccd69c368');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C0000000053000', 1793000000013, 1793086400000, x'040c53303030303030303030353301036f72670b4e616d65206f66206f7267000000000101e0930400b80b00000000010000ca2077a10100000026477ca1010000000f0b03616e6e0b4e616d65206f6620616e6edc05000000036369640b4e616d65206f6620636964a4060000000546696e616c84cc1767');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C0000000054000', 1793000000014, 1794209600000, x'040c5330303030303030303035340003616e6e0b4e616d65206f6620616e6e000000000103626f620b4e616d65206f6620626f624c0600000001e0930400b80b00000000000000ca2077a101000000d239bfa1010000001f001ce8028e');
INSERT INTO challenges (id, made, expires, terms) VALUES ('C0000000055000', 1793000000015, 1794209600000, x'8242756c6b416231320300e8cd2077a1010000000000000000000060b42177a1010000000400616f726703004f72672b00596f75722067616d652077697468207b6f70706f6e656e747d2069732072656164793a207b67616d657d2e010c5330303030303030303035350003616e6e0b4e616d65206f6620616e6e000000000103626f620b4e616d65206f6620626f624c0600000001e0930400b80b00000000000000ca2077a10100009f502277a1010000352817ea');
INSERT INTO ratings (player, category, rating, deviation, volatility, games, at, checksum) VALUES (2, 2, 163456, 8000, 60000, 2, 1793000000005, 4081309442);
INSERT INTO ratings (player, category, rating, deviation, volatility, games, at, checksum) VALUES (3, 5, 140000, 35000, 59999, 1, 1793000000006, 956604609);
INSERT INTO rating_changes (player, category, game, rating, deviation, volatility, games, at, rating_before, deviation_before, volatility_before, at_before, checksum) VALUES (2, 2, 2, 161200, 8002, 60000, 1, 1793172800000, 150000, 9002, 60001, 1793000000002, 4026263078);
INSERT INTO rating_changes (player, category, game, rating, deviation, volatility, games, at, rating_before, deviation_before, volatility_before, at_before, checksum) VALUES (2, 2, 4, 163456, 8004, 60000, 2, 1793345600000, 161200, 9004, 60001, 1793000000004, 2228645948);
INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot, operator, settings, checksum, settings_checksum) VALUES (2, 'bob', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$aGFzaA', 1793000000002, 1793000000020, 0, 1, 0, '{"sound":false,"board":"brown"}', 1021704181, 3175457454);
INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot, operator, second, checksum, settings_checksum) VALUES (3, 'cara', '', 1793000000003, 1793000000030, 0, 0, 1, '1 00112233445566778899aabbccddeeff 59766666 ffeeddccbbaa99887766554433221100 0123456789abcdef0123456789abcdef', 645677449, 2986560042);
INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot, operator, checksum, settings_checksum) VALUES (4, 'dan', '', 1793000000004, 1793000000040, 1793000000050, 0, 0, 1170489755, 2476160908);
INSERT INTO passes (key, player, kind, scopes, made, seen, expires, label, checksum) VALUES ('00112233445566778899aabbccddeeff', 2, 0, 0, 1793000000007, 1793000000008, 0, 'Firefox', 4095886631);
INSERT INTO passes (key, player, kind, scopes, made, seen, expires, label, checksum) VALUES ('ffeeddccbbaa99887766554433221100', 3, 1, 5, 1793000000009, 1793000000009, 1793000000099, 'Cara''s bot', 4100177835);
INSERT INTO relations (player, kind, other, made, checksum) VALUES (2, 0, 3, 1793000000011, 880213605);
INSERT INTO relations (player, kind, other, made, checksum) VALUES (3, 1, 4, 1793000000012, 1477806625);
INSERT INTO subjects (issuer, subject, player, made, checksum) VALUES ('https://id.club.example', '248289761001', 2, 1793000000013, 4191093870);
INSERT INTO sanctions (id, muted, banned, marked, warning, checksum) VALUES ('gann', 1793000001000, 0, 0, 'Please do not shout.', 3416078118);
INSERT INTO sanctions (id, muted, banned, marked, warning, checksum) VALUES ('acara', 0, 0, 1, '', 1456351173);
INSERT INTO acts (number, at, who, act, target, undo, checksum) VALUES (1, 1793000060000, 'root', 'mute', 'Ann 12h', 'unmute gann', 1095559695);
INSERT INTO reports (number, at, id, about, game, reason, words, chat, decided, decider, checksum) VALUES (1, 1793000061000, 'abob', 'gann', 'xwM1M6Kw', 'insults', 'They shout.', '[{"text":"HA!","user":"Ann","room":"player"}]', 1793000062000, '@Cara', 1095550593);
INSERT INTO site (name, value, checksum) VALUES ('quiet', 'on', 2180250329);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening, bonus) VALUES (0, 4, 1793000000004, 3, 0, 4, 2, 1, 0, 300000, 3000, 0, 0, 0);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening, bonus) VALUES (2, 4, 1793000000004, 3, 0, 4, 2, 1, 0, 300000, 3000, 0, 0, 0);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening, bonus) VALUES (3, 4, 1793000000004, 2, 1, 4, 2, 1, 0, 300000, 3000, 0, 0, 0);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening, bonus) VALUES (0, 5, 1793000000005, 1, 0, 4, 2, 0, 0, 300000, 3000, 0, 0, 1);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening, bonus) VALUES (2, 5, 1793000000005, 1, 0, 4, 2, 0, 0, 300000, 3000, 0, 0, 1);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, opening, bonus) VALUES (1, 5, 1793000000005, 2, 1, 4, 2, 0, 0, 300000, 3000, 0, 0, 1);
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, stages) VALUES (0, 10, 1793000000010, 2, 0, 4, 1, 0, 0, 60000, 0, 0, '2/60:2/30:5.500+1');
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, stages) VALUES (1, 10, 1793000000010, 2, 0, 4, 1, 0, 0, 60000, 0, 0, '2/60:2/30:5.500+1');
INSERT INTO played (player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days, stages) VALUES (2, 10, 1793000000010, 1, 1, 4, 1, 0, 0, 60000, 0, 0, '2/60:2/30:5.500+1');
INSERT INTO imports (player, fingerprint, number) VALUES (2, -123456789012345, 9);
INSERT INTO address_bans (address, until, checksum) VALUES ('2001:db8:1:2::/64', 1793000070000, 1439374853);
INSERT INTO conditional_moves (game, color, data) VALUES (6, 0, x'010501031c13a21c9501e4ef6e8f');
INSERT INTO conditional_moves (game, color, data) VALUES (6, 1, x'01800202021c13a21c041c13a21c9501eb0cda71e72c');
INSERT INTO tournaments (id, made, over, checksum) VALUES ('Ab12Cd34', 1793000080000, 0, 55221951);
INSERT INTO tournaments (id, made, over, checksum) VALUES ('Zz98Yy76', 1793000070000, 1793000079000, 3507610799);
INSERT INTO tournament_acts (tournament, seq, data, checksum) VALUES ('Ab12Cd34', 1, '{"seq":1,"at":1793000080000,"by":"abob","byName":"Bob","act":"created","id":"Ab12Cd34","settings":{"name":"Club evening","format":"swiss"},"confirmed":false}', 1378626531);
INSERT INTO tournament_acts (tournament, seq, data, checksum) VALUES ('Ab12Cd34', 2, '{"seq":2,"at":1793000081000,"by":"abob","byName":"Bob","act":"join","person":{"kind":"account","user":"abob","name":"Bob","rating":1634},"confirmed":false}', 3293950257);
INSERT INTO tournament_acts (tournament, seq, data, checksum) VALUES ('Zz98Yy76', 1, '{"seq":1,"at":1793000070000,"by":"abob","byName":"Bob","act":"created","id":"Zz98Yy76","settings":{"name":"Nobody came","format":"roundrobin"},"confirmed":false}', 1951621979);
INSERT INTO tournament_acts (tournament, seq, data, checksum) VALUES ('Zz98Yy76', 2, '{"seq":2,"at":1793000079000,"by":"abob","byName":"Bob","act":"cancel","reason":"nobody came","confirmed":false}', 1066889932);
INSERT INTO teams (id, name, description, captain, entry, code, made, checksum) VALUES ('Tm12Ab34', 'Club one', 'Thursdays, bring a board.
Beginners are welcome.', 'abob', 2, 'gambit', 1793000090000, 1922737739);
INSERT INTO teams (id, name, description, captain, entry, code, made, checksum) VALUES ('Tm56Cd78', 'Zürich', '', 'acara', 1, '', 1793000091000, 1748878559);
INSERT INTO team_members (team, player, asks, since, words, checksum) VALUES ('Tm12Ab34', 'abob', 0, 1793000090000, '', 2013791724);
INSERT INTO team_members (team, player, asks, since, words, checksum) VALUES ('Tm56Cd78', 'acara', 0, 1793000091000, '', 2231351882);
INSERT INTO team_members (team, player, asks, since, words, checksum) VALUES ('Tm56Cd78', 'abob', 1, 1793000092000, 'May I?', 557485179);
INSERT INTO webhooks (id, url, secret, events, made, failing_since, off_since, reason, checksum) VALUES ('Hook0001', 'https://club.example/hooks?key=1', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', 31, 1793000090000, 1793000091000, 0, '', 2243275705);
INSERT INTO webhooks (id, url, secret, events, made, failing_since, off_since, reason, checksum) VALUES ('Hook0002', 'http://192.0.2.7:8080/', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', 16, 1793000090500, 0, 1793000099000, 'it answered 410 Gone', 2399840417);
INSERT INTO webhook_deliveries (id, webhook, event, made, tried, next, tries, status, outcome, body, checksum) VALUES ('msg_0000000000000000000001', 'Hook0001', 'game.ended', 1793000091000, 1793000091020, 1793000121020, 2, 500, 'it answered 500', '{"type":"game.ended","timestamp":"2026-10-26T07:34:51.000Z","data":{"game":"xwM1M6Kw"}}', 3083067480);
INSERT INTO webhook_deliveries (id, webhook, event, made, tried, next, tries, status, outcome, body, checksum) VALUES ('msg_0000000000000000000002', 'Hook0002', 'seek.opened', 1793000098000, 1793000098900, 0, 1, 410, 'it answered 410', '', 1984457323);
INSERT INTO broadcasts (id, of, data, checksum) VALUES ('Bc12Ab34', '', '{"name":"City championship","description":"Nine rounds.","owner":"abob","ownerName":"Bob","madeAt":1793000095000}', 2300484395);
INSERT INTO broadcasts (id, of, data, checksum) VALUES ('Rd12Ab34', 'Bc12Ab34', '{"name":"Round 1","url":"https://chess.example/round1.pgn","startsAt":0,"period":6,"over":false,"madeAt":1793000095000,"changedAt":1793000096000,"seq":1}
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "*"]

1. e4 {[%clk 1:30:55]} *

', 827941560);
INSERT INTO push_devices (id, player, credential, endpoint, key, auth, language, label, origin, wants, made, checksum) VALUES ('PushDevice01', 'abob', '00112233445566778899aabbccddeeff', 'https://push.example/wpush/v2/one', 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', 'BTBZMqHH6r4Tts7J_aSIgg', 'de', 'Firefox', 'https://chess.example', 7, 1793000093000, 1650994149);
INSERT INTO push_devices (id, player, credential, endpoint, key, auth, language, label, origin, wants, made, checksum) VALUES ('PushDevice02', 'acara', 'eeddccbbaa99887766554433221100ff', 'https://push.example/ended', 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', 'BTBZMqHH6r4Tts7J_aSIgg', 'en', '', '', 2, 1793000094000, 3705251437);
INSERT INTO mail_addresses (player, address, wanted, confirm, confirm_until, reset, reset_until, language, hours, made, checksum) VALUES ('abob', 'bob@club.example', 'robert@club.example', 'pmWkWSBCL51Bfkhn79xPuKBKHz__H6B-mY6G9_eieuM', 1793000181000, '', 0, 'de', 24, 1793000095000, 1480510959);
INSERT INTO mail_addresses (player, address, wanted, confirm, confirm_until, reset, reset_until, language, hours, made, checksum) VALUES ('acara', 'cara@club.example', '', '', 0, 'LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564', 1793003695000, 'ar', 0, 1793000096000, 3466514130);
INSERT INTO mail_turns (game, player, opponent, since, ends, reminded, checksum) VALUES ('mSo3PlqC', 'abob', 'Ann', 1793000097000, 1793172897000, 0, 4074544711);
INSERT INTO mail_turns (game, player, opponent, since, ends, reminded, checksum) VALUES ('xwM1M6Kw', 'acara', 'Bob', 1793000098000, 1793086498000, 1793043298000, 932237646);
INSERT INTO request_keys (person, key, at, content, seek, challenge, game, link, checksum) VALUES ('abob', '0a1b2c3d-0000-4000-8000-000000000001', 1793000101000, -81985529216486896, '', '', '', 0, 1325245780);
INSERT INTO request_keys (person, key, at, content, seek, challenge, game, link, checksum) VALUES ('acara', 'c', 1793000103000, 1, '', '', 'xwM1M6Kw', 0, 3381892947);
INSERT INTO request_keys (person, key, at, content, seek, challenge, game, link, checksum) VALUES ('acara', 'link_1', 1793000102000, 1311768467463790320, '', 'Ch1234567890', '', 1, 1295454536);
INSERT INTO request_keys (person, key, at, content, seek, challenge, game, link, checksum) VALUES ('gann', 'Seek-1', 1793000100000, 9223372036854700000, 'Sk1234567890', '', 'GTnXBcqY', 0, 3598162492);
