"""Vectors of three numbers in loops."""

from __future__ import annotations


def cross(a, b):
    ax, ay, az = a
    bx, by, bz = b
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


def dot(a, b):
    ax, ay, az = a
    bx, by, bz = b
    return ax * bx + ay * by + az * bz


def added(a, b):
    ax, ay, az = a
    bx, by, bz = b
    return ax + bx, ay + by, az + bz


def scaled(share, a):
    x, y, z = a
    return share * x, share * y, share * z


def row_of(rows, index):
    return rows[index, 0], rows[index, 1], rows[index, 2]


def column_of(rows, index):
    return rows[0, index], rows[1, index], rows[2, index]


def add_to_row(rows, index, a):
    x, y, z = a
    rows[index, 0] += x
    rows[index, 1] += y
    rows[index, 2] += z


def add_to_column(rows, index, a):
    x, y, z = a
    rows[0, index] += x
    rows[1, index] += y
    rows[2, index] += z
