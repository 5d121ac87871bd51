import { describe, expect, it } from "vitest";
import { step, STEP_SECONDS, type Body } from "../src/model/body";
import { Predictor } from "../src/model/predict";
import type { OwnState } from "../src/wire/snapshot";
import type { Steering } from "../src/wire/steering";
import { meadow, surroundings, walker } from "./support/land";

const EAST: Steering = { east: 127, north: 0, heading: 0, gait: 0 };
const NORTH: Steering = { east: 0, north: 127, heading: 64, gait: 0 };

function own(body: Body, steering: number | null): OwnState {
  return { ...body, stamina: 255 * body.stamina, steering, health: 255, hunger: 0 };
}

describe("one's own body", () => {
  it("is not moved by the host's word when both agree", () => {
    const around = surroundings(meadow());
    const predictor = new Predictor(around);
    const host = walker(5, 5);
    const late: OwnState[] = [];
    predictor.reconcile(own(host, null));
    const seen = { x: 0, y: 0 };
    for (let n = 0; n < 60; n++) {
      const steering = n < 30 ? EAST : NORTH;
      predictor.advance(STEP_SECONDS, () => steering);
      step(host, steering, around);
      late.push(own(host, predictor.newest));
      // The host's word comes four steps late.
      if (late.length > 4) predictor.reconcile(late.shift() as OwnState);
      expect(predictor.lastError).toBeLessThan(1e-6);
    }
    predictor.shown(seen);
    expect(predictor.body.x).toBeCloseTo(host.x, 6);
    expect(predictor.body.y).toBeCloseTo(host.y, 6);
  });

  it("is shown sliding, not jumping, when the host corrects it a little", () => {
    const predictor = new Predictor(surroundings(meadow()));
    predictor.reconcile(own(walker(5, 5), null));
    predictor.advance(STEP_SECONDS, () => EAST);
    const before = { x: 0, y: 0 };
    predictor.shown(before);
    predictor.reconcile(own(walker(5, 5.5), predictor.newest));
    const after = { x: 0, y: 0 };
    predictor.shown(after);
    expect(after.y).toBeCloseTo(before.y, 9);
    for (let n = 0; n < 20; n++) predictor.advance(STEP_SECONDS, () => ({ ...EAST, east: 0 }));
    predictor.shown(after);
    expect(after.y).toBeCloseTo(5.5, 2);
  });

  it("is shown elsewhere at once when it was put elsewhere", () => {
    const predictor = new Predictor(surroundings(meadow()));
    predictor.reconcile(own(walker(5, 5), null));
    predictor.reconcile(own(walker(25, 5), null));
    const seen = { x: 0, y: 0 };
    predictor.shown(seen);
    expect(seen.x).toBe(25);
  });

  it("repeats its last steerings, at most eight, until they are applied", () => {
    const predictor = new Predictor(surroundings(meadow()));
    predictor.reconcile(own(walker(5, 5), null));
    for (let n = 0; n < 12; n++) predictor.advance(STEP_SECONDS, () => EAST);
    expect(predictor.recent().length).toBe(8);
    predictor.reconcile(own(walker(5, 5), predictor.newest - 2));
    expect(predictor.recent().length).toBe(2);
  });

  it("does not race after a long pause of the page", () => {
    const predictor = new Predictor(surroundings(meadow()));
    expect(predictor.advance(60, () => EAST)).toBeLessThanOrEqual(5);
  });
});
