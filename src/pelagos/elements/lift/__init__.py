"""Lift laws of bodies in water."""
