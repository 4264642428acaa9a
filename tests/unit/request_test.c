#include "request.h"

#include "attacks.h"
#include "check_rig.h"
#include "request_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Request request;
static char why[REFUSAL_MAX];

static Code parse(const char *json)
{
    memset(&request, 0xa5, sizeof request);
    return request_parse(json, strlen(json), &request, why);
}

static void accept(const char *json)
{
    ck_assert_msg(parse(json) == CODE_OK, "%s: %s", json, why);
}

static void setup(void)
{
    attacks_init();
}

#define GAME        "\"game\":\"Ab12Cd34\""
#define LINK        "{\"t\":\"challenge\",\"to\":\"link\",\"clock\":{"
#define CONDITIONAL "{\"t\":\"conditional\"," GAME ",\"ply\":2"
#define CLOCK       "\"clock\":{\"initial\":300000,\"increment\":3000}"

static const struct {
    const char *json;
    Code code;
    const char *why; /* how the sentence begins */
} REFUSED[] = {
    {"", CODE_BAD_REQUEST, "JSON: not an object"},
    {"[]", CODE_BAD_REQUEST, "JSON: not an object"},
    {"{\"t\":\"ping\"", CODE_BAD_REQUEST, "JSON: "},
    {"{}", CODE_BAD_REQUEST, "t: is missing"},
    {"{\"t\":null}", CODE_BAD_REQUEST, "t: must be a string"},
    {"{\"t\":1}", CODE_BAD_REQUEST, "t: must be a string"},
    {"{\"t\":\"\"}", CODE_UNKNOWN_KIND, ""},
    {"{\"t\":\"Ping\"}", CODE_UNKNOWN_KIND, ""},
    {"{\"t\":\"fly\"}", CODE_UNKNOWN_KIND, ""},
    {"{\"T\":\"ping\"}", CODE_BAD_REQUEST, "t: is missing"},
    {"{\"t\":\"ping\",\"t\":\"ping\"}", CODE_BAD_REQUEST, "JSON: a member is given twice"},
    {"{\"t\":\"ping\",\"\\u0074\":\"ping\"}", CODE_BAD_REQUEST, "JSON: a member is given twice"},
    {"{\"t\":\"ping\",\"x\":{\"y\":1,\"y\":2}}", CODE_BAD_REQUEST, "JSON: a member is given twice"},
    {"{\"t\":\"ping\",\"id\":\"1\"}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"id\":1.5}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"id\":null}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"id\":9007199254740992}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"id\":9007199254740993}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"id\":-9007199254740992}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"id\":1e400}", CODE_BAD_REQUEST, "id: must be an integer"},
    {"{\"t\":\"ping\",\"c\":\"x\"}", CODE_BAD_REQUEST, "c: must be an integer"},
    {"{\"t\":\"ping\",\"c\":[]}", CODE_BAD_REQUEST, "c: must be an integer"},

    {"{\"t\":\"seek\"}", CODE_BAD_REQUEST, "clock: is missing"},
    {"{\"t\":\"seek\",\"clock\":5}", CODE_BAD_REQUEST, "clock: must be an object"},
    {"{\"t\":\"seek\",\"clock\":[]}", CODE_BAD_REQUEST, "clock: must be an object"},
    {"{\"t\":\"seek\",\"clock\":{}}", CODE_BAD_REQUEST, "clock.initial: is missing"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":\"5\"}}", CODE_BAD_REQUEST,
     "clock.initial: must be an"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":-1}}", CODE_BAD_REQUEST,
     "clock.initial: must be from 0 to "},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":10800001}}", CODE_BAD_REQUEST,
     "clock.initial: must be from 0"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"increment\":180001}}", CODE_BAD_REQUEST,
     "clock.increment: must be from 0 to 180000"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"increment\":null}}", CODE_BAD_REQUEST,
     "clock.increment: must be an integer"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":0,\"increment\":0}}", CODE_BAD_REQUEST,
     "clock: must have some"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":0}}", CODE_BAD_REQUEST, "clock: must have some"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"kind\":\"byoyomi\"}}", CODE_BAD_REQUEST,
     "clock.kind: must be one of: increment bronstein delay"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"kind\":\"delay\"}}", CODE_BAD_REQUEST,
     "clock.delay: is missing"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"kind\":\"delay\",\"delay\":0}}", CODE_BAD_REQUEST,
     "clock.delay: must be from 1 to 180000"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"kind\":\"bronstein\",\"delay\":180001}}",
     CODE_BAD_REQUEST, "clock.delay: must be from 1 to 180000"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"delay\":5000}}", CODE_BAD_REQUEST,
     "clock.delay: is not allowed with"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"kind\":\"delay\",\"delay\":1,\"increment\":1}}",
     CODE_BAD_REQUEST, "clock.increment: is not allowed with"},
    {"{\"t\":\"claim\",\"game\":\"Ab12Cd34\",\"what\":\"threefold\",\"ply\":3}", CODE_BAD_REQUEST,
     "uci: is missing"},
    {"{\"t\":\"claim\",\"game\":\"Ab12Cd34\",\"what\":\"fifty\",\"uci\":\"e2e4\"}",
     CODE_BAD_REQUEST, "ply: is missing"},
    {"{\"t\":\"claim\",\"game\":\"Ab12Cd34\",\"what\":\"fifty\",\"ply\":0,\"uci\":\"e9e4\"}",
     CODE_BAD_REQUEST, "uci: must have the form"},
    {"{\"t\":\"claim\",\"game\":\"Ab12Cd34\",\"what\":\"win\",\"ply\":0,\"uci\":\"e2e4\"}",
     CODE_BAD_REQUEST, "uci: is only allowed with threefold and fifty"},
    {"{\"t\":\"seek\",\"clock\":{\"days\":0}}", CODE_BAD_REQUEST,
     "clock.days: must be from 1 to 14"},
    {"{\"t\":\"seek\",\"clock\":{\"days\":15}}", CODE_BAD_REQUEST,
     "clock.days: must be from 1 to 14"},
    {"{\"t\":\"seek\",\"clock\":{\"days\":4}}", CODE_BAD_REQUEST,
     "clock.days: must be 1, 2, 3, 5, 7, 10 or 14"},
    {"{\"t\":\"seek\",\"clock\":{\"days\":3,\"initial\":1}}", CODE_BAD_REQUEST,
     "clock.initial: is not allowed with days"},
    {"{\"t\":\"seek\"," CLOCK ",\"variant\":\"atomic\"}", CODE_BAD_REQUEST,
     "variant: must be one of: standard chess960"},
    {"{\"t\":\"seek\"," CLOCK ",\"variant\":\"fromPosition\"}", CODE_BAD_REQUEST,
     "variant: must be"},
    {"{\"t\":\"seek\"," CLOCK ",\"variant\":0}", CODE_BAD_REQUEST, "variant: must be"},
    {"{\"t\":\"seek\"," CLOCK ",\"rated\":1}", CODE_BAD_REQUEST, "rated: must be true or false"},
    {"{\"t\":\"seek\"," CLOCK ",\"rated\":\"true\"}", CODE_BAD_REQUEST,
     "rated: must be true or false"},
    {"{\"t\":\"seek\"," CLOCK ",\"color\":\"red\"}", CODE_BAD_REQUEST,
     "color: must be one of: random white"},
    {"{\"t\":\"seek\"," CLOCK ",\"fallback\":-1}", CODE_BAD_REQUEST,
     "fallback: must be from 0 to 3600000"},
    {"{\"t\":\"seek\"," CLOCK ",\"fallback\":3600001}", CODE_BAD_REQUEST,
     "fallback: must be from 0"},
    {"{\"t\":\"seek\"," CLOCK ",\"fallback\":false}", CODE_BAD_REQUEST,
     "fallback: must be an integer"},
    {"{\"t\":\"seek\"," CLOCK ",\"keep\":0}", CODE_BAD_REQUEST, "keep: must be true or false"},
    {"{\"t\":\"seek\"," CLOCK ",\"ask\":true}", CODE_BAD_REQUEST, "ask: is only allowed with keep"},
    {"{\"t\":\"seek\"," CLOCK ",\"pool\":1}", CODE_BAD_REQUEST, "pool: must be true or false"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":1500}", CODE_BAD_REQUEST,
     "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[]}", CODE_BAD_REQUEST, "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[1]}", CODE_BAD_REQUEST, "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[1,2,3]}", CODE_BAD_REQUEST,
     "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[2,1]}", CODE_BAD_REQUEST,
     "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[-1,1]}", CODE_BAD_REQUEST,
     "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[0,4001]}", CODE_BAD_REQUEST,
     "rating: must be [least,most]"},
    {"{\"t\":\"seek\"," CLOCK ",\"rating\":[\"0\",1]}", CODE_BAD_REQUEST,
     "rating: must be [least,most]"},
    {"{\"t\":\"unseek\"}", CODE_BAD_REQUEST, "seek: is missing"},

    {LINK "\"initial\":1,\"odds\":1}}", CODE_BAD_REQUEST, "clock.odds: must be an object"},
    {LINK "\"initial\":1,\"odds\":{}}}", CODE_BAD_REQUEST, "clock.odds.initial: is missing"},
    {LINK "\"initial\":1,\"odds\":{\"initial\":10800001}}}", CODE_BAD_REQUEST,
     "clock.odds.initial: must be from 0 to 10800000"},
    {LINK "\"initial\":1,\"odds\":{\"initial\":1,\"increment\":-1}}}", CODE_BAD_REQUEST,
     "clock.odds.increment: must be from 0 to 180000"},
    {LINK "\"initial\":1,\"odds\":{\"initial\":0}}}", CODE_BAD_REQUEST,
     "clock.odds: must have some time"},
    {LINK "\"initial\":1,\"odds\":{\"initial\":1,\"delay\":1}}}", CODE_BAD_REQUEST,
     "clock.odds.delay: is not allowed with this kind of clock"},
    {LINK "\"initial\":1,\"kind\":\"delay\",\"delay\":1,\"odds\":{\"initial\":1}}}",
     CODE_BAD_REQUEST, "clock.odds.delay: is missing"},
    {LINK "\"initial\":1,\"odds\":{\"initial\":2,\"kind\":\"delay\"}}}", CODE_BAD_REQUEST,
     "clock.odds.kind: must be missing or the kind of the clock itself"},
    {LINK "\"days\":1,\"odds\":{\"initial\":1}}}", CODE_BAD_REQUEST,
     "clock.odds: is not allowed with days"},
    {LINK "\"initial\":1,\"odds\":{\"initial\":2}},\"rated\":true}", CODE_BAD_REQUEST,
     "rated: games with time odds are always casual"},
    {"{\"t\":\"seek\",\"clock\":{\"initial\":1,\"odds\":{\"initial\":2}}}", CODE_BAD_REQUEST,
     "clock.odds: time odds are for"},
    {LINK "\"initial\":1,\"moves\":1}}", CODE_BAD_REQUEST, "clock.moves: must be from 2 to 200"},
    {LINK "\"initial\":1,\"moves\":201}}", CODE_BAD_REQUEST, "clock.moves: must be from 2 to 200"},
    {LINK "\"initial\":1,\"stages\":[{\"initial\":1}]}}", CODE_BAD_REQUEST,
     "clock.moves: is missing"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[]}}", CODE_BAD_REQUEST,
     "clock.stages: must be an array of 1 to 2 objects"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[1]}}", CODE_BAD_REQUEST,
     "clock.stages: must be an array of 1 to 2 objects"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":{\"initial\":1}}}", CODE_BAD_REQUEST,
     "clock.stages: must be an array of 1 to 2 objects"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[{\"initial\":1,\"moves\":2},"
          "{\"initial\":1,\"moves\":2},{\"initial\":1}]}}",
     CODE_BAD_REQUEST, "clock.stages: must be an array of 1 to 2 objects"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[{\"initial\":1},{\"initial\":1}]}}",
     CODE_BAD_REQUEST, "clock.stages.moves: is missing"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[{\"initial\":1,\"moves\":1}]}}", CODE_BAD_REQUEST,
     "clock.stages.moves: must be from 2 to 200"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[{}]}}", CODE_BAD_REQUEST,
     "clock.stages.initial: is missing"},
    {LINK "\"initial\":1,\"moves\":2,\"stages\":[{\"initial\":0}]}}", CODE_BAD_REQUEST,
     "clock.stages: must have some time"},
    {LINK "\"initial\":0,\"increment\":1,\"moves\":2}}", CODE_BAD_REQUEST,
     "clock.stages: must have some time"},
    {LINK "\"initial\":1,\"moves\":2,\"odds\":{\"initial\":2}}}", CODE_BAD_REQUEST,
     "clock.odds: is not allowed with moves"},
    {LINK "\"days\":1,\"moves\":2}}", CODE_BAD_REQUEST, "clock.moves: is not allowed with days"},
    {"{\"t\":\"unseek\",\"seek\":7}", CODE_BAD_REQUEST, "seek: must be a string"},
    {"{\"t\":\"unseek\",\"seek\":\"nonesuch\"}", CODE_STALE, ""},

    {"{\"t\":\"challenge\"," CLOCK "}", CODE_BAD_REQUEST, "to: is missing"},
    {"{\"t\":\"challenge\",\"to\":\"me\"," CLOCK "}", CODE_BAD_REQUEST,
     "to: must be one of: computer link"},
    {"{\"t\":\"challenge\",\"to\":\"link\"}", CODE_BAD_REQUEST, "clock: is missing"},
    {"{\"t\":\"challenge\",\"to\":\"computer\"," CLOCK "}", CODE_BAD_REQUEST, "level: is missing"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"level\":0," CLOCK "}", CODE_BAD_REQUEST,
     "level: must be from 1 to 13"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"level\":14," CLOCK "}", CODE_BAD_REQUEST,
     "level: must be"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"level\":4,\"rated\":true," CLOCK "}",
     CODE_BAD_REQUEST, "rated: games against the computer are always casual"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"engine\":\"\"," CLOCK "}", CODE_BAD_REQUEST,
     "engine: must have 1 to 16"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"engine\":\"abcdefghijklmnopq\"," CLOCK "}",
     CODE_BAD_REQUEST, "engine: must have 1 to 16"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"engine\":\"A\"," CLOCK "}", CODE_BAD_REQUEST,
     "engine: must have 1 to 16"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"engine\":\"a\",\"level\":4," CLOCK "}",
     CODE_BAD_REQUEST, "level: is not allowed with engine"},
    {"{\"t\":\"challenge\",\"to\":\"computer\",\"engine\":\"a\",\"strength\":4001," CLOCK "}",
     CODE_BAD_REQUEST, "strength: must be from -4000 to 4000"},
    {"{\"t\":\"challenge\",\"to\":\"user\"," CLOCK "}", CODE_BAD_REQUEST, "name: is missing"},
    {"{\"t\":\"challenge\",\"to\":\"user\",\"name\":\"\"," CLOCK "}", CODE_BAD_REQUEST,
     "name: must have 1"},
    {"{\"t\":\"challenge\",\"to\":\"user\",\"name\":\"123456789012345678901234567890123\"," CLOCK
     "}",
     CODE_BAD_REQUEST, "name: must have 1 to 32 bytes"},
    {"{\"t\":\"challenge\",\"to\":\"link\",\"variant\":\"fromPosition\"," CLOCK "}",
     CODE_BAD_REQUEST, "fen: is missing"},
    {"{\"t\":\"challenge\",\"to\":\"link\",\"fen\":7," CLOCK "}", CODE_BAD_REQUEST,
     "fen: must be a string"},
    {"{\"t\":\"challenge\",\"to\":\"link\",\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"," CLOCK "}",
     CODE_BAD_REQUEST, "fen: white has no king"},
    {"{\"t\":\"challenge\",\"to\":\"link\",\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"," CLOCK "}",
     CODE_BAD_REQUEST, "fen: the game is over"},
    {"{\"t\":\"challenge\",\"to\":\"link\",\"variant\":\"standard\",\"fen\":\"4k3/8/8/8/8/8/4P3/"
     "4K3 w - - 0 "
     "1\"," CLOCK "}",
     CODE_BAD_REQUEST, "fen: is only allowed with the variant fromPosition"},
    {"{\"t\":\"challenge\",\"to\":\"link\",\"rated\":true,\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 "
     "1\"," CLOCK "}",
     CODE_BAD_REQUEST, "rated: games from a position are always casual"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"rules\":[\"noAbort\",\"fun\"]," CLOCK "}",
     CODE_BAD_REQUEST, "rules: must be noAbort, noRematch, noGiveTime, noClaimWin or noEarlyDraw"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"rules\":[1]," CLOCK "}", CODE_BAD_REQUEST,
     "rules: must be an array of at most 5 strings"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"players\":[\"Ann\"]," CLOCK "}", CODE_BAD_REQUEST,
     "players: must be two names"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"players\":[\"Ann\",\"\"]," CLOCK "}", CODE_BAD_REQUEST,
     "players: must be names of 1 to 32 bytes"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"players\":[\"Ann\",\"Bob\",\"Cid\"]," CLOCK "}",
     CODE_BAD_REQUEST, "players: must be an array of at most 2 strings"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"color\":\"white\"," CLOCK "}", CODE_BAD_REQUEST,
     "color: is chosen by those who accept an open challenge"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"expires\":0," CLOCK "}", CODE_BAD_REQUEST,
     "expires: must be from 1 to 9007199254740991"},
    {"{\"t\":\"challenge\",\"to\":\"open\",\"title\":\"1234567890123456789012345678901234567890"
     "123456789012345678901\"," CLOCK "}",
     CODE_BAD_REQUEST, "title: must have at most 60 bytes of plain text"},
    {"{\"t\":\"accept\",\"seek\":\"Ab12Cd34Ef56\",\"color\":\"white\"}", CODE_BAD_REQUEST,
     "color: is only allowed with challenge"},
    {"{\"t\":\"chat\"," GAME ",\"preset\":\"gl\",\"key\":\"\"}", CODE_BAD_REQUEST,
     "key: must have 1 to 36"},
    {"{\"t\":\"chat\"," GAME ",\"preset\":\"gl\",\"key\":5}", CODE_BAD_REQUEST,
     "key: must be a string"},
    {"{\"t\":\"chat\"," GAME ",\"preset\":\"gl\",\"key\":\"a.b\"}", CODE_BAD_REQUEST,
     "key: must have 1 to 36"},
    {"{\"t\":\"moretime\"," GAME ",\"key\":\"0123456789012345678901234567890123456\"}",
     CODE_BAD_REQUEST, "key: must have 1 to 36"},
    {"{\"t\":\"seek\"," CLOCK ",\"key\":\" \"}", CODE_BAD_REQUEST, "key: must have 1 to 36"},
    {"{\"t\":\"challenge\",\"to\":\"link\"," CLOCK ",\"key\":null}", CODE_BAD_REQUEST,
     "key: must be a string"},
    {"{\"t\":\"tournament_chat\",\"tournament\":\"Ab12Cd34\",\"text\":\"a\",\"key\":\"\xc3\xa4\"}",
     CODE_BAD_REQUEST, "key: must have 1 to 36"},
    {"{\"t\":\"moretime\",\"game\":\"Ab12Cd34\",\"seconds\":61}", CODE_BAD_REQUEST,
     "seconds: must be from 5 to 60"},
    {"{\"t\":\"moretime\",\"game\":\"Ab12Cd34\",\"seconds\":4}", CODE_BAD_REQUEST,
     "seconds: must be from 5 to 60"},
    {"{\"t\":\"chat\",\"game\":\"Ab12Cd34\",\"text\":\"a\",\"room\":\"kitchen\"}", CODE_BAD_REQUEST,
     "room: must be one of: players spectators"},
    {"{\"t\":\"accept\"}", CODE_BAD_REQUEST, "challenge: is missing"},
    {"{\"t\":\"accept\",\"challenge\":{}}", CODE_BAD_REQUEST, "challenge: must be a string"},
    {"{\"t\":\"accept\",\"challenge\":\"Ab12Cd34Ef56\",\"seek\":\"Ab12Cd34Ef56\"}",
     CODE_BAD_REQUEST, "seek: is not allowed with challenge"},
    {"{\"t\":\"accept\",\"challenge\":\"x\"}", CODE_STALE, ""},
    {"{\"t\":\"mute\"}", CODE_BAD_REQUEST, "person: is missing"},
    {"{\"t\":\"mute\",\"person\":\"\"}", CODE_BAD_REQUEST, "person: must have 1 to 24 bytes"},
    {"{\"t\":\"report\",\"person\":\"a\",\"reason\":\"bad\",\"text\":\"x\"}", CODE_BAD_REQUEST,
     "reason: must be one of: cheating insults spam name other"},
    {"{\"t\":\"report\",\"person\":\"a\",\"reason\":\"spam\",\"text\":\" \"}", CODE_BAD_REQUEST,
     "text: must have 1 to 140"},
    {"{\"t\":\"live\",\"on\":1}", CODE_BAD_REQUEST, "on: must be true or false"},
    {"{\"t\":\"decline\"}", CODE_BAD_REQUEST, "challenge: is missing"},
    {"{\"t\":\"decline\",\"challenge\":\"Ab12Cd34Ef56\",\"reason\":\"why not\"}", CODE_BAD_REQUEST,
     "reason: must be one of: generic later tooFast tooSlow timeControl rated casual standard "
     "variant "
     "noBot onlyBot"},
    {"{\"t\":\"challenge\",\"to\":\"user\",\"user\":\"\"," CLOCK "}", CODE_BAD_REQUEST,
     "user: must have 1 to 24 bytes"},
    {"{\"t\":\"challenge\",\"to\":\"user\",\"user\":\"1234567890123456789012345\"," CLOCK "}",
     CODE_BAD_REQUEST, "user: must have 1 to 24 bytes"},
    {"{\"t\":\"challenge\",\"to\":\"user\",\"user\":\"a\",\"name\":\"b\"," CLOCK "}",
     CODE_BAD_REQUEST, "user: is not allowed with name"},
    {"{\"t\":\"lobby\",\"on\":null}", CODE_BAD_REQUEST, "on: must be true or false"},

    {"{\"t\":\"watch\"}", CODE_BAD_REQUEST, "game: is missing"},
    {"{\"t\":\"watch\",\"game\":5}", CODE_BAD_REQUEST, "game: must be a string"},
    {"{\"t\":\"watch\",\"game\":\"\"}", CODE_NO_SUCH_GAME, ""},
    {"{\"t\":\"watch\",\"game\":\"Ab12Cd3\"}", CODE_NO_SUCH_GAME, ""},
    {"{\"t\":\"watch\",\"game\":\"Ab12Cd345\"}", CODE_NO_SUCH_GAME, ""},
    {"{\"t\":\"watch\",\"game\":\"Ab12-d34\"}", CODE_NO_SUCH_GAME, ""},
    {"{\"t\":\"watch\"," GAME ",\"since\":-1}", CODE_BAD_REQUEST,
     "since: must be from 0 to 4294967295"},
    {"{\"t\":\"watch\"," GAME ",\"since\":4294967296}", CODE_BAD_REQUEST, "since: must be from 0"},
    {"{\"t\":\"watch\"," GAME ",\"since\":null}", CODE_BAD_REQUEST, "since: must be an integer"},
    {"{\"t\":\"watch\"," GAME ",\"challenge\":\"Ab12Cd34Ef56\"}", CODE_BAD_REQUEST,
     "challenge: is not allowed with game"},
    {"{\"t\":\"unwatch\",\"challenge\":\"x\"}", CODE_STALE, ""},
    {"{\"t\":\"move\",\"ply\":0,\"uci\":\"e2e4\"}", CODE_BAD_REQUEST, "game: is missing"},
    {"{\"t\":\"move\"," GAME ",\"uci\":\"e2e4\"}", CODE_BAD_REQUEST, "ply: is missing"},
    {"{\"t\":\"move\"," GAME ",\"ply\":\"0\",\"uci\":\"e2e4\"}", CODE_BAD_REQUEST,
     "ply: must be an integer"},
    {"{\"t\":\"move\"," GAME ",\"ply\":-1,\"uci\":\"e2e4\"}", CODE_BAD_REQUEST,
     "ply: must be from 0"},
    {"{\"t\":\"move\"," GAME ",\"ply\":65536,\"uci\":\"e2e4\"}", CODE_BAD_REQUEST,
     "ply: must be from 0"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0}", CODE_BAD_REQUEST, "uci: is missing"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":52}", CODE_BAD_REQUEST, "uci: must be a string"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"e2e\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"e2e9\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"i2e4\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"e7e8k\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"e7e8qq\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"Nf3\"}", CODE_BAD_REQUEST,
     "uci: must have the form"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"e2e4\",\"turn\":-1}", CODE_BAD_REQUEST,
     "turn: must be"},
    {"{\"t\":\"move\"," GAME ",\"ply\":0,\"uci\":\"e2e4\",\"draw\":1}", CODE_BAD_REQUEST,
     "draw: must be"},
    {"{\"t\":\"resign\"}", CODE_BAD_REQUEST, "game: is missing"},
    {"{\"t\":\"draw\"," GAME ",\"offer\":0}", CODE_BAD_REQUEST,
     "offer: must be from 1 to 4294967295"},
    {"{\"t\":\"takeback\"," GAME ",\"offer\":\"1\"}", CODE_BAD_REQUEST,
     "offer: must be an integer"},
    {"{\"t\":\"rematch\"," GAME ",\"offer\":null}", CODE_BAD_REQUEST, "offer: must be an integer"},
    {"{\"t\":\"refuse\"," GAME "}", CODE_BAD_REQUEST, "offer: is missing"},
    {"{\"t\":\"claim\"," GAME "}", CODE_BAD_REQUEST, "what: is missing"},
    {"{\"t\":\"claim\"," GAME ",\"what\":\"all\"}", CODE_BAD_REQUEST,
     "what: must be one of: threefold fifty win draw"},
    {CONDITIONAL "}", CODE_BAD_REQUEST, "lines: is missing"},
    {CONDITIONAL ",\"lines\":\"e2e4\"}", CODE_BAD_REQUEST,
     "lines: must be at most 16 arrays, each of at most 30 strings"},
    {CONDITIONAL ",\"lines\":[\"e2e4\"]}", CODE_BAD_REQUEST, "lines: must be at most 16 arrays"},
    {CONDITIONAL ",\"lines\":[[7]]}", CODE_BAD_REQUEST, "lines: must be at most 16 arrays"},
    {CONDITIONAL ",\"lines\":[[\"e2e4\",\"e7\"]]}", CODE_BAD_REQUEST,
     "lines: each move must have the form e2e4 or e7e8q"},
    {CONDITIONAL ",\"lines\":[],\"turn\":-1}", CODE_BAD_REQUEST, "turn: must be from 0"},
    {"{\"t\":\"conditional\"," GAME ",\"lines\":[]}", CODE_BAD_REQUEST, "ply: is missing"},
    {"{\"t\":\"conditional\",\"ply\":0,\"lines\":[]}", CODE_BAD_REQUEST, "game: is missing"},
    {"{\"t\":\"chat\"," GAME "}", CODE_BAD_REQUEST, "text: is missing"},
    {"{\"t\":\"chat\"," GAME ",\"text\":\"\"}", CODE_BAD_REQUEST, "text: must have 1 to 140"},
    {"{\"t\":\"chat\"," GAME ",\"text\":\" \\u3000\"}", CODE_BAD_REQUEST,
     "text: must have 1 to 140"},
    {"{\"t\":\"chat\"," GAME ",\"text\":\"a\\nb\"}", CODE_BAD_REQUEST, "text: has a character"},
    {"{\"t\":\"chat\"," GAME ",\"text\":\"a\\u202eb\"}", CODE_BAD_REQUEST, "text: has a character"},
};

