/* SPDX-License-Identifier: MIT
 *
 * diavolo_geometry.c - fields, points and edges of the triangle, their numbers and their images
 * under symmetries (R1, R10).  Plain arithmetic on columns and rows, not optimised for speed.
 */
#include "games/diavolo/diavolo_rows.h"

#include <assert.h>

int diavolo_field_count(int size)
{
    return size * size;
}

int diavolo_point_count(int size)
{
    return (size + 1) * (size + 2) / 2;
}

int diavolo_edge_count(int size)
{
    return 3 * size * (size + 1) / 2;
}

bool diavolo_point_exists(int size, DiavoloPoint p)
{
    return p.c >= 1 && p.r >= 1 && p.c <= size + 1 && p.r <= size + 2 - p.c;
}

bool diavolo_field_exists(int size, DiavoloField f)
{
    return f.c >= 1 && f.r >= 1 && f.c <= size && f.r <= size + (f.down ? 0 : 1) - f.c;
}

/* --- numbers --- */

/* Return the row of a number.  Row 1 has `length` items and each row above has `by` fewer.
 * `*number` becomes the place in the row. */
static int row_of(int *number, int length, int by)
{
    int row = 1;
    assert(*number >= 0);
    while (*number >= length) {
        *number -= length;
        length -= by;
        assert(length > 0 && "the number must exist");
        row++;
    }
    return row;
}

int diavolo_point_number(int size, DiavoloPoint p)
{
    return (p.r - 1) * (2 * size + 4 - p.r) / 2 + p.c - 1;
}

DiavoloPoint diavolo_point(int size, int number)
{
    int row = row_of(&number, size + 1, 1);
    return (DiavoloPoint){ number + 1, row };
}

int diavolo_field_number(int size, DiavoloField f)
{
    assert(diavolo_field_exists(size, f));
    return field_at(size, spot_of_field(f));
}

int diavolo_field_cell(int field)
{
    return field;
}

int diavolo_point_cell(int size, DiavoloPoint point)
{
    return diavolo_field_count(size) + diavolo_point_number(size, point);
}

DiavoloField diavolo_field(int size, int number)
{
    Spot spot = spot_at(size, number);
    return (DiavoloField){ spot.bit / 2, spot.row, spot.bit % 2 != 0 };
}

int diavolo_edge_number(int size, DiavoloEdge e)
{
    assert(diavolo_field_exists(size, (DiavoloField){ e.c, e.r, false }));
    int below = 3 * (e.r - 1) * (2 * size + 2 - e.r) / 2; /* edges of the rows below */
    return below + (int)e.side * (size + 1 - e.r) + e.c - 1;
}

DiavoloEdge diavolo_edge(int size, int number)
{
    int row = row_of(&number, 3 * size, 3), length = size + 1 - row;
    return (DiavoloEdge){ number % length + 1, row, (DiavoloSide)(number / length) };
}

/* --- adjacency --- */

void diavolo_field_corners(DiavoloField f, DiavoloPoint corner[3])
{
    corner[0] = (DiavoloPoint){ f.down ? f.c + 1 : f.c, f.r };
    corner[1] = f.down ? (DiavoloPoint){ f.c, f.r + 1 } : (DiavoloPoint){ f.c + 1, f.r };
    corner[2] = (DiavoloPoint){ f.down ? f.c + 1 : f.c, f.r + 1 };
}

void diavolo_edge_ends(DiavoloEdge e, DiavoloPoint end[2])
{
    end[0] = (DiavoloPoint){ e.side == DIAVOLO_RIGHT ? e.c + 1 : e.c, e.r };
    end[1] =
        e.side == DIAVOLO_BOTTOM ? (DiavoloPoint){ e.c + 1, e.r } : (DiavoloPoint){ e.c, e.r + 1 };
}

static bool same_point(DiavoloPoint a, DiavoloPoint b)
{
    return a.c == b.c && a.r == b.r;
}

static int shared_corners(DiavoloField a, DiavoloField b)
{
    DiavoloPoint of_a[3], of_b[3];
    int          shared = 0;
    diavolo_field_corners(a, of_a);
    diavolo_field_corners(b, of_b);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            shared += same_point(of_a[i], of_b[j]);
    return shared;
}

