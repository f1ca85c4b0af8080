"""What no schema can say of a scenario: its names, what fits together, and the parts that are
written in another way than they are held (ADR 0023)."""
