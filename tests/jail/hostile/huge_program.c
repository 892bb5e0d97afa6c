/* A program of one gigabyte. */
char most[1 << 30] = { 1 };
int  main(void)
{
    return most[0] == 0;
}
