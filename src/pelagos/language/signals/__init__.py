"""Signals over time, one file per kind."""

from pelagos.language.signals.signal import SampledSignal as SampledSignal
from pelagos.language.signals.signal import Signal as Signal
from pelagos.language.signals.unit_of_signal import in_unit as in_unit
from pelagos.language.signals.unit_of_signal import misfits as misfits
