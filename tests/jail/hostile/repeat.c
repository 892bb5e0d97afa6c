/* Makes the assembler write an enormous object file. */
__asm__(".data\n.rept 1000000000\n.quad 1, 2, 3, 4, 5, 6, 7, 8\n.endr\n.text\n");
int main(void)
{
    return 0;
}
