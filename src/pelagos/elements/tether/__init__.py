"""Tethers: lines of lumped masses that bend, stretch, drag through water and lie on the seabed."""
