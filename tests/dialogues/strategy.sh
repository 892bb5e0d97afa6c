#!/bin/sh
# strategy.sh TESSERA ROOT [CC] - test `tessera ponte` and the C file of tools/contest-strategy, which must
# play the same.  Without node there is no C file.
#
# Limits are nodes, so no result depends on the clock.  Prints TAP.
[ $# -ge 2 ] || { echo 'usage: strategy.sh TESSERA ROOT [CC]' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
root=$2
cc=${3:-cc}

# empty DIR - the files of a game that has not begun.
empty() {
    rm -rf "$1"
    mkdir "$1"
    printf '0,0,0,0,0,0,0,0,0,0\n%.0s' 1 2 3 4 5 6 7 8 9 10 | tee "$1/chess" >"$1/bridge"
    : >"$1/log"
}

# decide NAME STATUS ERR COLOUR MAYSWAP [OPTION...] - one decision on the files in $dir/g.
decide() {
    name=$1 wanted=$2 err=$3 colour=$4 swap=$5
    shift 5
    expect "$name" "$wanted" '' "$err" ponte "$colour" "$swap" "$dir/g/chess" "$dir/g/bridge" "$dir/g/log" \
        --nodes 300 "$@"
}

# unchanged NAME - the files in $dir/g are those in $dir/before, and there is no other file.
unchanged() {
    diff -r "$dir/g" "$dir/before" >"$dir/err"
    result "$1" $?
}

# broken NAME STATUS ERR - the files in $dir/g are rejected and stay as they are.
broken() {
    rm -rf "$dir/before"
    cp -r "$dir/g" "$dir/before"
    decide "$1" "$2" "~^tessera ponte: .*$3" W N
    unchanged "$1: the files stay as they are"
    empty "$dir/g"
}

expect 'help' 0 '~^Usage: tessera ponte ' '' ponte --help
expect 'no arguments' 2 '' '~COLOUR MAYSWAP CHESS BRIDGE STEPLOG' ponte
expect 'a sixth argument' 2 '' '~more than five' ponte W N a b c d
expect 'no such colour' 2 '' '~the colour is W or B' ponte X N a b c
expect 'neither yes nor no' 2 '' '~Y or N' ponte W maybe a b c
expect 'no such option' 2 '' '~no such option' ponte W N a b c --fast
expect 'time without a number' 2 '' '~whole number' ponte W N a b c --time
expect 'no time' 2 '' '~whole number' ponte W N a b c --time=0

empty "$dir/g"
empty "$dir/before"
decide 'the first turn' 0 '' W N
[ "$(tr -cd 1 <"$dir/g/chess")" = 11 ] && cmp -s "$dir/g/bridge" "$dir/before/bridge" && [ ! -s "$dir/g/log" ]
result 'two white stones, and nothing else' $?
[ "$(ls "$dir/g" | tr '\n' ' ')" = 'bridge chess log ' ]
result 'no other file is left' $?
echo W_1_Chess_0,0_1,0 >"$dir/g/log"
decide 'the second turn' 0 '' b y --time 60000 --cpu 60000

empty "$dir/g"
printf 'W_1_Chess_0,0_1,0\nB_2_Change_0,0_1,0\n' >"$dir/g/log"
decide 'a log that does not fit is a warning' 0 '~warning: .*log has 2 actions, but the tables show 0' W N
empty "$dir/g"
rm "$dir/g/log"
decide 'a missing log is a warning' 0 '~warning: .*log: cannot open it' W N

empty "$dir/g"
rm "$dir/g/chess"
broken 'a missing table' 1 'chess: cannot open it'
head -c 100 "$dir/g/chess" >"$dir/half" && mv "$dir/half" "$dir/g/chess"
broken 'half a table' 2 'chess: number 1 of line 6'
: >"$dir/g/bridge"
broken 'an empty table' 2 'bridge: number 1 of line 1'
sed -i '3s/0$/3/' "$dir/g/chess"
broken 'no such stone' 2 'number 10 of line 3 is not a whole number from 0 to 2'
echo 0,0,0,0,0,0,0,0,0,0 >>"$dir/g/chess"
broken 'an eleventh row' 2 'more than 10 lines'
sed -i '1s/0,0,0,0,0/1,1,1,1,1/' "$dir/g/chess"
broken 'an illegal position' 2 'R3.2'
head -c 20000 /dev/zero >"$dir/g/bridge"
broken 'a large file' 2 'bridge: it is longer than'
mkfifo "$dir/fifo"
expect 'a pipe does not block' 1 '' '~not a regular file' ponte W N "$dir/fifo" "$dir/g/bridge" "$dir/g/log"

# --- the C file ---

if ! command -v node >/dev/null 2>&1; then
    skip 'the C file' 'node is missing'
    conclude
    exit
fi
"$root/tools/contest-strategy" "$dir/s/tessera_ponte.c" >"$dir/out" 2>"$dir/err"
result 'the C file is written' $?
file=$dir/s/tessera_ponte.c
grep '^ *# *include' "$file" | grep -v '^#include <[a-z/]*\.h>$' >"$dir/err"
[ ! -s "$dir/err" ] && grep -q '^#include <stdio.h>$' "$file"
result 'it includes the C library only' $?
! grep -F "$(cd "$root" && pwd)" "$file" >"$dir/err"
result 'it names no path of this machine' $?
"$cc" -O2 -std=c17 -Wall -Wextra -pedantic -Werror "$file" -o "$dir/s/tessera_ponte" 2>"$dir/err"
result 'it compiles alone, without a warning' $?

# play DIR PROGRAM... - a game of 24 decisions in DIR; skips do not occur that early.
play() {
    empty "$1"
    game=$1
    shift
    for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
        colour=B swap=N
        [ $((turn % 2)) = 1 ] && colour=W
        [ $turn = 2 ] && swap=Y
        "$@" $colour $swap "$game/chess" "$game/bridge" "$game/log" --nodes 500 2>/dev/null || return 1
        echo "$turn" >>"$game/log"
    done
}
play "$dir/ours" "$tessera" ponte && play "$dir/theirs" "$dir/s/tessera_ponte" && diff -r "$dir/ours" "$dir/theirs" >"$dir/out"
result 'it plays as the program does' $?

sed 's/TIME_DEFAULT_MS = 4000/TIME_DEFAULT_MS = 20/' "$file" >"$dir/s/quick.c"
! cmp -s "$file" "$dir/s/quick.c"
result 'its time is set in one place' $?
expect 'the arena accepts it' 0 '~^This bot will be accepted' '' arena check "$dir/s/quick.c" \
    --game ponte:contest --kind files --games 1

conclude