START_TEST(wrong_requests_are_refused_by_code_and_name)
{
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        Code code = parse(REFUSED[i].json);
        ck_assert_msg(code == REFUSED[i].code, "%s: %s", REFUSED[i].json, code_word(code));
        ck_assert_msg(strncmp(why, REFUSED[i].why, strlen(REFUSED[i].why)) == 0, "%s: %s",
                      REFUSED[i].json, why);
        ck_assert_uint_gt(strlen(why), 5);
    }
}
END_TEST

START_TEST(a_refusal_keeps_the_id_that_could_be_read)
{
    ck_assert_int_eq(parse("{\"t\":\"fly\",\"id\":7}"), CODE_UNKNOWN_KIND);
    ck_assert(request.has_id && request.id == 7);
    ck_assert_int_eq(parse("{\"id\":-9007199254740991}"), CODE_BAD_REQUEST);
    ck_assert(request.has_id && request.id == -INT64_C(9007199254740991));
    ck_assert_int_eq(parse("{\"t\":\"resign\",\"id\":8,\"game\":1}"), CODE_BAD_REQUEST);
    ck_assert(request.has_id && request.id == 8);
    ck_assert_int_eq(parse("{\"t\":\"resign\",\"id\":1.5}"), CODE_BAD_REQUEST);
    ck_assert(!request.has_id);
    ck_assert_int_eq(parse("{\"t\":\"resign\",\"id\":1,\"id\":2}"), CODE_BAD_REQUEST);
    ck_assert(!request.has_id);
}
END_TEST

