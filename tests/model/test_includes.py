"""Fragments that a model takes in."""

import pytest

from pelagos import model
from pelagos.errors import ModelError

OWN = """
name: vehicle
include: [surge.yaml, heave.yaml]
water: {density: 1000}
bodies:
  hull: {joint: free, mass: 5, inertia: [1, 1, 1], drag: {X_u: 9, sign: magnitude}}
"""


def written(folder, text=OWN):
    (folder / "surge.yaml").write_text("bodies: {hull: {drag: {X_|u|u: 34, X_u: 2}}}\n")
    (folder / "heave.yaml").write_text("bodies: {hull: {drag: {Z_|w|w: 74}}}\n")
    (folder / "vehicle.yaml").write_text(text)
    return folder / "vehicle.yaml"


def test_words_are_merged_and_the_models_own_win(tmp_path):
    (law,) = model.load(written(tmp_path)).bodies["hull"].drag
    assert (law.quadratic[0][0], law.quadratic[2][2], law.linear[0][0]) == (34, 74, 9)


@pytest.mark.parametrize(
    ("word", "said"),
    [("missing.yaml", "no such file"), ("../x.yaml", "outside"), ("[vehicle.yaml]", "no further")],
)
def test_refusals(tmp_path, word, said):
    place = written(tmp_path, OWN.replace("[surge.yaml, heave.yaml]", word))
    with pytest.raises(ModelError, match=said):
        model.load(place)
