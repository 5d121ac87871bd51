"""Reads snapshots: what one's character perceives, coded by how likely it is after what was told before. The section "Snapshots" of docs/protocol.md says it in words."""
from __future__ import annotations
import math, re
from collections import namedtuple
from typing import Optional

THINGS = "apple berries mushroom bread log stone axe lantern coin herb ore plank meat hood coat gravestone grain flour fish egg ale wool cloth clothes tools".split()
THING = -1  # what is no being
STANDING, WALKING, RUNNING = 0, 1, 2  # poses
LEAST, ONE = 32, 65536  # no model is surer than this; certainty

# How many models each field has, in the order in which they stand; a pair is a number of kinds of numbers and the steps of their lengths.
FIELDS = dict(told=320, kind=3, more=1, gap=(1, 10), paced=48, stops=48, pace=255, pace_sign=48, pace_step=(6, 8), turned=48, turn_sign=6, turn_step=(6, 8),
              swerved=192, swerve_sign=6, swerve_step=(12, 8), off=(32, 9), parts=5, strange=5, wide_id=1, id=(1, 20), is_thing=1, thing=63, being=255, plain=1,
              letter_count=(1, 6), capital=31, letter=31, looks=1, near=1, goes=1, aside=1, own_tick=1, own_steering=2, own_paced=1, own_far=1, own_stance=1,
              own_vitals=6, own_sign=4, own_pace=(2, 9), own_off=(2, 9))
SIZES = {field: count[0] * (count[1] + 15) if isinstance(count, tuple) else count for field, count in FIELDS.items()}
AT = {field: sum(list(SIZES.values())[:place]) for place, field in enumerate(SIZES)}


class Failure(Exception):
    """Why the visit did not come off: what the host said, or bytes that are no message of this protocol."""


