/* train - teaches a net (learner.h) from samples (sample.h) and writes it, rounded, as castled.nnue
 * (nnue_file.h). See train --help. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "classical_eval.h"
#include "learner.h"
#include "nnue_file.h"
#include "sample_set.h"

enum { FILES_MAX = 64, NETS_MAX = 16, HIDDEN_DEFAULT = 256 };

typedef struct {
    const char *out;
    const char *from[NETS_MAX];
    int from_count;
    const char *files[FILES_MAX];
    int file_count;
    unsigned hidden, epochs, batch, threads;
    int score_limit;
    uint64_t seed;
    bool mirrored;
    float rate, last_rate, decay;
    Goal goal;
} Options;

/* Mean squared differences of expected points, over the validation set. */
typedef struct {
    double goal, score, result;
} Misses;

static const char usage[] =
    "train [options] SAMPLES...\n"
    "  teaches a net from the samples that generate writes, and proves it on a part it has not "
    "seen\n"
    "  --out FILE       the net (castled.nnue)\n"
    "  --from FILE      go on from this net, not from chance; from the mean of several, if all of "
    "them\n"
    "                   went on from the same\n"
    "  --hidden N       units: 128, 256, 384 or 512 (as the net to go on from, or 256); twice as "
    "many as\n"
    "                   that net has: each becomes two\n"
    "  --mirrored 0|1   the board as seen with the own king on the left (1)\n"
    "  --epochs N       how often all samples are learnt from (20); 0: only tell how good the net "
    "is\n"
    "  --batch N        samples a step (16384)\n"
    "  --rate X         of learning, at first (0.001); --last-rate X, in the end (0.00001)\n"
    "  --decay X        of weights, AdamW's (0.01)\n"
    "  --result X       what share of the goal is the game's result, 0 to 1 (0.4); the rest is the "
    "score\n"
    "  --slope X        centipawns in the sigmoid that makes points of scores (220)\n"
    "  --limit N        leave out positions with a larger score (3000)\n"
    "  --threads N      1 to 4 (1); the net does not depend on it\n"
    "  --seed N         of first weights and order (1)\n";

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "train: %s%s%s\n", what, about ? ": " : "", about ? about : "");
    exit(2);
}

static double read_number(const char *name, const char *text, double low, double high)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || *end || errno || !(value >= low && value <= high)) {
        fprintf(stderr, "train: %s takes a number from %g to %g, not %s\n", name, low, high, text);
        exit(2);
    }
    return value;
}

static void add_from(Options *options, const char *path)
{
    if (options->from_count == NETS_MAX)
        fail("too many nets", path);
    options->from[options->from_count++] = path;
}

static void read_option(Options *options, const char *name, const char *text)
{
    if (!text)
        fail("a value is missing", name);
    if (strcmp(name, "--out") == 0)
        options->out = text;
    else if (strcmp(name, "--from") == 0)
        add_from(options, text);
    else if (strcmp(name, "--hidden") == 0)
        options->hidden = (unsigned)read_number(name, text, NNUE_HIDDEN_STEP, NNUE_HIDDEN_MAX);
    else if (strcmp(name, "--mirrored") == 0)
        options->mirrored = read_number(name, text, 0, 1) != 0;
    else if (strcmp(name, "--epochs") == 0)
        options->epochs = (unsigned)read_number(name, text, 0, 100000);
    else if (strcmp(name, "--batch") == 0)
        options->batch = (unsigned)read_number(name, text, 1, 1 << 24);
    else if (strcmp(name, "--rate") == 0)
        options->rate = (float)read_number(name, text, 0, 1);
    else if (strcmp(name, "--last-rate") == 0)
        options->last_rate = (float)read_number(name, text, 0, 1);
    else if (strcmp(name, "--decay") == 0)
        options->decay = (float)read_number(name, text, 0, 10);
    else if (strcmp(name, "--result") == 0)
        options->goal.result_share = (float)read_number(name, text, 0, 1);
    else if (strcmp(name, "--slope") == 0)
        options->goal.slope = (float)read_number(name, text, 1, 10000);
    else if (strcmp(name, "--limit") == 0)
        options->score_limit = (int)read_number(name, text, 1, 32000);
    else if (strcmp(name, "--threads") == 0)
        options->threads = (unsigned)read_number(name, text, 1, LEARNER_SHARDS);
    else if (strcmp(name, "--seed") == 0)
        options->seed = (uint64_t)read_number(name, text, 0, 1e15);
    else
        fail("no such option", name);
}

