#!/bin/sh
# puzzles.sh TESSERA MAKER - the checked-in puzzles: enough of them, no one twice, a sample of
# them proved again, by the command that found them and by a proof file that the separate checker
# accepts; and the first of every row of MAKER (tools/puzzles) made again.  If that is not in the set
# any more, the search or the solver finds other games or needs other means: make the sets again.
#
# Prints TAP.
[ $# = 2 ] || { echo 'usage: puzzles.sh TESSERA MAKER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
maker=$2
root=$(dirname "$0")/../..

# A puzzle reads SETUP LENGTH GOOD MOVE POSITION: its side to move wins, and a proof says so.
prove() { # LINE
    setup=${1%% *}
    rest=${1#* } && rest=${rest#* } && rest=${rest#* } && position=${rest#* }
    "$tessera" solve "$setup" --position "$position" --limit 60 --memory 64 --proof "$dir/proof" \
        >"$dir/out" 2>"$dir/err" && "$tessera" verify "$dir/proof" >"$dir/verified" 2>"$dir/err" &&
        [ "$(sed -n 's/^value //p' "$dir/out")" = "$(sed -n 's/^value //p' "$dir/verified")" ]
}

for folder in $("$root/tools/game-folders"); do
    game=$(basename "$folder")
    file=$root/$folder/puzzles.txt
    [ -e "$file" ] || continue
    grep -v '^#' "$file" >"$dir/puzzles"
    [ "$(wc -l <"$dir/puzzles")" -ge 50 ]
    result "$game has 50 puzzles" $?
    [ -z "$(cut -d ' ' -f 5- "$dir/puzzles" | sort | uniq -d)" ]
    result "$game has no puzzle twice" $?
    "$tessera" puzzles --check "$file" --every 13 >"$dir/out" 2>"$dir/err"
    result "$game: every 13th is a puzzle" $?
    "$maker" --to "$dir" --first 1 "$tessera" "$game" >"$dir/out" 2>"$dir/err" &&
        grep -v '^#' "$dir/$game.txt" >"$dir/made" && ! grep -Fxvf "$file" "$dir/made" >"$dir/out"
    result "$game: the first of every row is made again" $?
    for number in 7 31; do
        prove "$(sed -n "${number}p" "$dir/puzzles")"
        result "$game: puzzle $number has a proof that is verified" $?
    done
done
conclude
