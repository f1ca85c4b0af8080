"""What every other rule stands on: relations, values, frames, damage, losses."""
