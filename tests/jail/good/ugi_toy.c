/* SPDX-License-Identifier: MIT */
/* ugi_toy.c - a minimal UGI engine: it plays a stone on the first free of the toy's eight cells. */
#include <stdio.h>
#include <string.h>

static char board[8];

/* a+b: two stones, a.: one stone, a-b: a jump */
static void play(const char *turn)
{
    int from = turn[0] - 'a', to = turn[2] - 'a';
    board[from] = turn[1] != '-';
    if (turn[1] != '.')
        board[to] = 1;
}

static void set_position(char *line)
{
    char *moves = strstr(line, " moves "), *word;
    memset(board, 0, sizeof board);
    if (moves == NULL)
        return;
    for (word = strtok(moves + 7, " \n"); word != NULL; word = strtok(NULL, " \n"))
        play(word);
}

static int first_free(void)
{
    int cell = 0;
    while (cell < 7 && board[cell])
        cell++;
    return cell;
}

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "ugi\n", 4) == 0)
            printf("id name first free\nugiok\n");
        else if (strncmp(line, "isready", 7) == 0)
            printf("readyok\n");
        else if (strncmp(line, "position", 8) == 0)
            set_position(line);
        else if (strncmp(line, "go", 2) == 0)
            printf("info string no thought at all\nbestmove %c.\n", 'a' + first_free());
        else if (strncmp(line, "quit", 4) == 0)
            break;
        fflush(stdout);
    }
    return 0;
}
