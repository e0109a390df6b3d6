"""Signals over time, one file per kind."""

from pelagos.language.signals.signal import SampledSignal as SampledSignal
from pelagos.language.signals.signal import Signal as Signal