START_TEST(the_defaults_of_a_seek_are_those_of_the_protocol)
{
    accept("{\"t\":\"seek\"," CLOCK "}");
    ck_assert_int_eq(request.kind, REQ_SEEK);
    ck_assert(!request.has_id);
    ck_assert(request.seek.terms.control.timed);
    ck_assert_int_eq(request.seek.terms.control.initial, 300000);
    ck_assert_int_eq(request.seek.terms.control.increment, 3000);
    ck_assert_int_eq(request.seek.terms.variant, VARIANT_STANDARD);
    ck_assert(!request.seek.terms.rated && !request.seek.keep && !request.seek.has_fallback);
    ck_assert_int_eq(request.seek.terms.color, WISH_RANDOM);
    ck_assert_int_eq(request.seek.fallback, SEEK_FALLBACK);
    ck_assert_int_eq(request.seek.rating.least, 0);
    ck_assert_int_eq(request.seek.rating.most, RATING_MAX);
}
END_TEST

START_TEST(a_clock_has_one_of_four_kinds)
{
    static const struct {
        const char *clock;
        TimeControl control;
    } CLOCKS[] = {
        {"{\"initial\":60000,\"increment\":1000}",
         {.timed = true, .initial = 60000, .increment = 1000}},
        {"{\"initial\":60000,\"kind\":\"increment\",\"increment\":1000}",
         {.timed = true, .initial = 60000, .increment = 1000}},
        {"{\"initial\":60000,\"kind\":\"bronstein\",\"delay\":1000}",
         {.timed = true, .initial = 60000, .increment = 1000, .bonus = BONUS_BRONSTEIN}},
        {"{\"initial\":0,\"kind\":\"delay\",\"delay\":180000}",
         {.timed = true, .increment = 180000, .bonus = BONUS_DELAY}},
        {"{\"days\":14}", {.timed = true, .days = 14}},
    };
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        char json[128];
        snprintf(json, sizeof json, "{\"t\":\"seek\",\"clock\":%s}", CLOCKS[i].clock);
        accept(json);
        ck_assert_msg(time_control_equal(&request.seek.terms.control, &CLOCKS[i].control), "%s",
                      json);
    }
}
END_TEST

