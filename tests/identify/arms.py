"""A driven arm, for tests of fits."""

ARM = """
name: driven arm
bodies:
  arm:
    joint: {revolute: y, damping: 0.1}
    mass: 1.2
    com: [0, 0, -0.4]
    inertia: [0.02, 0.02, 0.002]
actuators:
  motor: {motor: {joint: arm}}
duration: 4
"""
