#!/bin/sh
# manual.sh TESSERA MANUAL - the manual page must document every command, option and engine message.
#
# Prints TAP.  The lists come from the program, so a new command needs no change here.
[ $# = 2 ] || { echo 'usage: manual.sh TESSERA MANUAL' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
sed 's/\\-/-/g; s/\\f[A-Z]//g' "$2" >"$dir/manual"

section() { # COMMAND - print its section of the manual page
    awk -v want=".SS $1" '/^\.S[SH]/ { inside = $0 == want } inside' "$dir/manual"
}

"$tessera" help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' >"$dir/commands"
[ "$(wc -l <"$dir/commands")" -gt 15 ]
result 'help lists the commands' $?
while read -r word; do
    section "$word" >"$dir/section"
    [ -s "$dir/section" ] && grep -q "^tessera $word" "$dir/manual"
    result "$word has a synopsis and a section" $?
    "$tessera" help "$word" | sed -n 's/^  --\([a-z-]*\).*/\1/p' | grep -vx help >"$dir/options"
    : >"$dir/out"
    while read -r option; do
        grep -Eq -- "--$option([^a-z-]|\$)" "$dir/section" || echo "--$option" >>"$dir/out"
    done <"$dir/options"
    [ ! -s "$dir/out" ]
    result "$word: every option is documented" $?
done <"$dir/commands"

section engine >"$dir/section"
echo ugi | "$tessera" engine | sed -n 's/^option name \([A-Za-z]*\) .*/\1/p' >"$dir/words"
echo help | "$tessera" engine | sed -n 's/^help \([a-z]*\)[ :].*/\1/p' | grep -vx option >>"$dir/words"
[ "$(wc -l <"$dir/words")" -gt 20 ]
result 'the engine lists its options and commands' $?
: >"$dir/out"
while read -r word; do
    grep -qw -- "$word" "$dir/section" || echo "$word" >>"$dir/out"
done <"$dir/words"
[ ! -s "$dir/out" ]
result 'every command and option of the protocol is documented' $?
conclude
