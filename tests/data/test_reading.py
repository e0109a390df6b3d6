"""Records of many kinds; real logs where they are at hand."""

import json
from pathlib import Path

import numpy as np
import pytest

from pelagos import data
from pelagos.errors import PelagosError

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
real = pytest.mark.skipif(not DATA.is_dir(), reason="no shared data here")


def csv(folder, text):
    place = folder / "record.csv"
    place.write_text(text)
    return place


def test_csv_with_a_map(tmp_path):
    place = csv(tmp_path, "t_ms,angle,pulse\n0,90,1500\n10,180,1600\n20,-90,1700\n")
    mapping = {
        "time": {"column": "t_ms", "unit": "ms", "offset": "2 s"},
        "channels": {
            "q.arm": {"column": "angle", "unit": "deg"},
            "input.port": {"column": "pulse", "offset": -1500, "scale": 2},
        },
    }
    found = data.read(place, mapping)
    assert found["q.arm"] == pytest.approx([np.pi / 2, np.pi, -np.pi / 2])
    assert found["input.port"].tolist() == [0, 200, 400]
    assert found.units["q.arm"] == "rad"  # of what it holds, not of the file
    assert found.time("q.arm") == pytest.approx([2.0, 2.01, 2.02])
    assert "clock shifted by +2 s" in found.notes


def test_what_is_wrong_with_samples_is_said(tmp_path):
    rows = [f"{t:.2f},{np.sin(t):.4f}" for t in np.arange(0, 2, 0.05)]
    rows[5] = "0.25,"
    rows[10], rows[11] = rows[11], rows[10]
    del rows[20:28]
    rows.append(rows[-1])
    found = data.read(csv(tmp_path, "time,x\n" + "\n".join(rows)))
    said = "\n".join(found.notes)
    for words in ("not numbers", "sorted", "time seen before", "gaps, the longest 0.4"):
        assert words in said
    assert found.gaps()["x"][-1][1] - found.gaps()["x"][-1][0] == pytest.approx(0.45)


def test_outliers_are_replaced_and_reported(tmp_path):
    t = np.arange(200) * 0.01
    x = np.sin(t) + np.random.default_rng(0).normal(0, 1e-3, 200)
    x[77] += 1.0
    place = csv(tmp_path, "time,x\n" + "\n".join(f"{a},{b}" for a, b in zip(t, x, strict=True)))
    found = data.read(place).without_outliers()
    assert abs(found["x"][77] - np.sin(t[77])) < 1e-2  # a sample of slope
    assert found.notes[-1] == "x: 1 outliers replaced, first at 0.77 s"


def test_resampling_stays_inside(tmp_path):
    place = csv(tmp_path, "time,x\n0,0\n0.3,3\n1,10\n")
    found = data.read(place).resampled(0.25)
    assert found["x"] == pytest.approx([0, 2.5, 5, 7.5, 10])
    with pytest.raises(PelagosError, match="covers 0 to 1 s"):
        found.at("x", np.array([0.0, 2.0]))


def test_markers_that_were_lost_are_said(tmp_path):
    rows = ["0,1,2,3,1,0,0,0", "0.1,1,,3,1,0,0,0", "0.2,1,2,3,1,0,0,0", "0.3,1,2,3,1,0,0,0"]
    words = {"body": "hull", "position": ["x", "y", "z"], "quaternion": ["w", "i", "j", "k"]}
    place = csv(tmp_path, "time,x,y,z,w,i,j,k\n" + "\n".join(rows))
    found = data.read(place, {"markers": words})
    assert "markers of hull: 1 of 4 samples are not numbers and were left out" in found.notes
    assert len(found["position.hull.x"]) == 3
    assert found.units["euler.hull.yaw"] == "rad"
    lost = csv(tmp_path, "time,x,y,z,w,i,j,k\n0,1,,3,1,0,0,0\n0.1,1,2,,1,0,0,0\n0.2,,1,2,1,0,0,0")
    with pytest.raises(PelagosError, match="no sample has position and attitude"):
        data.read(lost, {"markers": words})


def test_markers_give_the_body(tmp_path):
    place = csv(tmp_path, "time,x,y,z,yaw\n0,1,0,0,0\n1,0,1,0,90\n2,0,1,0,90\n")
    mapping = {
        "markers": {
            "body": "hull",
            "position": ["x", "y", "z"],
            "rpy": ["z", "z", "yaw"],
            "unit": "deg",
            "arm": [1, 0, 0],
        }
    }
    found = data.read(place, mapping)
    assert found["position.hull.x"] == pytest.approx([0, 0, 0], abs=1e-12)
    assert found["position.hull.y"] == pytest.approx([0, 0, 0], abs=1e-12)
    assert found["euler.hull.yaw"] == pytest.approx([0, np.pi / 2, np.pi / 2])


