/* castled-pairing: pairs a round from a tournament report file, checks and makes tournaments. castled-pairing --help tells
 * how. The command line is that of bbpPairings and JaVaFo. */
#include "pairing_players.h"
#include "pairing_teams.h"
#include "trf_team_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "castled-pairing --dutch FILE -p [OUTPUT]     pairs the next round\n"
    "castled-pairing --dutch FILE -c              checks the pairing of each round\n"
    "castled-pairing --dutch FILE -w [OUTPUT]     writes the tournament again, as it was "
    "understood\n"
    "castled-pairing --dutch -g [-o FILE] [-s SEED] [OPTION=NUMBER ...]\n"
    "                                             makes a random tournament\n"
    "castled-pairing --team ...                     the same for tournaments of teams\n"
    "castled-pairing --help | --version\n"
    "\n"
    "FILE is a tournament report file: TRF26, or TRF16 with the extensions of JaVaFo and\n"
    "bbpPairings. \"-\" is standard input. Rounds are paired by FIDE's Dutch system, with --team "
    "by\n"
    "FIDE's Swiss Team Pairing System (C.04.6), both as in force from 1 February 2026. A file "
    "whose\n"
    "type (192) is of teams, or that has the colours of their boards (352), is one of teams with\n"
    "--dutch, too.\n"
    "\n"
    "-p writes the number of pairs, then a line for each: the pairing numbers of White and Black;\n"
    "   \"7 0\" when player or team 7 has the bye. Without OUTPUT to standard output.\n"
    "-c writes what differs from the rules' pairing, round by round.\n"
    "-w writes TRF26, with the lines about the tournament (012 to 132, 182, 202 to 222) first.\n"
    "-g draws everything from the seed (1); these options are drawn, too, where they are not "
    "given:\n"
    "   players rounds draws forfeits half-byes full-byes zero-byes withdrawals late forbidden\n"
    "   (from draws on in thousandths) accelerated (0 or 1); with --team\n"
    "   teams boards rounds draws forfeits absences forbidden substitutes (from draws on in\n"
    "   thousandths) colours (0: type A, 1: type B, 2: none) game-points accelerated (0 or 1)\n"
    "\n"
    "Ends with 0; 1 when no pairing exists or a check found differences; 3 when FILE or the "
    "request is\n"
    "bad, with row and column on standard error; 4 when it is too large; 5 when a file cannot be "
    "read\n"
    "or written.\n";

static int work_on_file(const Request *request)
{
    int status = END_UNEXPECTED;
    size_t length;
    char *text = pairing_read_file(request->input, &length, &status);
    if (!text)
        return status;
    if (request->of_teams || trf_is_of_teams(text, length))
        status = team_work(request, text, length);
    else
        status = player_work(request, text, length);
    free(text);
    return status;
}

static bool read_arguments(Request *request, int count, char **arguments)
{
    bool system = false;
    *request = (Request){.seed = 1};
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i], *next = i + 1 < count ? arguments[i + 1] : NULL;
        assert(argument);
        bool has_value = next && (next[0] != '-' || !next[1]);
        if (!strcmp(argument, "--dutch")) {
            system = true;
        } else if (!strcmp(argument, "--team")) {
            system = request->of_teams = true;
        } else if (!strcmp(argument, "-c")) {
            request->checks = true;
        } else if (!strcmp(argument, "-g")) {
            request->makes = true;
        } else if (!strcmp(argument, "-p") || !strcmp(argument, "-o") || !strcmp(argument, "-w")) {
            request->pairs |= argument[1] == 'p';
            request->writes |= argument[1] == 'w';
            if (has_value)
                request->output = arguments[++i];
        } else if (!strcmp(argument, "-s") && has_value) {
            char *end;
            request->seed = strtoull(arguments[++i], &end, 10);
            if (*end)
                return false;
        } else if (strchr(argument, '=') && request->setting_count < 16) {
            request->settings[request->setting_count++] = argument;
        } else if ((argument[0] != '-' || !argument[1]) && !request->input) {
            request->input = argument;
        } else {
            return false;
        }
    }
    int modes = request->pairs + request->checks + request->makes + request->writes;
    return system && modes == 1 &&
           (request->makes ? !request->input : request->input && !request->setting_count);
}

int main(int count, char **arguments)
{
    if (count == 2 && !strcmp(arguments[1], "--help")) {
        fputs(HELP, stdout);
        return pairing_close_output(stdout);
    }
    if (count == 2 && (!strcmp(arguments[1], "--version") || !strcmp(arguments[1], "-r"))) {
        puts("castled-pairing " CASTLED_VERSION);
        return pairing_close_output(stdout);
    }
    Request request;
    if (!read_arguments(&request, count, arguments)) {
        fputs(HELP, stderr);
        return END_BAD_REQUEST;
    }
    if (request.makes)
        return request.of_teams ? team_make(&request) : player_make(&request);
    return work_on_file(&request);
}
