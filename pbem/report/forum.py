"""Text that strangers wrote, made harmless for forum posts: BBCode and Markdown.

A forum post is public and is laid out by a program that nobody here controls.  So nothing that a
name or a message holds may become a tag, a link, a picture or a heading, and no mail address may
get out.
"""

import re

from pbem.text import plain

_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+")
_LINK = re.compile(r"(?i)\b(https?|ftp|mailto|javascript|data):")
_WWW = re.compile(r"(?i)\bwww\.")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<#|~&$])")
_LINE_START = re.compile(r"^(>|=|:|[-+](?![0-9])|\d+(?=[.)](?:\s|$)))")
_BBCODE = str.maketrans({"[": "(", "]": ")", "<": "‹", ">": "›"})
_NO_ADDRESS = "(address left out)"


def bbcode_text(text: str) -> str:
    """One line of harmless text for a BBCode forum.

    Square brackets become round ones, because there is no way to escape them that all forums know.
    """
    return _public(text).translate(_BBCODE)


def markdown_text(text: str) -> str:
    """One line of harmless Markdown: every character with a meaning gets a backslash.

    What has a meaning only at the start of a line gets one there.
    """
    return _LINE_START.sub(_escaped_start, markdown_words(text))


def markdown_words(text: str) -> str:
    """The same for words inside a line, where a colon or a dash means nothing."""
    return _MARKDOWN.sub(r"\\\1", _public(text)).strip()


def _escaped_start(match: re.Match[str]) -> str:
    mark = match.group(1)
    if mark.isdigit():
        # A number in front of a dot or bracket would begin a list: the dot is what gets escaped.
        return f"{mark}\\"
    return f"\\{mark}"


def _public(text: str) -> str:
    """Plain text on one line, without mail addresses and without anything that makes a link."""
    shown = _ADDRESS.sub(_NO_ADDRESS, plain(text)).replace("@", "(at)")
    return _WWW.sub("www .", _LINK.sub(r"\1 :", shown))
