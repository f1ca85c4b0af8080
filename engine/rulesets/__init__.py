"""Declarations only: which phases, which frames, which battle steps make up a rule system."""