bool diavolo_share_side(DiavoloField a, DiavoloField b)
{
    return shared_corners(a, b) == 2;
}

bool diavolo_touch(DiavoloField a, DiavoloField b)
{
    int shared = shared_corners(a, b);
    return shared == 1 || shared == 2;
}

/* The smallest column and the lowest row among the corners name the field, up or down.  So try both
 * and compare the corners. */
bool diavolo_field_of(int size, const DiavoloPoint corner[3], DiavoloField *field)
{
    DiavoloField found = { corner[0].c, corner[0].r, false };
    for (int i = 1; i < 3; i++) {
        found.c = corner[i].c < found.c ? corner[i].c : found.c;
        found.r = corner[i].r < found.r ? corner[i].r : found.r;
    }
    for (int down = 0; down < 2; down++) {
        DiavoloPoint own[3];
        int          met = 0;
        found.down = down != 0;
        diavolo_field_corners(found, own);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                met |= same_point(own[i], corner[j]) << i;
        if (met == 7 && diavolo_field_exists(size, found)) {
            *field = found;
            return true;
        }
    }
    return false;
}

bool diavolo_edge_between(int size, DiavoloPoint a, DiavoloPoint b, DiavoloEdge *edge)
{
    DiavoloPoint end[2];
    for (int side = 0; side < DIAVOLO_SIDES; side++) {
        DiavoloEdge found = { a.c < b.c ? a.c : b.c, a.r < b.r ? a.r : b.r, (DiavoloSide)side };
        diavolo_edge_ends(found, end);
        bool meets = (same_point(end[0], a) && same_point(end[1], b)) ||
                     (same_point(end[0], b) && same_point(end[1], a));
        if (meets && diavolo_field_exists(size, (DiavoloField){ found.c, found.r, false })) {
            *edge = found;
            return true;
        }
    }
    return false;
}

int diavolo_edge_fields(int size, DiavoloEdge e, DiavoloField field[2])
{
    DiavoloField other = { e.c, e.r, true };
    other.r -= e.side == DIAVOLO_BOTTOM;
    other.c -= e.side == DIAVOLO_LEFT;
    field[0] = (DiavoloField){ e.c, e.r, false };
    field[1] = other;
    return diavolo_field_exists(size, other) ? 2 : 1;
}

/* --- symmetries (R10) ---
 *
 * In barycentric coordinates, the distances from the three sides of the board, the sum is constant
 * for all up fields and for all down fields.  A symmetry of the triangle permutes the three
 * distances, and with them the sides of each up field: its left side faces the first distance, its
 * bottom the second, its right side the third. */

/* The permutations: the identity, two rotations, three reflections. */
static const int MAP[DIAVOLO_MAPS][3] = {
    { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 1, 0, 2 }, { 0, 2, 1 }, { 2, 1, 0 },
};

static DiavoloField mapped_field(int size, DiavoloField f, int map)
{
    assert(map >= 0 && map < DIAVOLO_MAPS);
    int sum = size - (f.down ? 2 : 1);
    int distance[3] = { f.c - 1, f.r - 1, sum - (f.c - 1) - (f.r - 1) };
    return (DiavoloField){ distance[MAP[map][0]] + 1, distance[MAP[map][1]] + 1, f.down };
}

int diavolo_map_field(int size, int number, int map)
{
    return diavolo_field_number(size, mapped_field(size, diavolo_field(size, number), map));
}

int diavolo_map_edge(int size, int number, int map)
{
    static const DiavoloSide FACING[3] = { DIAVOLO_LEFT, DIAVOLO_BOTTOM, DIAVOLO_RIGHT };
    static const int         FACED[DIAVOLO_SIDES] = {
                [DIAVOLO_LEFT] = 0, [DIAVOLO_BOTTOM] = 1, [DIAVOLO_RIGHT] = 2
    };
    DiavoloEdge  e = diavolo_edge(size, number);
    DiavoloField f = mapped_field(size, (DiavoloField){ e.c, e.r, false }, map);
    int          axis = 0;
    while (MAP[map][axis] != FACED[e.side])
        axis++;
    return diavolo_edge_number(size, (DiavoloEdge){ f.c, f.r, FACING[axis] });
}
