#!/usr/bin/env python3
"""A guest in one file, written from docs/protocol.md alone.

It enters a world, looks around, walks to somebody, greets them, picks a thing up and says goodbye, and tells each step in a sentence.
It ends with 0 only if all of that happened:  python3 guest.py http://127.0.0.1:7800 [--name NAME] [--seconds N]
"""
from __future__ import annotations
import argparse, asyncio, json, math, random, re, sys, time, urllib.request
from collections import namedtuple
from typing import Callable, Optional
import websockets  # the only thing to install

VERSION = 15  # of the protocol this file was written for; words it does not know it takes for something
STANDING, WALKING, RUNNING, FALLEN = 0, 1, 2, 7  # poses
WALK, RUN, SAY, TAKE, THING, GREETING = 0, 1, 2, 3, -1, 0  # two gaits, two intents, what is no being, a meaning
THINGS = "apple berries mushroom bread log stone axe lantern coin herb ore plank meat hood coat gravestone grain flour fish egg ale wool cloth clothes tools".split()
PEOPLE = (0, 1)  # the beings one can talk to
REFUSALS = """too far away|you cannot see it from here|there is nothing there|it is not yours|your bag is full|that slot is empty|you are
 too tired|not so fast|you are dead|that is of no use here|you need another tool for that|something is in the way|that is not a person|too
 many words|this world knows no such deed|not on yourself|that was decided long ago|it is not your turn""".replace("\n", "").split("|")


class Failure(Exception):
    """Why the visit did not come off: what the host said, or bytes that are no message of this protocol."""


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

    def signed_bits(self, count: int) -> int:
        value = self.bits(count)
        return value - (1 << count) if count and value >> (count - 1) else value

    def number(self, width: int = 7) -> int:
        value, shift, more = 0, 0, 1
        while more:
            value |= self.bits(width) << shift
            shift, more = shift + width, self.bits(1)
            if value >> 64:
                raise Failure("a number is too large")
        return value

    def ones(self, most: int) -> int:
        return next((count for count in range(most) if not self.bits(1)), most)

    def rice(self, k: int) -> int:
        return self.bits(32) if (quotient := self.ones(24)) == 24 else quotient << k | self.bits(k)

    def step(self) -> int:
        return ((raw := self.rice(4) + 1) >> 1) ^ -(raw & 1)

    def text(self) -> str:
        return self.bits(8 * (count := self.number())).to_bytes(count, "little").decode()

    def option(self, count: int, otherwise: Optional[int] = None) -> Optional[int]:
        return self.bits(count) if self.bits(1) else otherwise

    def pair(self, guess: list[int], widths: list[int]) -> Optional[list[int]]:
        """Two numbers near a guess, told by errors of the width that a class names; None if they follow whole."""
        size = self.rice(1)
        if size > len(widths):
            raise Failure(f"{size} is no class of widths")
        return None if size == len(widths) else [part + self.signed_bits(widths[size]) for part in guess]

    def place(self) -> list[int]:
        chunk = [(raw >> 1) ^ -(raw & 1) for raw in (self.number(), self.number())]
        return [(part << 17) + self.bits(17) for part in chunk]

    def name(self) -> str:
        if not self.bits(1):
            return self.text()
        letters = "".join("abcdefghijklmnopqrstuvwxyz -'???"[self.bits(5)] for _ in range(self.number(4)))
        if "?" in letters:
            raise Failure("a name has an unknown letter")
        return re.sub("(^|[ '-])[a-z]", lambda begin: begin[0].upper(), letters)

    def end(self) -> None:
        if self.left >= 8 or self.value:
            raise Failure("something is left over after a message")


# What a snapshot begins with: one's own body, place in 1/4096 m, velocity in 1/256 m/s; vitals are stamina, health, hunger.
Header = namedtuple("Header", "packet tick steering place velocity level pose vitals")


