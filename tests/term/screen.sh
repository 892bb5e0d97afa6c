#!/bin/sh
# screen.sh TESSERA SCREEN_KEYS [CASE...] - test full-screen mode with keys and mouse events in tmux.
#
# SCREEN_WRITE=1 writes the golden screens again; review the changes before you commit them.
#
# Every wait is for a text that must appear on the screen.  It fails only if the text does not appear within
# SCREEN_PATIENCE seconds.  The program runs in a pane of a private tmux server.
set -u
tessera=$(realpath "$1") || exit 1
screen_keys=$(realpath "$2") || exit 1
shift 2

LC_ALL=C.UTF-8
export LC_ALL
root=$(dirname "$0")/../..
PATIENCE=${SCREEN_PATIENCE:-60} # seconds before a wait fails

command -v tmux >/dev/null || { echo 'screen.sh: tmux is missing; tools/install-deps test installs it.' >&2; exit 1; }

dir=$(mktemp -d) || exit 1
TMUX_TMPDIR=$dir
export TMUX_TMPDIR
unset TMUX
number=0
failures=0
cases=0
shell=no # yes: run the program below a shell with job control
trap 'tm kill-server; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

tm() {
    tmux -L table "$@" 2>>"$dir/tmux.log"
}

# Keep one window open, because the tmux server exits with its last window.
tm -f /dev/null new-session -d -s keep -x 80 -y 24 'exec cat' ||
    { echo 'screen.sh: tmux does not start.' >&2; cat "$dir/tmux.log" >&2; exit 1; }

fail() {
    echo "FAIL $case: $1"
    screen | sed 's/^/    | /'
    failures=$((failures + 1))
    broken=yes
}

# --- the terminal ---

# begin WIDTH HEIGHT 'NAME=VALUE...' ARGUMENTS...: start the program in a new window.  When it ends, the
# window shows the terminal settings and its exit status; the settings come first, because stty may still
# see a narrow terminal and print many lines.  After kill -9 the cursor can be in any column, so the status
# begins a line of its own.
begin() {
    width=$1 height=$2 environment=$3
    shift 3
    number=$((number + 1))
    command="env $environment '$tessera'"
    for word in "$@"; do
        command="$command '$word'"
    done
    rm -f "$dir/pid"
    {
        [ $shell = no ] || echo 'set -m'
        printf '%s\n' 'trap : INT' "cd '$dir'" "(sh -c 'echo \$PPID' >'$dir/pid'; exec $command)" \
            'status=$?' 'stty -a' 'printf "\rleft with %s\n" "$status"'
        [ $shell = no ] || printf '%s\n' 'read -r line' 'fg >/dev/null' 'status=$?' 'stty -a' 'printf "\rleft with %s\n" "$status"'
        printf '%s\n' 'echo all over' 'exec cat'
    } >"$dir/run$number"
    tm kill-session -t "w$((number - 1))"
    tm new-session -d -s "w$number" -x "$width" -y "$height" "sh '$dir/run$number'"
}

screen() {
    tm capture-pane -p -t "w$number"
}

press() {
    tm send-keys -t "w$number" "$@"
}

type_text() {
    tm send-keys -t "w$number" -l "$1"
}

# click COLUMN ROW [BUTTON]: press and release a mouse button as an SGR mouse report, counted from 0.
click() {
    type_text "$(printf '\033[<%d;%d;%dM' "${3:-0}" "$(($1 + 1))" "$(($2 + 1))")"
    type_text "$(printf '\033[<%d;%d;%dm' "${3:-0}" "$(($1 + 1))" "$(($2 + 1))")"
}

# await EXPRESSION: wait until a line of the screen matches.
await() {
    [ $broken = no ] || return 1
    tries=$((PATIENCE * 20))
    until screen | grep -qE -- "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { fail "'$1' does not appear"; return 1; }
        sleep 0.05
    done
}

