/* castled-pgn: checks, counts, filters and normalises PGN files. castled-pgn --help tells how. */
#define _POSIX_C_SOURCE 200809L

#include "pgn_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 18, FILTERS_MAX = 16, PROGRESS_EVERY_MS = 200, BAR_WIDTH = 40 };
enum { EXIT_BAD_GAMES = 1, EXIT_TROUBLE = 2 };

static const char help[] =
    "castled-pgn [option ...] [file ...]\n"
    "Reads games in PGN from the files (\"-\" or none: standard input), checks every move and "
    "tells on\n"
    "standard error where and why a game is bad. Ends with 0, with 1 after bad games, with 2 on "
    "trouble.\n"
    "\n"
    "  --count             read the tags only: count games and results, check no moves\n"
    "  --normalize         write the good games to standard output in the export format\n"
    "  --tag NAME=TEXT     only games whose tag NAME contains TEXT (several: all must)\n"
    "  --result RESULT     only games that end 1-0, 0-1, 1/2-1/2 or *\n"
    "  --position FEN      only games whose main line comes to this position\n"
    "  --min-plies N       only games of at least N plies\n"
    "  --max-plies N       only games of at most N plies\n"
    "  --max-errors N      tell of at most N bad games (default 20), count them all\n"
    "  --quiet             no progress bar, no summary\n"
    "  --help              this text\n";

typedef struct {
    const char *name, *text;
    bool met;
} Filter;

typedef struct {
    bool count_only, normalize, quiet, by_result, by_position;
    Filter filters[FILTERS_MAX];
    int filter_count;
    PgnResult result;
    Position position;
    long min_plies, max_plies, max_errors;
} Options;

/* Text that grows; the game being written waits here until its end is known. */
typedef struct {
    char *text;
    size_t length, size;
} Growing;

typedef struct {
    Options options;
    unsigned long long games, chosen, moves, bad, results[PGN_DRAW + 1];
    /* The game being read. */
    Growing movetext, tags;
    size_t names[PGN_TAGS_MAX], values[PGN_TAGS_MAX];
    int tag_count;
    Position start;
    PgnWriter writer;
    int depth;
    long plies;
    bool reached;
    /* The file being read. */
    FILE *file;
    unsigned long long done, whole;
    bool bar_shown;
    struct timespec next_bar;
} Tool;

static void *checked(void *memory)
{
    if (memory)
        return memory;
    fputs("castled-pgn: out of memory\n", stderr);
    exit(EXIT_TROUBLE);
}

static void grow(void *context, const char *text, size_t length)
{
    Growing *to = context;
    if (to->length + length + 1 > to->size) {
        to->size = 2 * (to->length + length + 1);
        to->text = checked(realloc(to->text, to->size));
    }
    memcpy(to->text + to->length, text, length);
    to->length += length;
    to->text[to->length] = '\0';
}

static void on_begin(void *context)
{
    Tool *tool = context;
    tool->movetext.length = tool->tags.length = 0;
    tool->tag_count = tool->depth = 0;
    tool->plies = 0;
    tool->reached = !tool->options.by_position;
    for (int i = 0; i < tool->options.filter_count; i++)
        tool->options.filters[i].met = false;
    pgn_writer_open(&tool->writer, grow, &tool->movetext);
}

static bool contains(const char *value, size_t length, const char *text)
{
    size_t size = strlen(text);
    for (; length >= size; value++, length--)
        if (memcmp(value, text, size) == 0)
            return true;
    return false;
}

static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    Tool *tool = context;
    for (int i = 0; i < tool->options.filter_count; i++) {
        Filter *filter = &tool->options.filters[i];
        if (strlen(filter->name) == name_length && memcmp(filter->name, name, name_length) == 0)
            filter->met |= contains(value, length, filter->text);
    }
    if (!tool->options.normalize || tool->tag_count == PGN_TAGS_MAX)
        return;
    tool->names[tool->tag_count] = tool->tags.length;
    grow(&tool->tags, name, name_length);
    grow(&tool->tags, "", 1);
    tool->values[tool->tag_count++] = tool->tags.length;
    grow(&tool->tags, value, length);
    grow(&tool->tags, "", 1);
}

static bool tags_met(const Options *options)
{
    for (int i = 0; i < options->filter_count; i++)
        if (!options->filters[i].met)
            return false;
    return true;
}

static bool on_start(void *context, const Position *pos)
{
    Tool *tool = context;
    tool->start = *pos;
    tool->reached |= position_equal_for_repetition(pos, &tool->options.position);
    return !tool->options.count_only && tags_met(&tool->options);
}

static void on_move(void *context, const Position *before, Move move)
{
    Tool *tool = context;
    if (tool->depth == 0) {
        tool->plies++;
        tool->moves++;
        if (!tool->reached) {
            Position after = *before;
            position_play(&after, move);
            tool->reached = position_equal_for_repetition(&after, &tool->options.position);
        }
    }
    if (tool->options.normalize)
        pgn_writer_move(&tool->writer, before, move);
}

