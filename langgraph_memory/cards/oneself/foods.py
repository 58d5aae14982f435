"""What diets leave out, and which foods and drinks are of a kind."""

from __future__ import annotations

from typing import Final

from langgraph_memory.cards.words import stems, words

DIETS: Final = (
    ("vegetarian", stems("vegetarian veggie 素"), ("meat",)),
    ("vegan", stems("vegan 纯素 全素 严格 格素"), ("meat", "animal product")),
)
"""Name, the words of it, and what who keeps to it does not eat; the strictest last."""

_MEAT: Final = stems(
    "meat beef steak pork bacon ham lamb chicken turkey duck sausage veal burger "
    "牛肉 猪肉 鸡肉 羊肉"
)
_FROM_ANIMALS: Final = _MEAT | stems(
    "fish seafood salmon tuna shrimp prawn egg dairy milk cheese butter cream yogurt honey "
    "鱼 海鲜 鸡蛋 牛奶 奶酪"
)
_KINDS: Final = {
    frozenset(words("meat")): _MEAT,
    frozenset(words("animal product")): _FROM_ANIMALS,
    frozenset(words("alcohol")): stems(
        "alcohol wine beer whisky whiskey vodka gin rum champagne cocktail liquor "
        "红酒 啤酒 白酒"
    ),
    frozenset(words("dairy")): stems("dairy milk cheese butter cream yogurt"),
    frozenset(words("seafood")): stems("seafood fish salmon tuna shrimp prawn crab oyster"),
}


def is_part(diet: str, other: str) -> bool:
    """Whether who keeps to another diet keeps to this one: vegans are vegetarians, too."""
    names = [name for name, _, _ in DIETS]
    return names.index(diet) <= names.index(other)


def breaks(food: frozenset[str], diet: str) -> bool:
    """Whether who keeps to a diet does not eat a food.

    Args:
        food: Stems of what is eaten.
        diet: One of the names of `DIETS`.
    """
    [without] = [foods for name, _, foods in DIETS if name == diet]
    return any(of_kind(food, frozenset(words(kind))) for kind in without)


def of_kind(food: frozenset[str], kind: frozenset[str]) -> bool:
    """Whether a food is one of a kind: steak is meat.

    Args:
        food: Stems of what is eaten or drunk.
        kind: Stems of what it may be of.
    """
    return bool(food) and food <= _KINDS.get(kind, frozenset())
