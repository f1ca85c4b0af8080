"""Battles: one file for each battle step, and pure numbers in rolls.py."""
