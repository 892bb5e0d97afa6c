#!/bin/sh
# perfect_games.sh TESSERA WRITER - test that a model can be fitted to games of perfect play.
#
# WRITER is tools/perfect_games.c.  Prints TAP.
[ $# = 2 ] || { echo 'usage: perfect_games.sh TESSERA WRITER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
writer=$2

"$writer" 200 1 diavolo:3 >"$dir/games" 2>"$dir/err"
result 'games of perfect play are written' $?
[ "$(wc -l <"$dir/games")" = 201 ]
result 'one line for each game, after the head' $?
"$writer" 200 1 diavolo:3 2>"$dir/err" | cmp -s - "$dir/games"
result 'the same arguments give the same games' $?
"$program" learn diavolo:3 fit "$dir/games" --epochs 1 --score-share 0 --output "$dir/model" \
    >"$dir/out" 2>"$dir/err"
result 'a model can be fitted to them' $?
grep -q '^loss of fit' "$dir/out" && [ -s "$dir/model" ]
result 'with its loss, and its numbers in a file' $?

conclude
