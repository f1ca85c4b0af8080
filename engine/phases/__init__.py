"""One file per phase: which orders are open, when it ends, which rules it calls."""
