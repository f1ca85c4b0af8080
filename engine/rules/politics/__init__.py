"""Relations, victory, triggers and edits; each file describes its part."""
