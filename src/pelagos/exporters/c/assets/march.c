
/* From t to end in steps of its own: Dormand and Prince's method of order 5 with a relative
   tolerance (Hairer, Norsett and Wanner 1993, section II.4). Steps land on the times at which
   signals jump or bend. h: the step that was good last, and will be tried next.
   0: all is well; 1: steps became too small; 2: there were too many; 3: constraints are lost. */
static int @march(double *t, double end, double *h, double *x, const double *n, double tolerance)
{
    static const double A[7][6] = {
        {0.0},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
    static const double C[7] = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};
    static const double E[7] = {71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200,
                                22.0 / 525, -1.0 / 40};
    const double hair = 1e-13; /* signals must be on their sides of a jump */
    double k[7][@NX], next[@NX];
    char active[@LOOSE], kept[@LOOSE];
    int i, j, s, off = 0, left = 1000000;
    while (*t < end) {
        double land = end;
        for (i = 0; i < (int)(sizeof(@stops) / sizeof(@stops[0])); i++)
            if (@stops[i] > *t && @stops[i] < land) land = @stops[i];
        @choose(*t * (1.0 + hair), x, n, active);
        @flow(*t * (1.0 + hair), x, n, active, k[0]);
        while (*t < land) {
            const int lands = 1.01 * *h >= land - *t;
            const double size = lands ? land - *t : *h;
            const double after = lands ? land * (1.0 - hair) : *t + size;
            double error = 0.0, grow;
            for (i = 0; i < @LOOSE; i++) kept[i] = active[i];
            for (s = 1; s < 7; s++) {
                for (i = 0; i < @NX; i++) {
                    double sum = 0.0;
                    for (j = 0; j < s; j++) sum += A[s][j] * k[j][i];
                    next[i] = x[i] + size * sum;
                }
                if (s == 6) off = @settle(after, next, n, active);
                @flow(C[s] == 1.0 ? after : *t + C[s] * size, next, n, active, k[s]);
            }
            for (i = 0; i < @NX; i++) {
                const double large = fabs(x[i]) > fabs(next[i]) ? fabs(x[i]) : fabs(next[i]);
                double sum = 0.0;
                for (j = 0; j < 7; j++) sum += E[j] * k[j][i];
                sum *= size / (tolerance * (large + 0.01));
                error += sum * sum;
            }
            error = off ? HUGE_VAL : sqrt(error / @NX);
            grow = error > 0.0 ? 0.9 * pow(error, -0.2) : 5.0;
            grow = grow > 5.0 ? 5.0 : grow < 0.2 ? 0.2 : grow;
            if (error <= 1.0) {
                *t = lands ? land : *t + size;
                for (i = 0; i < @NX; i++) { x[i] = next[i]; k[0][i] = k[6][i]; }
                if (!lands || size * grow > *h) *h = size * grow;
            } else {
                for (i = 0; i < @LOOSE; i++) active[i] = kept[i];
                *h = size * (error <= DBL_MAX ? grow : 0.2);
            }
            if (!(*h > 1e-14 * (fabs(*t) > 1.0 ? fabs(*t) : 1.0))) return off ? 3 : 1;
            if (--left == 0) return 2;
        }
    }
    return 0;
}
