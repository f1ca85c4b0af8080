"""Dice that nobody can choose, foresee, repeat or throw away.

`protocol` is pure (requests, receipts, commitments, their verification), and so is `closing` (the
end of a turn, so that nothing rolled is left out); `store` and `authority` are the embedded dice
authority; `rehearsal` is the seeded one that proves nothing; `client` is how a turn reaches an
authority. Specification: docs/formats/dice-v1.md.
"""