START_TEST(odds_are_the_clock_that_the_opponent_has_instead)
{
    accept(LINK "\"initial\":300000,\"kind\":\"bronstein\",\"delay\":3000,"
                "\"odds\":{\"initial\":0,\"delay\":1000}}}");
    TimeControl control = {.timed = true,
                           .initial = 300000,
                           .increment = 3000,
                           .bonus = BONUS_BRONSTEIN,
                           .odds = TIME_ODDS_OPPONENT,
                           .odds_increment = 1000};
    ck_assert(time_control_equal(&request.challenge.terms.control, &control));
    /* The same is no odds, so it may be rated and sought. */
    accept(LINK "\"initial\":60000,\"odds\":{\"initial\":60000,\"increment\":0}},\"rated\":true}");
    control = (TimeControl){.timed = true, .initial = 60000};
    ck_assert(time_control_equal(&request.challenge.terms.control, &control));
    accept("{\"t\":\"seek\",\"clock\":{\"initial\":60000,\"odds\":{\"initial\":60000}}}");
    ck_assert(time_control_equal(&request.seek.terms.control, &control));
}
END_TEST

START_TEST(a_clock_may_have_stages)
{
    TimeControl control = {
        .timed = true,
        .initial = 7200000,
        .moves = 40,
        .later_count = 2,
        .later = {{.initial = 3600000, .moves = 20}, {.initial = 900000, .increment = 30000}}};
    accept("{\"t\":\"seek\",\"clock\":{\"initial\":7200000,\"moves\":40,\"stages\":[{\"moves\":20,"
           "\"initial\":3600000},{\"initial\":900000,\"increment\":30000}]}}");
    ck_assert(time_control_equal(&request.seek.terms.control, &control));
    accept(LINK "\"initial\":60000,\"kind\":\"delay\",\"delay\":5000,\"moves\":200,"
                "\"stages\":[{\"initial\":0,\"delay\":2000}]},\"rated\":true}");
    control = (TimeControl){.timed = true,
                            .initial = 60000,
                            .increment = 5000,
                            .bonus = BONUS_DELAY,
                            .moves = 200,
                            .later_count = 1,
                            .later = {{.increment = 2000}}};
    ck_assert(time_control_equal(&request.challenge.terms.control, &control));
    accept("{\"t\":\"seek\",\"clock\":{\"initial\":9000000,\"moves\":2}}");
    control = (TimeControl){.timed = true, .initial = 9000000, .moves = 2};
    ck_assert(time_control_equal(&request.seek.terms.control, &control));
}
END_TEST

