"""The rules as pure functions, one file for each section of the rule book.

A rule looks at a state and returns reasons, events or numbers.  It never changes anything.
"""
