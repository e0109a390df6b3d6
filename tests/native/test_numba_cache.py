"""Functions that numba compiles when they are called: kept, verified, and compiled anew if not."""

from __future__ import annotations

import numba
import numpy as np

from pelagos.native.numba_cache import functions_of, keep
from pelagos.native.objects import ObjectStore


def twice(x):
    return x + x


def called(store):
    """A function as a new process would have it; its answer, and whether it was compiled."""
    function = numba.njit(twice)
    keep([function], store, "test.")
    answer = function(np.float64(21.0))
    return answer, bool(function._cache_misses), bool(function._cache_hits)


def test_code_is_kept_and_damage_is_noticed(tmp_path):
    store = ObjectStore(tmp_path, "1")
    assert called(store) == (42.0, True, False)
    assert called(store) == (42.0, False, True)
    (place,) = tmp_path.iterdir()
    whole = place.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:-9] + b"x" + whole[-8:], b"x" + whole):
        place.write_bytes(damaged)
        assert called(store) == (42.0, True, False)
        assert place.read_bytes() != damaged
    assert called(ObjectStore(tmp_path, "2")) == (42.0, True, False)


def test_the_renderer_keeps_all_of_its_loops(monkeypatch):
    from pelagos.kernels import cache
    from pelagos.view import raster, renderer

    _, store = renderer.loops()
    assert store.folder == cache.folder()
    assert {function._cache._store for function in functions_of(raster)} == {store}
