# %% [markdown]
# # Many runs, and a measurement
#
# What happens to a pendulum whose rod is not known exactly; which of its parameters matters; and
# what a record says about it.

# %%
import numpy as np

import pelagos as pl

batch = pl.simulate_batch(
    "double-pendulum",
    "small",
    n=60,
    vary={"parameters.length": lambda rng, n: rng.normal(1.0, 0.03, n)},
    duration=5,
    every=0.02,
)
batch

# %% [markdown]
# ## A study
#
# The words of a study file; as they are, nothing has been run.

# %%
study = pl.Study.of(
    {
        "name": "swing",
        "robot": "pendulum",
        "duration": 2,
        "runs": 128,
        "seed": 1,
        "factors": {
            "parameters.length": {"normal": [1.0, 0.03]},
            "initial.rod.angle": {"uniform": [0.2, 0.9]},
        },
        "metrics": {"angle": {"final": "q.rod"}, "fastest": {"max": "abs(u.rod)"}},
    }
)
study

# %%
pl.sweep(study, out="swing")

# %% [markdown]
# ## Beside a measurement
#
# The record is made up here: a rod 2 % longer, with noise.

# %%
rng = np.random.default_rng(1)
other = pl.simulate("pendulum", duration=5, every=0.02, set={"parameters.length": 1.02})
record = pl.data.from_run(other).only(["q.rod"])
noisy = record["q.rod"] + rng.normal(0.0, 0.01, len(record["q.rod"]))
record = pl.data.Recording("a longer rod", record.times, {"q.rod": noisy}, {"q.rod": "rad"})
run = pl.simulate("pendulum", duration=5, every=0.02)
pl.compare.compared(pl.data.from_run(run), record)

# %% [markdown]
# What length does the record ask for?

# %%
fit = pl.identify.fit_trajectory("pendulum", record, ["parameters.length"])
fit

# %%
print(repr(fit))
