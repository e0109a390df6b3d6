"""The march over time: compiled loops that call the programs of a robot by their addresses.

Programs (`pelagos.tape`) are made for a number of lanes, 1, 4 or 8; the loops here learn it from
the shapes of the arrays and work with any. A run gives the same bits in every case.
"""
