# %% [markdown]
# # The mechanics of a linkage
#
# Equations in symbols, whether all formulations agree on them, and how the linkage swings.

# %%
import pelagos as pl

pl.equations_of_motion("double-pendulum", method="kane")

# %% [markdown]
# Four formulations answer the same questions, and the laws of mechanics are held against all.

# %%
pl.check("double-pendulum", states=5, duration=0.2)

# %%
pl.modes("double-pendulum")

# %% [markdown]
# A closed loop:

# %%
pl.load("four-bar")

# %%
run = pl.simulate("four-bar", duration=2, every=0.02)
run.plot(quantities=["coordinates", "constraints"])

# %%
print(run.audit())
