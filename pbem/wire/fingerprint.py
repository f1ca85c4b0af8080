"""Fingerprints of keys, for reading out over the phone.

Source: docs/formats/save-v1.md, section "Fingerprints".
"""

from typing import Final

from pbem.wire.errors import KeyFileError
from pbem.wire.signing import tagged_hash

FINGERPRINT_TAG: Final = b"pbem/v1/fingerprint\0"
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD: Final = str.maketrans("OIL", "011")
_DIGITS: Final = 23


def fingerprint(key: bytes) -> str:
    """Six groups of four letters and digits, such as `4XHW-...`; the last one is a check digit.

    23 digits of Crockford base32 (115 bits of SHA-256 over the key) and a 24th for mishearing.
    """
    number = int.from_bytes(tagged_hash(FINGERPRINT_TAG, key), "big") >> (256 - 5 * _DIGITS)
    digits = [number >> (5 * place) & 31 for place in reversed(range(_DIGITS))]
    text = "".join(_ALPHABET[digit] for digit in [*digits, _check_digit(digits)])
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def parse_fingerprint(text: str) -> str:
    """A fingerprint as somebody typed it, in its standard form.

    Case, spaces and dashes do not matter; O is 0, I and L are 1. Raises KeyFileError
    `fingerprint-mistyped` if it cannot be one.
    """
    packed = "".join(text.split()).replace("-", "").upper().translate(_MISREAD)
    digits = [_ALPHABET.find(char) for char in packed]
    if len(digits) != _DIGITS + 1 or -1 in digits or _check_digit(digits[:-1]) != digits[-1]:
        raise KeyFileError(
            "fingerprint-mistyped",
            "this is not a fingerprint: a letter is missing or misheard",
            "Ask for it again, group by group.",
        )
    return "-".join(packed[start : start + 4] for start in range(0, len(packed), 4))


def _check_digit(digits: list[int]) -> int:
    """Sum with odd weights modulo 32: every single wrong digit changes it."""
    return sum((2 * place + 1) * digit for place, digit in enumerate(digits)) % 32
