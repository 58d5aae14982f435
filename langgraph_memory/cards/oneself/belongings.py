"""What is somebody's own, in English: the name, the manager, the passport, the diet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from langgraph_memory.cards.oneself.rewording import KIN
from langgraph_memory.cards.oneself.saying import Saying

_NO_NAME: Final = (
    r"(?:an?|the|back|later|again|when|if|at|in|on|by|before|after|up|soon|to\w*|any\w*)"
)
_NAME: Final = re.compile(
    rf"^(?:my|our) (?:(?P<who>{KIN}) )?name am (?P<x>.+)$|^(?:please )?call me "
    rf"(?!{_NO_NAME}\b)(?P<y>[\w'-]+(?: (?!from\b)[\w'-]+)?)(?: from now on)?$"
)
_MINE: Final = re.compile(
    r"^(?:my|our) (?P<what>favourite [\w ]+?|job|profession|occupation|hobby|hobbies|diet"
    r"|native language|mother tongue|birthday|home ?town|home(?= am in)|pronouns"
    r"|(?:\w+ )size|blood type|nationality|religion) am (?:in |on )?(?P<x>.+)$"
)
_ENDS: Final = re.compile(
    r"^(?:my|our) (?P<what>passport|visa|(?:driving )?licen[cs]e|id card|insurance|contract"
    r"|membership) (?:expires?|runs out|ends|am valid until)(?: on| in)? (?P<x>.+)$"
)
_WHOSE: Final = re.compile(
    r"^(?:my|our) (?P<what>(?:line )?manager|boss|supervisor|team lead|mentor|coach|doctor"
    r"|gp|dentist|therapist|lawyer|accountant|landlord|landlady|assistant|teacher|employer"
    r"|company|team|department|project|car|bank|address|time ?zone|city|school|university"
    r"|(?:\w+ )?e-?mail(?: address)?|phone(?: number)?"
    r"|(?:dog|cat|horse|rabbit|parrot|hamster)(?= am (?:called|named)))"
    r" am (?:now )?(?:called |named )?(?:an? )?(?P<x>[^,]+)$"
)


def belongings(said: str, sentence: str) -> Iterator[Saying]:
    """Read a clause that says who or what somebody's own is.

    Args:
        said: The clause, reworded to be plain.
        sentence: The sentence it is of, as it was written: a name has a capital.

    Yields:
        One saying at most, of the kind `name`, or `my:` and what it is.
    """
    if match := _NAME.match(said):
        yield Saying("name", match["who"] or "", match["x"] or match["y"], affirmed=True)
    elif (match := _MINE.match(said) or _ENDS.match(said)) or (
        (match := _WHOSE.match(said)) and _is_name(match["x"], sentence)
    ):
        yield Saying(f"my:{match['what']}", "", match["x"], affirmed=True)


def _is_name(value: str, sentence: str) -> bool:
    at = sentence.lower().find(value)
    named = at >= 0 and (sentence[at].isupper() or sentence[at].isdigit())
    return named or "@" in value or value.startswith("+")
