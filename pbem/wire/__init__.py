"""The byte layer under saves and dice: errors, canonical msgpack, typed fields, signed envelopes.

Both `pbem.save` and `pbem.dice` build on it, and it imports neither, so that imports run
`pbem.save -> pbem.dice -> pbem.wire`.
"""
