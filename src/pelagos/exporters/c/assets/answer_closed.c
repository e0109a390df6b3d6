static void @answer(const double *y, const char *active, double *f)
{
    @solve(y, @rates_groups, @FORCES, active, f);
}

/* G f = r, so G df = dr - dG f; add what f does along the slopes, and what df does. */
static void @answer_slopes(const double *y, const double *f, const char *active, double *slopes)
{
    double other[@RATES_OUT], df[@LOOSE];
    int g, i, j;
    for (i = 0; i < @RATES_OUT; i++) other[i] = y[i];
    for (g = 0; g < @GROUPS; g++) {
        const int n = @rates_groups[g][1], first = @rates_groups[g][2];
        const int wanted = @wanted_at(@rates_groups[g], @FORCES);
        const double *gram = slopes + @gram_at(@rates_groups[g], @FORCES);
        for (i = 0; i < n; i++) {
            other[wanted + i] = slopes[wanted + i];
            for (j = 0; j < n; j++) other[wanted + i] -= gram[i * n + j] * f[first + j];
        }
    }
    @solve(other, @rates_groups, @FORCES, active, df);
    @respond(slopes, @rates_groups, @rates_affected, @FORCES, f, slopes);
    @respond(y, @rates_groups, @rates_affected, @FORCES, df, slopes);
}
