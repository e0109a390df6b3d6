"""Pages that simulate a small robot in the browser: sliders, a picture, plots, and no server."""

from pelagos.playground.page import Knob, write_playground

__all__ = ["Knob", "write_playground"]
