"""After a nation's turn: victory by capitals, where the scenario checks it then (C75, C76)."""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.politics.capitals import resolve_capitals_after_turn

CAPITALS: Final = automatic_phase("capitals", "capitals", resolve_capitals_after_turn)
