/* An ordinary error: its author needs the line. */
int main(void)
{
    return missing_name;
}
