#!/bin/sh
# games_in_numbers.sh TESSERA COUNTER - test the figures of docs/games-in-numbers.md on a few games.
#
# COUNTER is tools/games_in_numbers.c.  Prints TAP.
[ $# = 2 ] || { echo 'usage: games_in_numbers.sh TESSERA COUNTER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
counter=$2

# numbers GAME N: play N games of random players, and count what happened.
numbers() {
    rm -f "$dir/records"
    "$program" match "$1" --first random --second random --openings 0 --games "$2" --margin 60000 \
        --records "$dir/records" >"$dir/out" 2>"$dir/err" &&
        "$counter" "$1" random "$dir/records" 5 >"$dir/out" 2>"$dir/err"
}

# field ROW COLUMN: of the row that begins with ROW.
field() {
    sed -n "s|^$1,||p" "$dir/out" | cut -d , -f "$2"
}

for game in gipf ponte:official diavolo:5 duell; do
    numbers $game 20
    result "$game: the games are counted" $?
    [ "$(field "$game,random,score,first" 1)" = 20 ]
    result "$game: every game has a score" $?
    # The shares of all ways to end a game are one, and so are those of the results.
    for measure in way result; do
        awk -F , -v measure=$measure '$3 == measure { sum += $6; bad = bad || $7 > $6 || $8 < $6 }
            END { exit bad || sum < 0.999 || sum > 1.001 }' "$dir/out"
        result "$game: the shares of measure $measure add up" $?
    done
    moves=$("$program" perft $game 1 | awk '{ last = $0 } END { print }' | tr -cd '0-9 ' | awk '{ print $2 }')
    [ "$(field "$game,random,branching,1" 2)" = "$moves.0000" ]
    result "$game: the first move has as many choices as perft counts" $?
done
# Swaps are counted only where the rules offer them.
numbers ponte:official 20 && [ -n "$(field ponte:official,random,swap,taken 1)" ]
result 'ponte:official offers the swap' $?
numbers duell 5 && [ -z "$(field duell,random,swap,taken 1)" ]
result 'duell has no swap' $?
conclude
