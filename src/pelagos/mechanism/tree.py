"""The tree of bodies as integers: one row per body, parents before children."""

from __future__ import annotations

# Columns of the tree table.
KIND = 0  # index into joints.table.KINDS
PARENT = 1  # row of the parent; 0 is the world, body i is row i + 1
Q_START = 2  # first coordinate
V_START = 3  # first speed
DRIVEN = 4  # 1 if the motion of the joint is prescribed
COLUMNS = 5
