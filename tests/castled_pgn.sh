#!/usr/bin/env bash
# castled_pgn.sh - what castled-pgn writes, tells and ends with.
#   castled_pgn.sh CASTLED_PGN
set -euo pipefail
tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# expect NAME STATUS STDOUT STDERR ARGUMENT...: standard input is $work/games.pgn
expect() {
    local name=$1 status=$2 out=$3 err=$4 ended=0
    shift 4
    "$tool" "$@" <"$work/games.pgn" >"$work/out" 2>"$work/err" || ended=$?
    if [ "$ended" != "$status" ] || [ "$(cat "$work/out")" != "$out" ] || [ "$(cat "$work/err")" != "$err" ]; then
        echo "FAILED $name: ended with $ended"
        cat "$work/out" "$work/err"
        failed=1
    else
        echo "ok $name"
    fi
}

cat >"$work/games.pgn" <<'PGN'
[White "Anna"]
[Result "1-0"]

1. e4 e5 2.Nf3 ; the usual
Nc6!? (2... Nf6 {[%clk 0:01:00] Petrov}) 1-0

[White "Bert"]

1. d4 Nf6 2. Kd3 *

[White "Carl"]
[Opening "none"]

1. d4 0-1
PGN

anna='[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "?"]
[Result "1-0"]

1. e4 e5 2. Nf3 {the usual} 2... Nc6 $5 (2... Nf6 {[%clk 0:01:00] Petrov}) 1-0'
fault='standard input:9:14: the move cannot be played: no such piece can go there'

expect "a check tells line, column and reason" 1 '' \
    "$fault
3 games, 1 bad, 7 moves; chosen 2: 1-0 1, 0-1 1, 1/2-1/2 0, * 0"
expect "a count looks at the tags alone" 0 '' \
    '3 games, 0 bad, 0 moves; chosen 3: 1-0 1, 0-1 0, 1/2-1/2 0, * 2' --count
expect "the export format is written" 0 "$anna" '' --normalize --quiet --tag White=Ann
expect "a result chooses" 1 '' "$fault
3 games, 1 bad, 7 moves; chosen 1: 1-0 0, 0-1 1, 1/2-1/2 0, * 0" --result 0-1
expect "a position chooses" 1 '' "$fault
3 games, 1 bad, 7 moves; chosen 1: 1-0 1, 0-1 0, 1/2-1/2 0, * 0" \
    --position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
expect "plies choose" 1 '' "$fault
3 games, 1 bad, 7 moves; chosen 1: 1-0 0, 0-1 1, 1/2-1/2 0, * 0" --max-plies 3
expect "reasons may be left out" 1 '' '' --quiet --max-errors 0
expect "a missing file is trouble" 2 '' "castled-pgn: $work/none: No such file or directory" --quiet "$work/none"
expect "an unknown option is trouble" 2 '' 'castled-pgn: --nonsense (nothing) is not understood; --help tells how' --nonsense
expect "a bad position is trouble" 2 '' 'castled-pgn: --position x is not understood; --help tells how' --position x

"$tool" --normalize --quiet "$work/games.pgn" >"$work/once" 2>/dev/null || true
"$tool" --normalize --quiet "$work/once" >"$work/twice"
cmp "$work/once" "$work/twice" && echo "ok what was normalised stays as it is"
exit $failed
