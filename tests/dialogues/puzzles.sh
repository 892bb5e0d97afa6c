#!/bin/sh
# puzzles.sh TESSERA MAKER - test the checked-in puzzles: their number, and that none occurs twice.
#
# A sample is proved again, by the command that found it and by a proof file that `tessera verify` accepts.
# MAKER (tools/puzzles) creates the first puzzle of every row again.  If a set no longer contains it, the
# search or the solver has changed: create the sets again.
#
# Prints TAP.
[ $# = 2 ] || { echo 'usage: puzzles.sh TESSERA MAKER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
maker=$2
root=$(dirname "$0")/../..

# A puzzle is SETUP LENGTH GOOD MOVE POSITION; a proof must show that its side to move wins.
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
    result "$game has no duplicate puzzles" $?
    "$tessera" puzzles --check "$file" --every 13 >"$dir/out" 2>"$dir/err"
    result "$game: every 13th puzzle is proved again" $?
    "$maker" --to "$dir" --first 1 "$tessera" "$game" >"$dir/out" 2>"$dir/err" &&
        grep -v '^#' "$dir/$game.txt" >"$dir/made" && ! grep -Fxvf "$file" "$dir/made" >"$dir/out"
    result "$game: the first puzzle of every row is created again" $?
    for number in 7 31; do
        prove "$(sed -n "${number}p" "$dir/puzzles")"
        result "$game: puzzle $number has a verified proof" $?
    done
done
conclude
