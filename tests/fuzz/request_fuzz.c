/* Any bytes give a request or a refusal, and either can be answered: the answer is JSON, and its id the one
 * that was asked with. A move's text is safe in any position. cJSON reads whatever passes the strict scan. */
#include "attacks.h"
#include "json.h"
#include "print.h"
#include "request_reader.h"

#include <cJSON.h>

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    attacks_init();
    return 0;
}

static void check_answer(const Text *text, const Request *request, const char *kind)
{
    assert(!json_fault(text->bytes, text->length));
    cJSON *tree = cJSON_ParseWithLength(text->bytes, text->length);
    assert(tree);
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(tree, "id");
    assert(strcmp(cJSON_GetObjectItemCaseSensitive(tree, "t")->valuestring, kind) == 0);
    assert(request->has_id ? id && (int64_t)id->valuedouble == request->id : !id);
    cJSON_Delete(tree);
}

static void check_refusal(const Request *request, Code code, const char *why)
{
    Text text;
    text_init(&text);
    assert(strlen(why) > 0 && strlen(why) < REFUSAL_MAX);
    print_error(&text, request, code, why);
    check_answer(&text, request, "error");
    text_clear(&text);
}

/* A challenge that was read can be shown and stored. */
static void check_challenge(const Request *request)
{
    unsigned char bytes[CHALLENGE_PACKED_MAX];
    Challenge back, challenge = {.id = {"Ab12Cd34Ef56"},
                                 .link = true,
                                 .from = {.id = "g1", .name = "Guest"},
                                 .terms = request->challenge.terms,
                                 .has_start = request->challenge.has_start,
                                 .start = request->challenge.start};
    assert(challenge_unpack(&back, bytes, challenge_pack(&challenge, bytes)));
    Text text;
    text_init(&text);
    print_challenge(&text, &back, &(ChallengeFate){.state = STATE_OPEN});
    assert(!json_fault(text.bytes, text.length));
    text_clear(&text);
}

static void check_chat(const Request *request)
{
    ChatPreset preset = request->chat.preset;
    const char *words = preset == PRESET_NONE ? request->chat.text : chat_preset_text(preset);
    Text text;
    text_init(&text);
    print_chat(&text, &(Chat){.game = &request->game,
                              .from = &(Person){.id = "g1", .name = "Guest"},
                              .player = true,
                              .words = words,
                              .preset = preset});
    cJSON *tree = cJSON_ParseWithLength(text.bytes, text.length);
    assert(tree && strcmp(cJSON_GetObjectItemCaseSensitive(tree, "text")->valuestring, words) == 0);
    cJSON_Delete(tree);
    text_clear(&text);
}

static void check_command(const Request *request)
{
    static void *memory;
    GameSetup setup = {.control = {.timed = false}};
    position_start(&setup.start);
    if (!memory)
        memory = malloc(room_size(8));
    Room *room = room_init(memory, 8, &setup);
    Command command = request_command(request, room);
    Events events = {.count = 0};
    room_apply(room, WHITE, &command, 0, &events);
}

/* Lines that can be saved can be shown. */
static void check_conditional(const Request *request)
{
    static void *memory;
    GameSetup setup = {.control = {.timed = true, .days = 1}};
    ConditionalMoves moves;
    uint8_t wrong;
    position_start(&setup.start);
    if (!memory)
        memory = malloc(room_size(8));
    Room *room = room_init(memory, 8, &setup);
    request_conditional(request, room, BLACK, &moves);
    if (conditional_check(&moves, &room_line(room)->now, &wrong) != CONDITIONAL_OK)
        return;
    Text text;
    text_init(&text);
    print_conditional(&text, &request->game, room, &moves);
    assert(!json_fault(text.bytes, text.length));
    text_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[REFUSAL_MAX];
    Request request;
    Code code = request_parse((const char *)data, size, &request, why);
    if (code != CODE_OK)
        check_refusal(&request, code, why);
    else if (request.kind == REQ_CHALLENGE)
        check_challenge(&request);
    else if (request.kind == REQ_CHAT)
        check_chat(&request);
    else if (request.kind >= REQ_MOVE && request.kind < REQ_CHAT)
        check_command(&request);
    else if (request.kind == REQ_CONDITIONAL)
        check_conditional(&request);
    return 0;
}
