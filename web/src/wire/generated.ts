/**
 * The vocabulary, as the Rust side states it. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */

export const PROTOCOL_VERSION = 16;
/** What both ends must agree on before they talk. */
export const PROTOCOL_HASH = 0xf578b104;

export const LONGEST_NAME = 32;
export const LONGEST_NOTICE = 512;
export const LONGEST_SPEECH = 240;
export const LONGEST_PATH = 8;
export const MOST_GOODS = 8;
export const LONGEST_GAME_PAYLOAD = 512;
export const MOST_DROPPED = 512;
export const BAG_SLOTS = 8;
export const FIELD_CELL_METRES = 16;
export const TOP_STEP = 15;
export const ARM_METRES = 2.2;
export const TOUCHING_METRES = 1.8;
export const BUILDING_METRES = 2.7;
export const SPOTS_PER_METRE = 128;
export const ORDINARY_SIZE = 128;

export const ECOSYSTEMS = [
  "sea", "beach", "meadow", "forest", "pinewood", "heath", "marsh", "steppe", "desert", "rock", "tundra", "snow", "farmland", "town", "lake", "river",
] as const;

export const GROWTHS = [
  "oak", "birch", "pine", "spruce", "willow", "apple tree", "palm", "dead tree", "bush", "heather", "reed", "tall grass", "flower", "mushroom", "cactus", "stone", "boulder", "iron ore", "copper ore", "gold ore", "wheat", "ruin", "well", "fence", "lamp post", "stall", "signpost", "mine mouth",
] as const;
export const GROWTHS_TRUNK_RADIUS: readonly number[] = [0.45, 0.25, 0.35, 0.35, 0.45, 0.35, 0.35, 0.35, 0, 0, 0, 0, 0, 0, 0.25, 0.4, 1, 0.4, 0.4, 0.4, 0, 1, 0.9, 0.3, 0.12, 0.9, 0.12, 1];

export const THINGS = [
  "apple", "berries", "mushroom", "bread", "log", "stone", "axe", "lantern", "coin", "herb", "ore", "plank", "meat", "hood", "guard's coat", "gravestone", "grain", "flour", "fish", "egg", "ale", "wool", "cloth", "clothes", "tools", "milk", "hide", "bow", "arrow",
] as const;
export const THINGS_NOURISHMENT: readonly number[] = [0.25, 0.25, 0.15, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0, 0, 0, 0, 0, 0.4, 0.25, 0.1, 0, 0, 0, 0, 0.3, 0, 0, 0];
export const THINGS_WORTH: readonly number[] = [5, 5, 3, 13, 10, 1, 70, 60, 1, 10, 12, 6, 12, 60, 0, 0, 5, 9, 12, 6, 5, 14, 36, 110, 60, 7, 14, 40, 2];

export const PLACES = [
  "town", "well", "inn", "market", "smithy", "home", "crossroads", "mine", "ruin", "field", "bridge", "lookout",
] as const;

export const ROOM_USES = [
  "hall", "kitchen", "parlour", "bedroom", "store", "workshop", "taproom",
] as const;

export const FURNITURE = [
  "table", "chair", "bed", "hearth", "chest", "shelf", "anvil", "barrel", "counter",
] as const;

export const EDGE_SIDES = [
  "south", "west",
] as const;

export const EDGES = [
  "wall", "door", "window",
] as const;

export const ROOFS = [
  "flat", "gable east", "gable north", "hip",
] as const;

export const BEINGS = [
  "inhabitant", "human", "hen", "rabbit", "deer", "wolf", "sheep", "cow", "fish", "bird",
] as const;
export const BEINGS_PERSON: readonly number[] = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0];

export const POSES = [
  "standing", "walking", "running", "sneaking", "sitting", "lying", "swimming", "fallen",
] as const;

export const GESTURES = [
  "none", "strike", "take", "drop", "eat", "give", "wave", "chop", "build", "hurt", "heal", "work", "shoot",
] as const;

export const REPUTES = [
  "none", "good", "bad",
] as const;

export const GUISES = [
  "their own clothes", "somebody in a hood", "a guard's coat",
] as const;

export const GAITS = [
  "walk", "run", "sneak", "sit",
] as const;

