"""Which likings bear on a request though they share no word: both are of one theme."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from langgraph_memory.cards.oneself.theme_words import THEMES, Vocabulary
from langgraph_memory.cards.oneself.traits import traits_of
from langgraph_memory.cards.words import stems, words

_KINDS = frozenset(("taste", "allergy", "fear", "habit", "wish", "being", "having"))
_HARMS = frozenset(("allergy", "fear"))
_TO_CHOOSE = r"(?:choose|pick|select|find|plan|decide|prepare|design|create|build|come up)"
_NO_CHOICE = r"(?!possib|ways?\b|chance|fees?\b|charges?\b|problem|issue|update|news)"
_CHOICE = re.compile(
    r"\b(?:recommend|suggest|advi[cs]e)(?:ions?|ations?)?\b|\b(?:ideas?|options?) for\b"
    r"|\b(?:any|some|your) (?:\w+ ){0,2}(?:ideas?|tips|advice|thoughts|options?)\b"
    r"|\brecipes? for (?:me|us)\b|\bbest (?:ways?|options?|choices?)\b"
    r"|\b(?:what|which|where|how)\b[^.?!]{0,60}\b(?:should|shall|could|can|might)"
    r" (?:i|we)\b"
    r"|\b(?:what|which)(?:'s| is| are| would be| might be| could be) (?:some|the (?:best"
    r"|top|most|right|ideal|safest)|(?:an? |the )?(?:really |very )?good)\b"
    r"|\b(?:what|which) (?:kinds?|types?|sorts?|\w+) (?:of \w+ )?(?:would|should|could"
    r"|do you)\b"
    rf"|\b(?:are|is) there (?:any|some|an?) {_NO_CHOICE}"
    rf"|\b(?:(?:should|shall) (?:i|we)|help (?:me|us)(?: to)? {_TO_CHOOSE}"
    r"|(?:i|we)(?:'m| am|'re| are) (?:\w+ )?(?:looking (?:for|into)|considering"
    r"|thinking (?:of|about)|planning|searching for|shopping for))\b"
    r"|\b(?:plan|cook|order|book|pick|choose|prepare|create|design|build)"
    r" (?:me|us|an?\b|some|my|our|dinner|lunch|breakfast|food)"
    r"|\b(?:find|give|make|get) (?:me|us|dinner|lunch|breakfast|food|something)\b"
    r"|\bfind an? (?!order|invoice|ticket|file|mail|message|record|customer|user|bug"
    r"|solution|way)"
    r"|\bbake|\bcan (?:i|we|my \w+|[\w-]+) (?:eat|drink)\b"
    r"|\bschlag\w* (?:mir|uns)\b|\bempf(?:iehl|ehlen)\b"
    r"|推荐|建议|(?:帮|给|替)我(?:来|点|订|选|买|安排|计划|规划|做|找|挑|弄)"
    r"|(?:来|点|做|煮|炒|烤|弄)(?:一)?[个道份点顿碗杯盘]|(?:想|要)(?:吃|喝)|教我(?:做|煮)"
    r"|(?:怎么|如何|怎样)(?:走|去|做|煮|到达)|(?:吃|喝|做|点|买|穿|玩|看)(?:点|些)?啥"
    r"|(?:吃|喝|看|听|穿|做|点|读|玩|学|买)(?:点|些)?什么|去哪"
    r"|哪[个家款种本部些]\S{0,6}(?:好|合适|适合)|有(?:什么|哪些)\S{0,6}(?:好|适合)",
    re.IGNORECASE,
)
_LOOKED_UP = re.compile(
    r"^(?:what|which|who|when|where|how|why)\b[^.?!]*\b(?:did|does|has|was|were)\b",
    re.IGNORECASE,
)


class _Theme(NamedTuple):
    """Stems that name a theme, and those that hint at it where somebody likes something."""

    named: frozenset[str]
    hints: frozenset[str]
    signs: re.Pattern[str] | None


def _theme(one: Vocabulary) -> _Theme:
    named = stems(one.asked)
    signs = re.compile(one.signs) if one.signs else None
    return _Theme(named, stems(one.liked) - named, signs)


_THEMES = tuple(map(_theme, THEMES.values()))
_NAMED = 2  # a word that names a theme counts as two that hint at it


def asked_themes(request: str) -> frozenset[int]:
    """The themes in which a request asks for a choice.

    Args:
        request: What the user asks, in English or Chinese.

    Returns:
        Numbers of themes; none where nothing is to be recommended, planned or ordered.
    """
    if not _CHOICE.search(request) or _LOOKED_UP.match(request.strip()):
        return frozenset()
    said = frozenset(words(request))
    return frozenset(
        at
        for at, theme in enumerate(_THEMES)
        if said & theme.named or (theme.signs and theme.signs.search(request))
    )


@lru_cache(maxsize=1024)
def liked_themes(statement: str) -> frozenset[int]:
    """The themes of what a statement says that somebody likes, avoids or cannot have.

    Args:
        statement: One sentence of the user.

    Returns:
        Numbers of themes, as of `asked_themes`.
    """
    if not any(trait.kind in _KINDS for trait in traits_of(statement)):
        return frozenset()
    said = frozenset(words(statement))
    signs = [_NAMED * len(said & one.named) + len(said & one.hints) for one in _THEMES]
    most = max(signs)
    return frozenset(at for at, count in enumerate(signs) if count and 2 * count >= most)


def warns(statement: str) -> bool:
    """Whether a statement says what somebody dislikes, avoids, fears or cannot have.

    Args:
        statement: One sentence of the user.
    """
    return any(
        trait.kind in _HARMS or (trait.kind == "taste" and not trait.positive)
        for trait in traits_of(statement)
    )
