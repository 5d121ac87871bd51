#!/usr/bin/env python3
"""A guest, written from docs/protocol.md alone; how it reads snapshots stands in snapshots.py.

It enters a world, looks around, walks to somebody, greets them, picks a thing up and says goodbye, and tells each step in a sentence.
It ends with 0 only if all of that happened:  python3 guest.py http://127.0.0.1:7800 [--name NAME] [--seconds N]
"""
from __future__ import annotations
import argparse, asyncio, json, math, random, sys, time, urllib.request
from typing import Callable, Optional
import websockets  # the only thing to install
from snapshots import THING, Entity, Failure, Receiver, State

VERSION = 16  # of the protocol this file was written for; words it does not know it takes for something
FALLEN = 7  # a pose
WALK, RUN, SAY, TAKE, GREETING = 0, 1, 2, 3, 0  # two gaits, two intents, a meaning
PEOPLE = (0, 1)  # the beings one can talk to
REFUSALS = """too far away|you cannot see it from here|there is nothing there|it is not yours|your bag is full|that slot is empty|you are
 too tired|not so fast|you are dead|that is of no use here|you need another tool for that|something is in the way|that is not a person|too
 many words|this world knows no such deed|not on yourself|that was decided long ago|it is not your turn""".replace("\n", "").split("|")


