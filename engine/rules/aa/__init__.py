"""AA fire: who fires, the numbers, what it does; battles and movement both have it."""
