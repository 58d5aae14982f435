"""A traveller's wishes in English: rooms, house rules, cuisines, transport."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<!\bSt)(?<!\bMt)(?<!\bFt)[.!?;]\s+|\n+")
_REFUSAL = re.compile(
    r"\b(?:no|not|non|never|without|avoid\w*|exclud\w*|skip|refuse)\b"
    r"|\b(?:instead of|rather than)\b|n['’]t\b",
    re.IGNORECASE,
)
_FLYING = re.compile(r"\bfl(?:y|ying|ights?)\b|\bplanes?\b|\bair travel\b", re.IGNORECASE)
_DRIVING = re.compile(
    r"\bself[- ]?driv\w*|\bdriv(?:e|ing) (?:ourselves|myself)|\brent\w* (?:a )?cars?\b"
    r"|\b(?:not|n['’]t|no|avoid) (?:plan (?:to|on) |want to |like to )?driv\w+",
    re.IGNORECASE,
)

_ROOMS = (
    (
        r"\b(?:not|n['’]t|no|avoid\w*|without)\b[^.]{0,30}\bshar(?:e|ed|ing)\b",
        "not shared room",
    ),
    (r"\bshared (?:room|accommodation|lodging)", "shared room"),
    (r"\bentire (?:room|home|place|house|apartment|apt|unit|accommodation)", "entire room"),
    (r"\b(?:whole|entire) (?:place|home|house|apartment) to (?:our|my)sel", "entire room"),
    (r"\bprivate rooms?\b", "private room"),
)

_RULES = (
    ("pets", r"\bpets?\b|\b(?:our|my|a|the) (?:dog|cat|puppy)s?\b|\bdog-friendly\b"),
    ("smoking", r"\bsmok(?:e|ers?|ing)\b"),
    ("parties", r"\bpart(?:y|ies)\b(?! of \w+)"),
    (
        "children under 10",
        r"\b(?:child(?:ren)?|kids?|toddlers?|infants?)\b",
    ),
    ("visitors", r"\bvisitors?\b|\bguests over\b|\bhave guests\b"),
)
_FORBIDS = re.compile(
    r"\b(?:non|no|anti)[- ]?{0}|{0}[- ]free|\b(?:without|free of)\s+(?:any\s+)?{0}".replace(
        "{0}", r"(?:smok\w+|pets?|part(?:y|ies)|child\w*|kids?|visitors?)"
    ),
    re.IGNORECASE,
)

_CUISINES = (
    "american", "chinese", "ethiopian", "french", "german", "greek", "indian", "italian",
    "japanese", "korean", "lebanese", "mediterranean", "mexican", "moroccan", "peruvian",
    "seafood", "spanish", "thai", "turkish", "vegan", "vegetarian", "vietnamese",
)  # fmt: skip
_ALWAYS_FOOD = frozenset({"seafood", "vegan", "vegetarian"})
_FOOD = re.compile(
    r"\b(?:cuisines?|food|foods|meals?|dish\w*|din(?:e|ing|ner)|culinary|eat\w*|tast\w*"
    r"|restaurants?|kitchens?|crav\w*)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """Split a text into sentences; `St.` and its like end none."""
    return [part for part in _SENTENCE.split(text) if part.strip()]


def room_type(text: str) -> str | None:
    """The kind of room wished for, or None."""
    for pattern, room in _ROOMS:
        if re.search(pattern, text, re.IGNORECASE):
            return room
    return None


def rules(text: str) -> tuple[str, ...]:
    """What the lodging must allow; a wish for its absence is no such demand."""
    allowing = _FORBIDS.sub(" ", text)
    return tuple(
        rule for rule, pattern in _RULES if re.search(pattern, allowing, re.IGNORECASE)
    )


def cuisines(text: str) -> tuple[str, ...]:
    """Cuisines named in sentences that speak of food, in their order there."""
    found: dict[str, None] = {}
    for sentence in sentences(text):
        known = _CUISINES if _FOOD.search(sentence) else _ALWAYS_FOOD
        for word in re.findall(r"[a-z]+", sentence.lower()):
            if word in known:
                found[word] = None
    return tuple(found)


def unwanted_modes(text: str) -> frozenset[str]:
    """Modes of transport that a sentence refuses: `flight`, `self-driving`."""
    unwanted = set()
    for sentence in sentences(text):
        if _REFUSAL.search(sentence):
            if _FLYING.search(sentence):
                unwanted.add("flight")
            if _DRIVING.search(sentence):
                unwanted.add("self-driving")
    return frozenset(unwanted)
