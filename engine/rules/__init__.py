"""The rules as pure functions, one rule-book section a file.

A rule looks at a state and returns reasons, events or numbers.  It never changes anything.
"""
