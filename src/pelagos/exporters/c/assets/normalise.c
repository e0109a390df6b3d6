/* Quaternions back to unit length. */
static void @normalise(double *x)
{
    static const int first[COUNT] = {LISTED};
    int i, k;
    for (i = 0; i < COUNT; i++) {
        double *q = x + first[i];
        const double scale = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (k = 0; k < 4; k++) q[k] *= scale;
    }
}
