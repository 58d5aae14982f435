"""Which likings bear on a request though they share no word: both are of one theme."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from langgraph_memory.cards.traits import traits_of
from langgraph_memory.cards.words import stems, words

_KINDS = frozenset(("taste", "allergy", "fear", "habit"))
_CHOICE = re.compile(
    r"\b(?:recommend|suggest)(?:ions?|ations?)?\b|\bideas? for\b|\brecipes? for (?:me|us)\b"
    r"|\b(?:what|which|where|how)\b[^.?!]{0,40}\b(?:should|shall|could|can) (?:i|we)\b"
    r"|\b(?:plan|cook|order|book|pick|choose|prepare|find|give|make|get)"
    r" (?:me|us|an?\b|some|my|our|dinner|lunch|breakfast|food)"
    r"|推荐|建议|帮我(?:点|订|选|买|安排|计划|规划|做)|(?:吃|喝|看|听|穿|做|点|读)(?:点|些)?什么|去哪",
    re.IGNORECASE,
)
_LOOKED_UP = re.compile(
    r"^(?:what|which|who|when|where|how|why)\b[^.?!]*\b(?:did|does|has|was|were)\b",
    re.IGNORECASE,
)


class _Theme(NamedTuple):
    """Words of requests, and words of likings that bear on them."""

    asked: frozenset[str]
    liked: frozenset[str]


def _theme(asked: str, liked: str) -> _Theme:
    return _Theme(stems(asked), stems(f"{asked} {liked}"))


_THEMES = (
    _theme(
        "cook cooking dinner lunch breakfast brunch supper meal dish recipe menu "
        "dessert snack restaurant eat eating food cuisine lasagna bake buffet picnic "
        "barbecue dine ice cream 吃 晚饭 午饭 早饭 晚餐 午餐 早餐 菜 做饭 食谱 餐厅 "
        "饭店 餐馆 零食 甜点 外卖 美食 菜谱 吃什 道菜 点菜 饭吃 餐吃 么吃 个菜",
        "dairy meat fish seafood pork beef chicken lamb egg cheese milk butter gluten "
        "wheat nut peanut almond shellfish shrimp vegetable fruit cilantro coriander "
        "onion garlic mushroom tomato rice bread pasta pizza sushi soup salad "
        "chocolate sugar sweet spicy pepper soy tofu olive lactose carb fried vegan "
        "vegetarian kosher halal diet bean cake leek potato 香菜 辣 肉 素 鱼 海鲜 牛肉 "
        "猪肉 羊肉 鸡肉 牛奶 花生 鸡蛋 葱 蒜 大蒜 洋葱 蘑菇 奶酪 芝士 甜食 豆腐 米饭 "
        "面条 披萨 吃辣 吃素 吃肉 乳糖 坚果 虾 螃蟹",
    ),
    _theme(
        "drink beverage wine beer cocktail cafe bar coffee tea 喝 饮料 咖啡 奶茶 酒 喝什",
        "alcohol juice soda caffeine whisky 茶 啤酒 红酒 喝酒 果汁",
    ),
    _theme(
        "trip travel flight hotel vacation holiday itinerary airline train journey "
        "getaway 旅行 旅游 航班 机票 酒店 行程 度假 出行",
        "fly flying seat aisle window airport layover hostel resort cruise beach "
        "mountain museum camping crowd 靠窗 靠过 坐飞 飞机 火车 海边 爬山 座位",
    ),
    _theme(
        "movie film series watch documentary 电影 看什 电视 剧 影片",
        "horror comedy thriller western cinema animation 恐怖 喜剧 科幻",
    ),
    _theme(
        "music song playlist concert band album 音乐 歌 歌曲 演唱",
        "jazz opera rock pop metal techno rap classical country 爵士 摇滚 古典",
    ),
    _theme(
        "clothes outfit dress shirt shoe jacket wear wardrobe 衣服 穿什 鞋 外套 裙子",
        "wool leather fur silk cotton polyester heel jeans 羊毛 皮草 皮革",
    ),
    _theme(
        "novel read 小说 书 读什",
        "book fantasy romance biography poetry fiction 诗 传记",
    ),
)


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
    return frozenset(at for at, theme in enumerate(_THEMES) if said & theme.asked)


@lru_cache(maxsize=1024)
def liked_themes(statement: str) -> frozenset[int]:
    """The themes of what a statement says that somebody likes, avoids or cannot have.

    Args:
        statement: One sentence of the user.

    Returns:
        Numbers of themes, as of `asked_themes`.
    """
    about = {
        word
        for trait in traits_of(statement)
        if trait.kind in _KINDS
        for word in trait.about
    }
    return frozenset(at for at, theme in enumerate(_THEMES) if about & theme.liked)
