/* Rates of the state; active: rows of constraints that are used. */
static void @flow(double t, const double *x, const double *n, const char *active, double *dx)
{
    double y[@RATES_OUT];
    int i;
    @rates_program(t, x, 0, n, y);
    @complete(y, active);
    for (i = 0; i < @NX; i++) dx[i] = y[i];
}
