"""TripleA's map files: XML in, Definition out."""
