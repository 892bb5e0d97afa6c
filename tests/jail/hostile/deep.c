/* Parentheses nested a million levels deep. */
#define P1(x) ((((((((((x))))))))))
#define P2(x) P1(P1(P1(P1(P1(P1(P1(P1(P1(P1(x))))))))))
#define P3(x) P2(P2(P2(P2(P2(P2(P2(P2(P2(P2(x))))))))))
#define P4(x) P3(P3(P3(P3(P3(P3(P3(P3(P3(P3(x))))))))))
#define P5(x) P4(P4(P4(P4(P4(P4(P4(P4(P4(P4(x))))))))))
#define P6(x) P5(P5(P5(P5(P5(P5(P5(P5(P5(P5(x))))))))))
int main(void)
{
    return P6(0);
}
