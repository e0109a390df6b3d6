"""Model files"""
