"""Placeholder: its owner replaces this file."""

from typing import Final

from engine.rules.frame import (
    FrameRules,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
    resolve_no_roll,
)

OVERFLIGHT_FRAME: Final = FrameRules(
    lambda state: (), check_takes_no_orders, resolve_no_order, resolve_no_roll, legal_nothing
)
