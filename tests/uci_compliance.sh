#!/usr/bin/env bash
# uci_compliance.sh - walks a UCI engine through the steps that fastchess asks of one before it is let into a
# match (fastchess --compliance ENGINE; forty steps in 2026): names itself, is ready when asked, and answers
# every kind of clock with lines of information that have a score, and with a move.
#   uci_compliance.sh ENGINE [ARGUMENT...]
set -uo pipefail
step=0
info=''
patience=60 # seconds for an answer: the machine may be busy

coproc engine { exec "$@"; }
in=${engine[1]} out=${engine[0]}

# passed or failed NAME, with the status of the command before
note() {
    local status=$?
    step=$((step + 1))
    if [ $status -ne 0 ]; then
        echo "FAILED step $step: $1"
        exit 1
    fi
    echo "ok $step $1"
}

send() {
    { echo "$1" >&"$in"; } 2>/dev/null
}

# await WORD: reads up to the line that begins with the word, and keeps the last line of information. The line
# is left in $line.
await() {
    while IFS= read -r -t $patience -u "$out" line; do
        case $line in
        "$1" | "$1 "*) return 0 ;;
        "info string"*) ;;
        "info "*) info=$line ;;
        esac
    done
    return 1
}

is_ready() {
    send isready && await readyok
}

# Whole numbers after time, nps and score's kind; nothing left out after a name.
info_is_sound() {
    [[ $info =~ ^info\  ]] &&
        [[ $info =~ \ score\ (cp|mate)\ -?[0-9]+(\ |$) ]] &&
        [[ ! $info =~ \ (time|nps)(\ [^0-9]|$) ]] &&
        [[ ! $info =~ \ (time|nps)\ [0-9]+[^0-9\ ] ]]
}

# think POSITION GO: both commands, an answer that is a move, and what was told on the way.
think() {
    info=''
    send "$1"
    note "takes '$1'"
    send "$2"
    note "takes '$2'"
    await bestmove
    note "answers '$2'"
    [[ $line =~ ^bestmove\ [a-h][1-8][a-h][1-8][nbrq]?(\ ponder\ [a-h][1-8][a-h][1-8][nbrq]?)?$ ]]
    note "the answer is a move: $line"
    [ -n "$info" ]
    note "tells of its search"
    info_is_sound
    note "with a score and whole numbers: ${info%% pv *}"
}

middle='position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27'
black='position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

send uci
note "starts"
name='' author=''
while IFS= read -r -t $patience -u "$out" line && [ "$line" != uciok ]; do
    case $line in
    "id name "?*) name=$line ;;
    "id author "?*) author=$line ;;
    esac
done
[ "$line" = uciok ]
note "answers uci"
[ -n "$name" ]
note "names itself"
[ -n "$author" ]
note "names its author"
is_ready
note "is ready"
send ucinewgame && is_ready
note "is ready after ucinewgame"
send "position startpos" && is_ready
note "is ready after a position"
send "$middle" && is_ready
note "is ready after a FEN"
think "$middle" "go wtime 100"
think "$black" "go btime 100"
think "$black" "go wtime 100 winc 100 btime 100 binc 100"
think "$black" "go btime 100 binc 100 wtime 100 winc 100"
send ucinewgame && is_ready
note "is ready for the next game"
think "position startpos" "go wtime 100 btime 100"
think "position startpos moves e2e4 e7e5" "go wtime 100 btime 100"
# shellcheck disable=SC2154
pid=$engine_PID
send quit
wait "$pid"
note "leaves when told"
