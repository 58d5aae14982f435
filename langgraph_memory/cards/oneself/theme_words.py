"""The words of each theme of life in which people ask for advice and have likings.

Chinese words stand as they are counted: by one or two signs (`吃什` of 吃什么).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Vocabulary(NamedTuple):
    """The words of one theme.

    Attributes:
        asked: Those by which a request is of it, and a liking as well.
        liked: Those by which a liking alone is.
        signs: A pattern of the Chinese signs by which a request is of it, whatever signs
            stand beside them: 菜 of 泰国菜.
    """

    asked: str
    liked: str
    signs: str = ""


THEMES: Final[Mapping[str, Vocabulary]] = {
    "food": Vocabulary(
        "cook cooking dinner lunch breakfast brunch supper meal dish recipe menu dining "
        "dessert snack restaurant eatery bistro eat eating food cuisine culinary lasagna "
        "bake baking buffet picnic barbecue grill dine ice cream diet nutrition protein "
        "grocery ingredient appetizer treat cake pie cookie soup salad sushi rezept kuchen "
        "吃 晚饭 午饭 早饭 晚餐 午餐 早餐 菜 做饭 食谱 "
        "餐厅 饭店 餐馆 零食 甜点 外卖 美食 菜谱 吃什 道菜 点菜 饭吃 餐吃 么吃",
        "dairy meat fish seafood pork beef chicken lamb egg cheese milk butter gluten "
        "wheat nut peanut almond shellfish shrimp vegetable fruit cilantro coriander "
        "onion garlic mushroom tomato rice bread pasta pizza sushi soup salad chocolate "
        "sugar sweet spicy pepper soy tofu olive lactose carb fried vegan vegetarian "
        "pescatarian kosher halal bean cake leek potato calorie calories sodium salty raw "
        "organic keto sauce herb spice sour bitter flavor flavour taste plant allergic "
        "celiac coeliac diabetic pregnant salt chef nüsse erdnüsse koriander fleisch milch "
        "香菜 辣 肉 素 鱼 海鲜 牛肉 猪肉 羊肉 鸡肉 牛奶 花生 "
        "鸡蛋 葱 蒜 大蒜 洋葱 蘑菇 奶酪 芝士 甜食 豆腐 米饭 面条 披萨 吃辣 吃素 吃肉 乳糖 "
        "坚果 虾 螃蟹 素食 麸质 清真 穆斯 教徒 糖尿 腰果 杏仁 鸡肉 麻辣 生冷 油腻",
        "菜(?!鸟|单)|吃(?!惊|亏|力|醋|透|苦)|饭(?!卡)|餐(?!桌|巾)|汤(?!姆)|火锅|饮食"
        "|食[谱材物品堂疗]|蛋糕|沙拉|点心|小吃|面包|烧烤|夜宵|宵夜|下厨|料理|烘焙|粥|便当|零食|甜[点品]|外卖|炖|炒(?!股|作|房|币)",
    ),
    "drink": Vocabulary(
        "drink smoothie smoothies beverage wine beer cocktail cafe café bar pub coffee "
        "tea brewery winery 喝 饮料 咖啡 奶茶 酒 喝什",
        "alcohol alcoholic juice soda caffeine whisky sober dairy milk gluten lactose "
        "sugar sweet diet vegan allergic diabetic pregnant 茶 啤酒 红酒 喝酒 果汁",
        "喝(?!彩)|饮[料品]|奶茶|咖啡|酒(?!店|精)|茶(?!几)",
    ),
    "travel": Vocabulary(
        "trip travel traveling travelling vacation holiday itinerary journey getaway "
        "visit visiting destination sightseeing tour tourist abroad explore excursion "
        "weekend honeymoon cruise 旅行 旅游 行程 度假 出行 景点 去哪",
        "wheelchair flight fly plane train airline airport hotel hostel seat aisle window "
        "beach "
        "mountain museum camping crowd hike hiking nature extreme landmark adventure "
        "cultural island guide backpack city countryside 海边 爬山 人多 拥挤",
    ),
    "transport": Vocabulary(
        "flight airline train transport transportation transit commute ride drive driving "
        "taxi bus rental ferry fly flying airport travel route 航班 机票 火车 高铁 坐车 "
        "打车 地铁 交通",
        "seat aisle window layover plane bike bicycle cycling walk subway metro rideshare "
        "car motion highway scooter carpool boat 靠窗 靠过 坐飞 飞机 座位 "
        "晕车 晕船 晕机 恐飞",
        "怎么(?:走|坐车|过去)|怎么去(?!掉|除|重|噪|水|污)|(?:如何|怎样)(?:去(?!掉|除|重|噪)|到达)"
        "|机票|航班|车票|高铁|火车|出行",
    ),
    "lodging": Vocabulary(
        "hotel accommodation stay staying lodge lodging hostel resort airbnb inn 酒店 "
        "民宿 宾馆 住宿 旅馆",
        "wheelchair room suite bed floor breakfast boutique chain noise noisy bathroom "
        "view pool "
        "lobby quiet amenity 房间 安静",
    ),
    "watching": Vocabulary(
        "movie movies film cinema show series sitcom watch watching documentary tv "
        "television binge streaming anime theater theatre 电影 看什 电视 剧 影片 综艺 "
        "动漫",
        "horror comedy thriller western animation animated drama violence violent gore "
        "gory romance fantasy science sci fiction crime war mystery historical musical "
        "subtitle dubbed superhero reality supernatural suspense plot ending 恐怖 喜剧 "
        "科幻 爱情",
    ),
    "music": Vocabulary(
        "music song playlist concert band album musical listen festival 音乐 歌 歌曲 演唱",
        "jazz opera rock pop metal techno rap classical country hip hop acoustic "
        "electronic stadium crowd venue instrumental lyric singer live indie folk genre "
        "loud 爵士 摇滚 古典",
    ),
    "reading": Vocabulary(
        "book novel read reading author audiobook literature magazine 小说 书 读什",
        "fantasy romance biography poetry fiction nonfiction memoir ebook story genre "
        "mystery paperback 诗 传记",
    ),
    "games": Vocabulary(
        "game gaming gamer videogame playstation xbox nintendo console puzzle rpg rpgs "
        "esport 游戏 桌游 手游",
        "multiplayer shooter fantasy violent violence crowd mobile strategy competitive "
        "board card vr graphics turn microtransaction 网游",
    ),
    "sport": Vocabulary(
        "sport sporting athletic team match tournament league stadium active outdoor "
        "activity recreation recreational 运动 比赛 球赛 户外",
        "hike hiking football soccer basketball baseball tennis golf swim swimming ski "
        "skiing hockey surfing climbing combat contact water extreme running cycling yoga "
        "martial boxing motorsport wrestling cricket 足球 篮球 网球 游泳 滑雪 跑步",
    ),
    "fitness": Vocabulary(
        "fitness workout exercise gym fit training cardio muscle weight strength active "
        "stretch routine 健身 锻炼 减肥 运动",
        "yoga run running jog pilates treadmill swim swimming lift lifting cycling "
        "trainer intensity bodyweight equipment hiit aerobic dance walk outdoor class "
        "impact hike hiking technology gadget app 跑步 瑜伽",
    ),
    "health": Vocabulary(
        "health healthy wellness medical sleep stress pain headache cold remedy vitamin "
        "supplement doctor therapy allergy anxiety relax energy meditation treatment "
        "symptom medicine medication immune skin mental 健康 失眠 睡 头疼 感冒 看病 医生 "
        "吃药",
        "pill herbal natural drug caffeine needle injection surgery holistic "
        "pharmaceutical acupuncture meditation vegan animal heat side chemical "
        "alternative vaccine 西药 中药 打针 保健",
    ),
    "beauty": Vocabulary(
        "beauty skincare skin cleanser toner lip eyeshadow deodorant makeup cosmetic hair "
        "haircare shampoo perfume fragrance lotion moisturizer sunscreen nail scent "
        "lipstick grooming salon 护肤 化妆 美容 香水 发型 洗发",
        "scented cruelty tested sulfate paraben vegan natural organic synthetic chemical "
        "spray oil foundation mascara cream matte strong smell 香味 香精",
    ),
    "clothes": Vocabulary(
        "clothes clothing outfit dress shirt shoe jacket wear wardrobe fashion coat suit "
        "accessory jewelry handbag bag sneaker boot sweater 衣服 穿什 鞋 外套 裙子 穿搭 "
        "包包",
        "wool leather fur silk cotton polyester heel jeans fabric denim color colour logo "
        "print pattern tight loose bright brand synthetic style fast vintage secondhand "
        "gold silver 羊毛 皮草 皮革 颜色",
    ),
    "learning": Vocabulary(
        "learn learning study course class tutorial degree education educational teach "
        "skill language school university college exam resource knowledge practice lesson "
        "certification training program memorize understand 学 学习 课程 课 考试 学校 "
        "培训",
        "online textbook lecture video classroom group hands visual interactive tutor "
        "theory podcast virtual quiz flashcard digital app reading written mooc 网课 自学",
    ),
    "work": Vocabulary(
        "job career work office workplace employer company role position remote "
        "profession professional internship hire coworking meeting colleague 工作 职业 "
        "公司 求职 办公 上班",
        "hybrid commute team startup overtime desk home freelance shift corporate boss "
        "manager travel relocate city 加班 远程 出差",
    ),
    "technology": Vocabulary(
        "laptop phone smartphone computer tablet software app device gadget camera "
        "headphone tool tech technology smart pc monitor speaker smartwatch printer "
        "browser website wearable 电脑 手机 软件 耳机 相机 平板",
        "apple android google microsoft iphone windows linux wireless bluetooth "
        "touchscreen privacy battery subscription cloud voice screen brand refurbished "
        "display data wired 安卓 苹果",
    ),
    "cars": Vocabulary(
        "car vehicle suv truck motorcycle sedan auto automobile motorbike dealership 车 "
        "汽车 买车 摩托",
        "electric diesel hybrid gasoline manual automatic transmission engine fuel brand "
        "mileage color colour used leather touchscreen luxury 电动 油车",
    ),
    "pets": Vocabulary(
        "pet dog cat puppy kitten breed adopt animal companion hamster rabbit bird fish "
        "aquarium vet 宠物 狗 猫 养狗 养猫",
        "fur shed shedding reptile snake hypoallergenic bark shelter rodent spider insect "
        "feather breeder cage leash kibble raw",
    ),
    "home": Vocabulary(
        "home house apartment furniture decor decorate decorating decoration kitchen "
        "bedroom bathroom living appliance garden gardening plant clean cleaning mattress "
        "sofa couch lamp lighting rug curtain cookware storage bedding table desk chair "
        "room 家 家具 房子 装修 厨房 卧室 沙发 打扫 园艺",
        "minimalist modern wood wooden plastic scent candle artificial bright color "
        "colour glass metal neutral vintage synthetic chemical antique smart material "
        "style pattern used secondhand assembly 木头 颜色",
    ),
    "gifts": Vocabulary(
        "gift present birthday anniversary celebrate celebration party wedding 礼物 生日 "
        "聚会",
        "handmade surprise flower jewelry personalized homemade crowd",
    ),
    "money": Vocabulary(
        "money invest investing investment budget saving stock bank finance financial "
        "loan insurance mortgage retirement 钱 投资 理财 预算 股票 贷款 保险",
        "risk debt credit crypto cryptocurrency fund bond fee spend 风险",
    ),
}
