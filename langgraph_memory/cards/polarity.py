"""What a text affirms and what it denies, clause by clause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from langgraph_memory.cards.lexicon import CJK_NEGATORS, NEGATORS
from langgraph_memory.cards.words import listed, words

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_CLAUSE = re.compile(
    r"[.!?:](?=\s|$)|[;,\n&|、。！？；，：（）()]"
    r"|\b(?:but|however|although|though|whereas|because|since)\b"
)
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CJK_DENIAL = re.compile("|".join(CJK_NEGATORS))
_BOUNDS = listed("more less fewer later earlier longer only just exceed exceeding")
_INDIFFERENT = listed(
    "specific particular special preference preferences restriction restrictions"
)
_REFUSALS = ("not allowed", "not permitted", "not accepted", "prohibited", "forbidden")
_NEAR_NON = 2
_DENYING = re.compile(
    "|".join([*NEGATORS, *_REFUSALS, *CJK_NEGATORS, "n['’]t", "non", "-free"])
)


@dataclass(frozen=True)
class Clause:
    """A piece of a text between punctuation.

    Attributes:
        affirmed: Stems it affirms, in order.
        denied: Stems it denies, in order.
    """

    affirmed: tuple[str, ...]
    denied: tuple[str, ...]


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[Clause, ...]:
    """Part a text into clauses and tell in each what is denied.

    A denial reaches from its word (`no`, `don't`, `without`, `不要`) to the clause's end;
    `non-` and `-free` deny only what they are tied to; bounds (`no more than`) and
    indifference (`no preference for`) deny nothing.

    Args:
        text: Any text.

    Returns:
        The clauses that have words, in order.
    """
    found = (_clause(piece) for piece in pieces_of(text))
    return tuple(clause for clause in found if clause.affirmed or clause.denied)


def may_deny(text: str) -> bool:
    """Whether a glance at a text cannot rule out that a clause of it denies something."""
    return _DENYING.search(text.lower()) is not None


def pieces_of(text: str) -> list[str]:
    """The clauses of a text as they stand, in lower case and without empty ones."""
    pieces = _CLAUSE.split(_THOUSANDS.sub("", text.lower().replace("’", "'")))
    return [piece for piece in pieces if piece.strip()]


def _clause(piece: str) -> Clause:
    for refusal in _REFUSALS:
        if piece.rstrip().endswith(refusal):
            return Clause((), tuple(words(piece.replace(refusal, " "))))
    affirmed: list[str] = []
    denied: list[str] = []
    denying, near = False, 0
    tokens = _TOKEN.findall(piece)
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token in NEGATORS or token.endswith("n't"):
            if following in _INDIFFERENT:
                break
            denying = denying or following not in _BOUNDS
        elif not token.isascii():
            _cjk(token, affirmed, denied, denying=denying)
        elif token.startswith("non"):
            parts = token.split("-")
            if parts[0] == "non":
                denied += _stems(parts[1:])
                near = _NEAR_NON if len(parts) == 1 else 0
            else:
                (denied if denying else affirmed).extend(_stems(parts))
        elif token.endswith("-free"):
            denied += _stems(token.split("-")[:-1])
        else:
            (denied if denying or near > 0 else affirmed).extend(_stems(token.split("-")))
            near -= 1
    return Clause(tuple(affirmed), tuple(denied))


def _stems(parts: list[str]) -> list[str]:
    return [found for part in parts for found in words(part)]


def _cjk(run: str, affirmed: list[str], denied: list[str], *, denying: bool) -> None:
    denial = _CJK_DENIAL.search(run)
    if denying or denial is None:
        (denied if denying else affirmed).extend(words(run))
        return
    affirmed += words(run[: denial.start()])
    denied += words(run[denial.end() :])
