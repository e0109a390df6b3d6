"""The planar 3-RPR platform in closed form: a platform on three limbs that extend.

`equations` has the equations, `limbs` the models of a limb; here they are
asked with numpy arrays. The same robot in the general engine: `pelagos run 3rpr-small`.
"""

from pelagos.deprecated import renamed
from pelagos.mechanisms.planar_3rpr.answers import (
    Accelerations,
    ForwardDynamics,
    ForwardKinematics,
    InverseDynamics,
    InverseKinematics,
    Jacobians,
    PlatformEnergy,
    PowerBalance,
)
from pelagos.mechanisms.planar_3rpr.motion import PlatformMotion
from pelagos.mechanisms.planar_3rpr.parts import Limb, Path, Telescope
from pelagos.mechanisms.planar_3rpr.robot import Planar3RPR

__all__ = [
    "Accelerations",
    "ForwardDynamics",
    "ForwardKinematics",
    "InverseDynamics",
    "InverseKinematics",
    "Jacobians",
    "Limb",
    "Path",
    "Planar3RPR",
    "PlatformEnergy",
    "PlatformMotion",
    "PowerBalance",
    "Telescope",
]

__getattr__ = renamed(
    __name__,
    {"Energy": ("PlatformEnergy", PlatformEnergy), "Motion": ("PlatformMotion", PlatformMotion)},
)
