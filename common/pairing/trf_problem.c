#include "letters.h"
#include "trf.h"

static const char *const REASONS[] = {
    [TRF_OK] = "there is nothing wrong",
    [TRF_BAD_NUMBER] = "this should be a number",
    [TRF_BAD_POINTS] = "these should be points, as 2.5",
    [TRF_BAD_ID] = "this should be the number of a player or team",
    [TRF_BAD_RESULT] = "this is no result that such a round can have",
    [TRF_BAD_COLOUR] = "this should be a colour, w or b, and - for none",
    [TRF_BAD_VALUE] = "this value is not known",
    [TRF_UNKNOWN_PLAYER] = "there is no player with this number",
    [TRF_DUPLICATE_PLAYER] = "another player has this number",
    [TRF_LINE_TOO_SHORT] = "the line ends too early",
    [TRF_LINE_TOO_LONG] = "the line is too long",
    [TRF_NO_PLAYERS] = "there are no players",
    [TRF_TOO_MANY_PLAYERS] = "there are too many players",
    [TRF_TOO_MANY_ROUNDS] = "there are more rounds than were announced, or than 99",
    [TRF_CONTRADICTION] = "the opponent's line says something else about this round",
    [TRF_POINTS_DO_NOT_FIT] = "the points do not fit the results",
    [TRF_UNKNOWN_TEAM] = "there is no team with this number",
    [TRF_DUPLICATE_TEAM] = "another team has this number",
    [TRF_OTHER_TEAM] = "the player is in another team, too, or plays another team than the others",
    [TRF_NO_TEAMS] = "there are no teams (310)",
    [TRF_BYE_CONTRADICTED] = "the players' games of this round say something else",
    [TRF_TOO_MANY_RECORDS] = "there are more such records than players and rounds can need",
};

void trf_explain(const TrfProblem *problem, char *message)
{
    Letters letters = {message, TRF_MESSAGE_MAX, 0}, *l = &letters;
    if (problem->row) {
        letters_add(l, "row ");
        letters_number(l, problem->row, 0, ' ');
        letters_add(l, ", column ");
        letters_number(l, problem->column, 0, ' ');
        letters_add(l, ": ");
    }
    if (problem->player) {
        letters_add(l, "player ");
        letters_number(l, problem->player, 0, ' ');
        letters_add(l, ": ");
    }
    if (problem->team) {
        letters_add(l, "team ");
        letters_number(l, problem->team, 0, ' ');
        letters_add(l, ": ");
    }
    letters_add(l, REASONS[problem->error]);
    if (problem->error == TRF_POINTS_DO_NOT_FIT) {
        letters_add(l, ": ");
        letters_points(l, problem->stated, 0);
        letters_add(l, " are given, ");
        letters_points(l, problem->counted, 0);
        letters_add(l, " come of them");
    }
    letters_end(l);
}
