/* Attitudes back to unit length, and the state back onto its constraints: the least change in the
   metric of the mass matrix, first of coordinates, then of speeds. 0: all constraints are kept;
   2: one is off by more than 1e-9 m or rad, as where lengths do not fit. */
static int @settle(double t, double *x, const double *n, char *active)
{
    double y[@RESTORE_OUT], move[@NV], moved[@NQ], off = 0.0;
    int i, pass;
    @normalise(x);
    @choose_there(t, x, n, active, y);
    for (pass = 0; pass < 60; pass++) {
        const double before = off;
        double longest = 0.0;
        off = 0.0;
        for (i = 0; i < @HELD; i++)
            if (fabs(y[i]) > off || y[i] != y[i]) off = fabs(y[i]);
        if (!(off > 1e-13)) break;
        if (pass > 3 && off < 1e-9 && off > 0.5 * before) break; /* what is left is rounding */
        for (i = 0; i < @NV; i++) move[i] = y[@MOVES + i];
        @push_back(y, @DISPLACEMENTS, active, move);
        for (i = 0; i < @NV; i++) if (fabs(move[i]) > longest) longest = fabs(move[i]);
        if (longest > 0.3) for (i = 0; i < @NV; i++) move[i] *= 0.3 / longest;
        @shift_program(t, x, move, n, moved);
        for (i = 0; i < @NQ; i++) x[i] += moved[i];
        @normalise(x);
        @choose_there(t, x, n, active, y);
    }
    for (i = 0; i < @NV; i++) move[i] = y[@MOVES + @NV + i];
    @push_back(y, @SPEEDS, active, move);
    for (i = 0; i < @NV; i++) x[@NQ + i] += move[i];
    return off <= 1e-9 ? 0 : 2;
}
