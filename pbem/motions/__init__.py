"""What can be agreed on: a kind of motion is one module, and everything else goes by the table.

`motion` says what a kind can say of itself, `form` how it is asked for, `table` lists the kinds;
`consent` is the proposal of a motion and the signatures under it.
Source: docs/formats/consent-v1.md; decision: docs/adr/0091.
"""
