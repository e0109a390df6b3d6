"""Loops of the panel method: integrals over pairs of triangles, and the matrix of the potential."""
