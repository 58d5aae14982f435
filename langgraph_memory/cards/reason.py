"""Why something was kept, or was not: the terms of its score, and what decided."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a fact was kept, or was not.

    Attributes:
        tool: The tool that said it, else `user` or `model`.
        field: Its name, dotted where it lies within another; empty for a text or a bare
            value.
        value: What it says: JSON data. A card tells of each field that it keeps the value
            that is worth most, and of others none.
        object: What names its object, else empty.
        terms: What made the score, by name, in log-odds; and `learned`, a factor from
            other conversations, unless it is 1.
        score: The chance, 0–1, that a later decision uses it; 0 also where the
            conversation says it already.
        kept: Whether it was kept.
        because: Why it was not kept, in words; empty when it was.
    """

    tool: str
    field: str = ""
    value: Any = None
    object: str = ""
    terms: dict[str, float] = dataclasses.field(default_factory=dict)
    score: float = 0.0
    kept: bool = True
    because: str = ""

    def __str__(self) -> str:
        """One line, the largest terms first."""
        name = f"{self.tool}.{self.field}" if self.field else self.tool
        of = f" of {self.object}" if self.object else ""
        kept = "kept" if self.kept else f"not kept, {self.because}"
        terms = sorted(self.terms.items(), key=lambda term: -abs(term[1]))
        told = ", ".join(f"{term} {weight:+.3g}" for term, weight in terms)
        return f"{name} {self.value!r}{of}: {kept}; score {self.score:.4f}: {told}"

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data; what is as by default is left out."""
        plain = Reason(tool="")
        told = dataclasses.asdict(self).items()
        return {name: value for name, value in told if value != getattr(plain, name)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Reason:
        """The inverse of `to_dict`; keys it does not know are left aside."""
        return cls(
            **{f.name: data[f.name] for f in dataclasses.fields(cls) if f.name in data}
        )


def reasoned(terms: Mapping[str, float], learned: float) -> dict[str, float]:
    """The terms of a score, and `learned` with them where that is not 1."""
    return dict(terms) if learned == 1.0 else {**terms, "learned": learned}
