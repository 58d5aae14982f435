"""Where, with whom and on what somebody works, in English."""

from __future__ import annotations

import re
from typing import Final

_WORKS: Final = re.compile(
    r"^(?:at|for|in|on|with|from|nights|remotely|part[- ]time|full[- ]time|shifts)\b.*$"
)
_GROUP: Final = re.compile(r"\b(?P<what>project|team|department)\b")
_NO_PLACE: Final = re.compile(
    r"^(?:(?:on|at|in|for|with) )?(?:an?|this|that|some|it|them|him|her|us|you)\b"
    r"|^(?:in|up|forces|hands|together)$"
)
_LINKING: Final = re.compile(r"^(?:on|at|in|for|with)\b(?: the\b)?")
_NAMED: Final = re.compile(r"^(?:(?:at|for) )?(?!(?:home|night|the|an?|my|our)\b)")


def works(verb: str, rest: str) -> tuple[str, str] | None:
    """Read what follows `work` or `joined`.

    Args:
        verb: Either; what one joined needs no preposition.
        rest: The words after it, in lower case.

    Returns:
        The kind of trait (`work`, or `work:` and `employer`, `project`, `team` or
        `department`) and what it is about; None where neither place nor time follows.
    """
    group, joined = _GROUP.search(rest), verb == "joined"
    if (group or joined) and _NO_PLACE.match(rest):
        return None
    if not joined and not _WORKS.match(rest):
        return None
    if group:
        return f"work:{group['what']}", _LINKING.sub("", _GROUP.sub("", rest)).strip()
    at = joined or rest.startswith(("at ", "for "))
    return ("work:employer" if at and _NAMED.match(rest) else "work"), rest
