"""Pages that simulate a small robot in the browser: sliders, pictures and plots, without a server."""

from pelagos.playground.page import Slider, write_playground

__all__ = ["Slider", "write_playground"]