static void read_options(Options *options, int argc, char **argv)
{
    *options = (Options){.out = "castled.nnue",
                         .epochs = 20,
                         .batch = 16384,
                         .threads = 1,
                         .score_limit = 3000,
                         .seed = 1,
                         .mirrored = true,
                         .rate = 1e-3f,
                         .last_rate = 1e-5f,
                         .decay = 0.01f,
                         .goal = {.result_share = 0.4f, .slope = 220}};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        } else if (strncmp(argv[i], "--", 2) == 0) {
            read_option(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        } else if (options->file_count == FILES_MAX) {
            fail("too many files", argv[i]);
        } else {
            options->files[options->file_count++] = argv[i];
        }
    }
    if (!options->file_count)
        fail("no samples are named; train --help tells how", NULL);
    if (options->hidden % NNUE_HIDDEN_STEP != 0)
        fail("a net has 128, 256, 384 or 512 hidden units", NULL);
}

static void read_samples(const Options *options, SampleSet *set)
{
    sample_set_init(set, options->score_limit);
    for (int i = 0; i < options->file_count; i++) {
        SampleSetError error = sample_set_read(set, options->files[i]);
        if (error)
            fail(sample_set_error_text(error), options->files[i]);
    }
    printf("%zu positions to learn from, %zu held back; left out: %zu decided, %zu damaged\n",
           set->training_count, set->validation_count, set->decided, set->damaged);
    if (!set->training_count || !set->validation_count)
        fail("too few samples: at least some hundred thousand are needed", NULL);
}

static void read_net(const char *path, Nnue *net)
{
    const char *wrong = nnue_file_read(path, net);
    if (wrong)
        fail(path, wrong);
}

static void write_net(const char *path, const Nnue *net)
{
    const char *wrong = nnue_file_write(path, net);
    if (wrong)
        fail(path, wrong);
    printf("%s is written\n", path);
}

static void add_miss(Misses *misses, const Options *options, const Sample *sample, float centipawns)
{
    static const float score_only = 0, result_only = 1;
    Goal score = {score_only, options->goal.slope}, result = {result_only, options->goal.slope};
    float points = learner_points(centipawns, &options->goal);
    double goal_miss = points - learner_target(sample, &options->goal);
    double score_miss = points - learner_target(sample, &score);
    double result_miss = points - learner_target(sample, &result);
    misses->goal += goal_miss * goal_miss;
    misses->score += score_miss * score_miss;
    misses->result += result_miss * result_miss;
}

static void print_misses(const char *who, const Misses *misses, size_t count)
{
    printf("%-18s goal %.6f, score %.6f, result %.6f\n", who, misses->goal / (double)count,
           misses->score / (double)count, misses->result / (double)count);
    fflush(stdout);
}

static void prove_learner(const Options *options, const Learner *learner, const SampleSet *set,
                          const char *who)
{
    Misses misses = {0};
    for (size_t i = 0; i < set->validation_count; i++)
        add_miss(&misses, options, &set->validation[i],
                 learner_evaluate(learner, &set->validation[i]));
    print_misses(who, &misses, set->validation_count);
}

/* The classical evaluation, which the first net had to beat. */
static void prove_by_hand(const Options *options, const SampleSet *set)
{
    Misses misses = {0};
    for (size_t i = 0; i < set->validation_count; i++) {
        Position pos;
        sample_unpack(&set->validation[i], &pos);
        add_miss(&misses, options, &set->validation[i], (float)classical_evaluate(&pos));
    }
    print_misses("by hand", &misses, set->validation_count);
}