static void on_nag(void *context, int nag)
{
    Tool *tool = context;
    if (tool->options.normalize)
        pgn_writer_nag(&tool->writer, nag);
}

static void on_comment(void *context, const char *text, size_t length)
{
    Tool *tool = context;
    if (tool->options.normalize)
        pgn_writer_comment(&tool->writer, text, length);
}

static void on_variation_begin(void *context)
{
    Tool *tool = context;
    tool->depth++;
    if (tool->options.normalize)
        pgn_writer_variation_begin(&tool->writer);
}

static void on_variation_end(void *context)
{
    Tool *tool = context;
    tool->depth--;
    if (tool->options.normalize)
        pgn_writer_variation_end(&tool->writer);
}

static void print_to(void *context, const char *text, size_t length)
{
    (void)fwrite(text, 1, length, context);
}

static void print_game(Tool *tool, PgnResult result)
{
    PgnTag tags[PGN_TAGS_MAX];
    PgnWriter writer;
    for (int i = 0; i < tool->tag_count; i++)
        tags[i] = (PgnTag){tool->tags.text + tool->names[i], tool->tags.text + tool->values[i]};
    pgn_writer_open(&writer, print_to, stdout);
    pgn_writer_tags(&writer, tags, tool->tag_count, &tool->start, result);
    pgn_writer_end(&tool->writer, result);
    (void)fwrite(tool->movetext.text, 1, tool->movetext.length, stdout);
}

static void on_end(void *context, PgnResult result)
{
    Tool *tool = context;
    const Options *options = &tool->options;
    tool->games++;
    bool plies_fit = options->count_only || (tool->plies >= options->min_plies &&
                                             tool->plies <= options->max_plies && tool->reached);
    if (!tags_met(options) || !plies_fit || (options->by_result && result != options->result))
        return;
    tool->chosen++;
    tool->results[result]++;
    if (options->normalize)
        print_game(tool, result);
}

static const PgnVisitor visitor = {
    .begin = on_begin,
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .nag = on_nag,
    .comment = on_comment,
    .variation_begin = on_variation_begin,
    .variation_end = on_variation_end,
    .end = on_end,
};

static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec >= b.tv_nsec);
}

/* Drawn when standard error is a terminal and the file takes longer than the first interval. */
static void show_bar(Tool *tool)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (tool->options.quiet || tool->whole == 0 || !is_later(now, tool->next_bar) ||
        !isatty(STDERR_FILENO))
        return;
    tool->next_bar = now;
    tool->next_bar.tv_nsec += PROGRESS_EVERY_MS * 1000000L;
    tool->next_bar.tv_sec += tool->next_bar.tv_nsec / 1000000000L;
    tool->next_bar.tv_nsec %= 1000000000L;
    int full = (int)(tool->done * BAR_WIDTH / tool->whole);
    full = full > BAR_WIDTH ? BAR_WIDTH : full;
    fprintf(stderr, "\r[%.*s%*s] %3d%% %llu games", full,
            "########################################", BAR_WIDTH - full, "",
            (int)(tool->done * 100 / tool->whole), tool->games);
    tool->bar_shown = true;
}

static void clear_bar(Tool *tool)
{
    if (tool->bar_shown)
        fprintf(stderr, "\r%*s\r", BAR_WIDTH + 40, "");
    tool->bar_shown = false;
}

static size_t from_file(void *context, char *buffer, size_t size)
{
    Tool *tool = context;
    size_t length = fread(buffer, 1, size, tool->file);
    tool->done += length;
    show_bar(tool);
    return length;
}

static void tell_fault(Tool *tool, const char *path, const PgnReader *reader)
{
    PgnError error = reader->fault.error;
    tool->games++;
    if (++tool->bad > (unsigned long long)tool->options.max_errors)
        return;
    clear_bar(tool);
    fprintf(stderr, "%s:%llu:%u: %s", path, (unsigned long long)reader->fault.line,
            reader->fault.column, pgn_error_text(error));
    if (error == PGN_BAD_MOVE)
        fprintf(stderr, ": %s", notation_error_text(reader->fault.notation));
    if (error == PGN_BAD_FEN)
        fprintf(stderr, ": %s", fen_error_text(reader->fault.fen));
    fputc('\n', stderr);
}

