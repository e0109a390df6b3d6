"""A validation in rows of text: for the terminal, for pages, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.text import aligned

if TYPE_CHECKING:
    from pelagos.identify.trials.validation import ModelResult, Validation

_TOLD = ("roll", "pitch", "yaw", "z")
_DRAWS = 2000  # of trials, for the interval of a difference


def unit(channel: str) -> tuple[str, float]:
    """In which unit a channel is told, and the factor to it."""
    return ("deg", 180 / np.pi) if channel.startswith("euler.") else ("cm", 100.0)


def label(channel: str) -> str:
    """roll (deg)."""
    return f"{channel.rpartition('.')[2]} ({unit(channel)[0]})"


def model_rows(found: Validation) -> list[tuple[str, ...]]:
    """Models against channels: rms of measured less predicted over all predicted samples."""
    channels = found.channels
    rows: list[tuple[str, ...]] = [("model", *(label(c) for c in channels))]
    for name, result in found.results.items():
        rows.append((name, *(f"{result.rms(c) * unit(c)[1]:.3g}" for c in channels)))
    first = found.results["full"].predictions
    stayed = []
    for c in channels:
        parts = [(p.measured[c] - p.measured[c][0])[p.counted[c]] for p in first if c in p.measured]
        stayed.append(f"{float(np.sqrt(np.mean(np.concatenate(parts) ** 2))) * unit(c)[1]:.3g}")
    rows.append(("it stays as it began", *stayed))
    return rows


def worth_rows(found: Validation) -> list[tuple[str, ...]]:
    """What added mass is worth: by how much the errors of the other models are higher."""
    told_of = [c for c in found.channels if c.rpartition(".")[2] in _TOLD]
    rows: list[tuple[str, ...]] = [
        ("instead of full", "", "rms higher by", "95 % interval", "worse in trials", "")
    ]
    for name, result in found.results.items():
        if name == "full":
            continue
        for channel in told_of:
            change, low, high, worse, count = worth(found, result, channel)
            told = "worse" if low > 0 else "better" if high < 0 else "cannot be told apart"
            rows.append(
                (
                    name,
                    label(channel),
                    f"{change:+.4f}",
                    f"{low:+.4f} .. {high:+.4f}",
                    f"{worse} of {count}",
                    told,
                )
            )
    return rows


def worth(
    found: Validation, other: ModelResult, channel: str
) -> tuple[float, float, float, int, int]:
    """By how much the rms of another model is higher, with an interval by drawing trials anew."""
    pairs = [
        (a.apart(channel), b.apart(channel))
        for a, b in zip(found.results["full"].predictions, other.predictions, strict=True)
        if channel in a.measured
    ]
    squares = np.array([[float(x @ x), float(y @ y), len(x)] for x, y in pairs])
    rng = np.random.default_rng(found.seed)
    draws = squares[rng.integers(len(squares), size=(_DRAWS, len(squares)))].sum(axis=1)

    factor = unit(channel)[1]

    def change(sums: Any) -> Any:
        full, others = np.sqrt(sums[..., 0] / sums[..., 2]), np.sqrt(sums[..., 1] / sums[..., 2])
        return (others - full) * factor

    low, high = np.quantile(change(draws), [0.025, 0.975])
    worse = int(np.sum(squares[:, 1] > squares[:, 0]))
    return float(change(squares.sum(axis=0))), float(low), float(high), worse, len(squares)


def trial_rows(found: Validation, model: str = "full") -> list[tuple[str, ...]]:
    """Predicted trials against channels, by one model."""
    channels = found.channels
    angles = [c for c in channels if c.rpartition(".")[2] in ("roll", "pitch")]
    heads = [f"{c.rpartition('.')[2]} in 95 %" for c in angles]
    rows: list[tuple[str, ...]] = [
        ("trial", *(label(c) for c in channels), *heads, "vehicle after arm")
    ]
    for p in found.results[model].predictions:
        cells = [f"{p.rms(c) * unit(c)[1]:.3g}" if c in p.measured else "-" for c in channels]
        shares = [f"{100 * p.inside(c, found.quantile()):.0f} %" for c in angles]
        rows.append((p.name, *cells, *shares, str(p.after_arm)))
    return rows


def coverage(found: Validation, model: str = "full") -> dict[str, float]:
    """Share of all predicted samples inside their interval."""
    totals: dict[str, list[float]] = {}
    for p in found.results[model].predictions:
        for c in p.measured:
            if c in found.results[model].fit.scatter:
                kept = totals.setdefault(c, [0.0, 0.0])
                kept[0] += p.inside(c, found.quantile()) * int(p.counted[c].sum())
                kept[1] += int(p.counted[c].sum())
    return {c: inside / count for c, (inside, count) in totals.items()}


def preparation_rows(found: Validation) -> list[tuple[str, ...]]:
    """Clocks, smoothing and disagreement of the instruments of every trial."""
    rows: list[tuple[str, ...]] = [
        (
            "trial",
            "use",
            "imu after mocap",
            "joints: measured less smoothed, rms (deg)",
            "largest (deg)",
            "mocap less imu: roll, pitch (deg)",
        )
    ]
    for name, trial in found.trials.items():
        moving = [j for j in trial.joints.values() if j.moves]
        worst = max((j.largest for j in trial.joints.values()), default=0.0)
        rms = np.sqrt(np.mean([j.rms**2 for j in moving])) if moving else 0.0
        spread = trial.disagreement
        apart = ", ".join(f"{np.degrees(v):.2f}" for v in spread.values()) if spread else "-"
        use = "fitted" if name in found.split.fitted else "predicted"
        cells = (f"{np.degrees(rms):.2f}", f"{np.degrees(worst):.2f}", apart)
        rows.append((name, use, str(trial.clock), *cells))
    return rows


def verdict(found: Validation) -> str:
    """In one sentence: what the predicted trials say about added mass."""
    said = []
    for name, result in found.results.items():
        if name == "full":
            continue
        parts = []
        for angle in ("roll", "pitch"):
            channel = f"euler.{found.body}.{angle}"
            if channel not in found.channels:
                continue
            _, low, high, _, _ = worth(found, result, channel)
            word = "is worse than" if low > 0 else "is better than" if high < 0 else ""
            parts.append(f"{word or 'cannot be told from'} full in {angle}")
        said.append(f"{name} {' and '.join(parts)}")
    return "; ".join(said) + "."


def told(found: Validation) -> str:
    """All of it for a terminal."""
    lines = [
        f"{found.robot.name}: {len(found.split.fitted)} trials fitted, "
        f"{len(found.split.predicted)} predicted ({found.split.said})",
        f"  fitted: {', '.join(found.split.fitted)}",
        f"  predicted: {', '.join(found.split.predicted)}",
        "",
    ]
    for result in found.results.values():
        lines += [f"{result.model}: {result.fit}", ""]
    lines += ["rms of measured less predicted, all predicted trials", *aligned(model_rows(found))]
    inside = ", ".join(
        f"{c.rpartition('.')[2]} {100 * v:.0f} %" for c, v in coverage(found).items()
    )
    lines += [f"  inside of 95 % intervals (full): {inside}", ""]
    lines += ["what added mass is worth", *aligned(worth_rows(found)), f"  {verdict(found)}", ""]
    lines += ["full, trial by trial", *aligned(trial_rows(found)), ""]
    lines += [f"  note: {note}" for note in found.notes]
    return "\n".join(line.rstrip() for line in lines)


def as_dict(found: Validation) -> dict[str, Any]:
    """All numbers in SI, for programs."""
    return {
        "robot": found.robot.name,
        "seed": found.seed,
        "split": {
            "fitted": list(found.split.fitted),
            "predicted": list(found.split.predicted),
            "how": found.split.said,
        },
        "options": dict(found.options),
        "models": {
            name: {
                "fit": result.fit.to_dict(),
                "rms": {c: result.rms(c) for c in found.channels},
                "inside_95": coverage(found, name),
                "trials": {
                    p.name: {c: {"rms": p.rms(c), "stays": p.stayed(c)} for c in p.measured}
                    for p in result.predictions
                },
            }
            for name, result in found.results.items()
        },
        "verdict": verdict(found),
        "notes": list(found.notes),
    }
