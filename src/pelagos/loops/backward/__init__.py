"""Runs once more and backward: the discrete adjoint of the march's steps."""
