"""Plugins for pbem, one of each kind, and some that do not work."""
