/* SPDX-License-Identifier: MIT */
/* echo - the smallest honest guest: answers every line with a line, and with none it ends. */
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
