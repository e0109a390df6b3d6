/* Welds that make vehicles one: programs give the rates with their forces. */
enum { @DISPLACEMENTS, @SPEEDS };

static void @complete(double *y, const char *active)
{
    (void)y; (void)active;
}

static void @choose(double t, const double *x, const double *n, char *active)
{
    (void)t; (void)x; (void)n; (void)active;
}

static void @choose_there(double t, const double *x, const double *n, char *active, double *y)
{
    (void)active;
    @restore_program(t, x, 0, n, y);
}

static void @push_back(const double *y, int kind, const char *active, double *move)
{
    (void)y; (void)kind; (void)active; (void)move;
}
