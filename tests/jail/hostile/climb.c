/* Includes a file of the machine through a relative path. */
#include "../../../../../../../../etc/passwd"
int main(void)
{
    return 0;
}