export const LOUDNESSES = [
  "talk", "whisper", "shout",
] as const;
export const LOUDNESS_REACH: readonly number[] = [20, 2.5, 60];

export const REFUSALS = [
  "too far away", "you cannot see it from here", "there is nothing there", "it is not yours", "your bag is full", "that slot is empty", "you are too tired", "not so fast", "you are dead", "that is of no use here", "you need another tool for that", "something is in the way", "that is not a person", "too many words", "this world knows no such deed", "not on yourself", "that was decided long ago", "it is not your turn", "the law holds you", "nobody offers that", "there are not coins enough", "this is no place for that work", "something is lacking for it", "they have no dealings with you",
] as const;

export const DEEDS = [
  "enters", "leaves", "speaks", "takes", "drops", "gives", "eats", "fells", "builds", "razes", "strikes", "kills", "heals", "starves", "steals", "trades", "helps", "finds", "hunts", "props open", "arrests", "is found guilty of wronging", "is let go", "is buried", "makes", "uses up", "is paid", "weds", "gives birth to", "dies", "is banished", "drives out", "sets a price on", "is paid for the taking of", "pays the town", "lets fly at",
] as const;

export const VERBS = [
  "hit", "killed", "stole from", "gave something to", "healed", "helped", "traded with", "felled a tree", "found a treasure", "arrested", "was found guilty of wronging", "married", "gave birth to", "died", "was banished", "drove out", "set a price on the head of", "was paid for the taking of",
] as const;

export const SIGHTS = [
  "was seen", "is to be found", "lies dead",
] as const;

export const DECLINES = [
  "I do not deal with you", "I have nothing left", "I sell nothing", "I have nothing to spare", "that is not enough",
] as const;

export const AWARENESS = [
  "unaware", "suspicious", "searching", "alert",
] as const;

export const ROUSES = [
  "saw something", "saw somebody", "heard something", "was told", "lost sight", "found something changed", "misses somebody", "heard nothing more",
] as const;

export const CALLS = [
  "stop them", "they are gone", "I go and look", "I watch", "nobody is here", "there they are", "it is no use",
] as const;

export const CHANNELS = [
  "cloud", "falling", "soil", "flood", "snow", "vegetation", "crime",
] as const;
export const CHANNELS_TOP: readonly number[] = [1, 3, 1, 8, 8, 1, 60];

export const SOUNDS = [
  "step", "door", "thing falls", "whisper", "speech", "shout", "blow", "felling", "breaking", "cry of pain", "building", "fall", "animal", "bell",
] as const;

export const THINGS_AMISS = [
  "door", "lamp", "stall", "tree", "wall", "thing",
] as const;

export const SMELLS = [
  "smoke", "food", "animals", "carrion",
] as const;

export const GOODS = [
  "food", "wood", "tools", "cloth",
] as const;
export const GOODS_BASE_PRICE: readonly number[] = [4, 6, 20, 14];

export const PARTS_IN_FIGHTS = [
  "waits", "makes room", "stands", "strikes",
] as const;

export const TURNS_AT_WELLS = [
  "waits", "draws", "drinks",
] as const;

export const WORKPLACES = [
  "anywhere", "hearth", "anvil", "table", "barrel", "tree", "ripe wheat", "stubble", "water", "rock", "pasture", "yard", "sheep", "cow", "hen",
] as const;

export const STAGES_OF_LIFE = [
  "grown", "a child", "old",
] as const;

export const KINSHIPS = [
  "mother", "father", "wife", "husband", "daughter", "son", "sister", "brother", "grandmother", "grandfather", "granddaughter", "grandson", "aunt", "uncle", "niece", "nephew", "cousin", "housemate",
] as const;

export const SUITS = [
  "will you marry me", "yes, I will", "no, let us stay what we are",
] as const;

export const REASONS_FOR_A_PRICE = [
  "that is what it always cost", "little is brought to me", "I have more than I can sell", "it came by the road from another town", "little has come by the road of late", "nothing grows in this cold",
] as const;

export const TURNED_AWAY = [
  "protocol", "seed", "bad name", "name taken", "bad password", "bad token", "too often", "full", "not a hello", "dead", "unwatched", "only watched",
] as const;

export const POLICIES = [
  "delta", "once", "reckoned", "passing",
] as const;
