# bash completion for tessera.  It parses the output of `tessera help`, so it is always up to date.
# Installed as share/bash-completion/completions/tessera; or: source completions/tessera.bash

# _tessera_words KIND PROGRAM - print the completions for a value or an argument of this kind.
_tessera_words() {
    case $1 in
    '[GAME]' | GAME | GAME' '*) "$2" games --names ;;
    '[COMMAND]') _tessera_commands "$2" ;;
    SEAT) printf '%s\n' human random ugi: engine engine:level=1 engine:level=2 engine:level=3 engine:level=4 engine:level=5 engine:level=6 engine:level=7 engine:level=8 engine:level=9 engine:level=10 engine:time= engine:nodes= ;;
    SPEC) printf '%s\n' max random random1 greedy plain2 uct1000 level1 level2 level3 level4 level5 level6 level7 level8 level9 level10 engine: ;;
    FORMAT) "$2" convert --list | sed 's/ .*//' ;;
    TIME) printf '%s\n' 5m 90s+2s 30s/turn none ;;
    *'|'*) printf '%s\n' "$1" | tr '|' '\n' ;;
    esac
}

_tessera_commands() { # PROGRAM
    "$1" help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p'
}

_tessera_options() { # PROGRAM COMMAND
    "$1" help "$2" | sed -n 's/^  \(--[a-z-]*\).*/\1/p'
}

# Print the metavariable of an option; nothing if it takes no value.
_tessera_value() { # PROGRAM COMMAND OPTION
    "$1" help "$2" | sed -n "s/^  $3 \([^ ][^ ]*\)\( .*\)\{0,1\}$/\1/p"
}

# Print the arguments in the usage line of a command.
_tessera_usage() { # PROGRAM COMMAND
    "$1" help "$2" | sed -n '1s/^Usage: tessera [a-z-]* \(.*\) \[OPTION...\]$/\1/p'
}

_tessera() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]:-} current=${COMP_WORDS[COMP_CWORD]} kind=''
    local before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_tessera_commands "$program" 2>/dev/null)" -- "$current")
        return
    fi
    # bash splits --name=value: the equals sign is a word of its own.
    if [ "$current" = '=' ]; then
        current='' before=${COMP_WORDS[COMP_CWORD - 1]}
    elif [ "$before" = '=' ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $before in
    --*) kind=$(_tessera_value "$program" "$command" "$before" 2>/dev/null) ;;
    esac
    if [ -z "$kind" ]; then
        case $current in
        -*)
            mapfile -t COMPREPLY < <(compgen -W "$(_tessera_options "$program" "$command" 2>/dev/null)" -- "$current")
            return
            ;;
        esac
        kind=$(_tessera_usage "$program" "$command" 2>/dev/null)
        [ "$command" != help ] || kind='[COMMAND]'
    fi
    case $kind in
    FILE | '[FILE]') mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$(_tessera_words "$kind" "$program" 2>/dev/null)" -- "$current") ;;
    esac
}

complete -o nosort -F _tessera tessera
