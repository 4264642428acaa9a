/* fuzz_club.h - the server of a club, for fuzzers: people who are signed in, an operator, a bot, guests, and what they have made. Included
 * by fuzz_club.c and the fuzzers that are linked with it.
 *
 * An input is a text, each line of it a step:
 *
 *     WHO METHOD TARGET BODY    a request by HTTP; in BODY \n stands for the end of a line
 *     WHO {"t":...}             a message by WebSocket; whoever is not connected is first
 *     WHO <                     their WebSocket breaks; "WHO x" their streams
 *     .                         the disk and all that is under way is waited for, slow readers read
 *     +NUMBER                   so many seconds pass
 *     ~STATUS BODY              what other servers answer from here on; a status below 200: nothing at all
 *     !                         what follows is another input: streams and WebSockets break, names are as at the beginning
 *     =X STEP                   what the answer calls "id" is @X from here on
 *
 * WHO is a letter, behind which flags may stand:
 *
 *     a b c o r   the browser of Anna, who leads the team and organises, Boris, a member, Clara, who wants to be one, Olga, an
 *                 operator, and Robot, a bot
 *     A B C O R   their API tokens with all scopes; t Anna's without any
 *     g h n       two guests, and nobody
 *     flags: j JSON, l lines of JSON, p PGN are accepted; f the request is another site's page's; s reads slowly; & the answer is not
 *     waited for
 *
 * In what they say these names are replaced: @E the team, @T a tournament that has begun, @U an arena and @W a team's Swiss that have not,
 * @B a broadcast, @R @L its rounds, @G a game in play, @F one that is over, @C an open challenge, @K bulk pairings, @S a session of Anna's,
 * @X one of her tokens, @D a device of Clara's, @M what confirms an e-mail address, @O the code of the first operator; @kA what A shows to
 * be let in, @pA the person's id; and of all that was told last @i "id", @g a game, @c a challenge, @s a seek, @q "seq", @t a token, @d an
 * OAuth code, @z a provider's state, @m what a letter's link has, @o the code of a second factor that was offered, @r one of its recovery
 * codes; @@ is an @.
 *
 * The server lives on for many inputs, but not when one of these people or things has gone; all inputs since it was opened are in the file
 * "inputs" of its directory, which is an input itself, and is left behind by a crash. With CASTLED_FUZZ_FRESH each input has a server of its
 * own; CASTLED_FUZZ_SHOW prints steps and answers; with CASTLED_FUZZ_ROUTES the program fails when a route of the API was not answered
 * well at least once. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct Club Club;

/* Before and after each input. */
Club *club_begin(const uint8_t *input, size_t size);
void club_end(Club *club);

void club_step(Club *club, const uint8_t *line, size_t length);

/* Replaces names; returns the length of what is in 'out', behind which there is a NUL. */
size_t club_fill_in(const Club *club, const uint8_t *bytes, size_t length, char *out, size_t size);
/* A request as it comes to the port, and is answered. */
void club_request(Club *club, const char *bytes, size_t length);
