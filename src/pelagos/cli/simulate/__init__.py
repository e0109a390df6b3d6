"""Simulate"""
