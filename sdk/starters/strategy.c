/* SPDX-License-Identifier: MIT */
/* strategy.c - a strategy for the Ponte del Diavolo contest, written from the contest's rules only:
 *
 *     strategy COLOUR MAYSWAP CHESS BRIDGE STEPLOG
 * It uses nothing of this project.  It builds islands if it can, connects them with bridges, and
 * swaps if the opponent's stones are well placed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10, BRIDGES_MAX = 60 };

static int chess[N][N], bridge[N][N], covered[N][N], bridge_count;
static struct {
    int x[2], y[2];
} bridges[BRIDGES_MAX];

static void fail(const char *what)
{
    fprintf(stderr, "strategy: %s\n", what);
    exit(1);
}

static void read_table(const char *path, int table[N][N])
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail("cannot open an input file");
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (fscanf(file, x + 1 < N ? "%d," : "%d", &table[y][x]) != 1)
                fail("an input file has a wrong format");
    fclose(file);
}

static void write_table(const char *path, int table[N][N])
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        fail("cannot write an output file");
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            fprintf(file, "%d%c", table[y][x], x + 1 < N ? ',' : '\n');
    if (fclose(file) != 0)
        fail("cannot write an output file");
}

static int on_board(int x, int y)
{
    return x >= 0 && x < N && y >= 0 && y < N;
}

/* --- bridges --- */

/* Write the cells that a bridge from (x,y) to (x+dx,y+dy) covers; return 0 if it is not a
 * bridge. */
static int cover_of(int x, int y, int dx, int dy, int cover[2][2])
{
    int ax = abs(dx), ay = abs(dy);
    if ((ax == 2 || ax == 0) && (ay == 2 || ay == 0) && ax + ay > 0) {
        cover[0][0] = x + dx / 2;
        cover[0][1] = y + dy / 2;
        return 1;
    }
    if (ax == 1 && ay == 2) {
        cover[0][0] = x;
        cover[1][0] = x + dx;
        cover[0][1] = cover[1][1] = y + dy / 2;
        return 2;
    }
    if (ax == 2 && ay == 1) {
        cover[0][1] = y;
        cover[1][1] = y + dy;
        cover[0][0] = cover[1][0] = x + dx / 2;
        return 2;
    }
    return 0;
}

static void find_bridges(void)
{
    int ends[BRIDGES_MAX + 1] = { 0 };
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int number = bridge[y][x];
            if (number < 1 || number > BRIDGES_MAX || ends[number] > 1)
                continue;
            bridges[number - 1].x[ends[number]] = x;
            bridges[number - 1].y[ends[number]++] = y;
            if (number > bridge_count)
                bridge_count = number;
        }
    for (int i = 0; i < bridge_count; i++) {
        int x = bridges[i].x[0], y = bridges[i].y[0], cover[2][2];
        int count = cover_of(x, y, bridges[i].x[1] - x, bridges[i].y[1] - y, cover);
        for (int k = 0; k < count; k++)
            covered[cover[k][1]][cover[k][0]] = 1;
    }
}

static int turn_of(int ax, int ay, int bx, int by, int cx, int cy)
{
    int area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    return (area > 0) - (area < 0);
}

/* True if two segments cross at a point inside both. */
static int crosses(int ax, int ay, int bx, int by, int cx, int cy, int dx, int dy)
{
    return turn_of(ax, ay, bx, by, cx, cy) * turn_of(ax, ay, bx, by, dx, dy) < 0 &&
           turn_of(cx, cy, dx, dy, ax, ay) * turn_of(cx, cy, dx, dy, bx, by) < 0;
}

static int may_build(int own, int x, int y, int dx, int dy)
{
    int cover[2][2], tx = x + dx, ty = y + dy;
    int count = cover_of(x, y, dx, dy, cover);
    if (count == 0 || !on_board(tx, ty) || chess[y][x] != own || chess[ty][tx] != own ||
        bridge[y][x] != 0 || bridge[ty][tx] != 0)
        return 0;
    for (int k = 0; k < count; k++)
        if (chess[cover[k][1]][cover[k][0]] != 0 || covered[cover[k][1]][cover[k][0]])
            return 0;
    for (int i = 0; i < bridge_count; i++)
        if (crosses(x, y, tx, ty, bridges[i].x[0], bridges[i].y[0], bridges[i].x[1],
                    bridges[i].y[1]))
            return 0;
    return 1;
}

