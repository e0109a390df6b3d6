"""The vortex lattice in a march."""
