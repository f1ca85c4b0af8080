"""Low-luck arithmetic (B241)."""


def low_luck_split(power: int, sides: int) -> tuple[int, int]:
    """Sure hits and the remainder at which one more die hits (0: no die is needed).

    Rule: rule book, Low luck (B241).  Power 7 with six sides: 1 hit and a die at 1.
    """
    return divmod(power, sides)
