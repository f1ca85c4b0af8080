"""The byte layer under saves and dice: errors, canonical msgpack, typed fields, signed envelopes.

Both `pbem.save` and `pbem.dice` stand on it, and it imports neither, so that the arrows stay
`pbem.save -> pbem.dice -> pbem.wire`.
"""