# await_not EXPRESSION: wait until no line of the screen matches.
await_not() {
    [ $broken = no ] || return 1
    tries=$((PATIENCE * 20))
    while screen | grep -qE -- "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { fail "'$1' does not disappear"; return 1; }
        sleep 0.05
    done
}

# compare FILE: wait until the screen equals the file.
compare() {
    [ $broken = no ] || return 1
    tries=$((PATIENCE * 20))
    until screen | cmp -s - "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { screen | diff "$1" -; fail "the screen differs from $1"; return 1; }
        sleep 0.05
    done
}

pid() {
    cat "$dir/pid"
}

# Print the process state of the program as in /proc, or `gone` if it has ended.  PID 1 reaps an orphan, which
# may take some time, so a zombie counts as gone.
state() {
    letter=$(sed 's/.*) \(.\).*/\1/' "/proc/$(pid)/stat" 2>/dev/null) && [ "$letter" != Z ] || letter=gone
    echo "$letter"
}

# await_state STATE: wait until the program has this state.
await_state() {
    [ $broken = no ] || return 1
    tries=$((PATIENCE * 20))
    until [ "$(state)" = "$1" ]; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { fail "the program's state is $(state), not $1"; return 1; }
        sleep 0.05
    done
}

# await_end STATUS: the program exits with this status and restores the terminal.
await_end() {
    await "^left with $1$"
    await '^all over'
    await '(^| )icanon'
    await '(^| )echo '
    await '(^| )isig'
}

# leave [QUESTION]: quit the game, as the terminal asks in English or as given.
leave() {
    press q
    await "${1:-Quit}"
    press 2
    await_end 0
}

# Print a text as a regular expression that matches only this text.
quoted() {
    printf '%s\n' "$1" | sed 's/[][\.*^$+?(){}|]/\\&/g'
}

# play_keys GAME MOVE...: play the moves of both sides by keys; the move list must show each.
play_keys() {
    game=$1
    shift
    "$screen_keys" keys 80 24 "$game" "$@" >"$dir/keys" || { fail 'screen_keys found no keys for these moves'; return; }
    turn=0
    while read -r line; do
        turn=$((turn + 1))
        [ $broken = no ] || return
        # shellcheck disable=SC2086 # a list of keys
        press $line
        eval "move=\${$turn}"
        await "$turn\. $(quoted "$move")"
    done <"$dir/keys"
}

# --- cases ---

# complete_game GAME RESULT MOVE...: both sides play at the same keyboard until the game ends.
complete_game() {
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
    complete_game 'gipf:3,3,8,8' 'Black wins: White has no piece to enter' \
        d7-d6 c6-d6 a1-b2 a2-b2 a4-b4 a2-b3 f1-f2 d7-d6/d4-d6 c1-c2 d7-d6
}

game_ponte() {
    complete_game 'ponte:contest;size=5' 'Black wins: Black has more points' \
        b2,a1 b4,d2 a5,c5 a4,d3 a2,d1 b5,d4 d5,c1 b4-d3 e5,e2 e4,b1
}

game_diavolo() {
    complete_game 'diavolo:3' 'Red wins: equal points and islands, but Red has more bridges' \
        u1,2+d1,2 d2,1+u3,1 u1,1+u2,2 d1,1+u1,3 pass 2,1-3,1
}

game_alliances() {
    complete_game 'alliances:4' 'Player 2 wins: 2 colours to 0' \
        g@g5 p@e11 p@f10 g@g7
}

game_duell() {
    complete_game 'duell' 'king on E8 is attacked from D3 and cannot be saved' F1-c4 D8-h6 A1-d3++
}

# A complete game with the mouse only; --no-mouse does not request mouse events.
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
        eval "move=\${$turn}"
        await "$turn\. $(quoted "$move")"
    done <"$dir/presses"
    await 'Black wins: Black has more points'
    [ "$(tm display-message -p -t "w$number" '#{mouse_any_flag}')" = 1 ] || fail 'mouse events are not requested'
    press q
    await_end 0
    begin 80 24 TERM=xterm-256color play ponte --second human --no-mouse
    await '. help'
    [ "$(tm display-message -p -t "w$number" '#{mouse_any_flag}')" = 0 ] || fail 'mouse events are requested in spite of --no-mouse'
    leave
}

