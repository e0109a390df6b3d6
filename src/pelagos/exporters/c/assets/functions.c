
void @rates(double t, const double *x, const double *in, const @parameters *p, double *dx)
{
    double n[@NUMBERS];
    char active[@LOOSE];
    int i;
    for (i = 0; i < @LOOSE; i++) active[i] = 1;
    @numbers(in, p, n);
    @flow(t, x, n, active, dx);
}

void @acceleration(double t, const double *x, const double *in, const double *tau,
                   const @parameters *p, double *udot)
{
    double n[@NUMBERS], none[@NV], y[@RATES_OUT];
    char active[@LOOSE];
    int i;
    for (i = 0; i < @NV; i++) none[i] = 0.0;
    for (i = 0; i < @LOOSE; i++) active[i] = 1;
    @numbers(in, p, n);
    @pushed_program(t, x, tau ? tau : none, n, y);
    @complete(y, active);
    for (i = 0; i < @NV; i++) udot[i] = y[@NQ + i];
}

void @inverse_dynamics(double t, const double *x, const double *in, const double *udot,
                       const @parameters *p, double *tau)
{
    double n[@NUMBERS];
    @numbers(in, p, n);
    @efforts_program(t, x, udot, n, tau);
}

/* The time t; where a signal jumps or bends at it, a hair further on in the way that is given. */
static double @beside(double t, double h, double way)
{
    int i;
    for (i = 0; i < (int)(sizeof(@stops) / sizeof(@stops[0])); i++)
        if (fabs(t - @stops[i]) <= 1e-9 * fabs(h)) return @stops[i] * (1.0 + way * 1e-13);
    return t;
}

int @step(double t, double h, double *x, const double *in, const @parameters *p)
{
    const double begin = @beside(t, h, 1.0), end = @beside(t + h, h, -1.0);
    double n[@NUMBERS], k[4][@NX], stage[@NX];
    char active[@LOOSE];
    int i, s, off;
    @numbers(in, p, n);
    @choose(begin, x, n, active);
    @flow(begin, x, n, active, k[0]);
    for (s = 1; s < 4; s++) {
        const double part = s < 3 ? 0.5 * h : h;
        for (i = 0; i < @NX; i++) stage[i] = x[i] + part * k[s - 1][i];
        @flow(s < 3 ? t + part : end, stage, n, active, k[s]);
    }
    for (i = 0; i < @NX; i++)
        x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    off = @settle(end, x, n, active);
    for (i = 0; i < @NX; i++) if (!(fabs(x[i]) <= DBL_MAX)) return 1;
    return off;
}
