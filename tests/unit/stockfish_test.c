/* Our moves compared with another program's: every root move's count in random positions, by Debian's
 * Stockfish with UCI_Chess960. Skipped (77) where it is not installed. */
#define _POSIX_C_SOURCE 200809L

#include "chess_rig.h"
#include "perft.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define STOCKFISH "/usr/games/stockfish"
enum { POSITIONS = 1200, DEPTH = 3, GAME_PLIES = 160, SKIPPED = 77 };
static const uint64_t SEED = 20261121;

typedef struct {
    FILE *in, *out;
    pid_t pid;
} Other;

static Other other_open(void)
{
    int to[2], from[2];
    ck_assert(pipe(to) == 0 && pipe(from) == 0);
    Other other = {.pid = fork()};
    ck_assert_int_ge(other.pid, 0);
    if (other.pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execl(STOCKFISH, STOCKFISH, (char *)NULL);
        _exit(EXIT_FAILURE);
    }
    close(to[0]);
    close(from[1]);
    other.in = fdopen(to[1], "w");
    other.out = fdopen(from[0], "r");
    fputs("setoption name UCI_Chess960 value true\n", other.in);
    return other;
}

static void other_close(Other *other)
{
    fputs("quit\n", other->in);
    fclose(other->in);
    fclose(other->out);
    waitpid(other->pid, NULL, 0);
}

static const PerftMove *find(const PerftSplit *split, const Position *pos, const char *uci)
{
    for (int i = 0; i < split->count; i++) {
        char text[UCI_MAX];
        uci_print(pos, split->at[i].move, text);
        if (strcmp(text, uci) == 0)
            return &split->at[i];
    }
    return NULL;
}

/* Asks both about one position; returns the leaves. */
static uint64_t compare(Other *other, const Position *pos, int number)
{
    static PerftSplit split;
    char fen[FEN_MAX], line[256];
    int moves = 0;
    unsigned long long nodes = 0;
    fen_print(pos, fen);
    perft_split(pos, DEPTH, &split);
    fprintf(other->in, "position fen %s\ngo perft %d\n", fen, DEPTH);
    fflush(other->in);
    while (fgets(line, sizeof line, other->out) &&
           sscanf(line, "Nodes searched: %llu", &nodes) != 1) {
        char uci[16];
        unsigned long long count;
        if (sscanf(line, "%15[a-h1-8nbrq]: %llu", uci, &count) != 2)
            continue;
        const PerftMove *ours = find(&split, pos, uci);
        ck_assert_msg(ours && ours->nodes == count,
                      "seed %llu, position %d, %s: %s is %llu there, %llu here",
                      (unsigned long long)SEED, number, fen, uci, count,
                      ours ? (unsigned long long)ours->nodes : 0ull);
        moves++;
    }
    ck_assert_msg(moves == split.count && nodes == split.nodes, "%s: %d moves, %llu", fen, moves,
                  nodes);
    return split.nodes;
}

START_TEST(every_root_move_counts_as_stockfish_counts)
{
    Other other = other_open();
    uint64_t state = SEED, leaves = 0;
    int compared = 0;
    while (compared < POSITIONS) {
        Position pos;
        position_start960(&pos, compared % 3 ? (int)(random_next(&state) % CHESS960_POSITIONS)
                                             : CHESS960_STANDARD);
        int plies = (int)(random_next(&state) % GAME_PLIES);
        Move move;
        while (plies-- && random_move(&pos, &state, &move))
            ;
        if (movegen_any(&pos))
            leaves += compare(&other, &pos, compared++);
    }
    other_close(&other);
    printf("%d random positions, %llu leaves at depth %d: equal\n", compared,
           (unsigned long long)leaves, DEPTH);
}
END_TEST

int main(void)
{
    if (access(STOCKFISH, X_OK) != 0) {
        puts(STOCKFISH " is not installed");
        return SKIPPED;
    }
    signal(SIGPIPE, SIG_IGN);
    const TTest *tests[] = {every_root_move_counts_as_stockfish_counts};
    return run_tests("stockfish", tests, COUNT(tests));
}
