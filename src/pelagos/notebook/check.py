"""Whether a robot obeys mechanics: every question, its largest error, the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pelagos.notebook import parts

if TYPE_CHECKING:
    from pelagos.analysis.check import Check


def html(check: Check) -> str:
    failed = sum(not finding.ok for finding in check.findings)
    words = "all hold" if check.ok else f"{failed} of {len(check.findings)} fail"
    head, *lines = check.rows()
    shown = [
        (name, value, tolerance, parts.verdict(f.ok, word), where)
        for (name, value, tolerance, word, where), f in zip(lines, check.findings, strict=True)
    ]
    scenario = f", {check.scenario}" if check.scenario else ""
    asked = f"; {check.states} random states (seed {check.seed}) and a run of {check.duration:g} s"
    return parts.sheet(
        f"check of {check.robot}{scenario}",
        parts.paragraph(parts.verdict(check.ok, words), asked),
        parts.rows([head, *shown]),
    )
