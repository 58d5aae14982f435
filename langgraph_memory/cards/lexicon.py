"""The small general vocabulary by which columns, cells and tasks are understood.

Words are stems (see `words.stem`), English and Chinese, and belong to no domain's data.
"""

from __future__ import annotations

from langgraph_memory.cards.words import listed, stems

PRICE = stems("price cost fare fee charge total rent 价格 价钱 费用 总价 票价")
MONEY = PRICE | stems("amount subtotal budget balance refund deposit 金额 总额 余额")
RATING = stems("rating score star review grade rank 评分 星级 得分")
TIME = stems(
    "time date day month year departure arrival depart arrive start end begin deadline "
    "due when duration elapsed hour minute expiry expire schedule until 时间 日期 出发 "
    "到达 开始 结束"
)
STOCK = stems(
    "available availability stock seat left remaining quantity inventory vacancy sold "
    "库存 余票 剩余 可用"
)
LIMIT = stems(
    "minimum maximum limit rule policy restriction requirement require capacity allowed "
    "eligible refundable cancellable condition 最少 最多 最低 最高 限制 规定 规则 条件"
)
LEAST = stems("minimum least 最少 最低 至少")
MOST = stems("maximum capacity most limit 最多 最高 上限 容量")
CUE = stems(
    "name title label subject type kind category class status state city country brand "
    "model color colour size style place origin destination region language group 名称 "
    "名字 标题 类型 城市 状态 品牌 颜色 尺寸"
)
NAME = stems("name title label subject 名称 名字 标题")
KIND = stems("type kind category class status tag genre style brand color colour 类型 类别")
IDENTIFIER = stems("id number code key sku ref reference uuid 编号 号码 代码")
BALLAST = stems(
    "latitude longitude phone telephone fax website url uri link href image photo picture "
    "thumbnail icon avatar zip postal postcode street address html hash etag token "
    "cursor checksum 经度 纬度 电话 网址 链接 图片 地址 邮编"
)
OPAQUE = stems("html hash etag token cursor checksum")
CONTENT = stems(
    "content text body summary description snippet message answer result value note "
    "comment reason output response detail abstract line 内容 摘要 描述 说明 结果"
)
ECHO = stems("from to source target query input term keyword mode type 从 到")
DISTANCE = stems("distance 距离")
DURATION = stems("duration elapsed 时长 耗时")
START = stems("departure depart start begin 出发 开始")

PERSON = stems(
    "person guest adult traveler traveller passenger occupant occupancy individual pax "
    "party group attendee sleeps seat participant 人数 乘客 客人"
)
NIGHT = stems("night day stay 天数 晚数")
PLACE = stems("city place stop destination country town 城市 地点")

CALCULATING = stems(
    "calculate compute sum total budget convert estimate count average 计算"
)

GONE = (
    "sold out",
    "out of stock",
    "unavailable",
    "not available",
    "no longer available",
    "no availability",
    "fully booked",
    "closed",
    "cancelled",
    "canceled",
    "suspended",
    "expired",
    "售罄",
    "售完",
    "已满",
    "无货",
    "缺货",
    "关闭",
    "已取消",
    "不可用",
    "停业",
)
"""Phrases of cells that say an option cannot be had."""

NOTHING = (
    "no ",
    "not ",
    "none",
    "cannot",
    "can't",
    "n't ",
    "invalid",
    "must",
    "only ",
    "at least",
    "at most",
    "unless",
    "until",
    "before",
    "require",
    "denied",
    "failed",
    "没有",
    "无法",
    "不能",
    "必须",
    "禁止",
    "仅限",
    "至少",
    "最多",
)
"""Phrases of prose that exclude or bound something."""

NEGATORS = listed(
    "no not non without never avoid cannot don doesn didn won isn aren can't don't "
    "doesn't won't isn't aren't except neither nor dislike hate"
)
CJK_NEGATORS = (
    "不要",
    "不想",
    "不能",
    "不允许",
    "不可",
    "不带",
    "不",
    "没有",
    "禁止",
    "谢绝",
    "无",
    "避免",
)

HAN_NUMERALS = frozenset("零〇一二两三四五六七八九十百千万亿")

COUNTS = {
    word: number
    for number, listed in {
        1: "one single solo alone myself",
        2: "two couple both 两",
        3: "three 三",
        4: "four 四",
        5: "five 五",
        6: "six 六",
        7: "seven 七",
        8: "eight 八",
        9: "nine 九",
        10: "ten 十",
        12: "twelve dozen",
    }.items()
    for word in listed.split()
}
"""Number words a count can be given in."""

LOW_PRICE = stems(
    "budget cheap cheaper cheapest affordable inexpensive economical low lowest save "
    "预算 便宜 省钱"
)
HIGH_RATING = stems("best rated highest top-rated top recommended favourite 最好 评分")
SOONEST = stems("earliest soonest early 最早")
LATEST = stems("latest late 最晚")
NEAREST = stems("nearest closest near nearby 最近 附近")
FASTEST = stems("fastest quickest shortest quick 最快 最短")

YES = frozenset(("true", "yes", "y", "allowed", "是", "可以"))
NO = frozenset(("false", "no", "n", "not allowed", "否", "不可以"))

PLANNING = stems(
    "plan book order schedule buy pay cancel change return exchange budget calculate "
    "reserve itinerary update modify send refund delete 计划 预订 预算 安排 购买 修改 "
    "取消 退款"
)
ASKING = stems(
    "find search what which who how why compare summarize summarise research list "
    "explain tell show know look 查找 搜索 什么 哪些 比较 总结 介绍"
)
CREATING = stems(
    "write draft compose poem story brainstorm idea slogan imagine creative essay lyric "
    "写作 创作 故事 诗歌 构思"
)
CONCLUDING = stems(
    "total decide choose book confirm plan recommend conclusion result therefore cancel "
    "cost select pick 总共 决定 选择 预订 结论 推荐 因此"
)
