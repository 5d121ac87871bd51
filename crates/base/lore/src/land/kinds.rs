//! The vocabulary of land.

use crate::vocabulary;

vocabulary! {
    /// What lives on a piece of ground.
    Ecosystem, "ecosystem" {
        Sea = 0 "sea", Beach = 1 "beach", Meadow = 2 "meadow", Forest = 3 "forest", Pinewood = 4 "pinewood",
        Heath = 5 "heath", Marsh = 6 "marsh", Steppe = 7 "steppe", Desert = 8 "desert", Rock = 9 "rock",
        Tundra = 10 "tundra", Snow = 11 "snow", Farmland = 12 "farmland", Town = 13 "town", Lake = 14 "lake",
        River = 15 "river",
    }
}

vocabulary! {
    /// What grows or lies where genesis put it.
    GrowthKind, "growth" {
        Oak = 0 "oak", Birch = 1 "birch", Pine = 2 "pine", Spruce = 3 "spruce", Willow = 4 "willow",
        AppleTree = 5 "apple tree", Palm = 6 "palm", DeadTree = 7 "dead tree", Bush = 8 "bush", Heather = 9 "heather",
        Reed = 10 "reed", Grass = 11 "tall grass", Flower = 12 "flower", Mushroom = 13 "mushroom", Cactus = 14 "cactus",
        Stone = 15 "stone", Boulder = 16 "boulder", IronOre = 17 "iron ore", CopperOre = 18 "copper ore",
        GoldOre = 19 "gold ore", Wheat = 20 "wheat", Ruin = 21 "ruin", Well = 22 "well", Fence = 23 "fence",
        Lamp = 24 "lamp post", Stall = 25 "stall", Signpost = 26 "signpost", MineMouth = 27 "mine mouth",
    }
}

impl GrowthKind {
    /// Radius in metres that stops a walker at ordinary size; zero for what can be walked through.
    #[must_use]
    pub fn trunk_radius(self) -> f32 {
        use GrowthKind as G;
        match self {
            G::Oak | G::Willow => 0.45,
            G::Pine | G::Spruce | G::Palm | G::AppleTree | G::DeadTree => 0.35,
            G::Birch | G::Cactus => 0.25,
            G::Stone | G::IronOre | G::CopperOre | G::GoldOre => 0.4,
            G::Boulder | G::Ruin | G::MineMouth => 1.0,
            G::Well | G::Stall => 0.9,
            G::Lamp | G::Signpost => 0.12,
            G::Fence => 0.3,
            G::Bush | G::Heather | G::Reed | G::Grass | G::Flower | G::Mushroom | G::Wheat => 0.0,
        }
    }

    /// What it hides at ordinary size: the radius and the height in metres; zero for what hides nothing. One can walk through a bush and not see through it.
    #[must_use]
    pub fn shade(self) -> (f32, f32) {
        use GrowthKind as G;
        match self {
            G::Boulder | G::Ruin | G::MineMouth => (1.0, 1.6),
            G::Well | G::Stall => (0.9, 1.1),
            G::Stone | G::IronOre | G::CopperOre | G::GoldOre => (0.4, 0.6),
            G::Bush => (0.7, 1.1),
            G::Reed | G::Wheat => (0.4, 0.9),
            G::Fence | G::Heather | G::Grass | G::Flower | G::Mushroom => (0.0, 0.0),
            tall => (tall.trunk_radius(), 4.0),
        }
    }

    /// Whether it can be cut down for wood.
    #[must_use]
    pub fn is_tree(self) -> bool {
        self as u8 <= GrowthKind::DeadTree as u8
    }
}

vocabulary! {
    /// What can be picked up.
    ThingKind, "thing" {
        Apple = 0 "apple", Berries = 1 "berries", Mushroom = 2 "mushroom", Bread = 3 "bread", Log = 4 "log",
        Stone = 5 "stone", Axe = 6 "axe", Lantern = 7 "lantern", Coin = 8 "coin", Herb = 9 "herb", Ore = 10 "ore",
        Plank = 11 "plank", Meat = 12 "meat", Hood = 13 "hood", Coat = 14 "guard's coat",
        Gravestone = 15 "gravestone", Grain = 16 "grain", Flour = 17 "flour", Fish = 18 "fish", Egg = 19 "egg", Ale = 20 "ale",
        Wool = 21 "wool", Cloth = 22 "cloth", Clothes = 23 "clothes", Tools = 24 "tools",
        Milk = 25 "milk", Hide = 26 "hide", Bow = 27 "bow", Arrow = 28 "arrow",
    }
}

impl ThingKind {
    /// How much hunger it stills, 0 for what cannot be eaten.
    #[must_use]
    pub fn nourishment(self) -> f32 {
        match self {
            Self::Bread => 0.5,
            Self::Meat | Self::Fish => 0.4,
            Self::Milk => 0.3,
            Self::Apple | Self::Berries | Self::Egg => 0.25,
            Self::Mushroom => 0.15,
            Self::Ale => 0.1,
            _ => 0.0,
        }
    }

    /// What one is worth where there is neither plenty nor want, in coins; 0 for what nobody pays for.
    #[must_use]
    pub fn worth(self) -> u32 {
        match self {
            Self::Coin | Self::Stone => 1,
            Self::Arrow => 2,
            Self::Mushroom => 3,
            Self::Apple | Self::Berries | Self::Grain | Self::Ale => 5,
            Self::Egg | Self::Plank => 6,
            Self::Milk => 7,
            Self::Flour => 9,
            Self::Log | Self::Herb => 10,
            Self::Meat | Self::Fish | Self::Ore => 12,
            Self::Bread => 13,
            Self::Wool | Self::Hide => 14,
            Self::Cloth => 36,
            Self::Bow => 40,
            Self::Lantern | Self::Hood | Self::Tools => 60,
            Self::Axe => 70,
            Self::Clothes => 110,
            Self::Coat | Self::Gravestone => 0,
        }
    }

    /// How many of them go into one slot of a bag. What burns, is worn or carries words stands alone.
    #[must_use]
    pub fn stack(self) -> u32 {
        match self {
            Self::Coin => 1_000_000,
            Self::Axe | Self::Bow | Self::Lantern | Self::Hood | Self::Coat | Self::Gravestone => 1,
            Self::Tools | Self::Clothes => 6,
            _ => 60,
        }
    }
}

vocabulary! {
    /// A spot people walk to.
    PlaceKind, "place" {
        Town = 0 "town", Well = 1 "well", Inn = 2 "inn", Market = 3 "market", Smithy = 4 "smithy", Home = 5 "home",
        Crossroads = 6 "crossroads", Mine = 7 "mine", Ruin = 8 "ruin", Field = 9 "field", Bridge = 10 "bridge",
        Lookout = 11 "lookout",
    }
}