# After a click nothing waits for the next key: the engine's reply appears, and a resize redraws.  A click
# with a modifier, a wheel and a release outside the board do not block either.
mouse_alone() {
    begin 80 24 TERM=xterm-256color play 'ponte:contest;size=5' --second engine:level=1
    await '. help'
    "$screen_keys" mouse 80 24 'ponte:contest;size=5' b2,a1 >"$dir/presses"
    for place in $(cat "$dir/presses"); do
        click "${place%,*}" "${place#*,}"
    done
    await '1\. b2,a1'
    await '2\. [a-e]'
    click 1 1 4
    click 0 0 2
    tm resize-window -t "w$number" -x 20 -y 24
    await_not 'points'
    tm resize-window -t "w$number" -x 80 -y 24
    await 'points'
    leave
}

# Escape takes back selections and steps; undo and redo work on complete moves.
back_and_undo() {
    begin 80 24 TERM=tmux-256color play ponte --second human
    await 'e5: empty'
    press Enter
    await 'e5: White stone \(sandbank\); the move is not complete'
    press Right Enter
    await '1\. e5,f5'
    press u
    await_not '1\. e5,f5'
    await 'e5: empty|f5: empty'
    press r
    await '1\. e5,f5'
    press Up Enter
    await 'the move is not complete'
    press Escape
    await 'f6: empty'
    await_not 'the move is not complete'
    leave
}

# After a swap the players have exchanged sides; the score still names the colours.
swapping() {
    begin 80 24 TERM=tmux-256color play ponte:official --second human
    await 'e5: empty'
    press Enter Right Enter
    await 'a: swap'
    press a
    await 'Actions:'
    press 1
    await '2\. swap'
    await '> Black: human'
    await '  White: human'
    await ' White Black'
    leave
}

# A die rolls square by square and shows its faces; Escape rolls it back.
rolling() {
    begin 80 24 TERM=tmux-256color play duell --second human
    await 'E4: empty'
    press Down Down Down Left Enter
    await 'D1: White die, top 6, north 4, east 2, south 3, west 5; 6 more to select'
    press Up Enter
    await 'D2: White die, top 3, north 6, east 2, south 1, west 5; 5 more to select'
    await '5.3.2'
    press Escape
    await 'D2: empty; 6 more to select'
    press Escape
    await 'D2: empty$'
    leave
}

# Errors are explained, and the typed text can be corrected.
explaining() {
    begin 80 24 TERM=tmux-256color play ponte --second human
    await 'e5: empty'
    press Enter Enter
    await 'e5 is named twice; a move places stones on two different cells'
    await '!.!'
    press Escape
    await 'e5: empty$'
    press :
    await '^:$'
    type_text 'e5,k9'
    press Enter
    await '^ +\^$'
    await '^:e5,k9'
    await '^e5,k9'
    press End BSpace BSpace
    type_text 'e6'
    press Enter
    await '1\. e6,e5|1\. e5,e6'
    press e
    await '^:explain'
    type_text 'e5,a1'
    press Enter
    await 'e5 holds a stone'
    press :
    type_text 'save /nowhere/at/all'
    press Enter
    await '/nowhere/at/all'
    await_not '^:'
    press 0
    await 'No command uses this key'
    leave
}

# Selecting a cell that cannot be selected shows the reason that the game gives.
touching() {
    begin 100 40 TERM=tmux-256color play duell
    await 'Black: engine:level=5'
    await 'E[45]: empty'
    press Enter
    await 'E[45] is empty: a move starts with a die of the side to move'
    press Up Up Up Up
    await 'E8: Black king'
    press Enter
    await 'E8 holds a .* of Black'
    leave
}

