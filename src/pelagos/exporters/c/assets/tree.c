/* There are no constraints beyond the joints: programs give the rates themselves. */
static void @complete(double *y, const char *active)
{
    (void)y; (void)active;
}

static void @choose(double t, const double *x, const double *n, char *active)
{
    (void)t; (void)x; (void)n; (void)active;
}

/* Attitudes back to unit length. */
static int @settle(double t, double *x, const double *n, char *active)
{
    (void)t; (void)n; (void)active;
    @normalise(x);
    return 0;
}