def test_markers_of_a_body_that_stays_level(tmp_path):
    """As those in space, without what was not measured."""
    place = csv(tmp_path, "time,x,y,z,psi\n0,1,0,0,170\n1,0,1,0,-170\n2,0.5,1,0,-160\n")
    arm = [0.3, -0.2, 0]
    space = {"body": "hull", "position": ["x", "y", "z"], "rpy": ["z", "z", "psi"], "unit": "deg"}
    level = {"body": "hull", "position": ["x", "y"], "yaw": "psi", "unit": "deg"}
    one = data.read(place, {"markers": {**space, "arm": arm}})
    other = data.read(place, {"markers": {**level, "arm": arm}})
    assert other.names == ("position.hull.x", "position.hull.y", "euler.hull.yaw")
    for name in other.names:
        assert other[name] == pytest.approx(one[name], abs=1e-12)
    for words in ({"rpy": ["z", "z", "psi"]}, {"position": ["x", "y", "z"]}):
        with pytest.raises(PelagosError, match="stays level"):
            data.read(place, {"markers": {**level, **words}})


@real
def test_dataflash_log_equals_pymavlink():
    found = data.read(DATA / "ardusub_logs" / "small.BIN")
    assert found["RCOU.C1"].min() >= 1000
    assert found.time("ATT.Roll")[-1] - found.time("ATT.Roll")[0] == pytest.approx(23.6, abs=0.1)
    mavutil = pytest.importorskip("pymavlink.mavutil")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        log = mavutil.mavlink_connection(str(DATA / "ardusub_logs" / "small.BIN"))
        rows = []
        while (message := log.recv_match(type="ATT")) is not None:
            rows.append((message.TimeUS * 1e-6, message.Roll, message.Yaw))
        log.close()
    theirs = np.array(rows)
    assert found.time("ATT.Roll") == pytest.approx(theirs[:, 0])
    assert found["ATT.Roll"] == pytest.approx(theirs[:, 1])
    assert found["ATT.Yaw"] == pytest.approx(theirs[:, 2])


@real
def test_telemetry_log():
    pytest.importorskip("pymavlink")
    mapping = {
        "channels": {
            "input.thruster1": "SERVO_OUTPUT_RAW.servo1_raw",
            "euler.hull.yaw": "ATTITUDE.yaw",
            "position.hull.z": {"column": "VFR_HUD.alt", "scale": -1},
        }
    }
    found = data.read(DATA / "ardusub_logs" / "small.tlog", mapping)
    assert 1300 < found["input.thruster1"].min() < found["input.thruster1"].max() < 1724
    assert found.span[1] - found.span[0] > 250
    assert "4 damaged or unknown packets were skipped" in found.notes


def test_mcap_of_json(tmp_path):
    writers = pytest.importorskip("mcap.writer")
    place = tmp_path / "log.mcap"
    with place.open("wb") as stream:
        writer = writers.Writer(stream)
        writer.start()
        schema = writer.register_schema("pose", "jsonschema", b"{}")
        channel = writer.register_channel("/pose", "json", schema)
        for k in range(5):
            content = json.dumps({"p": {"x": 0.1 * k}, "q": [1, 0]}).encode()
            writer.add_message(channel, int(k * 1e8), content, int(k * 1e8))
        writer.finish()
    found = data.read(place)
    assert found["/pose.p.x"] == pytest.approx(0.1 * np.arange(5))
    assert found.time("/pose.q.0") == pytest.approx(0.1 * np.arange(5))


POSE = """\
std_msgs/Header header
geometry_msgs/Pose pose
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Pose
geometry_msgs/Point position
geometry_msgs/Quaternion orientation
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
"""


