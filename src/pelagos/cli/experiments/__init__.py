"""Experiments"""
