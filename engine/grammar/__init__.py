"""What lines of orders and their plain forms are made of; it knows no order and no rule.

Text: `lexer` cuts a line, `names` finds what a name means, `reader` reads names, counts, units and
paths with the words of a game (`vocabulary`), and `writer` writes them.  Plain form: `plain` reads
and writes values strictly, `fields` derives the plain form of a dataclass from its fields.
"""