def test_mcap_of_ros2(tmp_path):
    """Messages by their own definitions, at the times of their headers; what is no number, and
    what cannot be decoded, is left out, the latter with a note."""
    writers = pytest.importorskip("mcap_ros2.writer")
    place = tmp_path / "dive.mcap"
    with place.open("wb") as stream:
        writer = writers.Writer(stream)
        poses = writer.register_msgdef("geometry_msgs/msg/PoseStamped", POSE)
        pulses = writer.register_msgdef("std_msgs/msg/UInt16MultiArray", "uint16[] data")
        for k in range(6):
            stamp = {"sec": 100 + k // 5, "nanosec": int((k % 5) * 2e8)}
            pose = {
                "position": {"x": 0.5 * k, "y": -1.0, "z": 3.0},
                "orientation": {"x": 0.0, "y": 0.0, "z": 0.6, "w": 0.8},
            }
            late = int(100.05e9 + k * 2e8)  # logged a little after it was measured
            words = {"header": {"stamp": stamp, "frame_id": "tank"}, "pose": pose}
            writer.write_message("/vehicle/pose", poses, words, log_time=late)
            message = {"data": [1500 + 10 * k, 1500]}
            writer.write_message("/pwm", pulses, message, log_time=int(100e9 + k * 2e8))
        raw = writer._writer
        image = raw.register_channel("/camera", "protobuf", 0)
        raw.add_message(image, int(100e9), b"...", int(100e9))
        writer.finish()
    mapping = {
        "channels": {
            "position.hull.x": "/vehicle/pose.pose.position.x",
            "input.thruster1": {"column": "/pwm.data.0", "unit": "us"},
        }
    }
    found = data.read(place, mapping)
    assert found["position.hull.x"] == pytest.approx(0.5 * np.arange(6), abs=1e-12)
    assert found.time("position.hull.x") == pytest.approx(0.2 * np.arange(6), abs=1e-6)
    assert found["input.thruster1"] == pytest.approx(1e-6 * (1500 + 10 * np.arange(6)))
    assert found.time("input.thruster1") == pytest.approx(0.2 * np.arange(6), abs=1e-6)
    assert any("/camera (protobuf)" in note for note in found.notes)
    everything = data.read(place)
    assert everything["/vehicle/pose.pose.orientation.w"] == pytest.approx([0.8] * 6)
    assert not any("frame_id" in name for name in everything.names)
    broken = tmp_path / "broken.mcap"
    broken.write_bytes(place.read_bytes()[:200])
    with pytest.raises(PelagosError, match="cannot be read"):
        data.read(broken)


@pytest.mark.parametrize("storage", ["SQLITE3", "MCAP"])
def test_ros2_bag(tmp_path, storage):
    rosbag2 = pytest.importorskip("rosbags.rosbag2")
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    Vector3 = store.types["geometry_msgs/msg/Vector3"]
    bag = tmp_path / "bag"
    plugin = rosbag2.StoragePlugin[storage]
    with rosbag2.Writer(bag, version=9, storage_plugin=plugin) as writer:
        connection = writer.add_connection("/force", Vector3.__msgtype__, typestore=store)
        for k in range(4):
            raw = store.serialize_cdr(Vector3(x=float(k), y=0.0, z=-1.0), Vector3.__msgtype__)
            writer.write(connection, int(1e9 + k * 1e8), raw)
    found = data.read(bag)
    assert found["/force.x"].tolist() == [0, 1, 2, 3]
    assert found.time("/force.z") == pytest.approx([0, 0.1, 0.2, 0.3])


@pytest.mark.parametrize(
    ("text", "mapping", "said"),
    [
        ("time,x\n0,1\n1,2\n", {"channels": {"q.a": "y"}}, "no column 'y'"),
        (
            "time,x\n0,1\n1,2\n",
            {"channels": {"q.a": {"column": "x", "unit": "furlong"}}},
            "furlong",
        ),
        ("time,x\n0,1\n1,2\n", {"channel": {}}, "did you mean channels"),
        ("time,x\n0,1\n1,2\n", {"channels": {"q.a": {"colum": "x"}}}, "did you mean column"),
        ("time,x\n0,1e7\n1,2\n", {"channels": {"q.a": "x"}}, "check the unit"),
        ("a,b\n0,1\n1,2\n", None, "no column of times"),
        ("time,x\n0,1\n", {"channels": {"q.a": "x"}}, "has 1 samples"),
        ("time,x\n0,1,2\n", None, "3 cells, not 2"),
        ("0,1\n1,2\n", None, "columns are missing or repeated"),
        ("time,x\n\n\n", None, "no heading in line 1 with rows"),
        ("\ntime,x\n0,1\n1,2\n", None, "no heading in line 1"),
        ("time,x\n\n0,1\n1,2,3\n", None, "line 4 has 3 cells, not 2"),
    ],
)
def test_refusals(tmp_path, text, mapping, said):
    with pytest.raises(PelagosError, match=said):
        data.read(csv(tmp_path, text), mapping)


def test_unknown_files_are_refused(tmp_path):
    (tmp_path / "x.xls").write_text("")
    with pytest.raises(PelagosError, match="unknown kind"):
        data.read(tmp_path / "x.xls")
    with pytest.raises(PelagosError, match="no such file"):
        data.read(tmp_path / "y.csv")
    (tmp_path / "x.BIN").write_bytes(b"nothing")
    with pytest.raises(PelagosError, match="no DataFlash log"):
        data.read(tmp_path / "x.BIN")
