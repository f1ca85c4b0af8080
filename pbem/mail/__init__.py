"""Carry saves by mail: compose, extract, a durable outbox, and the ways out and in.

The package knows nothing of games: a save is opaque bytes plus what the caller says about it.
See docs/mail.md for the whole picture and docs/adr/0006-mail-delivery.md for the reasons.
"""
