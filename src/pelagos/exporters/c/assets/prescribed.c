
void @prescribed(double t, const double *x, const double *in, const @parameters *p, double *whole)
{
    double n[@NUMBERS];
    @numbers(in, p, n);
    @prescribed_program(t, x, 0, n, whole);
}