START_TEST(a_seek_can_have_every_member)
{
    accept("{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":0,\"increment\":180000},\"variant\":"
           "\"chess960\","
           "\"rated\":true,\"color\":\"black\",\"fallback\":0,\"rating\":[0,4000],\"keep\":true,"
           "\"new\":{}}");
    ck_assert(request.has_id && request.id == 1);
    ck_assert_int_eq(request.seek.terms.control.increment, 180000);
    ck_assert_int_eq(request.seek.terms.variant, VARIANT_CHESS960);
    ck_assert(request.seek.terms.rated && request.seek.keep && request.seek.has_fallback);
    ck_assert_int_eq(request.seek.terms.color, WISH_BLACK);
    ck_assert_int_eq(request.seek.fallback, 0);
    accept("{\"t\":\"seek\",\"clock\":null,\"fallback\":null,\"rating\":[1500,1500],\"color\":"
           "\"white\"}");
    ck_assert(!request.seek.terms.control.timed && request.seek.has_fallback);
    ck_assert_int_eq(request.seek.fallback, SEEK_FALLBACK_NEVER);
    ck_assert_int_eq(request.seek.rating.least, 1500);
    ck_assert_int_eq(request.seek.rating.most, 1500);
    ck_assert_int_eq(request.seek.terms.color, WISH_WHITE);
    accept(
        "{\"t\":\"seek\",\"clock\":{\"initial\":10800000},\"fallback\":3600000,\"rating\":null}");
    ck_assert_int_eq(request.seek.fallback, SEEK_FALLBACK_MAX);
}
END_TEST

