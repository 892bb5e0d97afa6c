/* SPDX-License-Identifier: MIT */
/* echo - the smallest bot process: answers every line with a line, and exits at end of file. */
#include <stdio.h>

int main(void)
{
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        puts("pong");
        fflush(stdout);
    }
    return 0;
}
