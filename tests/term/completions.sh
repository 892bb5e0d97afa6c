#!/bin/sh
# completions.sh TESSERA FOLDER - the completions for bash, zsh and fish: their syntax, and what they
# offer.  A shell that is not there is skipped.
#
# Prints TAP.  What is wanted comes from the program, so a new command needs no change here.
[ $# = 2 ] || { echo 'usage: completions.sh TESSERA FOLDER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
folder=$2
PATH=$(cd "$(dirname "$tessera")" && pwd):$PATH
export PATH
# Leaks are looked for elsewhere; under zsh the sanitizer waits for ever.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
HOME=$dir
export HOME
shown='got err'

tessera help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' | sort >"$dir/commands"
tessera games --names | sort >"$dir/games"
[ -s "$dir/commands" ] && [ -s "$dir/games" ] || { echo 'Bail out! The program lists nothing'; exit 1; }

# What a shell offers behind a line, one a line, sorted: `offers_SHELL LINE`.
offers_bash() {
    # shellcheck disable=SC2016 # the inner shell expands
    bash -c '. "$1/tessera.bash"
        line=$2
        read -r -a COMP_WORDS <<<"$line"
        case $line in *" ") COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _tessera
        printf "%s\n" "${COMPREPLY[@]}"' bash "$folder" "$1" 2>"$dir/err" | sort
}

offers_fish() {
    # shellcheck disable=SC2016
    fish --no-config -c 'source $argv[1]/tessera.fish; complete -C $argv[2]' "$folder" "$1" 2>"$dir/err" |
        sed 's/\t.*//' | sort
}

# zsh completes on a terminal only; here its own functions that show the words print them.
offers_zsh() {
    # shellcheck disable=SC2016
    zsh -f -c '_describe() { local name=$2; print -l -- ${${(P)name}%%:*}; }
        _files() { print -l -- *(N); }
        compadd() { shift; print -l -- "$@"; }
        line=$2
        words=(${=line})
        [[ $line != *" " ]] || words+=("")
        CURRENT=$#words
        . "$1/_tessera"' zsh "$folder" "$1" 2>"$dir/err" | sort
}

# offers NAME SHELL LINE FILE - exactly the words of the file that begin as the line ends.
offers() {
    "offers_$2" "$3" >"$dir/got"
    cmp -s "$dir/got" "$4"
    result "$2: $1" $?
}

# has NAME SHELL LINE WORD - this among others.
has() {
    "offers_$2" "$3" >"$dir/got"
    grep -Fqx -- "$4" "$dir/got"
    result "$2: $1" $?
}

printf '%s\n' de en pl pt zh-Hant >"$dir/languages"
for shell in bash zsh fish; do
    command -v "$shell" >/dev/null || { skip "$shell" "there is no $shell"; continue; }
    case $shell in
    bash) bash -n "$folder/tessera.bash" 2>"$dir/err" ;;
    zsh) zsh -n "$folder/_tessera" 2>"$dir/err" ;;
    fish) fish --no-execute "$folder/tessera.fish" 2>"$dir/err" ;;
    esac
    status=$?
    : >"$dir/got"
    result "$shell: its syntax" $status
    offers 'all commands' $shell 'tessera ' "$dir/commands"
    offers 'all games' $shell 'tessera play ' "$dir/games"
    has 'options' $shell 'tessera play --' --autosave
    has 'seats' $shell 'tessera play toy --first ' human
    has 'levels of seats' $shell 'tessera play toy --first ' engine:level=7
    has 'levels of players' $shell 'tessera match toy --first ' level7
    has 'a long option' $shell 'tessera rules toy --' --language
    offers 'choices' $shell 'tessera rules toy --language ' "$dir/languages"
    has 'formats' $shell 'tessera convert --from ' record
    has 'commands to help with' $shell 'tessera help ' play
done

conclude
