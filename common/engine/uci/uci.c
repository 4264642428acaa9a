/* castled-uci - the engine as a program: UCI on standard input and output.
 *
 *   castled-uci                 speaks UCI until quit or the end of input
 *   castled-uci bench [DEPTH]   and other commands as arguments: runs that one and exits */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uci_session.h"

static void print(void *context, const char *line)
{
    (void)context;
    fputs(line, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

/* One line without its end; false at the end of input. A line that is longer than any command is cut, and the parser
 * reports it. */
static bool read_line(char *line, size_t size, size_t *length)
{
    size_t count = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (count < size)
            line[count++] = (char)c;
    *length = count;
    return c != EOF || count > 0;
}

static void do_arguments(UciSession *session, int count, char **words)
{
    char line[1024] = "";
    size_t length = 0;
    for (int i = 1; i < count; i++) {
        int added =
            snprintf(line + length, sizeof line - length, "%s%s", i > 1 ? " " : "", words[i]);
        if (added < 0 || length + (size_t)added >= sizeof line) {
            fputs("castled-uci: the command is too long\n", stderr);
            return;
        }
        length += (size_t)added;
    }
    uci_session_line(session, line, length);
}

int main(int argc, char **argv)
{
    attacks_init();
    char *line = malloc(UCI_LINE_MAX);
    if (!line)
        return EXIT_FAILURE;
    UciSession *session = uci_session_new(&(UciOutput){.print = print});
    size_t length;
    if (argc > 1) {
        do_arguments(session, argc, argv);
    } else {
        while (read_line(line, UCI_LINE_MAX, &length))
            if (!uci_session_line(session, line, length))
                break;
    }
    uci_session_finish(session);
    uci_session_free(session);
    free(line);
    return EXIT_SUCCESS;
}
