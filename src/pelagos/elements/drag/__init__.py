"""Drag laws of bodies in water."""
