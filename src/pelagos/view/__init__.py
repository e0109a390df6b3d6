"""Seeing a run: one scene description, shown as a 3D page, a movie or a picture.

Physics imports nothing of this, and none of it needs the engine: a saved result is enough. The
page is plain data and text; only the movie's renderer brings the compiler, when it is first used.
"""

from pelagos.view.movie import write_movie, write_picture
from pelagos.view.page import page_text, write_page
from pelagos.view.scene import Scene, build

__all__ = ["Scene", "build", "page_text", "write_movie", "write_page", "write_picture"]
