import { describe, expect, it } from "vitest";
import { encodeFromGuest } from "../src/wire/from-guest";
import { decodeFromHost } from "../src/wire/from-host";
import { EXAMPLES, EXAMPLES_UP } from "../src/wire/examples";
import type { FromGuest } from "../src/wire/guest-messages";
import { Acks } from "../src/wire/seq";
import { Receiver } from "../src/wire/snapshot";
import { courseVector, predicted } from "../src/wire/state";
import { encodeSteeringPacket } from "../src/wire/steering";
import { fromGuest, fromHex, golden, plainFromHost, plainSnapshot, toHex, type Json } from "./support/golden";

describe("the codec agrees with crates/core/wire, byte for byte", () => {
  it.each(golden("from_guest").map((g) => [g.name, g] as const))("writes %s", (_, { hex, value }) => {
    expect(toHex(encodeFromGuest(fromGuest(value)))).toBe(hex);
  });

  it.each(golden("from_host").map((g) => [g.name, g] as const))("reads %s", (_, { hex, value }) => {
    delete value.land?.sprouts;
    expect(plainFromHost(decodeFromHost(fromHex(hex)))).toEqual(value);
  });

  it.each(golden("steering").map((g) => [g.name, g] as const))("writes steering: %s", (_, { hex, value }) => {
    const acks = new Acks();
    acks.newest = value.ack;
    acks.before = value.before;
    expect(toHex(encodeSteeringPacket(acks, value.newest, value.steerings))).toBe(hex);
  });

  it("reads a run of snapshots with lost packets between", () => {
    const receiver = new Receiver();
    for (const { hex, value } of golden("snapshots")) {
      const snapshot = receiver.take(fromHex(hex));
      const { ack, before, ...rest } = value;
      expect(snapshot && plainSnapshot(snapshot)).toEqual(rest);
      expect([receiver.acks.newest, receiver.acks.before]).toEqual([ack, before]);
      expect(receiver.take(fromHex(hex)), "a repeat is stale").toBeNull();
    }
  });

  it("predicts as the host does", () => {
    for (const v of golden("prediction") as unknown as Json[]) {
      const state = {
        x: v.from[0], y: v.from[1], course: v.course, speed: v.speed, heading: 0, level: 0, pose: 0, gesture: 0, held: 0,
        health: 0,
      };
      const later = predicted(state, v.ticks);
      expect([later.x, later.y]).toEqual(v.to);
      expect(courseVector(v.course)).toEqual(v.vector);
    }
  });
});

describe("messages by their forms", () => {
  const plain = (value: unknown): unknown =>
    typeof value === "bigint" ? `${value}` : value instanceof Uint8Array ? toHex(value) : value;

  it.each(EXAMPLES)("%s is read as the form says", (hex, message) => {
    const read = Object.entries(decodeFromHost(fromHex(hex))).map(([field, value]) => [field, plain(value)]);
    expect(Object.fromEntries(read)).toEqual(message);
  });

  // Which texts stand for numbers of entities and for bytes.
  const meant = (field: string, value: unknown): unknown =>
    ["id", "to", "seed"].includes(field) && typeof value === "string" ? BigInt(value)
    : field === "payload" ? fromHex(value as string)
    : value;

  it.each(EXAMPLES_UP)("%s is written as the form says", (hex, message) => {
    const ours = JSON.parse(JSON.stringify(message), meant) as FromGuest;
    expect(toHex(encodeFromGuest(ours))).toBe(hex);
  });
});
