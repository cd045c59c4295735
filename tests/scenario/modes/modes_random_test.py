#!/usr/bin/env python3
"""modes_random_test.py PROGRAM EXAMPLES [--scenes N]: tests the verdicts of `footing modes --wrench` on random scenes
against all solutions of the LCP (modes_lcp.py). No wrench with a solution is without its mode, no mode is guaranteed
beside another mode's solution, and no cone holds a wrench without a solution. N is 60 if absent. A gap that keeps its
speed although no contact ties it is the border of two modes: such solutions are counted, not judged.
"""

import collections
import random
import sys

from modes_bench import ModesCase, contact, main, scene, spatial
from modes_lcp import SceneLcp
from modes_oracle import np

KINDS = (("rest",), ("rest",), ("rest", "rest"), ("rest", "planar"), ("rest", "sliding"), ("rest", "open"))


def whole_row(rng, m):
    while True:
        row = [rng.randint(-2, 2) for _ in range(m)]
        if any(row):
            return row


def whole_mass(rng, m):
    L = np.array([[rng.randint(-2, 2) if j < i else rng.randint(1, 3) * (i == j) for j in range(m)] for i in range(m)])
    return (L @ L.T).tolist()


def random_scene(rng):
    """Rows of whole numbers, so that the file holds exactly what the oracle reads."""
    m = rng.choice((3, 3, 4, 5, 6))
    contacts = []
    block = rng.random() < 0.3
    for kind in rng.choice(KINDS):
        mu = rng.choice((0.25, 0.5, 1, 1.5, 3, 3)) if rng.random() < 0.9 else 0
        more = {} if kind in ("rest", "planar") else {"state": kind}
        if block and kind in ("rest", "open"):
            contacts.append(spatial(*(rng.randint(-2, 2) for _ in range(3)), mu, **more))
            continue
        size = 6 if block else m
        tangents = 1 if kind in ("planar", "sliding") else 2
        contacts.append(contact(whole_row(rng, size), [whole_row(rng, size) for _ in range(tangents)], mu, **more))
    m = len(contacts[0]["normal_jacobian"])
    slides = [c["tangent_jacobians"][0] for c in contacts if c.get("state") == "sliding"]
    velocity = whole_row(rng, m)
    while any(not np.dot(row, velocity) for row in slides):
        velocity = whole_row(rng, m)
    return scene(*contacts, M=whole_mass(rng, m), moments=[], **({"v_minus": velocity} if slides else {}))


def random_wrench(rng, modes, m):
    """Whole numbers: any direction, or inside the cone of one of the modes."""
    if rng.random() < 0.4 or not modes:
        return [rng.randint(-30, 30) for _ in range(m)]
    generators = np.array(rng.choice(modes)["generators"]).reshape(-1, m)
    return [round(x) for x in 100 * generators.T @ [rng.uniform(0.1, 1) for _ in generators]]


class Modes(ModesCase):
    scenes = 60

    def judge(self, answer, lcp, tally):
        listed = {mode["letters"] for mode in answer["modes"]}
        solved = {lcp.mode(a) for a in lcp.solutions(answer["wrench"])}
        solved = {name if name in listed or "o" not in name else None for name in solved}
        held = {mode["letters"] for mode in answer["modes"] if mode["place"] != "outside"}
        where = (solved, held, answer["guaranteed"], answer["wrench"])
        self.assertLessEqual(solved - {None}, held, where)
        if None not in solved:
            self.assertEqual(bool(solved), bool(held), where)
        if answer["guaranteed"]:
            self.assertEqual(solved - {None}, {answer["guaranteed"]}, where)
        between = {name for name in solved if name and "e" in name}
        tally["wrenches"] += 1
        tally["without a solution"] += not solved
        tally["with a gap on the border"] += None in solved
        tally["with a gap that contacts tie"] += any(name and "o" in name for name in solved)
        tally["with solutions of several modes"] += len(solved) > 1
        tally["guaranteed"] += bool(answer["guaranteed"])
        tally["guaranteed beside a border"] += bool(answer["guaranteed"]) and None in solved
        tally["solved by a slide between two directions"] += bool(between)
        tally["solved by such slides alone"] += bool(between) and between == solved
        tally["guaranteed by such a slide"] += answer["guaranteed"] in between

    def test_random_scenes(self):
        tally = collections.Counter()
        for seed in range(self.scenes):
            rng = random.Random(seed)
            problem = random_scene(rng)
            with self.subTest(seed):
                status, _, errors = self.run_modes(problem, "--json")
                if status != 0:
                    self.assertIn("degenerate within rounding", errors)
                    tally["refused scenes"] += 1
                    continue
                lcp = SceneLcp(problem)
                modes = self.answer(problem)["modes"]
                for _ in range(2):
                    wrench = random_wrench(rng, modes, lcp.m)
                    self.judge(self.answer(problem, "--wrench=" + ",".join(map(str, wrench))), lcp, tally)
        print(f"{self.scenes} scenes,", ", ".join(f"{tally[key]} {key}" for key in tally))
        self.assertLessEqual(tally["refused scenes"], self.scenes // 50)
        self.assertGreater(tally["solved by such slides alone"], 0)


if __name__ == "__main__":
    if "--scenes" in sys.argv:
        at = sys.argv.index("--scenes")
        Modes.scenes = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    main()
