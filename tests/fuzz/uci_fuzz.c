/* Any bytes as a UCI conversation: no line crashes it, every go has its bestmove after a stop, and what is
 * printed is printable lines. */
#include "uci_session.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NODES = 300 };

static UciSession *session;
static unsigned best_moves;

static void hear(void *context, const char *line)
{
    (void)context;
    best_moves += strncmp(line, "bestmove ", 9) == 0;
    assert(!strchr(line, '\n'));
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    session = uci_session_new(&(UciOutput){.print = hear});
    uci_session_bound(session, NODES);
    return 0;
}

/* What only costs time and memory: the bench, large tables, many threads. */
static bool is_costly(UciText line)
{
    UciText rest, name, value;
    UciKind kind = uci_command(line, &rest);
    if (kind == UCI_BENCH || kind == UCI_NEWGAME)
        return true;
    return kind == UCI_SETOPTION && uci_read_option(rest, &name, &value) &&
           (uci_text_is(name, "Hash") || uci_text_is(name, "Threads") ||
            uci_text_is(name, "EvalFile"));
}

static void say(UciText line)
{
    UciText rest;
    UciGo go;
    UciComplaint complaint = {.text = ""};
    Position start;
    if (is_costly(line))
        return;
    position_start(&start);
    UciKind kind = uci_command(line, &rest);
    if (kind == UCI_GO)
        uci_read_go(rest, &start, &go, &complaint);
    bool answers = kind == UCI_GO && !go.perft;
    unsigned before = best_moves;
    uci_session_line(session, line.at, line.length);
    uci_session_line(session, "stop", 4);
    uci_session_finish(session);
    assert(best_moves == before + answers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    UciText line = {.at = (const char *)data, .length = 0};
    uci_session_line(session, "position startpos", 17);
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n') {
            say(line);
            line = (UciText){.at = (const char *)data + i + 1, .length = 0};
        } else {
            line.length++;
        }
    }
    say(line);
    return 0;
}
