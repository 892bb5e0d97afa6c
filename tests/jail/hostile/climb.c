/* The same, out of its folder. */
#include "../../../../../../../../etc/passwd"
int main(void)
{
    return 0;
}
