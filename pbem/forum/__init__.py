"""Forums: posting a turn once, and finding the newest save of a thread."""
