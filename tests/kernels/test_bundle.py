"""Bundles: tables of addresses that compiled code reads as arrays."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from pelagos.kernels.bundle import Bundle, Flag, Int, Int1, Real, Real2


class Sample(Bundle):
    """One field of each sort."""

    count: Int
    scale: Real
    on: Flag
    rows: Int1
    table: Real2


def sample(**changes):
    values = {
        "count": 3,
        "scale": 0.5,
        "on": True,
        "rows": np.arange(4),
        "table": np.arange(6.0).reshape(2, 3),
    }
    return Sample(**{**values, **changes})


def numbers_at(address, kind, count):
    return list((kind * count).from_address(address))


def test_the_table_holds_values_addresses_and_shapes():
    bundle = sample()
    table = numbers_at(bundle.address, ctypes.c_int64, 8)
    assert table[0] == 3
    assert np.array([table[1]]).view(float)[0] == 0.5
    assert table[2] == 1
    assert (table[4], table[6:8]) == (4, [2, 3])
    assert numbers_at(table[3], ctypes.c_int64, 4) == [0, 1, 2, 3]
    assert numbers_at(table[5], ctypes.c_double, 6) == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]


def test_arrays_are_shared_where_they_fit():
    """What compiled code writes is seen in Python; other layouts are copied, and kept alive."""
    table = np.zeros((2, 3))
    assert sample(table=table).table is table
    columns = np.zeros((3, 2)).T
    bundle = sample(table=columns, rows=[1, 2])
    assert bundle.table is not columns
    assert bundle.table.flags.c_contiguous
    assert bundle.rows.dtype == np.int64


def test_a_bundle_with_other_values_shares_the_rest():
    bundle = sample()
    other = bundle.replaced(count=7)
    assert (other.count, bundle.count) == (7, 3)
    assert other.table is bundle.table
    assert other.address != bundle.address


@pytest.mark.parametrize(
    ("changes", "hint"),
    [({"tabel": 1}, "has the fields count, scale"), ({"table": np.zeros(3)}, "1 dimensions")],
)
def test_fields_that_do_not_fit_are_refused(changes, hint):
    with pytest.raises(TypeError, match=hint):
        sample(**changes)
