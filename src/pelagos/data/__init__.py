"""Measurements: records read from files of many kinds, and what is wrong with them."""

from pelagos.data.reading import from_run, read, table
from pelagos.data.recording import Recording

__all__ = ["Recording", "from_run", "read", "table"]
