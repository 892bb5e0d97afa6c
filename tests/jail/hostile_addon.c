/* SPDX-License-Identifier: MIT */
/* hostile_addon - a shared library that attacks the memory limit when Python or Node loads it.  The
 * file /bot/filling names the way (hostile_memory.h). */
#include "hostile_memory.h"

static void __attribute__((constructor)) attack(void)
{
    char    name[64] = "";
    int     file = open("/bot/filling", O_RDONLY);
    ssize_t got = file < 0 ? 0 : read(file, name, sizeof name - 1);
    if (got <= 0)
        return;
    name[strcspn(name, "\n")] = '\0';
    printf("megabytes %d\n", fill_by_name(name));
    fflush(stdout);
    for (;;)
        pause();
}
