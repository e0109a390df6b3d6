"""Merson 1957 with the classical rule for its step.

It is halved if the largest error is above the tolerance, doubled if that is below 1/64 of it.
"""

from __future__ import annotations

from dataclasses import replace

from pelagos.integrators import kutta_merson

METHOD = replace(kutta_merson.METHOD, name="kutta-merson-halving", halving=True)