START_TEST(a_challenge_names_its_opponent)
{
    accept("{\"t\":\"challenge\",\"to\":\"computer\",\"level\":13,\"clock\":null}");
    ck_assert_int_eq(request.challenge.to, TO_COMPUTER);
    ck_assert_int_eq(request.challenge.level, 13);
    ck_assert(!request.challenge.has_start);
    accept("{\"t\":\"challenge\",\"to\":\"link\",\"rated\":true,\"variant\":\"chess960\"," CLOCK
           "}");
    ck_assert_int_eq(request.challenge.to, TO_LINK);
    ck_assert(request.challenge.terms.rated);
    ck_assert_int_eq(request.challenge.terms.variant, VARIANT_CHESS960);
    accept(
        "{\"t\":\"challenge\",\"to\":\"user\",\"name\":\"12345678901234567890123456789012\"," CLOCK
        "}");
    ck_assert_int_eq(request.challenge.to, TO_USER);
    ck_assert_uint_eq(strlen(request.challenge.name), PERSON_NAME_MAX);
}
END_TEST

START_TEST(a_challenge_may_begin_from_a_position)
{
    accept("{\"t\":\"challenge\",\"to\":\"link\",\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"," CLOCK
           "}");
    ck_assert(request.challenge.has_start);
    ck_assert_int_eq(request.challenge.terms.variant, VARIANT_FROM_POSITION);
    ck_assert_int_eq(position_turn(&request.challenge.start), BLACK);
    ck_assert_int_eq(position_piece_on(&request.challenge.start, SQ_E2), W_PAWN);
}
END_TEST

START_TEST(seeks_and_challenges_are_told_apart)
{
    accept("{\"t\":\"accept\",\"seek\":\"Ab12Cd34Ef56\"}");
    ck_assert(request.open.seek);
    ck_assert_str_eq(request.open.id.text, "Ab12Cd34Ef56");
    accept("{\"t\":\"accept\",\"challenge\":\"Ab12Cd34Ef57\"}");
    ck_assert(!request.open.seek);
    ck_assert_str_eq(request.open.id.text, "Ab12Cd34Ef57");
    accept("{\"t\":\"unseek\",\"seek\":\"Ab12Cd34Ef56\"}");
    ck_assert(request.open.seek);
    accept("{\"t\":\"decline\",\"challenge\":\"Ab12Cd34Ef56\",\"reason\":\"later\"}");
    ck_assert_int_eq(request.open.reason, DECLINE_LATER);
    accept("{\"t\":\"decline\",\"seek\":\"Ab12Cd34Ef56\"}");
    ck_assert(request.open.seek);
    accept("{\"t\":\"decline\",\"challenge\":\"Ab12Cd34Ef56\"}");
    ck_assert_int_eq(request.open.reason, DECLINE_GENERIC);
    ck_assert(!request.open.seek);
}
END_TEST

START_TEST(listening_to_the_lobby_is_the_default)
{
    accept("{\"t\":\"lobby\"}");
    ck_assert(request.listen.on);
    accept("{\"t\":\"lobby\",\"on\":false}");
    ck_assert(!request.listen.on);
}
END_TEST

START_TEST(a_game_or_a_challenge_can_be_watched)
{
    accept("{\"t\":\"watch\"," GAME "}");
    ck_assert_str_eq(request.game.text, "Ab12Cd34");
    ck_assert(!request.watch.has_since);
    accept("{\"t\":\"watch\"," GAME ",\"since\":4294967295}");
    ck_assert(request.watch.has_since && request.watch.since == UINT32_MAX);
    accept("{\"t\":\"watch\"," GAME ",\"since\":0}");
    ck_assert(request.watch.has_since && request.watch.since == 0);
    accept("{\"t\":\"unwatch\",\"challenge\":\"Ab12Cd34Ef56\"}");
    ck_assert_str_eq(request.game.text, "");
    ck_assert_str_eq(request.watch.challenge.text, "Ab12Cd34Ef56");
}
END_TEST

