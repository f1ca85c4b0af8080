"""The program at a terminal: the conversation of a turn, answers about a game, the command line."""
