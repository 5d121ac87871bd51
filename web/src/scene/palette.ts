/** A few well-chosen colours for everything, as sRGB numbers. */
import type { Ecosystem } from "../land/kinds";

/** Ground colours by ecosystem: dry and wet; soil moisture chooses between them. */
export const GROUND: Record<Ecosystem, readonly [dry: number, wet: number]> = {
  sea: [0xb9a878, 0x8d8a66],
  beach: [0xe9d8a6, 0xd8c48e],
  meadow: [0xa9c46c, 0x7fae57],
  forest: [0x7d9c52, 0x5d8746],
  pinewood: [0x74885a, 0x587450],
  heath: [0x9c9468, 0x84865e],
  marsh: [0x7f8a55, 0x5f7450],
  steppe: [0xcdbd76, 0xb4b268],
  desert: [0xe6c88c, 0xd9b878],
  rock: [0xa09a92, 0x8a8783],
  tundra: [0xa7a88c, 0x8f9a84],
  snow: [0xf3f6fa, 0xe6edf4],
  farmland: [0xbfa25e, 0xa3944f],
  town: [0xa9b07a, 0x8aa563],
  lake: [0x8f8a68, 0x77805f],
  river: [0x9a9272, 0x848669],
};

export const CLIFF = 0x8f877d;
export const ROAD = 0xcbb48c;
export const PAVED = 0xb9b2a6;
export const WATER_SHALLOW = 0x6fc3c9;
export const WATER_DEEP = 0x2f7fa6;

export const BARK = 0x6b4a35;
export const BARK_PALE = 0xd9d4c7;
export const LEAF = { oak: 0x739b52, birch: 0x9fba66, pine: 0x557f5a, spruce: 0x4b725f, willow: 0x93b069, apple: 0x7fa658 };
export const STONE = 0x96928c;
export const TIMBER = 0x5a4030;
export const PLANK = 0xa67c52;
export const IRON = 0x4a4e57;
export const FLAME = 0xffc76b;

export interface Facade {
  readonly plaster: number;
  readonly inner: number;
  readonly timber: number;
  readonly roof: number;
  readonly door: number;
  readonly plinth: number;
}

export const FACADES: readonly Facade[] = [
  { plaster: 0xf1e6cf, inner: 0xe8dcc3, timber: 0x6a4a35, roof: 0xb5573f, door: 0x7a5236, plinth: 0x9a948b },
  { plaster: 0xf3d9b1, inner: 0xe9d7b6, timber: 0x5b4334, roof: 0x8f4b3d, door: 0x3f6470, plinth: 0x8f8a83 },
  { plaster: 0xe7ddd2, inner: 0xe1d6c9, timber: 0x4b3a30, roof: 0x6c7078, door: 0x7d3b33, plinth: 0x86827c },
  { plaster: 0xdfe4d6, inner: 0xdcdccb, timber: 0x65503c, roof: 0xa8683f, door: 0x4e6b45, plinth: 0x928d84 },
  { plaster: 0xf0cfb5, inner: 0xe6d2bd, timber: 0x6d4c3a, roof: 0x7b5a4a, door: 0x5b4a6b, plinth: 0x9c948a },
  { plaster: 0xd8dfe3, inner: 0xd9d9d2, timber: 0x53453a, roof: 0x596a78, door: 0x86603a, plinth: 0x8c8b89 },
  { plaster: 0xb98d62, inner: 0xc9a67c, timber: 0x5f422e, roof: 0xc0a25b, door: 0x5c3f2c, plinth: 0x8d877e },
  { plaster: 0xf5ecdc, inner: 0xe9e0cf, timber: 0x7a5a41, roof: 0xc06a45, door: 0x2f5d62, plinth: 0xa29b90 },
];

export const SKIN: readonly number[] = [0xf2c9a5, 0xe0ac82, 0xc68a5f, 0x9c6644, 0x7a4d33, 0xf6d7bd];
export const HAIR: readonly number[] = [0x3a2a20, 0x6b4527, 0xa0662f, 0xd6ac5c, 0x20201f, 0x8c8681, 0x9c3f25];
export const TUNIC: readonly number[] = [
  0xb5473c, 0x3f6f8f, 0x5d8a4a, 0xd09a3b, 0x7a5590, 0x4f8f86, 0xa45f6f, 0x6f7580, 0xc9744a, 0x44618a,
];
export const TROUSERS: readonly number[] = [0x4d4137, 0x5f5a4d, 0x3c4a57, 0x6e5741, 0x4a3a44];
