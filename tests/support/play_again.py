"""A game played again from its actions."""

from collections.abc import Iterable

from engine import Action, Definition, Step, apply, new_game


def play_again(definition: Definition, actions: Iterable[Action]) -> tuple[Step, ...]:
    """The step at the start and the one after each action; IllegalActionError at a refused one."""
    steps = [new_game(definition)]
    for action in actions:
        steps.append(apply(steps[-1].state, action))
    return tuple(steps)
