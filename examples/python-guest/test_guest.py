"""The guest reads what the code's own tests hold every reader to, and damaged packets never do more than fail with a reason."""
import json, pathlib, random, unittest
import snapshots

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "crates/core/wire/golden"


def golden(name: str) -> list[dict]:
    return json.loads((GOLDEN / name).read_text())


class Reads(unittest.TestCase):
    def test_snapshots_mean_what_the_golden_file_says(self) -> None:
        receiver = snapshots.Receiver()
        for packet in golden("snapshots.json"):
            told = packet["value"]
            receiver.take(bytes.fromhex(packet["hex"]))
            own, view = receiver.newest, {entity.id: entity for entity in receiver.slots.values() if entity.here}
            body = {"steering": own.steering, "level": own.level, "pose": own.pose}
            body.update(zip(("stamina", "health", "hunger"), own.vitals))
            body.update(place=[part / 4096 for part in own.place], velocity=[part / 256 for part in own.velocity])
            self.assertEqual(body, told["own"], packet["name"])
            self.assertEqual((own.tick, receiver.acked, receiver.before), (told["tick"], told["ack"], told["before"]))
            for seen in told["entered"] + told["updated"]:
                tick, state = view[int(seen["id"])].told
                self.assertEqual((tick, state._asdict()), (own.tick, seen["state"]), packet["name"])
            self.assertFalse([gone for gone in told["left"] if int(gone) in view], packet["name"])

    def test_predictions_are_the_hosts(self) -> None:
        for case in golden("prediction.json"):
            state = snapshots.State(*case["from"], 0, case["speed"], case["course"], 0, 0, 0, 0, 255)
            self.assertEqual(list(state.predicted(case["ticks"])[:2]), case["to"], case)

    def test_damaged_packets_fail_with_a_reason_and_change_nothing(self) -> None:
        chance, packets = random.Random(7), [bytes.fromhex(packet["hex"]) for packet in golden("snapshots.json")]
        refused = 0
        for _ in range(500):
            receiver, count = snapshots.Receiver(), chance.randrange(len(packets))
            for packet in packets[:count]:
                receiver.take(packet)
            damaged = bytearray(packets[count])
            damaged[chance.randrange(2, len(damaged))] ^= 1 << chance.randrange(8)
            before = receiver.newest
            try:
                receiver.take(bytes(damaged[: chance.randint(2, len(damaged))]))
            except (snapshots.Failure, UnicodeDecodeError):
                refused += 1
                self.assertIs(receiver.newest, before)
        self.assertGreater(refused, 100)


if __name__ == "__main__":
    unittest.main()
