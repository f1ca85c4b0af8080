"""A club that follows many games: what it knows of each, and the site that it writes of them.

`model` is what is known of a game and of a turn, `index` keeps that in a database, `places` is
where the site goes: a folder, or a bucket by `s3`.  `pages`, `atom` and `calendar` of the mail make
files of it; they know neither saves nor the engine.  `pbem.post.club` follows the games.
Decision: docs/adr/0104-a-club.md.
"""
