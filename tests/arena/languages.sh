#!/bin/sh
# languages.sh TESSERA BOTS - bots in languages with a recipe: shell, Rust and Java.
#
# BOTS is the directory tests/arena/languages.  A language whose tools are not installed is skipped.
# Prints TAP.
[ $# = 2 ] || { echo 'usage: languages.sh TESSERA BOTS' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$(realpath "$program")
bots=$(realpath "$2")
prefix=arena
sound='This bot will be accepted'

# try LANGUAGE FILE BROKEN ERROR - check a bot, then a source that does not compile.
try() {
    expect "a bot in $1 is accepted" 0 "~$sound" '*' check "$bots/$2" --game toy
    printf '%s\n' "$3" >"$dir/broken.${2##*.}"
    expect "a broken bot in $1 is rejected with the reason" 1 "~$4" '*' check "$dir/broken.${2##*.}" \
        --game toy
    "$tessera" arena add "$dir/c" "$bots/$2" --name "${2##*.}" >/dev/null
}

"$tessera" arena init "$dir/c" --game toy >/dev/null
"$tessera" arena add "$dir/c" --player random >/dev/null

# --- shell ---

try shell bot.sh 'if then' 'Syntax error'
mkdir "$dir/shell"
cp "$bots/bot.sh" "$dir/shell/part.sh"
echo '. /bot/part.sh' >"$dir/shell/main.sh"
expect 'a directory with main.sh' 0 "~$sound" '*' check "$dir/shell" --game toy
cat >"$dir/look.sh" <<'EOF'
for file in /etc/passwd /proc/self/status /usr/bin/gcc /usr/bin/python3; do
    [ -e "$file" ] && echo "harm $file" >&2
done
(echo >/bot/mine) 2>/dev/null && echo 'harm /bot' >&2
exit 3
EOF
expect 'a shell script sees as little as a program' 1 '~exited with status 3' '*' check "$dir/look.sh" \
    --game toy --log "$dir/log"
! grep -q harm "$dir/log"
result 'and finds nothing' $?
cat >"$dir/bomb.sh" <<'EOF'
while :; do sleep 100 & done
EOF
expect 'a shell script cannot fill the machine with processes' 1 '~FAIL' '*' check "$dir/bomb.sh" --game toy

# --- Rust ---

set -- "${RUSTUP_HOME:-${HOME:-/}/.rustup}"/toolchains/stable-*
if [ -x /usr/bin/rustc ] || [ -x "$1/bin/rustc" ]; then
    try Rust bot.rs 'fn main() { let x: u32 = "a"; }' 'FAIL.*error\[E0308\]'
    mkdir "$dir/rust"
    echo 'mod part; fn main() { part::main() }' >"$dir/rust/main.rs"
    sed 's/^fn main/pub fn main/' "$bots/bot.rs" >"$dir/rust/part.rs"
    expect 'a directory with main.rs and a module' 0 "~$sound" '*' check "$dir/rust" --game toy
    echo 'fn main() { print!("{}", include_str!("/etc/passwd")) }' >"$dir/thief.rs"
    expect 'a Rust source cannot include files of the machine' 1 "~FAIL.*couldn't read" '*' check \
        "$dir/thief.rs" --game toy
else
    skip 'bots in Rust' 'rustc is not installed'
fi
if [ -x /usr/bin/rustc ]; then
    skip 'a missing compiler is named' 'rustc is installed'
else
    cp "$dir/c/contest.toml" "$dir/before"
    RUSTUP_HOME=/nowhere "$tessera" arena add "$dir/c" "$bots/bot.rs" --name other 2>"$dir/err" &&
        echo accepted >>"$dir/err"
    grep -q 'a bot in Rust needs /usr/bin/rustc, which is not installed' "$dir/err" &&
        cmp -s "$dir/before" "$dir/c/contest.toml"
    result 'a missing compiler is named, and the bot is not added' $?
fi

# --- Java ---

if [ -x /usr/bin/java ] && [ -x /usr/bin/javac ]; then
    try Java Bot.java 'class Broken { int x = "a"; }' 'FAIL.*error: incompatible types'
    mkdir "$dir/java"
    sed 's/public class Bot/class Part/' "$bots/Bot.java" >"$dir/java/Part.java"
    echo 'class Main { public static void main(String[] a) throws Exception { Part.main(a); } }' \
        >"$dir/java/Main.java"
    expect 'a directory with Main.java' 0 "~$sound" '*' check "$dir/java" --game toy
    echo 'class None { }' >"$dir/none.java"
    expect 'a class without main is named' 1 '~no class has a method public static void main' '*' \
        check "$dir/none.java" --game toy
else
    skip 'bots in Java' 'no JDK is installed'
fi

# --- together ---

expect 'a contest of all languages' 0 '*' '~The contest is over' run "$dir/c"
"$tessera" arena report "$dir/c" >"$dir/out"
! grep -q Forfeits "$dir/out"
result 'no bot forfeits' $?

conclude
