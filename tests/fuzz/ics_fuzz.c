/* Any bytes by telnet, and any messages from a server: what is shown has no control characters but line ends, the bell and, with
 * "iset block", FICS's marks; requests are JSON objects in a line; whoever is asked answers in every way. */
#include "ics_client.h"

#include "attacks.h"
#include "utf8.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

/* One of those who are asked answers at once, the next one later. */
typedef struct {
    IcsClient *client;
    unsigned count;
    bool owes;
    int64_t id; /* of the newest request */
} Rig;

static void on_send(void *context, const char *text, size_t length)
{
    Rig *rig = context;
    assert(length > 1 && text[0] == '{' && text[length - 1] == '}');
    assert(!memchr(text, '\n', length));
    rig->id++;
}

static void answer(Rig *rig)
{
    IcsAnswer good = {
        .text = "a line\n", .person = {.id = "b2", .name = "Ann"}, .game = {"Ab12Cd34"}};
    IcsAnswer bad = {.refusal = "No."};
    rig->owes = false;
    ics_client_answered(rig->client, rig->count % 3 ? &good : &bad);
}

static void on_ask(void *context, const IcsAsk *ask)
{
    Rig *rig = context;
    assert(strlen(ask->name) <= PERSON_NAME_MAX);
    rig->owes = true;
    if (++rig->count % 2)
        answer(rig);
}

static void on_quit(void *context)
{
    (void)context;
}

static void look_at(IcsClient *client)
{
    Text *out = ics_client_output(client);
    for (size_t i = 0; i < out->length; i++) {
        unsigned char byte = (unsigned char)out->bytes[i];
        assert(byte >= ' ' || strchr("\r\n\a\x15\x16\x17", byte));
    }
    text_reset(out);
}

/* So that fuzzing gets beyond a command that waits: its request is refused, or done. */
static void settle(Rig *rig)
{
    char message[64];
    for (int i = 0; i < 4 && ics_client_is_busy(rig->client); i++) {
        if (rig->owes)
            answer(rig);
        snprintf(message, sizeof message, "{\"t\":\"%s\",\"id\":%d}", rig->id % 2 ? "ok" : "error",
                 (int)rig->id);
        ics_client_received(rig->client, message, strlen(message));
    }
}

static void take_line(Rig *rig, const char *line, size_t length)
{
    char text[ICS_LINE_MAX + 1];
    if (length > 0 && line[0] == '{') {
        ics_client_received(rig->client, line, length);
        return;
    }
    settle(rig);
    if (!ics_client_is_busy(rig->client))
        ics_client_line(rig->client, text, utf8_from_bytes(line, length, text));
}

static void read_bytes(Rig *rig, const uint8_t *data, size_t size)
{
    TelnetReader reader = {.length = 0};
    size_t used;
    for (int64_t now = 0; size > 0; now += 500, data += used, size -= used) {
        TelnetNews news = telnet_read(&reader, data, size, &used);
        assert(used >= 1 && used <= size && reader.length <= TELNET_LINE_MAX);
        ics_client_set_time(rig->client, now, 1790000000000 + now);
        if (news == TELNET_LINE)
            take_line(rig, reader.line, reader.length);
        else if (news == TELNET_LONG_LINE)
            ics_client_refuse(rig->client, "Too long.");
        look_at(rig->client);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char WELCOME[] = "{\"t\":\"welcome\",\"you\":{\"id\":\"a1\",\"name\":\"Guest-"
                                  "7f3a\",\"rating\":null,\"guest\":true},"
                                  "\"token\":\"v1.x\",\"playing\":[],\"seeks\":[],\"now\":1}";
    Rig rig = {.id = 0};
    IcsHooks hooks = {.context = &rig, .send = on_send, .ask = on_ask, .quit = on_quit};
    IcsNumbers *games = ics_numbers_new(), *seeks = ics_numbers_new();
    rig.client = ics_client_new(&hooks, games, seeks, true);
    if (size > 0 && data[0] % 8)
        ics_client_received(rig.client, WELCOME, sizeof WELCOME - 1);
    read_bytes(&rig, data, size);
    ics_client_free(rig.client);
    ics_numbers_free(games);
    ics_numbers_free(seeks);
    return 0;
}
