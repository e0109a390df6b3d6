"""Macros of URDF files (xacro): the common part of them, evaluated without running code."""
