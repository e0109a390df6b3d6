"""Derivatives of the flow about wings: forward with a tangent, backward with weights."""
