"""What people say in German of what they like or cannot have, in plain English verbs."""

from __future__ import annotations

import re
from typing import Final

_THING = r"(?P<x>(?!(?:es|das|dies\w*|ihn|sie|dich|euch|wie|wenn|dass|nicht)\b)[\w-].*?)"
_END = r"(?P<end>(?: mehr)?(?=[.,!;]|$))"
_SO = r"(?:(?:leider|sehr|stark|wirklich|gar|überhaupt|absolut|auch|besonders) )*"
_NONE = r"kein(?:e[nmrs]?)?"
_PLAIN: Final = tuple(
    (re.compile(rf"\bich {said}"), f"i {plain} \\g<x>")
    for said, plain in (
        (rf"bin {_SO}allergisch (?:gegen|auf) {_SO}{_THING}{_END}", "react-to"),
        (rf"bin {_SO}(?:gegen|auf) {_THING} {_SO}allergisch{_END}", "react-to"),
        (r"habe? (?:\w+ )?eine? (?P<x>[\w-]+)-?allergie\b", "react-to"),
        (rf"(?:mag|esse|trinke|vertrage) {_SO}{_NONE} {_THING}{_END}", "avoid"),
        (rf"(?:mag|esse|trinke|vertrage) {_THING} {_SO}nicht{_END}", "avoid"),
        (rf"(?:esse|trinke) {_SO}nie(?:mals)? {_THING}{_END}", "avoid"),
        (rf"(?:hasse|verabscheue) {_SO}{_THING}{_END}", "hate"),
        (rf"(?:vermeide|meide) {_SO}{_THING}{_END}", "avoid"),
        (rf"(?:liebe|mag) {_SO}{_THING}{_END}", "like"),
        (rf"(?:esse|trinke) {_SO}gerne? {_THING}{_END}", "like"),
    )
)
_JOINED: Final = (
    (re.compile(rf" (?:und|oder|noch) (?:{_NONE} )?"), " and "),
    (re.compile(r",? aber "), " but "),
)
_NOT_SO: Final = re.compile(
    r"\b(?:sag\w*|mein(?:t|te|st)|schr(?:eib|ieb)\w*|behauptet|wenn|falls|ob|als|heute"
    r"|morgen|gestern|gerade|diesmal|früher)\b"
)


def in_english(text: str) -> str:
    """Reword what a German sentence says of likes, dislikes and allergies.

    Args:
        text: A sentence in lower case.

    Returns:
        It with the verbs that English statements are read by; all other texts as they
        are, and what is said of others, of a moment or of what may be.
    """
    if _NOT_SO.search(text):
        return text
    said = text
    for pattern, plain in _PLAIN:
        said = pattern.sub(plain, said)
    if said == text:
        return text
    for pattern, plain in _JOINED:
        said = pattern.sub(plain, said)
    return said