class Coded:
    """Reads bits by models, and notes on a tape which came. After the end come zeros; end() tells whether that was right."""
    def __init__(self, data: bytes, models: list[list[int]]) -> None:
        self.data, self.models, self.tape = data, models, []
        self.low, self.high, self.at, self.code = 0, 0xFFFFFFFF, 4, int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def toss(self, one: int) -> int:
        split = self.low + ((self.high - self.low) * one >> 16)
        bit = int(self.code <= split)
        self.low, self.high = (self.low, split) if bit else (split + 1, self.high)
        while (self.low ^ self.high) >> 24 == 0:
            self.low, self.high = self.low << 8 & 0xFFFFFFFF, (self.high << 8 | 255) & 0xFFFFFFFF
            self.code = (self.code << 8 | (self.data[self.at] if self.at < len(self.data) else 0)) & 0xFFFFFFFF
            self.at += 1
        return bit

    def bit(self, field: str, at: int = 0) -> int:
        bit = self.toss(self.models[AT[field] + at][0])
        self.tape.append((AT[field] + at, bit))
        return bit

    def even(self, count: int) -> int:
        value = 0
        for _ in range(count):
            value = value << 1 | self.toss(32768)
        return value

    def signed(self, count: int) -> int:
        value = self.even(count)
        return value - (1 << count) if value >> (count - 1) else value

    def number(self, width: int) -> int:
        value, shift, more = 0, 0, 1
        while more:
            value, shift = value | self.even(width) << shift, shift + width
            more = self.even(1)
            if value >> 64 or shift > 80:
                raise Failure("a number is too large")
        return value

    def length(self, field: str, kind: int = 0) -> int:
        """A whole number by models of its length in bits and of the two bits below the first."""
        steps = FIELDS[field][1]
        base, length = kind * (steps + 15), 0
        while length < steps and self.bit(field, base + length):
            length += 1
        length = min(length + self.even(5), 32) if length == steps else length
        if length < 2:
            return length
        left, node = length - 1, 1
        while length <= 6 and left > 0 and node < 4:
            node, left = node << 1 | self.bit(field, base + steps + 3 * (length - 2) + node - 1), left - 1
        return node << left | self.even(left)

    def off(self, field: str, kind: int, sign: Optional[int] = None) -> int:
        """A length up or down; the sign by a model of one's own body, or an even bit."""
        size = self.length(field, kind)
        return -size if size and (self.even(1) if sign is None else self.bit("own_sign", sign)) else size

    def tree(self, field: str, bits: int) -> int:
        node = 1
        for _ in range(bits):
            node = node << 1 | self.bit(field, node - 1)
        return node - (1 << bits)

    def step(self, sign: tuple, size: tuple, before: int) -> int:
        back, step = self.bit(*sign), self.length(*size) + 1
        return (before - step if back else before + step) % 256

    def end(self) -> None:
        for kept in range(5):
            unit = 1 << (32 - 8 * kept)
            value = -(-self.low // unit) * unit
            if value <= self.high or kept == 4:
                if self.data[self.at - 4:] != value.to_bytes(5, "big")[1:][:kept] or self.at - 4 > len(self.data):
                    raise Failure("a snapshot does not end as it would have been written")
                return


# What a snapshot begins with: one's own body, place in 1/4096 m, velocity in 1/256 m/s; vitals are stamina, health, hunger.
Header = namedtuple("Header", "packet tick steering place velocity level pose vitals")


def read_place(r: Coded) -> list[int]:
    raw = [r.number(10), r.number(10)]
    if max(raw) >> 37:
        raise Failure("a place is too far away")
    return [(part >> 1) ^ -(part & 1) for part in raw]


def read_whole(r: Coded, packet: int) -> Header:
    tick, steering, place = r.number(7), r.even(16) if r.even(1) else None, read_place(r)
    velocity, level, pose = [r.signed(16), r.signed(16)], r.even(3), r.even(3)
    return Header(packet, tick, steering, place, velocity, level, pose, [r.even(8) for _ in range(3)])


def read_against(r: Coded, packet: int, anchor: Header) -> Header:
    back = (packet - anchor.packet) % 65536
    tick = anchor.tick + (r.number(7) if r.bit("own_tick") else back)
    steering = None if anchor.steering is None else (anchor.steering + back) % 65536
    if r.bit("own_steering"):
        if r.bit("own_steering", 1):
            if steering is None:
                raise Failure("a steering follows none")
            steering = (steering + r.signed(3)) % 65536
        else:
            steering = r.even(16) if r.even(1) else None
    velocity = list(anchor.velocity)
    if r.bit("own_paced"):
        velocity = [part + r.off("own_pace", i, i) for i, part in enumerate(velocity)]
    new = min(2 * back, 3)
    ways = [2 * (old * (2 * back - new) + now * new) for old, now in zip(anchor.velocity, velocity)]
    far = r.bit("own_far")
    place = read_place(r) if far else [part + (way + 2) // 5 + r.off("own_off", i, 2 + i) for i, (part, way) in enumerate(zip(anchor.place, ways))]
    level, pose = (r.even(3), r.even(3)) if r.bit("own_stance") else (anchor.level, anchor.pose)
    vitals = list(anchor.vitals)
    for i in range(3):
        if r.bit("own_vitals", i):
            vitals[i] = (vitals[i] + (r.signed(4) if r.bit("own_vitals", 3 + i) else r.even(8))) % 256
    return Header(packet, tick, steering, place, velocity, level, pose, vitals)


def way(course: int, speed: int, halves: int) -> list[int]:
    """How far that motion goes in so many half ticks."""
    turn = course * math.tau / 256
    parts = (math.floor(part * 16384 + 0.5) for part in (math.cos(turn), math.sin(turn)))
    return [(speed * part * halves + 40960) // 81920 for part in parts]


class State(namedtuple("State", "x y heading speed course level pose gesture held health")):
    """What is told of somebody: place in 1/128 m, turns in 1/256, speed in 1/16 m/s."""
    def predicted(self, ticks: int) -> State:
        x, y = way(self.course, self.speed, 2 * max(0, min(ticks, 20)))
        return self._replace(x=self.x + x, y=self.y + y)


class Entity:
    """Somebody or something in view; `told` is what was told of it last, with its tick."""
    def __init__(self, id: int, kind: int, thing: int, name: str) -> None:
        self.id, self.kind, self.name = id, kind, f"the {THINGS[thing] if thing < len(THINGS) else 'thing'}" if kind == THING else name
        self.told, self.here = (0, State(*[0] * 10)), True


class Row:
    """What both ends know that a slot was told: when and how, whether it is in view, in which of the last packets, and how heading, course and speed changed."""
    def __init__(self, tick: int, state: State, before: Optional[Row]) -> None:
        was = before.state if before else state
        self.tick, self.state, self.here, self.stir = tick, state, True, (before.stir if before else 0) | 1
        self.trend = [(now - then + 128) % 256 - 128 for now, then in zip(state[2:5], was[2:5])]  # heading, speed, course

    def is_lively(self, tick: int) -> bool:
        return self.here and (self.state.speed > 0 or tick - self.tick < 24)

    def slope(self, which: int) -> int:
        return class_of(self.trend[which], (-6, -1, 0, 5)) if self.stir & 1 else 5


def class_of(value: int, bounds: tuple) -> int:
    return sum(value > bound for bound in bounds)


class Accord:
    """What both ends know that the guest was told, up to the packet that a header is coded against."""
    def __init__(self) -> None:
        self.anchor: Optional[Header] = None
        self.rows: dict[int, Row] = {}
        self.models = [[ONE // 2, 0] for _ in range(sum(SIZES.values()))]  # how often a one, how many bits seen

    def count_in(self, header: Header, news: list, tape: list) -> None:
        self.anchor = header
        for at, bit in tape:
            one, seen = self.models[at]
            one += ((ONE if bit else 0) - one) >> ((seen + 2).bit_length() - 1)
            self.models[at] = [max(LEAST, min(ONE - LEAST, one)), min(seen + 1, 62)]
        for row in self.rows.values():
            row.stir = row.stir << 1 & 255
        for slot, _, state in news:
            if state:
                self.rows[slot] = Row(header.tick, state, self.rows.get(slot))
            elif slot in self.rows:
                self.rows[slot].here = False


def read_parts(r: Coded, field: str, state: State) -> State:
    """What changes rarely."""
    widths = dict(level=3, pose=3, gesture=6, held=8, health=8)
    return state._replace(**{name: r.even(width) for i, (name, width) in enumerate(widths.items()) if r.bit(field, i)})


def read_name(r: Coded) -> str:
    if not r.bit("plain"):
        if (length := r.number(7)) > 32:
            raise Failure("a name is too long")
        return bytes(r.even(8) for _ in range(length)).decode()
    name = ""
    if (length := r.length("letter_count")) > 32:
        raise Failure("a name is too long")
    for _ in range(length):
        name += "abcdefghijklmnopqrstuvwxyz -'???"[r.tree("letter" if name[-1:].isalpha() else "capital", 5)]
    if "?" in name:
        raise Failure("a name has an unknown letter")
    return re.sub("(^|[ '-])[a-z]", lambda begin: begin[0].upper(), name)


def read_enter(r: Coded, own: Header) -> tuple[Entity, State]:
    high = r.even(32) if r.bit("wide_id") else 0
    low = r.length("id")
    thing, kind = (r.tree("thing", 6), THING) if r.bit("is_thing") else (0, r.tree("being", 8))
    name, _look = read_name(r), r.number(16) if r.bit("looks") else low
    near = r.bit("near")
    x, y = [(part + 16) // 32 + r.signed(15) if near else r.signed(32) for part in own.place]
    heading = r.even(8)
    speed = r.tree("pace", 8) if r.bit("goes") else 0
    course = r.even(8) if r.bit("aside") else heading
    return Entity(high << 32 | low, kind, thing, name), read_parts(r, "strange", State(x, y, heading, speed, course, 0, 0, 0, 0, 255))


def read_update(r: Coded, row: Row, tick: int, changed: bool) -> State:
    old, (turning, pacing, swerving) = row.state, map(row.slope, range(3))
    heading, speed, moves = old.heading, old.speed, old.speed > 0
    stir = (row.stir & 3) * 2 + moves
    if paced := r.bit("paced", stir * 6 + pacing):
        fast = pacing * 8 + min(old.speed // 8, 7)
        if not moves:
            speed = r.tree("pace", 8)
        else:
            speed = 0 if r.bit("stops", fast) else r.step(("pace_sign", fast), ("pace_step", pacing), old.speed)
    if turned := r.bit("turned", stir * 6 + turning):
        heading = r.step(("turn_sign", turning), ("turn_step", turning), old.heading)
    course = heading if speed == 0 or old.course == old.heading else old.course
    if speed and r.bit("swerved", (stir * 4 + paced * 2 + turned) * 6 + swerving):
        course = r.step(("swerve_sign", swerving), ("swerve_step", swerving * 2 + (speed < 20)), course)
    age = max(0, tick - row.tick)
    halves = 2 * min(age, 60)
    new = min(halves, 3)
    change = max(abs(now - was) for now, was in zip(way(course, speed, 2), way(old.course, old.speed, 2)))
    kind = class_of(change, (0, 3, 11)) * 4 + class_of(age, (3, 12, 23))
    ways = zip((old.x, old.y), way(old.course, old.speed, halves - new), way(course, speed, new))
    x, y = [sum(parts) + r.off("off", 16 * i + kind) for i, parts in enumerate(ways)]
    pose = WALKING if old.pose == STANDING and speed else STANDING if old.pose in (WALKING, RUNNING) and not speed else old.pose
    state = old._replace(x=x, y=y, heading=heading, speed=speed, course=course, pose=pose)
    return read_parts(r, "parts", state) if changed else state


class Receiver:
    """Unpacks snapshots and knows which to acknowledge. A malformed one tells nothing."""
    def __init__(self) -> None:
        self.newest: Optional[Header] = None  # the newest header
        self.acked: Optional[int] = None  # the newest packet's number
        self.before = 0  # bit i: packet acked - 1 - i was taken, too
        self.epoch, self.accord, self.pending = 0, Accord(), []
        self.slots: dict[int, Entity] = {}

    def take(self, data: bytes) -> None:
        r = Coded(data, self.accord.models)
        back = r.even(3)
        back = r.even(6) if back == 7 else back
        if back:
            low, near = r.even(8), self.acked or 0
            packet = (near + (low - near + 128) % 256 - 128) % 65536
        else:
            bare, packet = r.even(1), r.even(16)
            epoch = 0 if bare else r.even(8)
        ahead = (packet - self.acked) % 65536 if self.acked is not None else 1
        if not back and bare:
            return self.take_bare(r, packet, ahead)
        if not 0 < ahead < 32768:
            return  # old news
        if not back and epoch != self.epoch:
            self.epoch, self.accord, self.pending = epoch, Accord(), []
        if back:
            self.count_in((packet - back) % 65536)
        if bool(back) != bool(self.accord.anchor):
            raise Failure("a snapshot is coded against one that is not here")
        r.models = self.accord.models
        header = read_against(r, packet, self.accord.anchor) if back else read_whole(r, packet)
        news = self.read_records(r, header)
        r.end()
        self.got(header, packet, ahead)
        self.pending = (self.pending + [(header, news, r.tape)])[-31:]
        for slot, entity, state in news:
            if entity:
                known = self.slots.get(slot, entity)
                entity = self.slots[slot] = known if known.id == entity.id else entity
                entity.here = state is not None  # whoever left may come back by an update
                entity.told = (header.tick, state) if state else entity.told

    def take_bare(self, r: Coded, packet: int, ahead: int) -> None:
        """A header alone, under one number however often it is sent."""
        header = read_whole(r, packet)
        r.end()
        if ahead < 32768 and (not self.newest or header.tick > self.newest.tick):
            self.got(header, packet, ahead)

    def got(self, header: Header, packet: int, ahead: int) -> None:
        if ahead:
            self.before = (self.before << ahead | 1 << (ahead - 1)) % (1 << 32) if self.acked is not None else 0
        self.newest, self.acked = header, packet

    def count_in(self, anchor: int) -> None:
        """The host knows that the anchor came, and which before it."""
        if self.accord.anchor and self.accord.anchor.packet == anchor:
            return
        place = next((i for i, (header, _, _) in enumerate(self.pending) if header.packet == anchor), None)
        if place is None:
            raise Failure("a snapshot is coded against one that is not here")
        for packet in self.pending[: place + 1]:
            self.accord.count_in(*packet)
        self.pending = self.pending[place + 1:]

    def read_records(self, r: Coded, header: Header) -> list[tuple[int, Optional[Entity], Optional[State]]]:
        news, rows, tick = [], self.accord.rows, header.tick
        for slot in sorted(slot for slot, row in rows.items() if row.is_lively(tick)):
            row = rows[slot]
            age = class_of(tick - row.tick, (2, 3, 4, 7, 12, 20, 23))
            _, speed, course = row.trend
            change = 1 + (course != 0) + 2 * (speed != 0) if row.stir & 1 else 0
            if r.bit("told", (((row.state.speed > 0) * 8 + age) * 4 + (row.stir >> 1 & 3)) * 5 + change):
                news.append((slot, *self.read_record(r, slot, header)))
        slot, first = 0, True
        while r.bit("more"):
            gap = r.length("gap")
            slot, first, again = slot + gap, False, gap == 0 and not first
            if slot >= 4096 or again or (slot in rows and rows[slot].is_lively(tick)):
                raise Failure(f"{slot} is no slot that may follow")
            news.append((slot, *self.read_record(r, slot, header)))
        return news

    def read_record(self, r: Coded, slot: int, header: Header) -> tuple[Optional[Entity], Optional[State]]:
        kind = next((kind for kind in range(3) if r.bit("kind", kind)), 3)  # moved, changed, leave, enter
        if kind == 3:
            return read_enter(r, header)
        entity, row = self.slots.get(slot), self.accord.rows.get(slot)
        if kind == 2:
            return entity, None
        if not entity or not row:
            raise Failure("a record is coded against a state that is not here")
        return entity, read_update(r, row, header.tick, kind == 1)
