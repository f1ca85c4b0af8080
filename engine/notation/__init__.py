"""Orders as text: what players write, post and archive.

Grammar: docs/formats/orders-v1.md.
"""
