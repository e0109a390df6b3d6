/* Constraints. Their forces f solve G f = r, where G is symmetric and positive semidefinite, group
   by group. Cholesky's method with pivots finds L of full column rank, G = L L'; f is the solution
   of least norm (Courrieu 2005). A pivot counts if it stands out of the rounding of G. */
enum { @FORCES, @DISPLACEMENTS, @SPEEDS };

static int @gram_at(const int *group, int kind)
{
    return kind == @FORCES ? group[0] + group[1] : group[0];
}

static int @wanted_at(const int *group, int kind)
{
    const int n = group[1];
    if (kind == @FORCES) return group[0];
    return group[0] + n * n + (kind == @DISPLACEMENTS ? n : 2 * n);
}

static int @responses_at(const int *group, int kind)
{
    return group[0] + group[1] * group[1] + (kind == @FORCES ? 2 : 3) * group[1];
}

static double @largest(const double *y, const int (*groups)[5], int kind)
{
    double largest = 0.0;
    int g, i;
    for (g = 0; g < @GROUPS; g++) {
        const int n = groups[g][1];
        const double *gram = y + @gram_at(groups[g], kind);
        for (i = 0; i < n; i++)
            if (gram[i * n + i] > largest && gram[i * n + i] > 1e-12 * gram[n * n + i])
                largest = gram[i * n + i];
    }
    return largest;
}

/* Column k of L at L[k n]; gives the rank, and notes in taken which rows have a pivot. */
static int @factor(int n, const double *gram, double largest, const char *active, double *L,
                   int *order, char *taken)
{
    double G[@ROWS * @ROWS], left[@ROWS];
    int i, j, k;
    for (i = 0; i < n * n; i++) G[i] = gram[i];
    for (i = 0; i < n; i++) /* nothing moves rows whose diagonal is rounding of its own terms */
        if (G[i * n + i] <= 1e-12 * gram[n * n + i])
            for (j = 0; j < n; j++) G[i * n + j] = G[j * n + i] = 0.0;
    for (i = 0; i < n; i++) { left[i] = G[i * n + i]; taken[i] = 0; }
    for (k = 0; k < n; k++) {
        double best = 0.0, root;
        int pivot = -1;
        for (i = 0; i < n; i++) {
            const double own = G[i * n + i];
            if (own > 1e-13 * largest && left[i] > 1e-10 * own && left[i] > best && active[i]) {
                pivot = i;
                best = left[i];
            }
        }
        if (pivot < 0) return k;
        root = sqrt(best);
        for (i = 0; i < n; i++) {
            double sum = G[i * n + pivot];
            for (j = 0; j < k; j++) sum -= L[j * n + i] * L[j * n + pivot];
            L[k * n + i] = sum / root;
            left[i] -= L[k * n + i] * L[k * n + i];
        }
        L[k * n + pivot] = root;
        left[pivot] = 0.0;
        taken[pivot] = 1;
        order[k] = pivot;
    }
    return n;
}

/* K = C C', then C C' a = b in place; b has r numbers. */
static void @symmetric(int r, double *K, double *b)
{
    int i, j, k;
    for (i = 0; i < r; i++)
        for (j = 0; j <= i; j++) {
            double sum = K[i * r + j];
            for (k = 0; k < j; k++) sum -= K[i * r + k] * K[j * r + k];
            K[i * r + j] = i == j ? sqrt(sum) : sum / K[j * r + j];
        }
    for (i = 0; i < r; i++) {
        for (k = 0; k < i; k++) b[i] -= K[i * r + k] * b[k];
        b[i] /= K[i * r + i];
    }
    for (i = r - 1; i >= 0; i--) {
        for (k = i + 1; k < r; k++) b[i] -= K[k * r + i] * b[k];
        b[i] /= K[i * r + i];
    }
}

