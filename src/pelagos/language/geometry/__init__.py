"""Geometry of shapes."""
