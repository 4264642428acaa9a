#include "config.h"

#include <string.h>

enum { HELP_WIDTH = 100, ENTRY_MAX = 64 };

/* As --limit takes it: in lower case, with - for _, and the figures. Lines are broken between
 * entries. */
static void print_entry(const char *name, const char *figures, size_t *column, FILE *out)
{
    char entry[ENTRY_MAX];
    size_t length = (size_t)snprintf(entry, sizeof entry, "%s=%s", name, figures);
    for (char *at = entry; *at && *at != '='; at++)
        *at = *at == '_' ? '-' : (char)(*at | 0x20);
    if (*column + length + 1 > HELP_WIDTH) {
        fputs("\n", out);
        *column = 0;
    }
    *column += (size_t)fprintf(out, "%s%s", *column ? " " : "", entry);
}

static void print_limits(FILE *out)
{
    int32_t most[BOUND_COUNT];
    char figures[32];
    size_t column = 0;
    for (LimitKind i = 0; i < LIMIT_COUNT; i++) {
        snprintf(figures, sizeof figures, "%d/%d", (int)limit_tokens(i), (int)limit_fill(i) / 1000);
        print_entry(limit_name(i), figures, &column, out);
    }
    fputs("\nand at once, as NAME=N:\n", out);
    column = 0;
    bound_usual(most);
    for (BoundKind i = 0; i < BOUND_COUNT; i++) {
        snprintf(figures, sizeof figures, "%d", (int)most[i]);
        print_entry(bound_name(i), figures, &column, out);
    }
    fputs("\n", out);
}

const char *const CONFIG_TOPICS[] = {"network",  "outbound", "mail", "data",    "people", "site",
                                     "computer", "limits",   "ics",  "service", NULL};

static void print_service(FILE *out)
{
    fputs("\n"
          "A flag overrides its environment variable, which overrides the --config file, which "
          "overrides the\n"
          "preset; what is overridden is ignored, even for an option that may be given several "
          "times. A\n"
          "duration may end with ms, s, m, h or d, a size with M or G: 90s, 2G. When castled is "
          "ready, it\n"
          "prints its address, and GET /healthz answers 200. SIGTERM and SIGINT stop it cleanly. "
          "SIGHUP\n"
          "reloads the certificate. SIGUSR2 starts the castled that is now where this one was "
          "started from,\n"
          "with the same command line; it takes over the ports and the games, or, when it cannot, "
          "says why on\n"
          "stderr, and this one goes on. Under systemd, castled accepts sockets (LISTEN_FDS), and "
          "reports that\n"
          "it is ready and alive (NOTIFY_SOCKET, WATCHDOG_USEC, MAINPID).\n"
          "\n"
          "Exit status: 0 it was told to stop; 1 it could not start, and stderr says why; 2 the "
          "command line,\n"
          "the environment or the --config file is wrong; 70 it hung, and should be restarted; 75 "
          "another node of\n"
          "its cluster has the games now, and it should be restarted, too.\n",
          out);
}

static void print_outbound(FILE *out)
{
    fputs("\n"
          "Nothing is asked of other servers unless you or a player want something of them. "
          "libcurl (Debian's\n"
          "libcurl4) is loaded for the first such request. Addresses are checked when a connection "
          "is made, so\n"
          "that no name and no redirect leads to your own network. With a proxy it is the proxy "
          "that resolves\n"
          "names, and has to refuse those of your network.\n",
          out);
}

static void print_mail(FILE *out)
{
    fputs(
        "\n"
        "With these, people may give an e-mail address: they can set a new password by a link when "
        "they have\n"
        "forgotten it, and be reminded of their turns in correspondence games. For example:\n"
        "  castled --public-url https://club.example --smtp smtp://mail.club.example:587 \\\n"
        "      --smtp-user castled --smtp-password-file /etc/castled/smtp-password \\\n"
        "      --mail-from chess@club.example\n"
        "castled admin mail-test ADDRESS sends a letter to try it, and castled admin mail shows "
        "what "
        "came of it.\n"
        "The server's certificate must be for its name, by an authority that --outbound-ca names "
        "or "
        "the system\n"
        "trusts. A letter that is not accepted is tried again over an hour and a half.\n",
        out);
}

static void print_ics(FILE *out)
{
    fputs(
        "\n"
        "With --ics 5000 people play here from xboard, pychess and other clients of Internet Chess "
        "Servers,\n"
        "and from telnet or nc, with everybody who is on the page:\n"
        "  xboard -ics -icshost HOST -icsport 5000\n"
        "  telnet HOST 5000\n"
        "They sign in as guest, or with an account's name and password. A password is taken over "
        "TLS, or from\n"
        "this machine only, since others could read it. At the prompt, help lists the commands.\n"
        "Put no proxy before this port: addresses are counted as they are. A program on this "
        "machine that passes\n"
        "connections on, such as socat or HAProxy, makes everybody come from this machine: they "
        "share its limits\n"
        "and bans, and passwords are asked of them although they come in the clear. With --ics-tls "
        "on they are\n"
        "never taken in the clear. An SSH tunnel is safe: it encrypts up to the client's own "
        "machine.\n",
        out);
}

bool config_print_topic(const char *topic, FILE *out)
{
    size_t i = 0;
    while (CONFIG_TOPICS[i] && strcmp(CONFIG_TOPICS[i], topic) != 0)
        i++;
    if (!CONFIG_TOPICS[i])
        return false;
    options_print_topic(config_options(), topic, out);
    if (strcmp(topic, "service") == 0)
        print_service(out);
    if (strcmp(topic, "outbound") == 0)
        print_outbound(out);
    if (strcmp(topic, "mail") == 0)
        print_mail(out);
    if (strcmp(topic, "ics") == 0)
        print_ics(out);
    if (strcmp(topic, "limits") == 0) {
        fputs("\nThe limits, as NAME=N/SECONDS:\n", out);
        print_limits(out);
    }
    return true;
}

void config_print_help(FILE *out)
{
    for (const char *const *topic = CONFIG_TOPICS; *topic; topic++) {
        fprintf(out, "%s%s:\n", topic == CONFIG_TOPICS ? "" : "\n", *topic);
        config_print_topic(*topic, out);
    }
}
