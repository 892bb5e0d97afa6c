/* A hundred thousand warnings. */
#define W1 _Pragma("GCC warning \"all work and no play makes a dull bot\"")
#define W2 W1 W1 W1 W1 W1 W1 W1 W1 W1 W1
#define W3 W2 W2 W2 W2 W2 W2 W2 W2 W2 W2
#define W4 W3 W3 W3 W3 W3 W3 W3 W3 W3 W3
#define W5 W4 W4 W4 W4 W4 W4 W4 W4 W4 W4
#define W6 W5 W5 W5 W5 W5 W5 W5 W5 W5 W5
W6 int main(void)
{
    return 0;
}
