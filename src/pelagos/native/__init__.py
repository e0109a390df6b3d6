"""Machine code on disk: kept in folders that nobody else can write, and checked before it is run.

places       which folder that is
folders      who could change what lies at a path
objects      named pieces of code, each with its digest
numba_cache  the same for functions that numba compiles when they are first called
"""
