"""Analyse"""
