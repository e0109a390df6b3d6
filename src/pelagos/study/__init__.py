"""Studies: many runs of one robot with drawn or gridded values, kept as a few numbers each.

A study is read (`reading`) and its folder opened (`folder`) without the engine; `sweeping` runs it.
"""
