# %% [markdown]
# # A vehicle in a notebook
#
# A robot, a run, a session: each is the last line of a cell, and shows itself.

# %%
import pelagos as pl

robot = pl.load("bluerov-arm")
robot

# %% [markdown]
# Print it, and it is one line.

# %%
print(robot)

# %% [markdown]
# A run shows how it ended, its 3D page and its plots. Anything that takes longer than a second
# has a bar meanwhile.

# %%
run = pl.simulate(robot, "reach", duration=6, every=0.02)
run

# %% [markdown]
# The plots or the page alone:

# %%
run.plot(quantities=["control"])

# %%
run.view(quantities=["efforts"])

# %% [markdown]
# ## Numbers
#
# As a data frame, with units; what actuators were told is `commands`, set points and terms of
# controllers are among the states.

# %%
frame = run.to_dataframe(["commands", "state"], units=True)
frame.filter(like="depth").describe().round(3)

# %%
run.position.sel(body="hull").isel(time=-1)

# %% [markdown]
# ## To other programs
#
# `pelagos export` writes the same files.

# %%
run.to_csv("reach.csv", ["position"])
run.save("reach.nc")
