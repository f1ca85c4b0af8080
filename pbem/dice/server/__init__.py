"""A dice authority that a club runs for its players: `pbem dice serve`.

`app` puts it together. `endpoints` says what can be asked and `openapi` describes that; `wire` is
JSON and msgpack; `limits`, `errors`, `observe` (logs and figures) and `pages` are what their names
say. `group` lets many answers share one flush to the disk, over `database` (SQLite) or `postgres`;
`witness` notices a store that is older than an answer. `admin` is for its operator.

Nothing here decides a roll: that is `pbem.dice.authority`. Source: docs/formats/dice-v1.md, section
"Over HTTP"; docs/adr/0013-dice-server.md.
"""
