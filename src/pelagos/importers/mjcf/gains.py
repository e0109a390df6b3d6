"""Kinds of actuators as what they stand for: a gain, and a bias that depends on the joint.

The force is gain * control + bias, both as "XML Reference, actuator" of MuJoCo's manual has them.
"""

from __future__ import annotations

from collections.abc import Mapping

ACTUATORS = (
    *("general", "motor", "position", "velocity", "intvelocity", "damper"),
    *("cylinder", "muscle", "adhesion", "plugin", "dcmotor"),
)
KIND = "kind"  # where the tag's own name is kept, if it cannot be written as gain and bias


def general(kind: str, given: Mapping[str, str]) -> dict[str, str]:
    """The attributes of <general> that an actuator of a kind stands for."""
    found = {key: value for key, value in given.items() if key not in ("kp", "kv", "dampratio")}
    if kind == "motor":
        return {**found, "gaintype": "fixed", "gainprm": "1", "biastype": "none", "dyntype": "none"}
    if kind == "position":
        found |= {"gaintype": "fixed", "biastype": "affine"}
        found |= {key: given[key] for key in ("kp", "kv", "dampratio") if key in given}
        return {**found, KIND: kind}
    if kind == "velocity":
        kv = given.get("kv", "1")
        found |= {"gaintype": "fixed", "biastype": "affine", "dyntype": "none"}
        return {**found, "gainprm": kv, "biasprm": f"0 0 -{kv.strip()}"}
    if kind == "general":
        return found
    return {**found, KIND: kind}
