#!/bin/sh
# new_game.sh ROOT BUILD CC - follow docs/adding-a-game.md: create a game from the template and test it.
#
# ROOT is the source tree, BUILD a release build of it.  Works in a temporary copy.  Only the new game,
# the list of games and the test programs are compiled there; the rest comes from BUILD.  Prints TAP.
set -u
root=$1 build=$2 cc=$3
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
count=0

result() { # NAME STATUS
    count=$((count + 1))
    if [ "$2" = 0 ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        sed 's/^/# /' "$dir/log"
        echo "1..$count"
        exit 1
    fi
}

# Everything but build directories and what is fetched.
mkdir "$dir/tree"
(cd "$root" && tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules .) | tar -xf - -C "$dir/tree"
cd "$dir/tree" || exit 1

for name in '' Upper 2go 'a b' toy; do
    tools/new-game "$name" >"$dir/log" 2>&1
    [ $? = 2 ] && grep -q '^new-game: ' "$dir/log"
    result "the name '$name' is rejected with a reason" $?
done

tools/new-game quux 'Quux of Four' >"$dir/log" 2>&1
result 'a game is created' $?
tools/check-includes >"$dir/log" 2>&1
result 'it keeps to the include table' $?
grep -q "^  'src/games/quux',$" meson.build
result 'it is in the list of games' $?

grep -q QUUX_MSG_OCCUPIED src/games/quux/quux_messages.h &&
    grep -q '[.]explain_cells = quux_' src/games/quux/quux_view.c &&
    grep -q '[.]effects = quux_' src/games/quux/quux_view.c && grep -q '[.]regions = quux_' src/games/quux/quux_view.c
result 'it has messages, explains selections and lists effects and regions' $?

CC=$cc meson setup out -Dwerror=true -Dtests=enabled >"$dir/log" 2>&1
result 'the build is configured' $?
meson test -C out --list >"$dir/log" 2>&1 && grep -q 'conform-quux$' "$dir/log" && grep -q 'test_quux$' "$dir/log"
result 'its tests are in the list of tests' $?

# The objects of the new game, of the list of games, and of the two test programs.
ninja -C out -t targets all >"$dir/targets" 2>/dev/null
objects=$(sed -n 's/: c_COMPILER.*//p' "$dir/targets" |
    grep -E '(parts|tessera_games\.a).*(quux|games_list\.c)|conform_plans\.p|test_quux\.p|libconform')
# shellcheck disable=SC2086 # a list
ninja -C out $objects >"$dir/log" 2>&1
result 'it compiles without a warning' $?

link() { # PROGRAM OBJECT-PATTERN
    # shellcheck disable=SC2046 # lists
    (cd out && $cc -o "../$1" $(printf '%s\n' $objects | grep -E "$2|/lib") \
        -Wl,--start-group "$build"/src/libtessera_app.a "$build"/src/libtessera_parts.a -Wl,--end-group \
        $(pkg-config --libs cmocka libevent jansson libedit ncursesw sqlite3) -pthread -lm) >"$dir/log" 2>&1
}
link conform_plans 'conform_plans\.p'
result 'the conformance suite links' $?
./conform_plans quux src/games/quux/test/conform.txt >"$dir/log" 2>&1
result 'the conformance suite passes' $?
link test_quux 'test_quux\.p'
result 'its own test links' $?
./test_quux >"$dir/log" 2>&1
result 'its own test passes' $?
echo "1..$count"