/* That many lines of that many moves, each a promotion: the longest form of a move. */
static Code parse_lines(int lines, int plies)
{
    static char json[REQUEST_MAX + 512];
    int length = sprintf(json, CONDITIONAL ",\"turn\":4294967295,\"lines\":[");
    for (int i = 0; i < lines; i++) {
        length += sprintf(json + length, "%s[", i ? "," : "");
        for (int ply = 0; ply < plies; ply++)
            length += sprintf(json + length, "%s\"e7e8q\"", ply ? "," : "");
        length += sprintf(json + length, "]");
    }
    sprintf(json + length, "]}");
    return parse(json);
}

START_TEST(sixteen_lines_of_thirty_moves_can_be_saved)
{
    ck_assert_int_eq(parse_lines(16, 30), CODE_OK);
    ck_assert_int_eq(request.kind, REQ_CONDITIONAL);
    ck_assert_uint_eq(request.conditional.ply, 2);
    ck_assert_uint_eq(request.conditional.turn, UINT32_MAX);
    ck_assert_uint_eq(request.conditional.count, 16);
    ck_assert_uint_eq(request.conditional.lines[15].plies, 30);
    ck_assert_str_eq(request.conditional.lines[15].uci[29], "e7e8q");
    ck_assert_int_eq(parse_lines(17, 2), CODE_BAD_REQUEST);
    ck_assert_int_eq(parse_lines(1, 31), CODE_BAD_REQUEST);
    ck_assert_int_eq(parse_lines(0, 0), CODE_OK);
    ck_assert_uint_eq(request.conditional.count, 0);
    ck_assert_int_eq(parse_lines(1, 0), CODE_OK); /* refused by conditional_check */
    ck_assert_uint_eq(request.conditional.count, 1);
}
END_TEST

START_TEST(ping_returns_any_integer)
{
    accept("{\"t\":\"ping\"}");
    ck_assert(!request.ping.has_c);
    accept("{\"t\":\"ping\",\"c\":-9007199254740991}");
    ck_assert(request.ping.has_c && request.ping.c == -INT64_C(9007199254740991));
    accept("{\"t\":\"ping\",\"c\":1e3}");
    ck_assert_int_eq(request.ping.c, 1000);
}
END_TEST

START_TEST(requests_of_a_player_become_commands)
{
    static const struct {
        const char *json;
        CommandKind kind;
        uint32_t offer;
        Claim claim;
    } CASES[] = {
        {"{\"t\":\"resign\"," GAME "}", CMD_RESIGN, 0, 0},
        {"{\"t\":\"abort\"," GAME "}", CMD_ABORT, 0, 0},
        {"{\"t\":\"draw\"," GAME "}", CMD_DRAW, 0, 0},
        {"{\"t\":\"draw\"," GAME ",\"offer\":43}", CMD_DRAW, 43, 0},
        {"{\"t\":\"takeback\"," GAME "}", CMD_TAKEBACK, 0, 0},
        {"{\"t\":\"takeback\"," GAME ",\"offer\":1}", CMD_TAKEBACK, 1, 0},
        {"{\"t\":\"rematch\"," GAME ",\"offer\":4294967295}", CMD_REMATCH, UINT32_MAX, 0},
        {"{\"t\":\"refuse\"," GAME ",\"offer\":43}", CMD_REFUSE, 43, 0},
        {"{\"t\":\"claim\"," GAME ",\"what\":\"threefold\"}", CMD_CLAIM, 0, CLAIM_THREEFOLD},
        {"{\"t\":\"claim\"," GAME ",\"what\":\"fifty\"}", CMD_CLAIM, 0, CLAIM_FIFTY},
        {"{\"t\":\"claim\"," GAME ",\"what\":\"win\"}", CMD_CLAIM, 0, CLAIM_WIN},
        {"{\"t\":\"claim\"," GAME ",\"what\":\"draw\"}", CMD_CLAIM, 0, CLAIM_DRAW},
        {"{\"t\":\"moretime\"," GAME "}", CMD_MORETIME, 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        accept(CASES[i].json);
        Command command = request_command(&request, NULL);
        ck_assert_int_eq(command.kind, CASES[i].kind);
        ck_assert_uint_eq(command.offer, CASES[i].offer);
        ck_assert(command.kind != CMD_CLAIM || command.claim.what == CASES[i].claim);
        ck_assert_str_eq(request.game.text, "Ab12Cd34");
    }
}
END_TEST

/* A room after 1. e4 e5. */
static Room *after_two_moves(void **memory)
{
    static const char *const MOVES[] = {"e2e4", "e7e5"};
    GameSetup setup = {.control = {.timed = false}};
    position_start(&setup.start);
    *memory = malloc(room_size(16));
    Room *room = room_init(*memory, 16, &setup);
    for (uint32_t ply = 0; ply < 2; ply++) {
        char json[100];
        Events events = {.count = 0};
        snprintf(json, sizeof json, "{\"t\":\"move\"," GAME ",\"ply\":%u,\"uci\":\"%s\"}",
                 (unsigned)ply, MOVES[ply]);
        accept(json);
        Command command = request_command(&request, room);
        ck_assert_int_eq(room_apply(room, (Color)ply, &command, 0, &events), ROOM_OK);
    }
    return room;
}

START_TEST(the_text_of_a_move_is_read_in_the_position_of_its_ply)
{
    static const struct {
        const char *uci;
        unsigned ply;
        Move move;
    } CASES[] = {
        {"g1f3", 2, (Move)(SQ_G1 << 6 | SQ_F3)},
        {"e2e4", 2, MOVE_NONE},                                      /* the pawn has left */
        {"e2e4", 0, (Move)(MOVE_DOUBLE << 12 | SQ_E2 << 6 | SQ_E4)}, /* sent again */
        {"e7e5", 1, (Move)(MOVE_DOUBLE << 12 | SQ_E7 << 6 | SQ_E5)},
        {"e7e5", 0, MOVE_NONE},
        {"e1e2", 2, (Move)(SQ_E1 << 6 | SQ_E2)},
        {"e4e5", 2, MOVE_NONE},
        {"a7a8q", 2, MOVE_NONE},
        {"g1f3", 3, MOVE_NONE}, /* not reached */
        {"g1f3", 65535, MOVE_NONE},
    };
    void *memory;
    Room *room = after_two_moves(&memory);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char json[100];
        snprintf(json, sizeof json,
                 "{\"t\":\"move\"," GAME ",\"ply\":%u,\"uci\":\"%s\",\"turn\":9%s}", CASES[i].ply,
                 CASES[i].uci, i % 2 ? ",\"draw\":true" : "");
        accept(json);
        Command command = request_command(&request, room);
        ck_assert_int_eq(command.kind, CMD_MOVE);
        ck_assert_uint_eq(command.move.ply, CASES[i].ply);
        ck_assert_uint_eq(command.move.turn, 9);
        ck_assert(command.move.draw == (i % 2 == 1));
        ck_assert_msg(command.move.move == CASES[i].move, "%s at %u", CASES[i].uci, CASES[i].ply);
    }
    free(memory);
}
END_TEST

