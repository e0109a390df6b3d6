
/* FMI 2.0 for co-simulation. Types and functions are those of the standard's interface. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined _WIN32
#define EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Char, fmi2Byte;
typedef const fmi2Char *fmi2String;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/* Value references: states, inputs, parameters, outputs. */
enum {
    @FIRST_INPUT = @NX,
    @FIRST_PARAMETER = @FIRST_INPUT + @NIN,
    @FIRST_OUTPUT = @FIRST_PARAMETER + @NP,
    @REFERENCES = @FIRST_OUTPUT + @OUTPUTS
};

typedef struct {
    double t, h, tolerance;
    double x[@NX], in[@NIN + 1];
    @parameters p;
    int running;
} @condition;

typedef struct {
    @condition now;
    char name[128];
    fmi2CallbackFunctions call;
} @instance;

#define NOT_CLOSED "loops cannot be closed: take another state, or parameters that fit each other"

/* what: without a percent sign, so that masters may take it for a format or as it is. */
static fmi2Status @failed(@instance *m, const char *what)
{
    if (m->call.logger)
        m->call.logger(m->call.componentEnvironment, m->name, fmi2Error, "logStatusError", what);
    return fmi2Error;
}

static void @begin(@instance *m)
{
    int i;
    memset(&m->now, 0, sizeof m->now);
    for (i = 0; i < @NX; i++) m->now.x[i] = @start[i];
    for (i = 0; i < @NIN; i++) m->now.in[i] = @inputs[i];
    m->now.p = @defaults;
    m->now.tolerance = @TOLERANCE;
    m->now.h = 1e-4;
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }

EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count,
                                      const fmi2String categories[])
{
    (void)c; (void)on; (void)count; (void)categories;
    return fmi2OK;
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
                                     fmi2String resources, const fmi2CallbackFunctions *callbacks,
                                     fmi2Boolean visible, fmi2Boolean logging)
{
    @instance *m = (@instance *)calloc(1, sizeof *m);
    (void)resources; (void)visible; (void)logging;
    if (!m) return 0;
    if (callbacks) m->call = *callbacks;
    if (name) strncpy(m->name, name, sizeof m->name - 1);
    if (type != fmi2CoSimulation || !guid || strcmp(guid, GUID) != 0) {
        @failed(m, type != fmi2CoSimulation ? "this FMU is for co-simulation alone"
                                            : "the GUID is not that of modelDescription.xml");
        free(m);
        return 0;
    }
    @begin(m);
    return m;
}

EXPORT void fmi2FreeInstance(fmi2Component c) { free(c); }

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                      fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
    @instance *m = (@instance *)c;
    (void)has_stop; (void)stop;
    if (has_tolerance) {
        if (!(tolerance > 0.0)) return @failed(m, "a tolerance must be positive");
        m->now.tolerance = tolerance < 1e-13 ? 1e-13 : tolerance > 1e-3 ? 1e-3 : tolerance;
    }
    if (!(fabs(start) <= DBL_MAX)) return @failed(m, "the time of the start is not finite");
    m->now.t = start;
    return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    @instance *m = (@instance *)c;
    double n[@NUMBERS];
    char active[@LOOSE];
    const @condition before = m->now;
    int i, off, finite = 1;
    @numbers(m->now.in, &m->now.p, n);
    off = @settle(m->now.t, m->now.x, n, active);
    for (i = 0; i < @NX; i++) finite = finite && fabs(m->now.x[i]) <= DBL_MAX;
    m->now.running = finite && !off;
    if (m->now.running) return fmi2OK;
    m->now = before;
    return @failed(m, finite ? NOT_CLOSED : "the state is not finite");
}

EXPORT fmi2Status fmi2Terminate(fmi2Component c) { (void)c; return fmi2OK; }

