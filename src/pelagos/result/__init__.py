"""What a run left behind: facts, how they were made, and the ways to read them.

Reading results needs no engine: nothing here imports numba. In-memory runs do not import h5py
either, and xarray and matplotlib are met only by those who ask for a dataset or a picture.
"""

from pelagos.result.batch import Batch
from pelagos.result.header import Header, Outcome
from pelagos.result.reading import recover
from pelagos.result.readings import Readings
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run, open

__all__ = ["Batch", "Header", "Outcome", "Readings", "Recorder", "Run", "open", "recover"]
