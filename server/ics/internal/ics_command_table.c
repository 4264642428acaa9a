/* Of ics_state.h: all commands. */
#include "ics_state.h"

#include <stddef.h>

#define C(name, code, usage, help)                                                                 \
    {                                                                                              \
#name, code, ics_run_##name, usage, help                                                   \
    }

const IcsCommand ICS_COMMANDS[] = {
    C(abort, 10, "abort", "Ends your game without a result until both sides have moved."),
    C(accept, 11, "accept [NUMBER | NAME | t KIND]",
      "Accepts an offer to you: a match, a draw, a takeback or a rematch. With more than one of "
      "them "
      "say which: its number in \"pending\", who made it, or as in \"accept t draw\"."),
    C(addlist, 12, "addlist censor NAME", "As \"censor NAME\"; also \"+censor NAME\"."),
    C(alias, 159, "alias", "There are no aliases here, but commands can be shortened."),
    C(allobservers, 14, "allobservers [GAME]", "Who observes a game is shown on its page only."),
    C(censor, 12, "censor [NAME]",
      "You hear nothing any more of what that person says; without a name it lists whom you don't "
      "hear. \"-censor NAME\" takes it back. For accounts it stays so; it also holds on the page, "
      "where it is called muting."),
    C(date, 32, "date", "The server's time, in UTC."),
    C(decline, 33, "decline [NUMBER | NAME | t KIND]", "Refuses an offer to you; see accept."),
    C(draw, 34, "draw",
      "Accepts your opponent's offer of a draw; otherwise claims a draw if the position has "
      "occurred "
      "three times or nothing was captured and no pawn moved for 50 moves; otherwise offers a "
      "draw, "
      "which stands until your opponent declines or moves."),
    C(finger, 37, "finger [NAME]",
      "Who somebody is: account or guest, ratings, and what they play."),
    C(flag, 38, "flag",
      "Claims the game when your opponent has left for long enough. Flags fall by themselves."),
    C(flip, 39, "flip", "Shows boards from the other side, and the next time again from yours."),
    C(follow, 41, "follow", "Here nobody's games are followed; see observe."),
    C(games, 43, "games [NAME | /TYPES]",
      "The games in progress with a clock, the best first: number, ratings, players, then b for "
      "blitz, l lightning, s standard, w Chess960 and r for rated or u, minutes and seconds of "
      "increment, what is left on the clocks, whose move it is. \"games /bl\" lists blitz and "
      "lightning, \"games ann\" those of players whose name begins so."),
    {"help", 50, NULL, "help [COMMAND | TOPIC]", "Explains a command; alone it lists them all."},
    C(history, 51, "history [NAME]",
      "Somebody's newest finished games; \"smoves\" shows their moves."),
    C(iset, 56, "iset SWITCH [0|1]",
      "Sets what a client program wants to be told, in the way of FICS. \"help switches\" lists "
      "them."),
    C(ivariables, 58, "ivariables", "How those switches are set now."),
    C(kibitz, 62, "kibitz WORDS",
      "Says something about the game that you observe to all who observe it, here and on the page; "
      "in your own game, to your opponent."),
    C(match, 73, "match NAME [MINUTES SECONDS] [rated] [white|black] [960]",
      "Challenges somebody: \"match ann 5 3\" is five minutes, and three seconds for each move; "
      "\"match ann untimed\" has no clock. \"match computer 4 5 3 white\" plays the computer at "
      "level 4 of 13, at once. Without times, those of \"set time\" and \"set inc\"."),
    C(moretime, 76, "moretime", "Gives your opponent 15 seconds."),
    C(moves, 77, "moves [GAME]",
      "The moves of your game, of the one that you observe, or of any by its number, with the time "
      "that each took."),
    C(observe, 80, "observe [NUMBER | NAME | ID]",
      "Shows a game as it goes on: by its number in \"games\", a player's name, or the eight "
      "letters "
      "and digits of its address on the page; without any, the best one. Up to 30 at a time."),
    C(pending, 87, "pending", "The offers that wait for an answer, to you and from you."),
    C(play, 158, "play NUMBER | NAME", "Accepts a seek of \"sought\"; the game begins at once."),
    C(quit, 97, "quit",
      "Signs out. A game in progress goes on, and so does its clock: come back in time."),
    C(refresh, 101, "refresh [GAME]", "Shows the board again."),
    C(rematch, 102, "rematch", "Offers another game to your last opponent, with colours reversed."),
    C(resign, 103, "resign", "Gives up your game."),
    C(resume, 104, "resume [NUMBER]", "Goes on with one of your games in progress; see stored."),
    C(say, 107, "say WORDS",
      "Says something to your opponent, also after the game. hi gl hf u2 gg wp ty gtg bye are "
      "shown "
      "to each reader in their own language; where the server allows nothing else, these may be "
      "said."),
    C(seek, 155, "seek [MINUTES SECONDS] [rated] [white|black] [960] [LEAST-MOST]",
      "Looks for an opponent who wants the same, here or on the page; at most three at a time. "
      "\"seek 5 3 rated 1400-1700\". Without times, those of \"set time\" and \"set inc\"."),
    C(set, 109, "set VARIABLE VALUE",
      "Sets how you want things. \"variables\" shows how they are, \"help variables\" what they "
      "mean."),
    C(shout, 110, "shout WORDS",
      "Says something to everybody on this port, where the operator allows it."),
    C(showlist, 111, "showlist [censor]", "Whom you don't hear."),
    C(smoves, 123, "smoves [NAME] NUMBER | ID",
      "The moves of a finished game: by its number in somebody's \"history\", or by its id."),
    C(sought, 157, "sought",
      "Who is looking for a game: number, rating, name, minutes and seconds, rated or not, the "
      "colour "
      "that they want, ratings that may answer. \"play NUMBER\" accepts."),
    C(stored, 127, "stored", "Your games in progress."),
    C(style, 128, "style NUMBER", "As \"set style\"; \"help styles\" describes them."),
    C(sublist, 129, "sublist censor NAME", "You hear that person again; also \"-censor NAME\"."),
    C(takeback, 131, "takeback [HALF MOVES]",
      "Asks your opponent to take back your last move, with their reply if there is one; accepts "
      "it "
      "when they have asked you. Not in rated games."),
    C(tell, 132, "tell NAME WORDS",
      "Says something to somebody who is here: on this port anybody, elsewhere your opponent. "
      "\"tell . WORDS\" goes to the same person again."),
    C(unobserve, 138, "unobserve [GAME]", "No longer shows a game; without one, all of them."),
    C(unseek, 156, "unseek [NUMBER]", "You no longer look for an opponent."),
    C(variables, 143, "variables", "How your variables are set."),
    C(whisper, 145, "whisper WORDS", "As kibitz: players never hear what observers say."),
    C(who, 146, "who",
      "The people who are connected, here and on the page: rating (blitz) and name; (U) is a "
      "guest, "
      "^ somebody who plays."),
    C(withdraw, 147, "withdraw [NUMBER | NAME | t KIND]",
      "Takes back an offer of yours; see accept."),
};

const int ICS_COMMAND_COUNT = sizeof ICS_COMMANDS / sizeof *ICS_COMMANDS;
