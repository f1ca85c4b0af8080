"""Scenario files of our own, one .toml each; engine/loading reads them."""
