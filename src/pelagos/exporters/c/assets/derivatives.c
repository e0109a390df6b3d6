/* A column of derivatives: rates along seeds of the state and of the robot's numbers. */
static void @column(const double *c, const double *y, const double *f, const char *active,
                    const double *seed, double *found)
{
    double slopes[@RATES_OUT];
    int i;
    @seeded_program(0.0, 0, 0, 0, c, seed, slopes);
    @answer_slopes(y, f, active, slopes);
    for (i = 0; i < @NX; i++) found[i] = slopes[i];
}

void @derivatives(double t, const double *x, const double *in, const @parameters *p, double *A,
                  double *B, double *C)
{
    double n[@NUMBERS], c[@COMMON], y[@RATES_OUT], f[@LOOSE], found[@NX];
    double seed[@NX + @NUMBERS];
    char active[@LOOSE];
    int i, j;
    @numbers(in, p, n);
    @shared_program(t, x, 0, n, c);
    @rates_program(t, x, 0, n, y);
    for (i = 0; i < @LOOSE; i++) active[i] = 1;
    @answer(y, active, f);
    for (i = 0; i < @NX + @NUMBERS; i++) seed[i] = 0.0;
    for (j = 0; A && j < @NX; j++) {
        seed[j] = 1.0;
        @column(c, y, f, active, seed, found);
        for (i = 0; i < @NX; i++) A[i * @NX + j] = found[i];
        seed[j] = 0.0;
    }
    for (j = 0; B && j < @NIN; j++) {
        @number_slopes(p, 1, j, seed + @NX);
        @column(c, y, f, active, seed, found);
        for (i = 0; i < @NX; i++) B[i * @NIN + j] = found[i];
    }
    for (j = 0; C && j < @NP; j++) {
        @number_slopes(p, 0, j, seed + @NX);
        @column(c, y, f, active, seed, found);
        for (i = 0; i < @NX; i++) C[i * @NP + j] = found[i];
    }
}
