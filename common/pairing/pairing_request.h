/* pairing_request.h - what castled-pairing was asked for, and how its parts read files, complain and end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* As bbpPairings ends. */
enum { END_OK, END_NO_PAIRING, END_UNEXPECTED, END_BAD_REQUEST, END_TOO_LARGE, END_FILE };

typedef struct {
    const char *input, *output;
    bool of_teams; /* asked for, or because the file says so */
    bool pairs, checks, makes, writes;
    uint64_t seed;
    const char *settings[16];
    int setting_count;
} Request;

/* Ends the program when there is no memory. */
void *pairing_checked(void *memory);
/* Says on standard error what is wrong; returns 'status'. */
int pairing_complain(int status, const char *what, const char *detail);
/* The whole file in memory, to be freed; NULL after a complaint. "-" is standard input. */
char *pairing_read_file(const char *path, size_t *length, int *status);
/* NULL: standard output. Returns NULL after a complaint. */
FILE *pairing_open_output(const char *path);
int pairing_close_output(FILE *file);
/* Writes a whole text to the request's output. */
int pairing_write(const Request *request, const char *text, size_t length);
/* The lines about a tournament as a whole (012 to 132, 182, 202 to 222), ended by CR LF; 'kept' has room for twice the length + 2. */
size_t pairing_keep_lines(const char *text, size_t length, char *kept);
/* An option of a random tournament: a number between the two. */
typedef struct {
    const char *name;
    int *value, least, most;
} PairingOption;
/* Sets the one that "name=number" is for; false when there is none of that name, or the number is not one for it. */
bool pairing_set_option(const char *setting, const PairingOption *options, size_t count);
