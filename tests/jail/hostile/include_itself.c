/* Includes itself twice, a hundred and ninety levels deep: more often than there are atoms. */
#if __INCLUDE_LEVEL__ < 190
#include __FILE__
#include __FILE__
#endif
#if __INCLUDE_LEVEL__ == 0
int main(void)
{
    return 0;
}
#endif
