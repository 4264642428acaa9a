#define _POSIX_C_SOURCE 200809L
#include "player.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 32, COMMAND_MAX = 1024, LEAVE_MS = 500 };

int64_t player_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void become(const char *command)
{
    char copy[COMMAND_MAX], *arguments[ARGUMENTS_MAX + 1], *rest = NULL;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", command);
    for (char *word = strtok_r(copy, " ", &rest); word && count < ARGUMENTS_MAX;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    arguments[count] = NULL;
    if (count)
        execvp(arguments[0], arguments);
    _exit(127);
}

/* The pipes' ends are marked close-on-exec: another player's child must not hold them open. */
static bool spawn(Player *player)
{
    int to[2], from[2];
    if (pipe(to) != 0)
        return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(to[i], F_SETFD, FD_CLOEXEC);
        fcntl(from[i], F_SETFD, FD_CLOEXEC);
    }
    player->pid = fork();
    if (player->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        become(player->setup->command);
    }
    close(to[0]);
    close(from[1]);
    player->in = to[1];
    player->out = from[0];
    player->filled = 0;
    return player->pid > 0;
}

static bool tell(Player *player, const char *text)
{
    size_t length = strlen(text);
    while (length) {
        ssize_t written = write(player->in, text, length);
        if (written <= 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* The next line, without its end, or false when none comes in time. What does not fit is cut off. */
static bool hear(Player *player, char *line, size_t size, int64_t deadline)
{
    for (;;) {
        char *end = memchr(player->buffer, '\n', player->filled);
        if (end || player->filled == sizeof player->buffer) {
            size_t length = end ? (size_t)(end - player->buffer) : player->filled;
            size_t kept = length < size - 1 ? length : size - 1;
            memcpy(line, player->buffer, kept);
            if (kept && line[kept - 1] == '\r')
                kept--;
            line[kept] = '\0';
            size_t gone = end ? length + 1 : length;
            player->filled -= gone;
            memmove(player->buffer, player->buffer + gone, player->filled);
            return true;
        }
        int64_t left = deadline - player_now();
        struct pollfd wait = {.fd = player->out, .events = POLLIN};
        if (left <= 0 || poll(&wait, 1, (int)left) <= 0)
            return false;
        ssize_t got = read(player->out, player->buffer + player->filled,
                           sizeof player->buffer - player->filled);
        if (got <= 0)
            return false;
        player->filled += (size_t)got;
    }
}

static bool wait_for(Player *player, const char *word)
{
    char line[PLAYER_LINE_MAX];
    int64_t deadline = player_now() + PLAYER_START_MS;
    while (hear(player, line, sizeof line, deadline))
        if (strcmp(line, word) == 0)
            return true;
    return false;
}

static bool set_options(Player *player, bool chess960)
{
    char line[COMMAND_MAX];
    if (chess960 && !tell(player, "setoption name UCI_Chess960 value true\n"))
        return false;
    for (int i = 0; i < player->setup->option_count; i++) {
        const char *option = player->setup->options[i], *equals = strchr(option, '=');
        int name = equals ? (int)(equals - option) : (int)strlen(option);
        snprintf(line, sizeof line, "setoption name %.*s%s%s\n", name, option,
                 equals ? " value " : "", equals ? equals + 1 : "");
        if (!tell(player, line))
            return false;
    }
    return true;
}

bool player_open(Player *player, const PlayerSetup *setup, bool chess960)
{
    player->setup = setup;
    if (!spawn(player))
        return false;
    if (tell(player, "uci\n") && wait_for(player, "uciok") && set_options(player, chess960) &&
        tell(player, "isready\n") && wait_for(player, "readyok"))
        return true;
    player_close(player);
    return false;
}

void player_close(Player *player)
{
    if (player->pid <= 0)
        return;
    tell(player, "quit\n");
    close(player->in);
    close(player->out);
    for (int64_t deadline = player_now() + LEAVE_MS; player_now() < deadline;) {
        if (waitpid(player->pid, NULL, WNOHANG) == player->pid) {
            player->pid = 0;
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    kill(player->pid, SIGKILL);
    waitpid(player->pid, NULL, 0);
    player->pid = 0;
}

bool player_new_game(Player *player)
{
    return tell(player, "ucinewgame\nisready\n") && wait_for(player, "readyok");
}

static void read_score(const char *line, PlayerMove *move)
{
    const char *score = strstr(line, " score ");
    int value;
    if (!score)
        return;
    if (sscanf(score, " score cp %d", &value) == 1) {
        move->score = value;
        move->has_score = true;
    } else if (sscanf(score, " score mate %d", &value) == 1) {
        move->score = value > 0 ? 32000 - value : -32000 - value;
        move->has_score = true;
    }
}

/* Why no move came: the program has ended, and how, or it is still thinking. */
static void explain(Player *player, const char *go, int64_t elapsed)
{
    int status;
    fprintf(stderr, "match: %s: no move after %lld ms to %.*s: ", player->setup->command,
            (long long)elapsed, (int)strcspn(go, "\n"), go);
    if (waitpid(player->pid, &status, WNOHANG) != player->pid) {
        fputs("it is running\n", stderr);
        return;
    }
    player->pid = 0;
    close(player->in);
    close(player->out);
    if (WIFSIGNALED(status))
        fprintf(stderr, "ended by signal %d\n", WTERMSIG(status));
    else
        fprintf(stderr, "left with %d\n", WEXITSTATUS(status));
}

bool player_move(Player *player, const char *position, const char *go, int64_t wait,
                 PlayerMove *move)
{
    char line[PLAYER_LINE_MAX];
    *move = (PlayerMove){.score = 0};
    if (!tell(player, position))
        return false;
    int64_t start = player_now();
    if (!tell(player, go))
        return false;
    while (hear(player, line, sizeof line, start + wait)) {
        if (strncmp(line, "info ", 5) == 0) {
            if (!strstr(line, " multipv ") || strstr(line, " multipv 1 "))
                read_score(line, move);
        } else if (sscanf(line, "bestmove %7s", move->move) == 1) {
            move->elapsed = player_now() - start;
            return true;
        }
    }
    explain(player, go, player_now() - start);
    return false;
}
