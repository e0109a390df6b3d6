"""Runs as tables for other programs: text, data frames, Parquet, MATLAB. One file each."""