class Writer:
    """Bits fill bytes from the lowest up, so a message is one large whole number."""
    def __init__(self) -> None:
        self.value, self.length = 0, 0

    def bits(self, value: int, count: int) -> Writer:
        self.value |= (value & ((1 << count) - 1)) << self.length
        self.length += count
        return self

    def number(self, value: int) -> Writer:
        while value >> 7:
            self.bits(value | 128, 8)
            value >>= 7
        return self.bits(value, 8)

    def text(self, text: str) -> Writer:
        raw = text.encode()
        return self.number(len(raw)).bits(int.from_bytes(raw, "little"), 8 * len(raw))

    def done(self) -> bytes:
        return self.value.to_bytes((self.length + 7) // 8, "little")


class Reader:
    """Reads what a Writer wrote; whatever does not fit is a Failure."""
    def __init__(self, data: bytes) -> None:
        self.value, self.left = int.from_bytes(data, "little"), 8 * len(data)

    def bits(self, count: int) -> int:
        if count > self.left:
            raise Failure("a message ends early")
        value = self.value & ((1 << count) - 1)
        self.value >>= count
        self.left -= count
        return value

    def number(self) -> int:
        value, shift, more = 0, 0, 1
        while more:
            value |= self.bits(7) << shift
            shift, more = shift + 7, self.bits(1)
            if value >> 64:
                raise Failure("a number is too large")
        return value

    def text(self) -> str:
        return self.bits(8 * (count := self.number())).to_bytes(count, "little").decode()

    def end(self) -> None:
        if self.left >= 8 or self.value:
            raise Failure("something is left over after a message")


class Guest:
    """One connection: says hello, steers 20 times a second, knows what it was told."""
    def __init__(self, socket) -> None:
        self.socket, self.receiver = socket, Receiver()
        self.body, self.number, self.steered, self.heading, self.due = None, 0, 0, 0, time.monotonic()
        self.refused: dict[int, str] = {}  # why a wish was refused, by its number; "" if it was done
        self.bag: dict[int, int] = {}  # kinds of things by their ids
        self.heard: list[tuple[int, str]] = []  # who said what
        self.sought: set[int] = set()  # whom and what it went to
        self.listening = asyncio.ensure_future(self.listen())
        self.listening.add_done_callback(lambda task: task.cancelled() or task.exception())  # step() tells

    def way(self, place: list[int]) -> tuple[float, float]:
        """How far a place (in 1/4096 m) is in metres, and in which direction in radians."""
        x, y = (there - here for there, here in zip(place, self.receiver.newest.place))
        return math.hypot(x, y) / 4096, math.atan2(y, x)

    async def listen(self) -> None:
        """Takes in all that comes, until the connection ends."""
        async for frame in self.socket:
            if not isinstance(frame, bytes) or frame[:1] not in (b"\0", b"\1"):
                raise Failure("a frame of no channel came")
            (self.take if frame[0] else self.receiver.take)(frame[1:])

    def take(self, frame: bytes) -> None:
        r, tag = Reader(frame[1:]), frame[0] if frame else 255
        if tag == 0:
            _guest, self.body, seed, _tick, _token = r.number(), r.number(), r.bits(64), r.number(), r.bits(128)
            _operator, _view, world, _physique, self.number = r.bits(1), r.bits(8), r.text(), r.bits(320), r.number()
            print(f"I am in the world {world}, which grew from {seed}.")
        elif tag == 1:
            raise Failure(f"the host turned me away, reason {r.bits(8)}: {r.text()}")
        elif tag == 5:
            speaker, name, _loudness, words = r.number(), r.text(), r.bits(2), r.text()
            to, meaning = (r.text() if r.bits(1) else "all", r.bits(4)) if r.bits(1) else ("", -1)  # an act of speech
            self.heard.append((speaker, words))
            print(f'I hear {"myself" if speaker == self.body else name} {"greet " + to if meaning == GREETING else "say"}: "{words}"')
        elif tag == 6:
            number, outcome = r.number(), r.bits(2)
            self.refused[number] = REFUSALS[min(r.bits(8), 17)] if outcome == 2 else ""
        elif tag == 7:
            slots = [(r.bits(6), r.number(), r.number()) for _ in range(8) if r.bits(1)]
            self.bag, _held, _worn = {id: kind for kind, id, _count in slots}, r.bits(8), r.bits(8)
        elif tag in (9, 11):
            print(f"The host says: {r.text()}")
        elif tag in (2, 3, 4, 8, 10, *range(12, 32)):
            return  # land, the clock, pongs, games, the weather, deeds, owners, bells, meters, doors, nerves, noises, turns, crafts, wares and arrows are not needed here
        else:
            raise Failure(f"{tag} is no message")
        r.end() if tag not in (0, 5, 6) else None  # what else a welcome, an act or an answer has to say is not needed here

    async def step(self, direction: Optional[float] = None, gait: int = WALK) -> None:
        """A twentieth of a second: acknowledges, stands or goes in a direction (radians from east), waits."""
        if self.listening.done():
            self.listening.result()  # raises what went wrong
            raise Failure("the host ended the connection")
        self.steered, w, seen = self.steered + 1, Writer(), self.receiver.newest
        w.bits(1, 1).bits(self.receiver.acked, 16).bits(self.receiver.before, 32) if seen else w.bits(0, 1)
        w.bits(self.steered, 16).bits(1, 4).bits(0, 1).bits(direction is None, 1)
        if direction is not None:
            w.bits(round(127 * math.cos(direction)), 8).bits(round(127 * math.sin(direction)), 8)
            self.heading = round(direction * 256 / math.tau)
        await self.socket.send(b"\0" + w.bits(self.heading, 8).bits(gait, 2).done())
        self.due = max(self.due + 0.05, time.monotonic() - 0.25)
        await asyncio.sleep(max(0.0, self.due - time.monotonic()))

    async def wish(self, intent: int, fields: Writer) -> str:
        """Asks for something: "" if it was done, else why not."""
        self.number += 1
        wish = Writer().number(self.number).bits(intent, 5).bits(fields.value, fields.length)
        await self.socket.send(b"\1\1" + wish.done())
        while self.number not in self.refused:
            await self.step()
        return self.refused[self.number]

    def around(self) -> list[tuple[float, Entity, State]]:
        """Who and what is in view on the same level: distance in metres, itself, its state; nearest first."""
        view, own = [], self.receiver.newest
        for entity in filter(lambda entity: entity.here, self.receiver.slots.values()):
            tick, state = entity.told
            state = state.predicted(own.tick - tick)
            if state.level == own.level:
                view.append((self.way([state.x * 32, state.y * 32])[0], entity, state))
        return sorted(view, key=lambda seen: seen[0])

    async def approach(self, id: int, near: float) -> str:
        """Goes there, aside while something is in the way: "" if it got there; else why not, and it went back."""
        side, turn, unseen, trail = random.choice((-1, 1)), 0.0, 0, []
        while len(trail) < 300 and unseen < 20:
            state = next((state for _, entity, state in self.around() if entity.id == id), None)
            goal, unseen = ([state.x * 32, state.y * 32], 0) if state else (goal, unseen + 1)
            trail.append(self.receiver.newest.place)
            distance, direction = self.way(goal)
            if state and distance <= near:
                return ""
            blocked = len(trail) > 5 and math.hypot(*self.receiver.newest.velocity) < 150
            turn = min(turn + 0.2, 2.5) if blocked else max(turn - 0.05, 0.0)
            run = distance > near + 0.5 and self.receiver.newest.vitals[0] > 40  # while there is breath
            await self.step(direction + turn * side * (-1) ** (len(trail) // 80), RUN if run else WALK)
        for place in trail[::-8]:
            for _ in range(12):
                if self.way(place)[0] > 0.5:
                    await self.step(self.way(place)[1])
        return "out of sight" if unseen else "something is in the way"

    async def seek(self, wanted: Callable[[float, Entity, State], bool], near: float) -> Entity:
        """Goes to the nearest that is wanted, to another if that cannot be reached; strolls about while there is none."""
        while True:
            found = next((seen for seen in self.around() if wanted(*seen) and seen[1].id not in self.sought), None)
            if found is None:
                self.sought, direction = set(), random.uniform(0, math.tau)
                for _ in range(40):
                    await self.step(direction)
                continue
            self.sought.add(found[1].id)
            print(f"I go to {found[1].name}, {found[0]:.0f} m from here.")
            if not (trouble := await self.approach(found[1].id, near)):
                return found[1]
            print(f"I did not get there: {trouble}.")


async def visit(guest: Guest, protocol: str, name: str) -> None:
    hello = Writer().bits(int(protocol, 16), 32).bits(0, 1).bits(1, 8).bits(0, 8).text(name)  # any seed, one ring, as a guest
    await guest.socket.send(b"\1\0" + hello.done())
    while not guest.body or not guest.receiver.newest or guest.steered < 20:
        await guest.step()
    people = [f"{entity.name} at {distance:.0f} m" for distance, entity, _ in guest.around() if entity.kind in PEOPLE]
    print(f"I see {len(guest.around()) - len(people)} things and animals and {len(people)} people: {', '.join(people) or 'nobody'}.")
    start = guest.receiver.newest.place
    while guest.way(start)[0] < 1:  # whoever comes to me is not one I walked to
        somebody = await guest.seek(lambda distance, entity, state: distance > 3 and entity.kind in PEOPLE and state.pose != FALLEN, 2.0)
    words = f"Good day, {somebody.name}! I am {name}."
    if refused := await guest.wish(SAY, Writer().bits(0, 2).text(words).bits(3, 2).text(somebody.name).bits(GREETING, 4)):
        raise Failure(f"my words were refused: {refused}")
    while (guest.body, words) not in guest.heard:
        await guest.step()
    refused = "nothing yet"
    while refused:
        thing = await guest.seek(lambda _distance, entity, _state: entity.kind == THING, 1.8)
        refused = await guest.wish(TAKE, Writer().number(thing.id))
        print(f"I cannot take {thing.name}: {refused}." if refused else f"I take {thing.name}.")
    while thing.id not in guest.bag:
        await guest.step()
    print(f"I have {thing.name} in my bag.")
    await guest.socket.send(b"\1\5")
    await asyncio.wait([guest.listening], timeout=5)
    print("I said goodbye.")


async def main(url: str, name: str, seconds: float) -> None:
    hello = json.load(urllib.request.urlopen(url.rstrip("/") + "/api/hello", timeout=10))
    if not isinstance(hello, dict) or hello.get("version") != VERSION:
        raise Failure(f"the host does not speak protocol {VERSION}: {str(hello)[:99]}")
    async with websockets.connect("ws" + url.rstrip("/")[4:] + hello["ws"], compression=None, max_size=1 << 21) as socket:
        await asyncio.wait_for(visit(Guest(socket), hello["protocol"], name), seconds)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="A guest who enters, looks, walks to somebody, speaks and takes a thing.")
    options.add_argument("url", help="address of the host, such as http://127.0.0.1:7800")
    options.add_argument("--name", default=f"Pia {random.randrange(1000)}", help="by which to enter")
    options.add_argument("--seconds", type=float, default=50, help="to have done all of it in (default 50)")
    try:
        asyncio.run(main(**vars(options.parse_args())))
    except (Failure, OSError, ValueError, KeyError, asyncio.TimeoutError, websockets.WebSocketException) as error:
        sys.exit(f"That was no visit: {str(error) or 'it took too long'}.")
