/* The last row of a table that begins at a or before; the first one before all. */
static const double *@row(const double *table, int rows, int width, double a)
{
    int low = 0, high = rows;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (table[middle * width] <= a) low = middle;
        else high = middle;
    }
    return table + low * width;
}
#define ROW(table, a) @row((table)[0], (int)(sizeof(table) / sizeof((table)[0])), \
                           (int)(sizeof((table)[0]) / sizeof(double)), (a))
