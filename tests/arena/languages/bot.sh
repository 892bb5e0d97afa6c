# A bot in the shell: plays the first legal move.
turns() { # REPLY - print the first move of a reply
    printf '%s\n' "$1" | sed 's/.*"turns":\["\([^"]*\)".*/\1/'
}
while read -r line; do
    case $line in
    *'"do":"game"'*) echo '{"ready":true}' ;;
    *'"do":"turn"'*)
        echo '{"ask":"turns","max":1}'
        read -r reply
        echo "{\"turn\":\"$(turns "$reply")\"}"
        ;;
    esac
done
