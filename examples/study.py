"""A study: uncertain thrust and density, runs kept in a folder, and what matters most.

python examples/study.py [FOLDER]
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import pelagos as pl

STUDY = {
    "name": "Distance of a torpedo-shaped vehicle",
    "robot": "remus100",
    "scenario": "straight",
    "duration": 10,
    "every": 0.1,
    "runs": 200,
    "seed": 1,
    "sampling": "latin-hypercube",
    "factors": {
        "parameters.thrust": {"normal": [3.86, 0.1]},
        "parameters.rho": {"uniform": [1000, 1030]},
    },
    "metrics": {
        "ahead": {"final": "position.hull.x"},
        "speed": {"final": "velocity.hull.x"},
    },
}
UNITS = {"ahead": "m", "speed": "m/s"}

place = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "drift"
data = pl.sweep(STUDY, place).dataset
print(f"{data.sizes['run']} runs in {place}")
for metric in STUDY["metrics"]:
    values = data[metric].values
    print(f"{metric}: {values.mean():.3f} {UNITS[metric]}, deviation {values.std():.4f}")
    for factor in STUDY["factors"]:
        r = np.corrcoef(data[factor].values, values)[0, 1]
        print(f"  correlation with {factor}: {r:+.2f}")
