/* make_openings - generates openings_table.c from Scid's list of openings, as a step of the build.
 *
 * usage: make_openings [SCID.ECO]    (without a file: the empty table) An entry of the list is a code, a name in
 * quotes, moves, and '*' at the end; '#' begins a comment. Where two entries lead to the same position, the first,
 * which is the shorter, names it. */
#include "openings_table.h"

#include "line.h"
#include "notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 128, ROWS_MAX = 1 << 16 };

typedef struct {
    OpeningRow row;
    char *name;
} Entry;

static Entry entries[ROWS_MAX];
static size_t entry_count;

static void fail(const char *what, const char *where)
{
    fprintf(stderr, "make_openings: %s: %.60s\n", what, where);
    exit(1);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0, capacity = 1 << 22;
    char *text = malloc(capacity);
    if (!file || !text)
        fail("cannot be read", path);
    size = fread(text, 1, capacity - 1, file);
    fclose(file);
    text[size] = '\0';
    return text;
}

static void drop_comments(char *text)
{
    for (char *at = text; (at = strchr(at, '#')) != NULL;)
        while (*at && *at != '\n')
            *at++ = ' ';
}

/* "12.Nf3" and "12...Nf6" are a number and a move; a number alone is no move. */
static const char *move_of_word(const char *word)
{
    const char *at = word + strspn(word, "0123456789");
    return *at == '.' ? at + strspn(at, ".") : word;
}

static void play_words(Position *pos, char *moves, const char *name)
{
    for (char *word = strtok(moves, " \t\r\n"); word; word = strtok(NULL, " \t\r\n")) {
        const char *san = move_of_word(word);
        Move move;
        if (!*san)
            continue;
        if (san_parse(pos, san, strlen(san), &move) != NOTATION_OK)
            fail(san, name);
        position_play(pos, move);
    }
}

static void add(const char *code, char *name, char *moves)
{
    Position pos;
    position_start(&pos);
    uint64_t usual = pos.key;
    if (strlen(name) > NAME_MAX_LENGTH || entry_count == ROWS_MAX)
        fail("too long or too many", name);
    play_words(&pos, moves, name);
    if (pos.key == usual)
        return;
    entries[entry_count++] = (Entry){
        .row = {.key = pos.key,
                .eco = (uint16_t)((code[0] - 'A') * 100 + (code[1] - '0') * 10 + code[2] - '0')},
        .name = name};
}

static void read_entries(char *text)
{
    for (char *at = text;;) {
        at += strspn(at, " \t\r\n");
        if (!*at)
            return;
        char *quote = strchr(at, '"'), *name = quote ? quote + 1 : NULL;
        char *close = name ? strchr(name, '"') : NULL, *star = close ? strchr(close, '*') : NULL;
        if (*at < 'A' || *at > 'E' || !star)
            fail("no opening", at);
        *close = *star = '\0';
        add(at, name, close + 1);
        at = star + 1;
    }
}

/* By key; entries of one position in the order of the list. */
static int compare(const void *one, const void *other)
{
    const Entry *a = one, *b = other;
    if (a->row.key != b->row.key)
        return a->row.key < b->row.key ? -1 : 1;
    return a->name < b->name ? -1 : a->name > b->name;
}

/* Keeps only the first of rows with the same short key, which hardly ever occurs. */
static size_t drop_duplicates(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < entry_count; i++) {
        uint32_t key = (uint32_t)(entries[i].row.key >> 32);
        if (key != 0 && (kept == 0 || (uint32_t)(entries[kept - 1].row.key >> 32) != key))
            entries[kept++] = entries[i];
    }
    return kept;
}

static int compare_names(const void *one, const void *other)
{
    return strcmp((*(Entry *const *)one)->name, (*(Entry *const *)other)->name);
}

/* Prints every name once and notes its offset. */
static void print_names(void)
{
    static Entry *by_name[ROWS_MAX];
    uint32_t at = 0;
    const char *last = NULL;
    for (size_t i = 0; i < entry_count; i++)
        by_name[i] = &entries[i];
    qsort(by_name, entry_count, sizeof *by_name, compare_names);
    printf("const char OPENING_NAMES[] = {\n");
    for (size_t i = 0; i < entry_count; i++) {
        Entry *entry = by_name[i];
        if (last && strcmp(last, entry->name) == 0) {
            entry->row.name = by_name[i - 1]->row.name;
            continue;
        }
        entry->row.name = at;
        last = entry->name;
        for (const char *c = last;; c++, at++) {
            printf("%d,", (signed char)*c);
            if (!*c)
                break;
        }
        at++;
        putchar('\n');
    }
    printf("0};\n");
}

int main(int count, char **words)
{
    attacks_init();
    if (count > 1) {
        char *text = read_file(words[1]);
        drop_comments(text);
        read_entries(text);
    }
    qsort(entries, entry_count, sizeof *entries, compare);
    entry_count = drop_duplicates();
    printf("#include \"openings_table.h\"\n\nconst uint32_t OPENING_ROWS_COUNT = %zu;\n",
           entry_count);
    print_names();
    printf("const OpeningRow OPENING_ROWS[] = {\n");
    for (size_t i = 0; i < entry_count; i++)
        printf("{0x%016llxu, %u, %u},\n", (unsigned long long)entries[i].row.key,
               entries[i].row.name, entries[i].row.eco);
    printf("{0, 0, 0}};\n");
    return 0;
}
