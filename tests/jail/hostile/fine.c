/* A valid program. */
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    (void)argv;
    printf("compiled %.0f\n", sqrt(argc + 3.0));
    return 0;
}