/* The effect of rounding. */
static void prove_rounded(const Options *options, const Learner *learner, const Nnue *net,
                          const SampleSet *set)
{
    Misses misses = {0};
    double sum = 0, worst = 0;
    for (size_t i = 0; i < set->validation_count; i++) {
        Position pos;
        sample_unpack(&set->validation[i], &pos);
        float rounded = (float)nnue_evaluate(net, &pos);
        double away = fabsf(rounded - learner_evaluate(learner, &set->validation[i]));
        add_miss(&misses, options, &set->validation[i], rounded);
        sum += away;
        worst = away > worst ? away : worst;
    }
    print_misses("rounded", &misses, set->validation_count);
    printf("rounding: %.2f centipawns on average, %.1f at most\n",
           sum / (double)set->validation_count, worst);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The learning rate: half a cosine from the first rate to the last. */
static float rate_at(const Options *options, double done)
{
    const double half_turn = 3.14159265358979;
    return options->last_rate +
           (options->rate - options->last_rate) * (float)(0.5 + 0.5 * cos(half_turn * done));
}

static void run_epoch(const Options *options, Learner *learner, const SampleSet *set,
                      unsigned epoch)
{
    double start = seconds(), sum = 0;
    size_t batches = set->training_count / options->batch;
    if (!batches)
        batches = 1;
    size_t learnt = 0;
    bool is_seen = isatty(STDERR_FILENO);
    for (size_t i = 0; i < batches; i++) {
        if (!learner->is_out_fixed && epoch * batches + i >= options->epochs * batches * 3 / 4)
            learner_fix_out(learner);
        size_t end = (i + 1) * set->training_count / batches;
        double done = (epoch + (double)i / (double)batches) / options->epochs;
        sum += learner_step(learner, set->training + learnt, end - learnt, &options->goal,
                            rate_at(options, done), options->decay, options->threads);
        learnt = end;
        if (is_seen && i % 16 == 15)
            fprintf(stderr, "\repoch %u: %3.0f %%, %.0f positions a second, loss %.6f ", epoch + 1,
                    100 * (double)learnt / (double)set->training_count,
                    (double)learnt / (seconds() - start), sum / (double)learnt);
    }
    if (is_seen)
        fputc('\r', stderr);
    printf("epoch %u of %u: %.0f s, learnt with loss %.6f\n", epoch + 1, options->epochs,
           seconds() - start, sum / (double)learnt);
}

static void teach(const Options *options, Learner *learner, SampleSet *set)
{
    uint64_t state = options->seed * 0x9e3779b97f4a7c15ull | 1;
    for (unsigned epoch = 0; epoch < options->epochs; epoch++) {
        sample_set_shuffle(set, &state);
        run_epoch(options, learner, set, epoch);
        prove_learner(options, learner, set, "  held back:");
    }
}

/* A net to go on from, widened where twice its width is asked for. */
static void read_start(const char *path, const Options *options, Nnue *net)
{
    static Nnue read;
    read_net(path, &read);
    if (2 * (unsigned)read.hidden == options->hidden)
        learner_widen(&read, net, 1);
    else
        *net = read;
}

/* The first net determines the shape, but for the width that was asked for. */
static void start(Options *options, Learner *learner)
{
    static Nnue net;
    for (int i = 0; i < options->from_count; i++) {
        read_start(options->from[i], options, &net);
        if (i == 0) {
            options->mirrored = net.mirrored;
            options->hidden = options->hidden ? options->hidden : (unsigned)net.hidden;
        }
        if ((unsigned)net.hidden != options->hidden || net.mirrored != options->mirrored)
            fail("the net is not of the shape of the first one, or of what was asked for",
                 options->from[i]);
    }
    if (!options->hidden)
        options->hidden = HIDDEN_DEFAULT;
    if (!learner_init(learner, options->hidden, options->mirrored, options->seed))
        fail("out of memory", NULL);
    for (int i = 0; i < options->from_count; i++) {
        read_start(options->from[i], options, &net);
        learner_load(learner, &net, 1.0f / (float)(i + 1));
    }
}

int main(int argc, char **argv)
{
    static Options options;
    static SampleSet set;
    static Nnue net;
    Learner learner;
    read_options(&options, argc, argv);
    attacks_init();
    start(&options, &learner);
    read_samples(&options, &set);
    prove_by_hand(&options, &set);
    prove_learner(&options, &learner, &set, "at first");
    teach(&options, &learner, &set);
    if (options.epochs) {
        learner_quantise(&learner, &net);
        write_net(options.out, &net);
        read_net(options.out, &net);
        prove_rounded(&options, &learner, &net, &set);
    }
    learner_clear(&learner);
    sample_set_clear(&set);
    return 0;
}
