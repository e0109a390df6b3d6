"""MJCF: bodies, joints and geoms, as MuJoCo describes robots."""
