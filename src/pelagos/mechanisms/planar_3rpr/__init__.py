"""The planar 3-RPR platform in closed form: a platform on three limbs that extend.

`equations.planar_3rpr` has the equations, `equations.limbs` the models of a limb; here they are
asked with numpy arrays. The same robot in the general engine: `pelagos run 3rpr-small`.
"""

from pelagos.mechanisms.planar_3rpr.answers import (
    Accelerations,
    Energy,
    ForwardDynamics,
    ForwardKinematics,
    InverseDynamics,
    InverseKinematics,
    Jacobians,
    PowerBalance,
)
from pelagos.mechanisms.planar_3rpr.motion import Motion
from pelagos.mechanisms.planar_3rpr.parts import Limb, Path, Telescope
from pelagos.mechanisms.planar_3rpr.robot import Planar3RPR

__all__ = [
    "Accelerations",
    "Energy",
    "ForwardDynamics",
    "ForwardKinematics",
    "InverseDynamics",
    "InverseKinematics",
    "Jacobians",
    "Limb",
    "Motion",
    "Path",
    "Planar3RPR",
    "PowerBalance",
    "Telescope",
]
