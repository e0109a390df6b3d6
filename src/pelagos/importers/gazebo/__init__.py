"""Plugins of Gazebo that water and thrust are written by, in SDF and URDF files alike."""