# Resize from 80 columns to 20, to 3, and back; the game stays the same.
resizing() {
    begin 80 24 TERM=tmux-256color play ponte --second human
    await 'e5: empty'
    press Enter Right Enter
    await '1\. e5,f5'
    await 'f5: White stone'
    sleep 0.5 # until the screen is complete; the last screen must equal this one
    screen >"$dir/before"
    tm resize-window -t "w$number" -x 20 -y 24
    await_not 'points'
    await '^.White +>Black'
    await 'f5: White stone'
    press Down
    await 'f4: empty'
    tm resize-window -t "w$number" -x 20 -y 6
    await '^f4: empty'
    tm resize-window -t "w$number" -x 3 -y 2
    press Up
    tm resize-window -t "w$number" -x 80 -y 24
    await 'points'
    await 'f5: White stone'
    compare "$dir/before"
    tm resize-window -t "w$number" -x 200 -y 60
    await 'points'
    leave
}

# A terminal that cannot move its cursor gets line mode.
dumb() {
    begin 80 24 TERM=dumb play ponte --second random
    await 'a b c d e f g h i j'
    await_not '. help  Tab'
    press q u i t Enter
    await_end 0
    begin 80 24 TERM=dumb play ponte --screen
    await "full screen is not available: a terminal of type 'dumb'"
    await_end 2
    begin 80 24 TERM=no-such-terminal play ponte --screen
    await "full screen is not available: the terminal type 'no-such"
    await_end 2
    # libedit does not free all its memory, so leak detection is off.
    begin 80 24 'TERM=tmux-256color ASAN_OPTIONS=detect_leaks=0' play ponte --line --second random
    await 'a b c d e f g h i j'
    await_not '. help  Tab'
    press q u i t Enter
    await_end 0
}

# Without UTF-8, and with --ascii, the screen has only ASCII characters.
ascii() {
    for game in gipf ponte diavolo alliances duell; do
        begin 80 24 'TERM=tmux-256color LC_ALL=C' play $game --second human
        await '. help'
        ! screen | LC_ALL=C grep -q '[^ -~]' || fail "$game shows other characters than ASCII in the C locale"
        leave
    done
    begin 80 24 TERM=tmux-256color play gipf --second human
    await '. help'
    screen | LC_ALL=C grep -q '[^ -~]' || fail 'a terminal with UTF-8 shows only ASCII characters'
    leave
    begin 80 24 TERM=tmux-256color play gipf --second human --ascii
    await '. help'
    ! screen | LC_ALL=C grep -q '[^ -~]' || fail '--ascii shows other characters than ASCII'
    leave
}

# A terminal without colours and NO_COLOR get no colours, but marks stay visible.
colours() {
    begin 80 24 TERM=vt100 play ponte --second human
    await 'e5: empty'
    tm capture-pane -e -p -t "w$number" >"$dir/colours"
    ! grep -qE "$(printf '\033')\[([0-9]+;)*[34][0-7][;m]" "$dir/colours" || fail 'colours on a vt100'
    leave
    begin 80 24 'TERM=tmux-256color NO_COLOR=1' play ponte --second human
    await 'e5: empty'
    await '>.<'
    tm capture-pane -e -p -t "w$number" >"$dir/colours"
    ! grep -qE "$(printf '\033')\[([0-9]+;)*[34][0-7][;m]" "$dir/colours" || fail 'colours in spite of NO_COLOR'
    leave
    begin 80 24 TERM=tmux-256color play ponte --second human
    await 'e5: empty'
    tm capture-pane -e -p -t "w$number" >"$dir/colours"
    grep -q "$(printf '\033')\[[0-9;]*48" "$dir/colours" || fail 'no colours on a terminal that has them'
    leave
}

