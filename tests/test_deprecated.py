"""Names that have changed still work, and say what they are called now."""

from __future__ import annotations

import pytest

from pelagos import compare
from pelagos.mechanisms import planar_3rpr


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (compare, "Motion", "SmoothedMotion"),
        (planar_3rpr, "Motion", "PlatformMotion"),
        (planar_3rpr, "Energy", "PlatformEnergy"),
    ],
)
def test_the_old_name_is_the_new_one_with_a_warning(module, old, new):
    with pytest.warns(DeprecationWarning, match=f"is now .*{new}"):
        assert getattr(module, old) is getattr(module, new)


def test_other_names_are_refused_as_usual():
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        compare.Nothing  # noqa: B018
