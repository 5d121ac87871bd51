// @colyseus/schema: a map of bodies with the same numbers as small whole numbers; only what changes is set. One patch is made for all guests, as its rooms do
// without views.
//
//   node colyseus.mjs STATES.json GUESTS SKIPPED      prints its figures as JSON
import { readFileSync } from "node:fs";
import { Decoder, Encoder, MapSchema, schema, t } from "@colyseus/schema";

const Body = schema(
  { x: t.int16(), y: t.int16(), course: t.uint8(), speed: t.uint8(), heading: t.uint8(), pose: t.uint8() },
  "Body",
);
const World = schema({ bodies: t.map(Body) }, "World");
const FIELDS = ["x", "y", "course", "speed", "heading", "pose"];

const [path, guests, skipped] = process.argv.slice(2);
const ticks = JSON.parse(readFileSync(path, "utf8"));
const world = new World();
world.bodies = new MapSchema();
const encoder = new Encoder(world);
const seen = new World();
const decoder = new Decoder(seen);

const bodies = ticks[0].map((state, number) => {
  const body = new Body();
  FIELDS.forEach((field, i) => (body[field] = state[i]));
  world.bodies.set(`${number}`, body);
  return body;
});
decoder.decode(encoder.encodeAll());
encoder.discardChanges();

let [bytes, moved, spent] = [0, 0, 0n];
for (let at = 1; at < ticks.length; at++) {
  let news = 0;
  const begun = process.hrtime.bigint();
  ticks[at].forEach((state, number) => {
    const before = ticks[at - 1][number];
    let changed = false;
    for (let i = 0; i < FIELDS.length; i++) {
      if (state[i] === before[i]) continue;
      bodies[number][FIELDS[i]] = state[i];
      changed = true;
    }
    if (changed) news++;
  });
  const patch = encoder.encode();
  const took = process.hrtime.bigint() - begun;
  const size = patch.length;
  decoder.decode(patch);
  encoder.discardChanges();
  ticks[at].forEach((state, number) => {
    const body = seen.bodies.get(`${number}`);
    FIELDS.forEach((field, i) => {
      if (body[field] !== state[i]) throw new Error(`tick ${at}, ${number}: ${field} is ${body[field]}, not ${state[i]}`);
    });
  });
  if (at <= Number(skipped)) continue;
  bytes += size;
  moved += news;
  spent += took;
}
const micros = Number(spent) / 1000 / (ticks.length - 1 - Number(skipped)) / Number(guests);
console.log(JSON.stringify({ bytes, updates: moved, moved, micros }));