EXPORT fmi2Status fmi2Reset(fmi2Component c)
{
    @begin((@instance *)c);
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                              fmi2Real value[])
{
    @instance *m = (@instance *)c;
    double n[@NUMBERS], whole[@NX], out[@OUTPUTS + 1] = {0.0};
    size_t k;
    int found = 0;
    @numbers(m->now.in, &m->now.p, n);
    @seen(m->now.t, m->now.x, n, whole);
    for (k = 0; k < count; k++) {
        const int r = (int)vr[k];
        if (r < 0 || r >= @REFERENCES) return @failed(m, "there is no such value reference");
        if (r >= @FIRST_OUTPUT && !found) {
            @outputs_program(m->now.t, m->now.x, 0, n, out);
            found = 1;
        }
        if (r < @FIRST_INPUT) value[k] = whole[r];
        else if (r < @FIRST_PARAMETER) value[k] = m->now.in[r - @FIRST_INPUT];
        else if (r < @FIRST_OUTPUT)
            memcpy(value + k, (const char *)&m->now.p + sizeof(double) * (size_t)(r - @FIRST_PARAMETER),
                   sizeof(double));
        else value[k] = out[r - @FIRST_OUTPUT];
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                              const fmi2Real value[])
{
    @instance *m = (@instance *)c;
    size_t k;
    for (k = 0; k < count; k++) {
        const int r = (int)vr[k];
        if (!(fabs(value[k]) <= DBL_MAX)) return @failed(m, "a value is not finite");
        if (r < 0 || r >= @FIRST_OUTPUT) return @failed(m, "this variable cannot be set");
        if (r >= @FIRST_PARAMETER)
            memcpy((char *)&m->now.p + sizeof(double) * (size_t)(r - @FIRST_PARAMETER), value + k,
                   sizeof(double));
        else if (r >= @FIRST_INPUT) m->now.in[r - @FIRST_INPUT] = value[k];
        else if (m->now.running)
            return @failed(m, "states can be set before the initialization ends");
        else if (@prescribed_state[r]) return @failed(m, "a signal prescribes this state");
        else m->now.x[r] = value[k];
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real point, fmi2Real size, fmi2Boolean no_way_back)
{
    @instance *m = (@instance *)c;
    const @condition before = m->now; /* a step that fails can be tried again, or a shorter one */
    double n[@NUMBERS];
    int ended;
    (void)no_way_back;
    if (!m->now.running) return @failed(m, "the initialization has not ended");
    if (!(size >= 0.0) || !(size <= DBL_MAX))
        return @failed(m, "the size of a step is negative or not finite");
    if (!(fabs(point - m->now.t) <= 1e-6 * size + 1e-9 * fabs(point) + 1e-12))
        return @failed(m, "a step must begin where the last one ended");
    @numbers(m->now.in, &m->now.p, n);
    ended = @march(&m->now.t, point + size, &m->now.h, m->now.x, n, m->now.tolerance);
    if (!ended) return fmi2OK;
    m->now = before;
    return @failed(m, ended == 3   ? NOT_CLOSED
                      : ended == 2 ? "a million steps inside did not suffice: take shorter ones"
                                   : "steps inside became too small: the motion is not finite");
}

EXPORT fmi2Status fmi2CancelStep(fmi2Component c)
{
    return @failed((@instance *)c, "steps are done when fmi2DoStep returns");
}

EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    if (!*state) *state = malloc(sizeof(@condition));
    if (!*state) return @failed((@instance *)c, "no memory");
    memcpy(*state, &((@instance *)c)->now, sizeof(@condition));
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    memcpy(&((@instance *)c)->now, state, sizeof(@condition));
    return fmi2OK;
}

EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    (void)c;
    free(*state);
    *state = 0;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    (void)c; (void)state;
    *size = sizeof(@condition);
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    if (size < sizeof(@condition)) return @failed((@instance *)c, "too few bytes for a state");
    memcpy(bytes, state, sizeof(@condition));
    return fmi2OK;
}

EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                          fmi2FMUstate *state)
{
    if (size != sizeof(@condition)) return @failed((@instance *)c, "these bytes are no state");
    if (!*state) *state = malloc(sizeof(@condition));
    if (!*state) return @failed((@instance *)c, "no memory");
    memcpy(*state, bytes, sizeof(@condition));
    return fmi2OK;
}

/* All variables are real numbers, and there are no derivatives of inputs and outputs. */
#define NONE(function, type)                                                                     \
    EXPORT fmi2Status function(fmi2Component c, const fmi2ValueReference vr[], size_t count,     \
                               type value[])                                                     \
    {                                                                                            \
        (void)vr; (void)value;                                                                   \
        return count ? @failed((@instance *)c, "all variables are real numbers") : fmi2OK;       \
    }
NONE(fmi2GetInteger, fmi2Integer)
NONE(fmi2GetBoolean, fmi2Boolean)
NONE(fmi2GetString, fmi2String)
NONE(fmi2SetInteger, const fmi2Integer)
NONE(fmi2SetBoolean, const fmi2Boolean)
NONE(fmi2SetString, const fmi2String)

EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                               size_t unknowns, const fmi2ValueReference known[],
                                               size_t knowns, const fmi2Real dknown[],
                                               fmi2Real dunknown[])
{
    (void)unknown; (void)unknowns; (void)known; (void)knowns; (void)dknown; (void)dunknown;
    return @failed((@instance *)c, "there are no directional derivatives");
}

EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                              size_t count, const fmi2Integer order[],
                                              const fmi2Real value[])
{
    (void)vr; (void)order; (void)value;
    return count ? @failed((@instance *)c, "inputs are held during a step") : fmi2OK;
}

EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                               size_t count, const fmi2Integer order[],
                                               fmi2Real value[])
{
    (void)vr; (void)order; (void)value;
    return count ? @failed((@instance *)c, "outputs have no derivatives") : fmi2OK;
}

EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
    *value = ((@instance *)c)->now.t;
    return fmi2OK;
}

#define NO_STATUS(function, type)                                                                \
    EXPORT fmi2Status function(fmi2Component c, const fmi2StatusKind kind, type *value)          \
    {                                                                                            \
        (void)c; (void)kind; (void)value;                                                        \
        return fmi2Discard;                                                                      \
    }
NO_STATUS(fmi2GetStatus, fmi2Status)
NO_STATUS(fmi2GetIntegerStatus, fmi2Integer)
NO_STATUS(fmi2GetBooleanStatus, fmi2Boolean)
NO_STATUS(fmi2GetStringStatus, fmi2String)
