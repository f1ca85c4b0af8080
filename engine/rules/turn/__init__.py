"""What holds a turn together: how a game begins, which step is next, how a turn ends."""
