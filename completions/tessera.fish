# fish completion for tessera.  It parses the output of `tessera help`, so it is always up to date.
# Installed as share/fish/vendor_completions.d/tessera.fish.

function __tessera_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and echo $words[2]
end

function __tessera_help
    set -l words (commandline -opc)
    $words[1] help $argv 2>/dev/null
end

# Lines with a tab between the name and the summary.
function __tessera_commands
    __tessera_help | string match -rg '^  ([a-z][a-z-]*)  +(.*)$' | paste - - 2>/dev/null
end

function __tessera_options
    # A long option has its own line, and its summary is on the next.
    __tessera_help (__tessera_command) | sed '/^  --[a-z-]* [^ ]*$/{N; s/\n */  /;}' |
        string match -rg '^  (--[a-z-]*) .*?  +(\S.*)$' | paste - - 2>/dev/null
end

# Print the metavariable of the option before the cursor; nothing if it takes no value.
function __tessera_value
    set -l words (commandline -opc)
    string match -q -- '--*' $words[-1]; or return
    __tessera_help (__tessera_command) | string match -rg "^  $words[-1] (\S+)(?: |\$)"
end

function __tessera_usage
    set -l command (__tessera_command)
    if test "$command" = help
        echo '[COMMAND]'
    else
        __tessera_help $command | string match -rg '^Usage: tessera [a-z-]* (.*) \[OPTION...\]$'
    end
end

function __tessera_words
    set -l words (commandline -opc)
    switch $argv[1]
        case FILE '[FILE]'
            __fish_complete_path (commandline -ct)
        case GAME '[GAME]' 'GAME *'
            $words[1] games --names 2>/dev/null
        case '[COMMAND]'
            __tessera_commands
        case SEAT
            printf '%s\n' human random ugi: engine engine:level=1 engine:level=2 engine:level=3 engine:level=4 engine:level=5 engine:level=6 engine:level=7 engine:level=8 engine:level=9 engine:level=10 engine:time= engine:nodes=
        case SPEC
            printf '%s\n' max random random1 greedy plain2 uct1000 level1 level2 level3 level4 level5 level6 level7 level8 level9 level10 engine:
        case FORMAT
            $words[1] convert --list 2>/dev/null | string match -rg '^(\S+)'
        case TIME
            printf '%s\n' 5m 90s+2s 30s/turn none
        case '*|*'
            string split '|' $argv[1]
    end
end

function __tessera_complete
    set -l words (commandline -opc)
    if test (count $words) -lt 2
        __tessera_commands
        return
    end
    set -l value (__tessera_value)
    if test -n "$value"
        __tessera_words $value
    else if string match -q -- '-*' (commandline -ct)
        __tessera_options
    else
        __tessera_words (__tessera_usage)
    end
end

complete -c tessera -f -a '(__tessera_complete)'
