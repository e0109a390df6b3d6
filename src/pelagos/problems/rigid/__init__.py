"""Rigid bodies: pendulums, linkages, tops."""