/* --- stones --- */

static int mark[N][N];

/* Mark a group and return its number of stones. */
static int fill(int colour, int x, int y, int label)
{
    if (!on_board(x, y) || chess[y][x] != colour || mark[y][x] == label)
        return 0;
    mark[y][x] = label;
    return 1 + fill(colour, x + 1, y, label) + fill(colour, x - 1, y, label) +
           fill(colour, x, y + 1, label) + fill(colour, x, y - 1, label);
}

static int group_size(int colour, int x, int y)
{
    static int label;
    return fill(colour, x, y, ++label);
}

/* Check P1 and P2 for one colour on the whole board. */
static int position_is_legal(int colour)
{
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            if (chess[y][x] != colour)
                continue;
            int size = group_size(colour, x, y), label = mark[y][x];
            if (size > 4)
                return 0;
            for (int d = 0; size == 4 && d < 4; d++) {
                int cx = x + (d % 2 ? 1 : -1), cy = y + (d / 2 ? 1 : -1);
                if (on_board(cx, cy) && chess[cy][cx] == colour && mark[cy][cx] != label)
                    return 0;
            }
        }
    return 1;
}

/* Evaluate islands, and a little for sandbanks that may become islands. */
static int worth(int colour)
{
    int sum = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (chess[y][x] == colour) {
                int size = group_size(colour, x, y);
                sum += size == 4 ? 30 : size == 3 ? 8 : size == 2 ? 3 : 0;
            }
    return sum;
}

static int is_free(int x, int y)
{
    return chess[y][x] == 0 && !covered[y][x];
}

/* Place the best pair of stones; 0 if there is none. */
static int place(int own)
{
    int best = -1, pair[2] = { 0, 0 };
    for (int a = 0; a < N * N; a++) {
        if (!is_free(a % N, a / N))
            continue;
        chess[a / N][a % N] = own;
        if (position_is_legal(own))
            for (int b = a + 1; b < N * N; b++) {
                if (!is_free(b % N, b / N))
                    continue;
                chess[b / N][b % N] = own;
                int value = position_is_legal(own) ? worth(own) * 8 + (a * 31 + b * 17) % 8 : -1;
                if (value > best) {
                    best = value;
                    pair[0] = a;
                    pair[1] = b;
                }
                chess[b / N][b % N] = 0;
            }
        chess[a / N][a % N] = 0;
    }
    for (int i = 0; best >= 0 && i < 2; i++)
        chess[pair[i] / N][pair[i] % N] = own;
    return best >= 0;
}

/* Build the bridge that connects most stones, at least `least`. */
static int build(int own, int least)
{
    int best = least - 1, from = 0, to = 0;
    for (int c = 0; c < N * N; c++)
        for (int dx = -2; dx <= 2; dx++)
            for (int dy = 0; dy <= 2; dy++) {
                int x = c % N, y = c / N;
                if (!may_build(own, x, y, dx, dy))
                    continue;
                int value = (group_size(own, x, y) == 4) + (group_size(own, x + dx, y + dy) == 4);
                if (value > best) {
                    best = value;
                    from = c;
                    to = (y + dy) * N + x + dx;
                }
            }
    if (best < least)
        return 0;
    bridge[from / N][from % N] = bridge[to / N][to % N] = bridge_count + 1;
    return 1;
}

static void swap_stones(void)
{
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (chess[y][x] == 1)
                chess[y][x] = 2;
}

int main(int argc, char **argv)
{
    if (argc != 6)
        fail("expected five arguments: COLOUR MAYSWAP CHESS BRIDGE STEPLOG");
    int own = argv[1][0] == 'W' ? 1 : 2;
    read_table(argv[3], chess);
    read_table(argv[4], bridge);
    find_bridges();
    printf("I play %s with %d bridges on the board\n", argv[1], bridge_count);
    if (argv[2][0] == 'Y')
        swap_stones();
    else if (!build(own, 2) && !place(own) && !build(own, 0))
        fail("no legal move found");
    write_table(argv[3], chess);
    write_table(argv[4], bridge);
    return 0;
}
