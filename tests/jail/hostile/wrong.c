/* A mistake, as everybody makes it: its author wants to read where. */
int main(void)
{
    return missing_name;
}
