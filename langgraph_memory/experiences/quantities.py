"""Quantities that a text tells, in figures or in words."""

from __future__ import annotations

import re
from typing import Final

_FIGURE: Final = re.compile(r"(?<![\w.])\d{1,15}(?:[.,]\d{1,9})?(?![\w]{3})")
_SPAN: Final = (
    r"second|minute|hour|day|night|week|fortnight|month|quarter|year|decade|century"
    r"|half|third|pair|dozen|couple|score|hundred|thousand|million"
)
_WORD: Final = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"|first|second|third|fourth|fifth|last|once|twice|thrice|double|twin|triple|quadruple"
    r"|half|halve|halves|quarters?|thirds?|dozens?|couple|pairs?|both|either|duo|trio"
    r"|single|solo|alone|only|each|every|per|all|whole|entire|full|fully|complete(?:ly)?"
    r"|none|nothing|nobody|without|free|empty|maximum|minimum|most|least"
    rf"|(?:an?|this|next|the) (?:{_SPAN})|overnight|weekend|fortnight(?:ly)?"
    r"|hourly|daily|nightly|weekly|monthly|quarterly|yearly|annual(?:ly)?"
    r"|noon|midday|midnight|hundreds?|thousands?|millions?|percent"
    r"|(?:me|i|us|we) and|and (?:me|i|my|us)|(?:of|for) us|ourselves|together"
    r"|husband|wife|partner|girlfriend|boyfriend|fianc[eé]e?|twins|parents|family"
    r"|kids?|child(?:ren)?|friends?|guests?|people)\b",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    r"[零〇两二三四五六七八九十百千万亿俩仨半双对倍整全每都夫妻孩友]"
    r"|一(?![下起些直定样旦切向再边般致并])|我们|咱们|[我你他她][和与跟同]|[和与跟同]我"
    r"|父母|情侣|家人|刻钟|独自|单独|没有|免费"
)
_ARTICLE: Final = re.compile(r"\ban?\b", re.IGNORECASE)


def quantities_in(text: str) -> frozenset[str]:
    """The quantities in a text, as they are written.

    Args:
        text: What a user said.

    Returns:
        Its figures, each as it is written; `words` where it tells a quantity in words: a
        number, a share, a span of time, a measure, or how many people there are; `one`
        where it may mean one of a kind, as `a room` does.
    """
    figures = _FIGURE.findall(text)
    worded = _WORD.search(text) or _CHINESE.search(text)
    one = ["one"] if _ARTICLE.search(text) else []
    return frozenset((*figures, *(["words"] if worded else []), *one))
