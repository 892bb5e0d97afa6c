#!/bin/sh
# puzzles.sh TESSERA FOLDER - the checked-in puzzles: enough of them, no one twice, and a sample of them
# proved again, by the command that found them and by a proof file that the separate checker accepts.
#
# Prints TAP.
set -u
export LC_ALL=C
[ $# = 2 ] || { echo 'usage: puzzles.sh TESSERA FOLDER' >&2; exit 2; }
tessera=$1 folder=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
count=0
failures=0

verdict() { # NAME RESULT
    count=$((count + 1))
    if [ "$2" = 0 ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        failures=$((failures + 1))
        sed 's/^/# /' "$dir/out" "$dir/err" 2>/dev/null | head -n 10
    fi
}

# A puzzle reads SETUP TURNS GOOD TURN POSITION: its side to move wins, and a proof says so.
prove() { # LINE
    setup=${1%% *}
    rest=${1#* } && rest=${rest#* } && rest=${rest#* } && position=${rest#* }
    "$tessera" solve "$setup" --position "$position" --limit 60 --memory 64 --proof "$dir/proof" \
        >"$dir/out" 2>"$dir/err" && "$tessera" verify "$dir/proof" >"$dir/verified" 2>"$dir/err" &&
        [ "$(sed -n 's/^value //p' "$dir/out")" = "$(sed -n 's/^value //p' "$dir/verified")" ]
}

for game in gipf ponte diavolo alliances duell; do
    file=$folder/$game.txt
    grep -v '^#' "$file" >"$dir/puzzles"
    [ "$(wc -l <"$dir/puzzles")" -ge 50 ]
    verdict "$game has 50 puzzles" $?
    [ -z "$(cut -d ' ' -f 5- "$dir/puzzles" | sort | uniq -d)" ]
    verdict "$game has no puzzle twice" $?
    "$tessera" puzzles --check "$file" --every 13 >"$dir/out" 2>"$dir/err"
    verdict "$game: every 13th is a puzzle" $?
    for number in 7 31; do
        prove "$(sed -n "${number}p" "$dir/puzzles")"
        verdict "$game: puzzle $number has a proof that is verified" $?
    done
done
echo "1..$count"
[ $failures = 0 ]
