
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

int @step(double t, double h, double *x, const double *in, const @parameters *p)
{
    double n[@NUMBERS], k[4][@NX], stage[@NX];
    char active[@LOOSE];
    int i, s;
    @numbers(in, p, n);
    @choose(t, x, n, active);
    @flow(t, x, n, active, k[0]);
    for (s = 1; s < 4; s++) {
        const double part = s < 3 ? 0.5 * h : h;
        for (i = 0; i < @NX; i++) stage[i] = x[i] + part * k[s - 1][i];
        @flow(t + part, stage, n, active, k[s]);
    }
    for (i = 0; i < @NX; i++)
        x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    @settle(t + h, x, n, active);
    for (i = 0; i < @NX; i++) if (!(fabs(x[i]) <= DBL_MAX)) return 1;
    return 0;
}
