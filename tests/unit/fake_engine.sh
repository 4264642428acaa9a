#!/bin/sh
# A UCI program that does as it is called: a link of that name leads here (good, crash, once-crash, hang, flood, endless,
# illegal, nonsense, hungry, skilled, deaf, mute, gone). Its state between starts is in FILE.count beside it.
how=$(basename "$0")
count=$0.count
case $how in
mute) while :; do sleep 1; done ;;
deaf) echo "id name deaf"; echo uciok; exec sleep 1000 ;;
gone) exit 1 ;;
esac
while read -r word rest; do
    case $word in
    uci)
        echo "id name Fake $how"
        echo "option name Hash type spin default 1 min 1 max 1024"
        echo "option name Threads type spin default 1 min 1 max 64"
        if [ "$how" = skilled ]; then
            echo "option name Skill Level type spin default 20 min 0 max 20"
        else
            echo "option name UCI_LimitStrength type check default false"
            echo "option name UCI_Elo type spin default 1500 min 1000 max 2000"
        fi
        echo uciok
        ;;
    setoption) echo "$rest" >>"$0.told" ;;
    isready) echo readyok ;;
    position) echo "$rest" >>"$0.told" ;;
    go)
        echo "go $rest" >>"$0.told"
        case $how in
        crash) exit 3 ;;
        once-crash)
            [ -f "$count" ] || { echo 1 >"$count"; exit 3; }
            echo "info depth 1 score cp 25 pv e2e4"
            echo "bestmove e2e4"
            ;;
        hang)
            sleep 1000 &
            echo $! >"$0.child"
            wait
            ;;
        flood) yes "info depth 1 score cp 1 nodes 1 pv e2e4 e7e5" ;;
        hungry) # a gigabyte
            head -c 1000000000 /dev/zero | tail -n 1 >/dev/null || exit 3
            echo "bestmove e2e4"
            ;;
        endless) tr '\0' 'x' </dev/zero ;;
        illegal) echo "bestmove e2e5" ;;
        nonsense) echo "my best move is e4"; echo "bestmove"; ;;
        *)
            echo "info depth 1 score cp 25 pv e2e4"
            echo "bestmove e2e4"
            ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done
