"""Air (or water) loads on lifting surfaces, in plain numpy and beside the engine.

`strip` follows a bending and twisting cantilever wing section by section and finds where it
flutters and where it diverges; `vortex_lattice` solves for the flow about surfaces of any bent
shape.
"""