static bool read_file(Tool *tool, const char *path)
{
    static char buffer[BUFFER_SIZE];
    static PgnReader reader;
    bool standard = strcmp(path, "-") == 0;
    tool->file = standard ? stdin : fopen(path, "rb");
    if (!tool->file) {
        fprintf(stderr, "castled-pgn: ");
        perror(path);
        return false;
    }
    struct stat stat;
    tool->done = 0;
    tool->whole = fstat(fileno(tool->file), &stat) == 0 && S_ISREG(stat.st_mode)
                      ? (unsigned long long)stat.st_size
                      : 0;
    clock_gettime(CLOCK_MONOTONIC, &tool->next_bar);
    tool->next_bar.tv_sec++;
    pgn_reader_open(&reader, buffer, sizeof buffer, from_file, tool);
    PgnError error;
    while ((error = pgn_reader_next(&reader, &visitor, tool)) != PGN_END)
        if (error)
            tell_fault(tool, standard ? "standard input" : path, &reader);
    clear_bar(tool);
    bool sound = !ferror(tool->file);
    if (!sound)
        fprintf(stderr, "castled-pgn: %s cannot be read to its end\n", path);
    if (!standard)
        fclose(tool->file);
    return sound;
}

static bool refuse(const char *option, const char *value)
{
    fprintf(stderr, "castled-pgn: %s %s is not understood; --help tells how\n", option,
            value ? value : "(nothing)");
    return false;
}

static bool read_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return *text && *end == '\0' && *number >= 0;
}

static bool read_result(const char *text, PgnResult *result)
{
    for (*result = PGN_UNKNOWN; *result <= PGN_DRAW; ++*result)
        if (strcmp(text, pgn_result_text(*result)) == 0)
            return true;
    return false;
}

static bool read_filter(Options *options, char *text)
{
    char *sign = strchr(text, '=');
    if (!sign || sign == text || options->filter_count == FILTERS_MAX)
        return false;
    *sign = '\0';
    options->filters[options->filter_count++] = (Filter){.name = text, .text = sign + 1};
    return true;
}

static bool read_valued(Options *options, const char *option, char *value)
{
    if (strcmp(option, "--tag") == 0)
        return read_filter(options, value);
    if (strcmp(option, "--result") == 0)
        return options->by_result = read_result(value, &options->result);
    if (strcmp(option, "--position") == 0)
        return options->by_position =
                   fen_parse(value, strlen(value), &options->position, NULL) == FEN_OK;
    if (strcmp(option, "--min-plies") == 0)
        return read_number(value, &options->min_plies);
    if (strcmp(option, "--max-plies") == 0)
        return read_number(value, &options->max_plies);
    return strcmp(option, "--max-errors") == 0 && read_number(value, &options->max_errors);
}

/* The options' places in the arguments become NULL; what is left are files. */
static bool read_options(Options *options, int count, char **arguments)
{
    *options = (Options){.max_plies = 1L << 30, .max_errors = 20};
    for (int i = 1; i < count && strcmp(arguments[i], "--") != 0; i++) {
        char *option = arguments[i];
        if (option[0] != '-' || option[1] == '\0')
            continue;
        arguments[i] = NULL;
        if (strcmp(option, "--count") == 0) {
            options->count_only = true;
        } else if (strcmp(option, "--normalize") == 0) {
            options->normalize = true;
        } else if (strcmp(option, "--quiet") == 0) {
            options->quiet = true;
        } else if (i + 1 == count || !read_valued(options, option, arguments[i + 1])) {
            return refuse(option, i + 1 < count ? arguments[i + 1] : NULL);
        } else {
            arguments[++i] = NULL;
        }
    }
    if (options->count_only && options->normalize)
        return refuse("--count", "with --normalize");
    return true;
}

static void tell_summary(const Tool *tool)
{
    fprintf(stderr, "%llu games, %llu bad, %llu moves", tool->games, tool->bad, tool->moves);
    fprintf(stderr, "; chosen %llu: 1-0 %llu, 0-1 %llu, 1/2-1/2 %llu, * %llu\n", tool->chosen,
            tool->results[PGN_WHITE_WINS], tool->results[PGN_BLACK_WINS], tool->results[PGN_DRAW],
            tool->results[PGN_UNKNOWN]);
}

int main(int count, char **arguments)
{
    static Tool tool;
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "--help") == 0)
            return fputs(help, stdout) < 0 ? EXIT_TROUBLE : EXIT_SUCCESS;
    attacks_init();
    if (!read_options(&tool.options, count, arguments))
        return EXIT_TROUBLE;
    bool sound = true, any = false;
    for (int i = 1; i < count; i++) {
        if (!arguments[i] || strcmp(arguments[i], "--") == 0)
            continue;
        sound &= read_file(&tool, arguments[i]);
        any = true;
    }
    if (!any)
        sound = read_file(&tool, "-");
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("castled-pgn: the output cannot be written\n", stderr);
        sound = false;
    }
    if (!tool.options.quiet)
        tell_summary(&tool);
    free(tool.movetext.text);
    free(tool.tags.text);
    return !sound ? EXIT_TROUBLE : tool.bad ? EXIT_BAD_GAMES : EXIT_SUCCESS;
}
