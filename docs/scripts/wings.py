"""Makes the wing's part of docs/validation/arms-beams-wings.md: `python docs/scripts/wings.py`.

Bending and torsion of the wing at 60 and 100 m/s (figure 8 of Abdelaziz et al. 2004), where its
motion leaves the linear range, and what the paper's silence on some numbers decides.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import pelagos as pl

FOLDER = Path(__file__).parents[1] / "assets" / "wings"
SHADES = ("#9ecae1", "#6baed6", "#3182bd", "#08519c")
SMALL = "0.01 deg"
# what the paper leaves open: words to set, at 100 m/s and the paper's torsion springs
READINGS = {
    "the robot `wing`": {},
    "8 by 16 panels instead of 4 by 8": {"panels": {"chord": 8, "span": 4}},
    "a wake of 5 chords instead of 10": {"wake": 5},
    "a wake of 20 chords": {"wake": 20},
    "no wall at the root": {"mirror": "none"},
    "elastic axis and mass centre at 0.45 chords": {"elastic_axis": 0.45},
    "root springs twice as stiff": {"parameters.root": 2},
    "torsion springs GJ/L": {"parameters.twist": "GJ"},
}


def angles(run: pl.Run) -> tuple[np.ndarray, np.ndarray]:
    """Bending (tip up) and torsion (nose up) of the links against the wall, degrees."""
    q = np.rad2deg(run.arrays["q"])
    return -np.cumsum(q[:, 1::2], axis=1), np.cumsum(q[:, 0::2], axis=1)


def figure_8() -> Figure:
    """Histories of all links; the paper has 100 m/s first."""
    picture = Figure(figsize=(10.0, 5.0), layout="constrained")
    for row, speed in zip(picture.subplots(2, 2), ("100", "60"), strict=True):
        run = pl.simulate("wing", speed)
        for axes, name, values in zip(row, ("bending", "torsion"), angles(run), strict=True):
            for k, shade in enumerate(SHADES):
                label = f"link {k + 1}"
                axes.plot(run.arrays["time"], values[:, k], color=shade, lw=1.0, label=label)
            axes.set(xlabel="t [s]", ylabel=f"{name} at {speed} m/s [deg]")
            axes.spines[["top", "right"]].set_visible(False)
    picture.axes[0].legend(frameon=False, ncols=4, loc="upper left", fontsize=8)
    return picture


def linear_range() -> Figure:
    """Torsion of the tip over the incidence, at a tiny and at the paper's incidence."""
    picture = Figure(figsize=(7.0, 3.2), layout="constrained")
    axes = picture.subplots()
    for alpha, shade in (("1 deg", "#D55E00"), (SMALL, "#0072B2")):
        run = pl.simulate("wing", "100", duration=0.6, set={"parameters.alpha": alpha})
        swing = np.abs(angles(run)[1][:, -1]) / float(alpha.split()[0])
        axes.semilogy(run.arrays["time"], swing, color=shade, lw=1.0, label=f"incidence {alpha}")
    axes.set(xlabel="t [s]", ylabel="|torsion of the tip| / incidence", ylim=(0.1, 1e4))
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return picture


def leading_motion(time: np.ndarray, values: np.ndarray) -> complex:
    """Rate of growth and frequency of what is left late in a history: a pencil of matrices."""
    late = np.diff(values)[len(values) // 3 :]  # differences: the mean does not matter
    late = late / np.abs(late).max()
    length, step = len(late) // 2, float(time[1] - time[0])
    rows = np.array([late[k : k + length] for k in range(len(late) - length)])
    _, sizes, right = np.linalg.svd(rows, full_matrices=False)
    rank = min(6, int(np.sum(sizes > 1e-4 * sizes[0])))
    basis = right[:rank].T
    shift = np.linalg.lstsq(basis[:-1], basis[1:], rcond=None)[0]
    roots = np.linalg.eigvals(shift).astype(complex)
    powers = roots[None, :] ** np.arange(len(late))[:, None]
    share = np.abs(np.linalg.lstsq(powers, late.astype(complex), rcond=None)[0]) * np.sqrt(
        np.mean(np.abs(powers) ** 2, axis=0)
    )
    found = np.log(roots[np.argmax(share)]) / step
    return complex(found.real, abs(found.imag))


def readings() -> str:
    """The motion at 100 m/s and a tiny incidence under readings of what the paper leaves open."""
    lines = ["| reading | motion | growth [1/s] | frequency [rad/s] |", "| --- | --- | --- | --- |"]
    for name, words in READINGS.items():
        changes = {k if "." in k else f"wings.plate.{k}": v for k, v in words.items()}
        given = {"parameters.alpha": SMALL, "parameters.V": 100, **changes}
        run = pl.simulate("wing", set=given, duration=0.4)
        found = leading_motion(run.arrays["time"], angles(run)[1][:, -1])
        motion = "**grows**" if found.real > 0 else "dies away"
        lines.append(f"| {name} | {motion} | {found.real:+.1f} | {found.imag:.0f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    figure_8().savefig(FOLDER / "figure8.png", dpi=110)
    linear_range().savefig(FOLDER / "linear-range.png", dpi=110)
    (FOLDER / "readings.md").write_text(readings(), "utf-8")


if __name__ == "__main__":
    main()
