"""`package://` addresses: where packages are looked for, and that nothing leads out of them."""

from __future__ import annotations

import pytest

import pelagos as pl
from pelagos.errors import ModelError, ModelWarning
from pelagos.language import packages
from pelagos.language.scope import Scope

MASS = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'


@pytest.fixture
def urdf(tmp_path):
    """A robot below ws/src/rov/urdf that shows the mesh of an address."""
    folder = tmp_path / "ws" / "src" / "rov" / "urdf"
    folder.mkdir(parents=True)

    def write(address):
        shape = f'<visual><geometry><mesh filename="{address}"/></geometry></visual>'
        (folder / "r.urdf").write_text(
            f'<robot name="r"><link name="base">{MASS}{shape}</link></robot>'
        )
        return folder / "r.urdf"

    return write


def put_box(folder):
    trimesh = pytest.importorskip("trimesh")
    folder.mkdir(parents=True, exist_ok=True)
    trimesh.creation.box((1, 2, 3)).export(folder / "box.stl")


def shape(robot):
    return robot.bodies["base"].shape


@pytest.mark.parametrize("package", ["rov", "other"])
def test_folders_above_the_file(urdf, tmp_path, package):
    put_box(tmp_path / "ws" / "src" / package / "meshes")
    robot = pl.load(urdf(f"package://{package}/meshes/box.stl"))
    assert shape(robot).volume == pytest.approx(6)
    # the picture has it as well, and so does a copy without the file
    from pelagos.model.surfaces import surfaces

    assert len(surfaces(robot)["base"]["faces"]) == 12
    assert pl.Robot(**robot.to_dict()) == robot


def test_named_folders(urdf, tmp_path, monkeypatch):
    put_box(tmp_path / "elsewhere" / "meshes")
    file = urdf("package://parts/meshes/box.stl")
    assert shape(pl.load(file)) is None
    named = pl.load(file, packages={"parts": tmp_path / "elsewhere"})
    assert shape(named).volume == pytest.approx(6)
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"/nowhere:{tmp_path / 'packages'}")
    put_box(tmp_path / "packages" / "parts" / "meshes")
    assert shape(pl.load(file)).volume == pytest.approx(6)


def test_a_folder_in_vain(urdf, tmp_path):
    with pytest.raises(ModelError, match="there is no such folder"):
        pl.load(urdf("x.stl"), packages={"parts": tmp_path / "nowhere"})
    with pytest.warns(ModelWarning, match="package parts: no file of it was needed"):
        pl.load(urdf("x.stl"), packages={"parts": tmp_path})


@pytest.mark.parametrize(
    "address",
    [
        "package://parts/../secret/box.stl",
        "package://parts/link/box.stl",
        "package://../secret/box.stl",
        "package://parts//etc/passwd",
        "package://parts/",
        "package://",
    ],
)
def test_nothing_leads_out_of_a_package(tmp_path, address):
    put_box(tmp_path / "secret")
    parts = tmp_path / "parts"
    parts.mkdir()
    (parts / "link").symlink_to(tmp_path / "secret")
    scope = Scope(folder=tmp_path / "model", packages={"parts": parts})
    assert packages.locate(address, scope) is None


def test_names_that_no_system_takes(urdf):
    robot = pl.load(urdf("package://" + "x" * 5000 + "/box.stl"))
    assert any("cannot be used" in note for note in robot.notes)


def test_in_a_module_and_in_an_include(urdf, tmp_path):
    put_box(tmp_path / "ws" / "src" / "rov" / "meshes")
    urdf("package://rov/meshes/box.stl")
    for words in ("modules: {m: {file: src/rov/urdf/r.urdf}}", "include: src/rov/urdf/r.urdf"):
        model = tmp_path / "ws" / "m.yaml"
        model.write_text(f"name: m\n{words}\n")
        (body,) = pl.load(model).bodies.values()
        assert body.shape.mesh.file == "src/rov/urdf/../meshes/box.stl"
        assert body.shape.volume == pytest.approx(6)
