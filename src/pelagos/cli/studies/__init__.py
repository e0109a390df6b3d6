"""Studies"""