def read_header(r: Reader, packet: int, back: int, headers: dict[int, Header]) -> tuple[Header, int]:
    """The header, and the tick of its anchor or -1."""
    if back == 0:
        tick, steering, place = r.number(), r.option(16), r.place()
        velocity, level, pose = [r.signed_bits(16), r.signed_bits(16)], r.bits(3), r.bits(3)
        return Header(packet, tick, steering, place, velocity, level, pose, [r.bits(8) for _ in range(3)]), -1
    anchor = headers.get((packet - back) % 32)
    if anchor is None or anchor.packet != (packet - back) % 65536:
        raise Failure("a snapshot is coded against one that is not here")
    tick = anchor.tick + (r.number() if r.bits(1) else back)
    steering = None if anchor.steering is None else (anchor.steering + back) % 65536
    if r.bits(1):
        steering = r.option(16) if r.bits(1) else ((steering or 0) + r.signed_bits(3)) % 65536
    guess = [place + (4 * speed * back + 2) // 5 for place, speed in zip(anchor.place, anchor.velocity)]
    place = r.pair(guess, [3, 0, 7, 13]) or r.place()
    velocity = r.pair(anchor.velocity, [0, 4, 7, 11]) or [r.signed_bits(16), r.signed_bits(16)]
    level, pose = (r.bits(3), r.bits(3)) if r.bits(1) else (anchor.level, anchor.pose)
    vitals = list(anchor.vitals)
    for i in range(3 if r.bits(1) else 0):
        if r.bits(1):
            vitals[i] = (vitals[i] + r.signed_bits(4)) % 256 if r.bits(1) else r.bits(8)
    return Header(packet, tick, steering, place, velocity, level, pose, vitals), anchor.tick


class State(namedtuple("State", "x y heading speed course level pose gesture held health")):
    """What is told of somebody: place in 1/128 m, turns in 1/256, speed in 1/16 m/s."""
    def predicted(self, ticks: int) -> State:
        turn, way = self.course * math.tau / 256, self.speed * max(0, min(ticks, 20))
        cos, sin = (math.floor(part * 16384 + 0.5) for part in (math.cos(turn), math.sin(turn)))
        return self._replace(x=self.x + (way * cos + 20480) // 40960, y=self.y + (way * sin + 20480) // 40960)


class Entity:
    """Somebody or something in view; `told` has the last states with their ticks, by packet number modulo 32."""
    def __init__(self, id: int, kind: int, thing: int, name: str) -> None:
        self.id, self.kind, self.name = id, kind, f"the {THINGS[thing] if thing < len(THINGS) else 'thing'}" if kind == THING else name
        self.told, self.here = {}, True  # type: dict[int, tuple[int, State]], bool

    def until(self, tick: float) -> Optional[tuple[int, State]]:
        return max((told for told in self.told.values() if told[0] <= tick), default=None)


def read_enter(r: Reader, own: Header) -> tuple[Entity, State]:
    id, is_thing = r.number(), r.bits(1)
    thing, kind = (r.bits(6), THING) if is_thing else (0, r.number(3))
    name, _look, near = r.name(), r.number(16) if r.bits(1) else id, r.bits(1)
    x, y = [(part + 16) // 32 + r.signed_bits(15) if near else r.signed_bits(32) for part in own.place]
    heading = r.bits(8)
    speed, course = (r.bits(8), r.bits(8)) if r.bits(1) else (0, heading)
    level, pose, gesture, held, health = r.bits(3), r.bits(3), r.option(6, 0), r.option(8, 0), r.option(8, 255)
    return Entity(id, kind, thing, name), State(x, y, heading, speed, course, level, pose, gesture, held, health)


def read_update(r: Reader, guess: State, changed: bool) -> State:
    x, y = r.pair([guess.x, guess.y], [2, 3, 4, 0, 5, 6, 11, 14]) or [r.signed_bits(32), r.signed_bits(32)]
    pose, turned, off_course, faster = guess.pose, r.bits(1), r.bits(1), r.bits(1)
    heading = (guess.heading + r.signed_bits(3 if r.bits(1) else 8)) % 256 if turned else guess.heading
    course = heading if guess.course == guess.heading else guess.course
    course = (course + r.step()) % 256 if off_course else course
    speed = (guess.speed + r.step()) % 256 if faster else guess.speed
    pose = WALKING if pose == STANDING and speed else STANDING if pose in (WALKING, RUNNING) and not speed else pose
    rest = [guess.level, pose, guess.gesture, guess.held, guess.health]
    if changed:
        rest = [r.option(width, before) for width, before in zip((3, 3, 6, 8, 8), rest)]
    return State(x, y, heading, speed, course, *rest)


class Receiver:
    """Unpacks snapshots and knows which to acknowledge. A malformed one changes nothing."""
    def __init__(self) -> None:
        self.newest: Optional[Header] = None
        self.before = 0  # bit i: packet newest - 1 - i was taken, too
        self.headers: dict[int, Header] = {}  # the last, by packet number modulo 32
        self.slots: dict[int, Entity] = {}

    def take(self, data: bytes) -> None:
        r = Reader(data)
        back = r.bits(5)
        near = self.newest.packet if self.newest else 0
        packet = (near + (r.bits(8) - near + 128) % 256 - 128) % 65536 if back else r.bits(16)
        ahead = (packet - self.newest.packet) % 65536 if self.newest else 1
        if not 0 < ahead < 32768:
            return  # old news
        header, anchor = read_header(r, packet, back, self.headers)
        news: list[tuple[int, Optional[Entity], Optional[State]]] = []
        k, slot = r.bits(3), 0
        while (tag := r.ones(4)) != 2:  # 0 moved, 1 changed, 3 enter, 4 leave
            gap = r.rice(k)
            slot += gap
            if slot >= 4096 or (gap == 0 and news):
                raise Failure(f"{slot} is no slot that may follow")
            entity, state = self.slots.get(slot), None
            if tag == 3:
                entity, state = read_enter(r, header)
            elif tag < 2:
                named = r.option(5) if tag == 1 else None
                base = entity and (entity.until(anchor) if named is None else entity.told.get(named))
                if not base:
                    raise Failure("a record is coded against a state that is not here")
                state = read_update(r, base[1].predicted(header.tick - base[0]), tag == 1)
            news.append((slot, entity, state))
        r.end()
        self.before = (self.before << ahead | 1 << (ahead - 1)) % (1 << 32) if self.newest else 0
        self.newest = self.headers[packet % 32] = header
        for slot, entity, state in news:
            if entity:
                known = self.slots.get(slot, entity)
                entity = self.slots[slot] = known if known.id == entity.id else entity
                entity.here = state is not None  # whoever left may come back by an update
                entity.told |= {packet % 32: (header.tick, state)} if state else {}


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
        w.bits(1, 1).bits(seen.packet, 16).bits(self.receiver.before, 32) if seen else w.bits(0, 1)
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
            tick, state = entity.until(math.inf)
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