# Ctrl-C closes an open input, then asks, then ends the program; other signals end it at once.
signals() {
    begin 80 24 TERM=tmux-256color play ponte --second human
    await 'e5: empty'
    press :
    await '^:'
    press C-c
    await 'e5: empty'
    press C-c
    await 'Quit the game'
    press Escape
    await_not 'Quit the game'
    press C-c
    await 'Quit the game'
    press C-c
    await_end 130
    for signal in 'TERM 143' 'HUP 129' 'ABRT 134'; do
        begin 80 24 TERM=tmux-256color play ponte --second human
        await 'e5: empty'
        kill -"${signal% *}" "$(pid)"
        await_end "${signal#* }"
    done
}

# move_cursor: press a key until the cursor has left e5.  One that arrives while the terminal is restored or
# taken over may get lost, or be read as another key.
move_cursor() {
    tries=$PATIENCE
    until screen | grep -qE '[a-df-j]5: empty' || [ $tries = 0 ]; do
        press Right
        sleep 1
        tries=$((tries - 1))
    done
    await '[a-df-j]5: empty'
}

# Ctrl-Z suspends the program and restores the terminal for the shell until `fg`.  Without a shell with job
# control, the program continues.
stopping() {
    begin 80 24 TERM=tmux-256color play ponte --second human
    await 'e5: empty'
    press C-z
    move_cursor
    leave
    shell=yes
    begin 80 24 TERM=tmux-256color play ponte --second human
    shell=no
    await 'e5: empty'
    press C-z
    await '^left with 148$'
    await '(^| )icanon'
    await_state T
    press Enter
    await 'e5: empty'
    move_cursor
    leave
}

# If the terminal disappears, the program ends, even during a search and if it ignores SIGHUP.
lost() {
    begin 80 24 TERM=tmux-256color play gipf --first engine:time=600s,book=no --second human
    await 'thinks'
    tm kill-session -t "w$number"
    await_state gone
    begin 80 24 '--ignore-signal=HUP TERM=tmux-256color' play gipf --first engine:time=600s,book=no --second human
    await 'thinks'
    tm kill-session -t "w$number"
    await_state gone
    # Nor does an external engine stay behind.
    begin 80 24 TERM=tmux-256color play toy --first "ugi:exec $tessera engine" --second human
    await '1\. '
    engine=$(cut -d ' ' -f 1 "/proc/$(pid)/task/$(pid)/children")
    [ -n "$engine" ] || fail 'there is no engine'
    tm kill-session -t "w$number"
    await_state gone
    echo "$engine" >"$dir/pid"
    await_state gone
}

# A hint, the status line of a search, and the command that makes the engine move at once.
thinking() {
    begin 80 24 TERM=tmux-256color play alliances:4 --second engine:time=600s
    await '. help'
    press h
    await 'Hint: .@'
    await '\?.\?'
    press Enter 1
    await 'Player 2 thinks: depth'
    press Right
    await 'thinks: depth'
    press g
    await '2\. '
    await '> Player 1'
    press u
    await_not '1\. '
    leave
}

# Tablebase values on request, with a hint and after every move; the description of a disc.
values() {
    "$tessera" tablebase build toy --folder "$dir/solved" --quiet >/dev/null || fail 'the tablebase was not built'
    begin 80 24 TERM=tmux-256color play toy --second human --tablebases "$dir/solved"
    await '. help'
    for turn in c+d a. e.; do
        press :
        type_text "$turn"
        press Enter
        await "[123]\. $(printf '%s' "$turn" | sed 's/[.+]/\\&/')"
    done
    await_not '.tablebase.'
    press v
    await 'White wins in 2 moves .tablebase.'
    press h
    await 'Hint: .* White wins in 2 moves .tablebase.'
    press :
    type_text 'value on'
    press Enter
    press Right
    await '^White wins in 2 moves .tablebase.  . help'
    press :
    type_text 'value off'
    press Enter
    press Right
    await_not '.tablebase.'
    leave
    printf '%s\n' c+d a. e. b+f | "$tessera" play toy --second human --autosave "$dir/known" >/dev/null
    begin 80 24 TERM=tmux-256color replay "$dir/known" --tablebases "$dir/solved"
    await 'Turn 0 of 4'
    press End
    await 'Turn 4 of 4'
    await_not '.tablebase.'
    press v
    await 'White wins in 1 move .tablebase.'
    press Left
    await 'White wins in 2 moves .tablebase.'
    press v
    await 'Tablebase values are now hidden'
    press Right
    await 'Turn 4 of 4'
    await_not '.tablebase.'
    press q
    await_end 0
    begin 80 24 TERM=tmux-256color play alliances:4 --second human
    await '. help'
    press Enter 1
    await '(green|orange|purple|blue|red|yellow)[a-z]* disc'
    leave
}

