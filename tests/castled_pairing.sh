#!/usr/bin/env bash
# castled_pairing.sh - what castled-pairing writes, tells and ends with: its interface is that of bbpPairings.
#   castled_pairing.sh CASTLED_PAIRING
set -euo pipefail
tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

# expect NAME STATUS STDOUT STDERR ARGUMENT...
expect() {
    local name=$1 status=$2 out=$3 err=$4 ended=0
    shift 4
    "$tool" "$@" >out 2>err </dev/null || ended=$?
    if [ "$ended" != "$status" ] || [ "$(cat out)" != "$out" ] || [ "$(cat err)" != "$err" ]; then
        echo "FAILED $name: ended with $ended"
        cat out err
        failed=1
    else
        echo "ok $name"
    fi
}

# player ID POINTS GAMES
player() { printf '001 %4d%72s%4s       %s\n' "$1" '' "$2" "$3"; }

{ echo 'XXR 3'; echo 'XXC white1'; for id in 1 2 3 4 5; do player $id 0.0 ''; done; } >first.trf
expect 'a first round' 0 $'3\n1 3\n4 2\n5 0' '' --dutch first.trf -p
expect 'into a file' 0 '' '' --dutch first.trf -p pairs.txt
[ "$(cat pairs.txt)" = $'3\n1 3\n4 2\n5 0' ] || { echo 'FAILED the file'; failed=1; }
{ cat first.trf; echo 'XXP 1 2 3 4 5'; } >forbidden.trf
expect 'nobody may meet' 1 '' 'castled-pairing: No valid pairing exists for this round' --dutch forbidden.trf -p
sed 's/ 0\.0/ 1.0/' first.trf >points.trf
expect 'points that do not fit' 3 '' 'castled-pairing: points.trf: row 3, column 81: player 1: the points do not fit the results: 1.0 are given, 0.0 come of them' --dutch points.trf -p
expect 'no such file' 5 '' 'castled-pairing: none.trf: No such file or directory' --dutch none.trf -p
grep -v XXR first.trf >rounds.trf
expect 'no number of rounds' 3 '' 'castled-pairing: the number of rounds has to be given (142, or XXR)' --dutch rounds.trf -p
grep -v XXC first.trf >colour.trf
expect 'no initial colour' 3 '' 'castled-pairing: the initial colour has to be given (152, or XXC white1)' --dutch colour.trf -p
ended=0
"$tool" --burstein first.trf -p >out 2>err || ended=$?
if [ "$ended" != 3 ] || ! grep -q '^castled-pairing --dutch FILE -p' err; then
    echo 'FAILED another system'
    failed=1
fi

{ echo '142 1'; echo '152 W'; player 1 1.0 '   3 w 1'; player 2 0.5 '   4 b ='; player 3 0.0 '   1 b 0'; player 4 0.5 '   2 w ='; } >right.trf
expect 'a tournament by the rules' 0 '1 rounds checked, 0 differ' '' --dutch right.trf -c
{ echo '142 1'; echo '152 W'; player 1 1.0 '   2 w 1'; player 2 0.0 '   1 b 0'; player 3 0.5 '   4 w ='; player 4 0.5 '   3 b ='; } >wrong.trf
expect 'one that is not' 1 $'Round #1: the rules say\n  1 3\n  4 2\n1 rounds checked, 1 differ' '' --dutch wrong.trf -c

"$tool" --dutch -g -o one.trf -s 7 players=20 rounds=5
"$tool" --dutch -g -o two.trf -s 7 players=20 rounds=5
cmp one.trf two.trf || { echo 'FAILED one seed, one tournament'; failed=1; }
"$tool" --dutch -g -o three.trf -s 8 players=20 rounds=5
! cmp -s one.trf three.trf || { echo 'FAILED another seed, another tournament'; failed=1; }
expect 'what was made is right' 0 "5 rounds checked, 0 differ" '' --dutch one.trf -c
expect 'a bad option' 3 '' 'castled-pairing: not an option, or not a value for it: players=0' --dutch -g players=0

# Tournaments of teams.
"$tool" --team -g -o teams.trf -s 7 teams=9 boards=3 rounds=4 forfeits=150 absences=50 substitutes=200
expect 'teams that were made are paired right' 0 '4 rounds checked, 0 differ' '' --dutch teams.trf -c
expect 'a file of teams is written again' 0 '' '' --team teams.trf -w again.trf
"$tool" --team again.trf -w third.trf
cmp again.trf third.trf || { echo 'FAILED written twice, the same'; failed=1; }
[ "$(sort teams.trf)" = "$(sort again.trf)" ] || { echo 'FAILED the same lines'; failed=1; }
# team NUMBER PLAYER PLAYER
team() { printf '310 %3d Team%57s %4d %4d\n' "$1" '' "$2" "$3"; }
{ echo '142 3'; echo '152 B'; echo '352 WB'; for id in 1 2 3 4 5 6; do player $id 0.0 ''; done; team 1 1 2; team 2 3 4; team 5 5 6; } >three.trf
expect 'teams have the numbers of the file' 0 $'2\n2 1\n5 0' '' --dutch three.trf -p
{ cat three.trf; echo '240 Z 001    1'; } >absent.trf
expect 'a team is away' 0 $'1\n5 2' '' --team absent.trf -p
{ cat three.trf; echo '330 +- 001 001 003'; } >unknown.trf
expect 'a team that is not there' 3 '' 'castled-pairing: unknown.trf: row 13, column 16: there is no team with this number' --team unknown.trf -p
expect 'a bad option for teams' 3 '' 'castled-pairing: not an option, or not a value for it: players=5' --team -g players=5
expect 'players are written again' 0 '' '' --dutch right.trf -w right2.trf
expect 'and checked' 0 '1 rounds checked, 0 differ' '' --dutch right2.trf -c
exit $failed
