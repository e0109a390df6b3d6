
static void @seen(double t, const double *x, const double *n, double *whole)
{
    @prescribed_program(t, x, 0, n, whole);
}