# A player runs out of time while a menu is open.
clock() {
    begin 80 24 TERM=tmux-256color play alliances:4 --second human --clock 6s
    await '0:0[0-6]\.[0-9]'
    press Enter
    await 'Which one'
    await 'Player 2 wins'
    await_not 'Which one'
    press q
    await_end 0
    await 'Player 2 wins'
}

# Without a game the program asks for one and for the opponent; after a wrong answer it says so and asks again.
menu() {
    begin 80 24 TERM=tmux-256color play
    await 'Which game\?'
    type_text 'chess'
    press Enter
    await "'chess' is not a game of this list"
    type_text 'PONTE'
    press Enter
    await 'Level of the computer'
    type_text '11'
    press Enter
    await "'11' is not a level"
    type_text '3'
    press Enter
    await 'Black: engine:level=3'
    leave
    begin 80 24 TERM=tmux-256color play --language de
    await 'Welches Spiel\?'
    press Enter
    await 'Stufe des Computers'
    type_text '2p'
    press Enter
    await 'Schwarz: human'
    leave 'Partie beenden\?'
    begin 80 24 TERM=tmux-256color play
    await 'Which game\?'
    type_text 'q'
    press Enter
    await_end 0
}

# Texts: help, rules, legal moves, the plain board, the score.
texts() {
    begin 80 24 TERM=tmux-256color play diavolo:3 --second human
    await '. help'
    press '?'
    await 'Arrows move the cursor'
    press End
    await 'Any other text typed'
    press q
    await 'd1,2: empty'
    press m
    await '36 moves'
    press Escape
    await_not '36 moves'
    press R
    await 'DiavoloPP'
    await '^How to play'
    press Escape
    press :
    type_text rulings
    press Enter
    await '\*\*R1\.1'
    press Escape
    press b
    await '/__________'
    press Escape
    press s
    await 'points'
    press Escape
    await 'd1,2: empty'
    press f
    await 'White: human'
    press :
    type_text 'rules xx'
    press Enter
    await 'no rules in that language'
    leave
}

# A game in German and in Chinese: board, keys, reasons, news and the result.
languages() {
    begin 80 24 TERM=tmux-256color play 'ponte:contest;size=5' --second human --language de
    await '\? Hilfe'
    await '> Weiß: human'
    press Enter Enter
    await 'c3 ist zweimal genannt'
    press Escape
    press :
    type_text 'b2,c2'
    press Enter
    press :
    type_text 'e5,e4'
    press Enter
    press :
    type_text 'b3,c3'
    press Enter
    await 'Insel'
    press q
    await 'Partie beenden'
    press 2
    await_end 0
    begin 80 24 TERM=tmux-256color play duell --second human --language zh-Hant
    await '說明'
    play_keys duell F1-c4 D8-h6 'A1-d3++'
    await '白方獲勝'
    press q
    await_end 0
    begin 80 24 'TERM=tmux-256color LC_ALL=C' play duell --second human --language zh-Hant
    await '\? help'
    leave
    begin 80 24 'TERM=tmux-256color LC_ALL=C' play duell --second human --language de
    await 'Weis: human'
    leave 'Partie beenden\?'
}