static void @forces_of(int n, int rank, const double *L, const int *order, const double *right,
                       double *f)
{
    double z[@ROWS], K[@ROWS * @ROWS], C[@ROWS * @ROWS];
    int i, j, k;
    if (rank == n) { /* L is triangular in the order of its pivots */
        for (k = 0; k < n; k++) {
            double sum = right[order[k]];
            for (j = 0; j < k; j++) sum -= L[j * n + order[k]] * z[j];
            z[k] = sum / L[k * n + order[k]];
        }
        for (k = n - 1; k >= 0; k--) {
            double sum = z[k];
            for (j = k + 1; j < n; j++) sum -= L[k * n + order[j]] * f[order[j]];
            f[order[k]] = sum / L[k * n + order[k]];
        }
        return;
    }
    for (i = 0; i < rank; i++) {
        z[i] = 0.0;
        for (k = 0; k < n; k++) z[i] += L[i * n + k] * right[k];
        for (j = 0; j < rank; j++) {
            K[i * rank + j] = 0.0;
            for (k = 0; k < n; k++) K[i * rank + j] += L[i * n + k] * L[j * n + k];
        }
    }
    for (j = 0; j < 2; j++) {
        for (i = 0; i < rank * rank; i++) C[i] = K[i];
        @symmetric(rank, C, z);
    }
    for (k = 0; k < n; k++) {
        f[k] = 0.0;
        for (i = 0; i < rank; i++) f[k] += L[i * n + k] * z[i];
    }
}

/* Forces of all groups for the right side that y holds, in the order of the groups. */
static void @solve(const double *y, const int (*groups)[5], int kind, const char *active, double *f)
{
    const double largest = @largest(y, groups, kind);
    double L[@ROWS * @ROWS];
    int order[@ROWS], g;
    char taken[@ROWS];
    for (g = 0; g < @GROUPS; g++) {
        const int n = groups[g][1], first = groups[g][2];
        const int rank = @factor(n, y + @gram_at(groups[g], kind), largest, active + first, L,
                                 order, taken);
        @forces_of(n, rank, L, order, y + @wanted_at(groups[g], kind), f + first);
    }
}

/* Add what forces do. */
static void @respond(const double *y, const int (*groups)[5], const int *affected, int kind,
                     const double *f, double *target)
{
    int g, r, k;
    for (g = 0; g < @GROUPS; g++) {
        const int n = groups[g][1], count = groups[g][3], *listed = affected + groups[g][4];
        const double *unit = y + @responses_at(groups[g], kind);
        for (r = 0; r < n; r++)
            for (k = 0; k < count; k++)
                target[listed[k]] += f[groups[g][2] + r] * unit[r * count + k];
    }
}

/* Rates without forces of constraints, as programs give them, to rates with these. */
static void @complete(double *y, const char *active)
{
    double f[@LOOSE];
    @solve(y, @rates_groups, @FORCES, active, f);
    @respond(y, @rates_groups, @rates_affected, @FORCES, f, y);
}

/* Rows that are independent at a state: stages of a step keep to these. y: room for the program. */
static void @choose_there(double t, const double *x, const double *n, char *active, double *y)
{
    double L[@ROWS * @ROWS], largest;
    int order[@ROWS], g, i;
    @restore_program(t, x, 0, n, y);
    largest = @largest(y, @restore_groups, @DISPLACEMENTS);
    for (i = 0; i < @LOOSE; i++) active[i] = 1;
    for (g = 0; g < @GROUPS; g++) {
        const int rows = @restore_groups[g][1], first = @restore_groups[g][2];
        char taken[@ROWS];
        @factor(rows, y + @gram_at(@restore_groups[g], @DISPLACEMENTS), largest, active + first, L,
                order, taken);
        for (i = 0; i < rows; i++) active[first + i] = taken[i];
    }
}

static void @choose(double t, const double *x, const double *n, char *active)
{
    double y[@RESTORE_OUT];
    @choose_there(t, x, n, active, y);
}

/* Add to a change of the state what forces of constraints do to it. */
static void @push_back(const double *y, int kind, const char *active, double *move)
{
    double f[@LOOSE];
    @solve(y, @restore_groups, kind, active, f);
    @respond(y, @restore_groups, @restore_affected, kind, f, move);
}