START_TEST(chat_is_measured_in_characters)
{
    char json[CHAT_SIZE_MAX + 100], emoji[CHAT_SIZE_MAX + 5] = "";
    for (int i = 0; i < CHAT_LENGTH_MAX; i++)
        strcat(emoji, "\xf0\x9f\x98\x80");
    snprintf(json, sizeof json, "{\"t\":\"chat\"," GAME ",\"text\":\"%s\"}", emoji);
    accept(json);
    ck_assert_str_eq(request.chat.text, emoji);
    snprintf(json, sizeof json, "{\"t\":\"chat\"," GAME ",\"text\":\"%sx\"}", emoji);
    ck_assert_int_eq(parse(json), CODE_BAD_REQUEST);
    accept("{\"t\":\"chat\"," GAME ",\"text\":\"\\u00e9 <b>\\\"\"}");
    ck_assert_str_eq(request.chat.text, "\xc3\xa9 <b>\"");
}
END_TEST

START_TEST(a_request_has_at_most_4096_bytes)
{
    char json[REQUEST_MAX + 2];
    memset(json, ' ', sizeof json);
    memcpy(json, "{\"t\":\"ping\"}", 12);
    ck_assert_int_eq(request_parse(json, REQUEST_MAX, &request, why), CODE_OK);
    ck_assert_int_eq(request_parse(json, REQUEST_MAX + 1, &request, why), CODE_BAD_REQUEST);
}
END_TEST

START_TEST(long_names_do_not_overrun_the_sentence)
{
    char json[500], name[200];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    snprintf(json, sizeof json, "{\"t\":\"%s\",\"%s\":1}", name, name);
    ck_assert_int_eq(parse(json), CODE_UNKNOWN_KIND);
    ck_assert_uint_lt(strlen(why), REFUSAL_MAX);
}
END_TEST

START_TEST(refusals_of_lower_floors_have_codes)
{
    ck_assert_int_eq(code_of_room(ROOM_ILLEGAL_MOVE), CODE_ILLEGAL_MOVE);
    ck_assert_int_eq(code_of_room(ROOM_NOT_YOUR_TURN), CODE_NOT_YOUR_TURN);
    ck_assert_int_eq(code_of_room(ROOM_STALE), CODE_STALE);
    ck_assert_int_eq(code_of_room(ROOM_OVER), CODE_GAME_OVER);
    ck_assert_int_eq(code_of_room(ROOM_TOO_FAST), CODE_TOO_FAST);
    ck_assert_int_eq(code_of_room(ROOM_FORBIDDEN), CODE_FORBIDDEN);
    ck_assert_int_eq(code_of_room(ROOM_NOT_NOW), CODE_NOT_NOW);
    ck_assert_int_eq(code_of_lobby(LOBBY_STALE), CODE_STALE);
    ck_assert_int_eq(code_of_lobby(LOBBY_MANY), CODE_NOT_NOW);
    ck_assert_int_eq(code_of_challenge(CHALLENGE_FORBIDDEN), CODE_FORBIDDEN);
    for (int error = ROOM_OK + 1; error <= ROOM_FULL; error++)
        ck_assert_int_ne(code_of_room((RoomError)error), CODE_OK);
    for (int error = LOBBY_OK + 1; error <= LOBBY_FULL; error++)
        ck_assert_int_ne(code_of_lobby((LobbyError)error), CODE_OK);
    for (int error = CHALLENGE_OK + 1; error <= CHALLENGE_FULL; error++)
        ck_assert_int_ne(code_of_challenge((ChallengeError)error), CODE_OK);
}
END_TEST

/* The hashes are those of a SipHash-2-4 in Python, which was compared with the vector of its authors' paper. */
START_TEST(a_key_and_what_it_is_for_are_read)
{
    accept("{\"t\":\"moretime\"," GAME ",\"seconds\":60,\"key\":\"k-1_\"}");
    ck_assert_str_eq(request.key, "k-1_");
    ck_assert_uint_eq(request.content, UINT64_C(0xb4e78a63e35e53ee));
    accept("{\"key\":\"k-1_\", \"seconds\":6e1," GAME ",\"id\":7,\"t\":\"moretime\"}");
    ck_assert_uint_eq(request.content, UINT64_C(0xb4e78a63e35e53ee));
    accept("{\"t\":\"seek\"," CLOCK ",\"key\":\"a\"}");
    ck_assert_uint_eq(request.content, UINT64_C(0x28117d0bdba42b46));
    accept("{\"t\":\"chat\"," GAME
           ",\"preset\":\"gl\",\"key\":\"012345678901234567890123456789abcDEF\"}");
    ck_assert_str_eq(request.key, "012345678901234567890123456789abcDEF");
    /* Others have none: they are safe to send again, or must not be. */
    accept("{\"t\":\"resign\"," GAME ",\"key\":5}");
    ck_assert_str_eq(request.key, "");
    accept("{\"t\":\"seek\"," CLOCK "}");
    ck_assert_str_eq(request.key, "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("request");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, wrong_requests_are_refused_by_code_and_name);
    tcase_add_test(tcase, a_refusal_keeps_the_id_that_could_be_read);
    tcase_add_test(tcase, the_defaults_of_a_seek_are_those_of_the_protocol);
    tcase_add_test(tcase, a_clock_has_one_of_four_kinds);
    tcase_add_test(tcase, odds_are_the_clock_that_the_opponent_has_instead);
    tcase_add_test(tcase, a_clock_may_have_stages);
    tcase_add_test(tcase, a_seek_can_have_every_member);
    tcase_add_test(tcase, a_challenge_names_its_opponent);
    tcase_add_test(tcase, a_challenge_may_begin_from_a_position);
    tcase_add_test(tcase, seeks_and_challenges_are_told_apart);
    tcase_add_test(tcase, listening_to_the_lobby_is_the_default);
    tcase_add_test(tcase, a_game_or_a_challenge_can_be_watched);
    tcase_add_test(tcase, sixteen_lines_of_thirty_moves_can_be_saved);
    tcase_add_test(tcase, ping_returns_any_integer);
    tcase_add_test(tcase, requests_of_a_player_become_commands);
    tcase_add_test(tcase, the_text_of_a_move_is_read_in_the_position_of_its_ply);
    tcase_add_test(tcase, chat_is_measured_in_characters);
    tcase_add_test(tcase, a_request_has_at_most_4096_bytes);
    tcase_add_test(tcase, long_names_do_not_overrun_the_sentence);
    tcase_add_test(tcase, a_key_and_what_it_is_for_are_read);
    tcase_add_test(tcase, refusals_of_lower_floors_have_codes);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