# The player announces with +; a missing announcement is rejected with its reason.
announcing() {
    begin 80 24 TERM=tmux-256color play 'duell:announce=required' --second human
    await 'no announcement'
    "$screen_keys" keys 80 24 duell F1-c4 D8-h6 'A1-d3++' >"$dir/announced"
    turn=0
    while read -r line; do
        turn=$((turn + 1))
        # shellcheck disable=SC2086 # a list of keys
        press $line
        [ $turn = 3 ] || await " $turn\. "
    done <"$dir/announced"
    await 'announce DUELL-MATT'
    press +
    await 'announces: DUELL$'
    press +
    await 'announces: DUELL-MATT'
    press +
    await 'no announcement'
    press + Enter
    await 'DUELL-MATT'
    await_not ' 3\. '
    press + Enter
    await ' 3\. A1-d3\+\+'
    await 'White wins'
    press q
    await_end 0
}

# Autosave: kill -9 during a game, resume, save, load, replay.
files() {
    begin 80 24 TERM=tmux-256color play 'ponte:contest;size=5' --second human --autosave "$dir/protocol"
    await '. help'
    play_keys 'ponte:contest;size=5' b2,a1 b4,d2 a5,c5
    kill -KILL "$(pid)"
    await 'left with 137'
    begin 80 24 TERM=tmux-256color play --autosave "$dir/protocol"
    await '3\. a5,c5'
    await '> Black'
    press :
    type_text "save $dir/saved"
    press Enter
    await 'Saved to'
    press u
    await_not '3\. a5,c5'
    press :
    type_text "load $dir/saved"
    press Enter
    await '3\. a5,c5'
    press q
    await 'Quit. You can resume the game later'
    press 2
    await_end 0
    await 'The game is saved in .*protocol'

    begin 80 24 TERM=tmux-256color replay "$dir/saved"
    await 'Turn 0 of 3'
    press Right
    await 'Turn 1 of 3: b2,a1'
    press End
    await 'Turn 3 of 3: a5,c5'
    press Left
    await 'Turn 2 of 3: b4,d2'
    press :
    await '^turn:'
    press 1 Enter
    await 'Turn 1 of 3'
    press : x Enter
    await "'x' is not a turn number"
    press Home
    await 'Turn 0 of 3'
    press '>' '>' '>' Space
    await 'Turn 3 of 3'
    press v
    await 'This position is not in a tablebase'
    press q
    await_end 0
}

# A complete move that is typed replaces the stone that was already selected.
retyping() {
    begin 80 24 TERM=tmux-256color play ponte --second human
    await '. help'
    press Enter
    await 'the move is not complete'
    press :
    type_text 'a1,b2'
    press Enter
    await '1\. (a1,b2|b2,a1)'
    leave
}

# Variations are entered where they begin, and best lines have a heading.
variations() {
    printf '[Game "toy:8"]\n1. c+f\n( 1. a+b ! 2. h. )\n2. a.\n3. c-d\nresult white resign\n' >"$dir/tree"
    begin 80 24 TERM=tmux-256color replay "$dir/tree"
    await 'Variations: 1 c.f, 2 a.b !'
    press 2
    await 'Turn 1 of 2: a.b !'
    await '1\. a.b !$'
    press m
    await 'Turn 0 of 3'
    press Down
    await 'Turn 1 of 2: a.b !'
    press Up
    await 'Turn 1 of 3: c.f'
    press 7
    await 'no other variation there'
    press l
    await '^winning chances of Black'
    press Escape
    await 'Turn 1 of 3: c.f'
    press q
    await_end 0
}

