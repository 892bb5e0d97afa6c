/* Includes itself twice on each of 190 levels. */
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
