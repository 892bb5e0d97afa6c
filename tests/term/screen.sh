#!/bin/sh
# screen.sh TESSERA SCREEN_KEYS [CASE...] - the full-screen table, driven in tmux as by a person.
#
# Every wait is for something that must come up on the screen; only its absence for a long time is a
# failure.  The program's own terminal is a pane of a tmux server of our own.
set -u
tessera=$1
screen_keys=$2
shift 2

LC_ALL=C.UTF-8
export LC_ALL
PATIENCE=${SCREEN_PATIENCE:-60} # seconds that a machine may be slow

command -v tmux >/dev/null || { echo 'screen.sh: tmux is missing; tools/install-deps test installs it.' >&2; exit 1; }

dir=$(mktemp -d) || exit 1
TMUX_TMPDIR=$dir
export TMUX_TMPDIR
unset TMUX
number=0
failures=0
cases=0
trap 'tm kill-server; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

tm() {
    tmux -L table "$@" 2>>"$dir/tmux.log"
}

# A window that stays: the server ends with its last one.
tm -f /dev/null new-session -d -s keep -x 80 -y 24 'exec cat' ||
    { echo 'screen.sh: tmux does not start.' >&2; cat "$dir/tmux.log" >&2; exit 1; }

fail() {
    echo "FAIL $case: $1"
    screen | sed 's/^/    | /'
    failures=$((failures + 1))
    broken=yes
}

# --- the terminal ---

# begin WIDTH HEIGHT 'NAME=VALUE...' ARGUMENTS...: the program in a new window.  When it ends the
# window says with which status and how the terminal was left.
begin() {
    width=$1 height=$2 environment=$3
    shift 3
    number=$((number + 1))
    command="env $environment '$tessera'"
    for word in "$@"; do
        command="$command '$word'"
    done
    printf '%s\n' "$command" 'echo "left with $?"' 'stty -a' 'echo all over' 'exec cat' >"$dir/run$number"
    tm kill-session -t "w$((number - 1))"
    tm new-session -d -s "w$number" -x "$width" -y "$height" "sh '$dir/run$number'"
}

screen() {
    tm capture-pane -p -t "w$number"
}

press() {
    tm send-keys -t "w$number" "$@"
}

type_words() {
    tm send-keys -t "w$number" -l "$1"
}

# The left button of a mouse at column,row, counted from 0, as terminals with SGR reports send it.
click() {
    type_words "$(printf '\033[<%d;%d;%dM' "${3:-0}" "$(($1 + 1))" "$(($2 + 1))")"
    type_words "$(printf '\033[<%d;%d;%dm' "${3:-0}" "$(($1 + 1))" "$(($2 + 1))")"
}

# await EXPRESSION: until a line of the screen matches.
await() {
    [ $broken = no ] || return 1
    tries=$((PATIENCE * 20))
    until screen | grep -qE -- "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { fail "'$1' does not come up"; return 1; }
        sleep 0.05
    done
}

# await_not EXPRESSION: until no line matches.
await_not() {
    [ $broken = no ] || return 1
    tries=$((PATIENCE * 20))
    while screen | grep -qE -- "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { fail "'$1' does not go away"; return 1; }
        sleep 0.05
    done
}

# expect EXPRESSION: now, on the screen that an await has found.
expect() {
    [ $broken = no ] || return 1
    screen | grep -qE -- "$1" || fail "'$1' is not there"
}

expect_not() {
    [ $broken = no ] || return 1
    ! screen | grep -qE -- "$1" || fail "'$1' is there"
}

# The program has ended with a status, and left the terminal as it was.
await_end() {
    await "^left with $1$"
    await '^all over'
    expect '(^| )icanon'
    expect '(^| )echo '
    expect '(^| )isig'
}

leave() {
    press q
    await 'Leave'
    press 2
    await_end 0
}

# Words as an expression that matches them alone.
quoted() {
    printf '%s\n' "$1" | sed 's/[][\.*^$+?(){}|]/\\&/g'
}

# play_keys GAME TURN...: both sides by keys, turn by turn; the list of turns must show each.
play_keys() {
    game=$1
    shift
    "$screen_keys" keys 80 24 "$game" "$@" >"$dir/keys" || { fail 'no keys'; return; }
    turn=0
    while read -r line; do
        turn=$((turn + 1))
        [ $broken = no ] || return
        # shellcheck disable=SC2086 # a list of keys
        press $line
        eval "words=\${$turn}"
        await "$turn\. $(quoted "$words")"
    done <"$dir/keys"
}

# --- cases ---

# Whole games, both sides at the same keyboard.  PLAYED: game, result, turns.
whole_game() {
    game=$1 result=$2
    shift 2
    begin 80 24 TERM=tmux-256color play "$game" --first human --second human
    await '. help'
    play_keys "$game" "$@"
    await "$result"
    press q
    await_end 0
}

game_gipf() {
    whole_game 'gipf:3,3,8,8' 'Black wins: White has no piece to enter' \
        d7-d6 c6-d6 a1-b2 a2-b2 a4-b4 a2-b3 f1-f2 d7-d6/d4-d6 c1-c2 d7-d6
}

game_ponte() {
    whole_game 'ponte:contest;size=5' 'Black wins: Black has more points' \
        b2,a1 b4,d2 a5,c5 a4,d3 a2,d1 b5,d4 d5,c1 b4-d3 e5,e2 e4,b1
}

game_diavolo() {
    whole_game 'diavolo:3' 'Red wins: equal points and islands, but Red has more bridges' \
        u1,2+d1,2 d2,1+u3,1 u1,1+u2,2 d1,1+u1,3 pass 2,1-3,1
}

game_alliances() {
    whole_game 'alliances:4' 'Player2 wins: Player2 has won two of the three colours' \
        g@g5 p@e11 p@f10 g@g7
}

game_duell() {
    whole_game 'duell' "White wins: Black's king is attacked and cannot be saved" F1-c4 D8-h6 A1-d3++
}

# The same with a mouse alone, but for menus; the right button takes a touch back.
mouse() {
    game='ponte:contest;size=5'
    set -- b2,a1 b4,d2 a5,c5 a4,d3 a2,d1 b5,d4 d5,c1 b4-d3 e5,e2 e4,b1
    begin 80 24 TERM=xterm-256color play "$game" --first human --second human
    await '. help'
    "$screen_keys" mouse 80 24 "$game" "$@" >"$dir/presses"
    turn=0
    while read -r line; do
        turn=$((turn + 1))
        for place in $line; do
            click "${place%,*}" "${place#*,}"
        done
        eval "words=\${$turn}"
        await "$turn\. $(quoted "$words")"
    done <"$dir/presses"
    await 'Black wins: Black has more points'
    press q
    await_end 0
}

run() {
    case=$1
    broken=no
    cases=$((cases + 1))
    "$case"
    [ $broken = yes ] || echo "ok   $case"
}

ALL='game_gipf game_ponte game_diavolo game_alliances game_duell mouse'
for name in ${*:-$ALL}; do
    run "$name"
done
echo "$cases cases, $failures failures"
[ $failures = 0 ]