# The board editor: pieces are put by keys, by the mouse and by typed commands.
editor() {
    begin 80 24 TERM=tmux-256color edit toy
    await 'board editor'
    await '1: stone of White'
    press Home Left Left Left Left Left Left Left Left
    await '^a  1: '
    press Enter
    await '○'
    press Tab
    await '2: stone of Black'
    press Right Space
    await '^b  2: '
    press t
    await '^Black to move'
    press :
    await '^edit>'
    type_text 'position'
    press Enter
    await '^xo\.\.\.\.\.\. o'
    press :
    await '^edit>'
    type_text 'put 7 a'
    press Enter
    await "^'7 a' does not begin"
    press x
    await_not '●'
    press u
    await '●'
    press '?'
    await 'Enter, space'
    press Escape
    await '^b  2: '
    press d
    await 'Turn 0 of 0'
    press a
    await '^move:'
    type_text 'c.'
    press Enter
    await 'Turn 1 of 1: c\.'
    press e
    await 'board editor'
    press Escape
    await 'Turn 1 of 1: c\.'
    press q
    await_end 0
    begin 80 24 TERM=tmux-256color edit ponte
    await '1: White stone'
    press Enter
    press Tab Tab
    await '3: Black stone'
    press Right Right Enter
    await '^g5  3: Black stone'
    press t
    await '^Black to move'
    [ -z "${SCREEN_WRITE:-}" ] || { sleep 1; screen >"$root/tests/term/editor.txt"; }
    compare "$root/tests/term/editor.txt"
    press q
    await_end 0
    begin 80 24 TERM=tmux-256color edit duell
    await 'White to move'
    press :
    await '^edit>'
    type_text 'clear'
    press Enter
    await 'Impossible: White has 0 kings'
    press d
    await 'Impossible: White has 0 kings'
    press q
    await_end 0
}

# page DIR SETUP MOVE...: compare the complete screen after some moves with the golden files in DIR.
page() {
    folder=$1 game=$2
    shift 2
    for characters in ascii unicode; do
        locale=C
        [ $characters = ascii ] || locale=C.UTF-8
        begin 80 24 "TERM=tmux-256color LC_ALL=$locale" play "$game" --second human
        await '. help'
        play_keys "$game" "$@"
        await '^[^ ].*: '
        file=$folder/page-$characters.txt
        [ -z "${SCREEN_WRITE:-}" ] || { sleep 1; screen >"$file"; }
        compare "$file"
        leave
    done
}

# The file test/page.txt of a game has the setup and the moves.
pages() {
    for plan in $("$root/tools/game-folders" | sed "s|.*|$root/&/test/page.txt|"); do
        [ -e "$plan" ] || continue
        # shellcheck disable=SC2046 # a setup and moves
        page "$(dirname "$plan")" $(cat "$plan")
    done
}

# After 300 random keys the program still works.
anything() {
    for game in gipf:standard ponte diavolo:5 alliances:4 duell; do
        begin 80 24 TERM=tmux-256color play $game --second random
        await '. help'
        awk 'BEGIN { srand(20261116)
            count = split("Up Down Left Right Enter Enter Enter Space Space Tab BTab Home End PPage NPage " \
                "Escape BSpace DC 1 2 3 9 a b e f g h m p r s u R + - : ? z C-l F5", key, " ")
            for (i = 0; i < 300; i++)
                printf "%s ", key[1 + int(rand() * count)] }' >"$dir/keys"
        # shellcheck disable=SC2046 # a list of keys
        press $(cat "$dir/keys")
        press Escape Escape Escape Escape
        press f
        await '. help  Tab'
        press q
        await '(Quit the game|^left with 0)'
        ! screen | grep -q 'Quit the game' || press 2
        await_end 0
    done
}

run() {
    case=$1
    broken=no
    cases=$((cases + 1))
    "$case"
    [ $broken = yes ] || echo "ok   $case"
}

ALL='game_gipf game_ponte game_diavolo game_alliances game_duell mouse back_and_undo swapping rolling
    explaining touching resizing dumb ascii colours signals stopping lost thinking values clock texts languages announcing files retyping variations editor anything pages'
for name in ${*:-$ALL}; do
    run "$name"
done
echo "$cases cases, $failures failures"
[ $failures = 0 ]
