"""A test case that runs the program on scenes, random scenes, and a main that takes PROGRAM and EXAMPLES."""

import json
import pathlib
import sys
import unittest
from fractions import Fraction

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program_case import ProgramCase
from scene_cases import RANDOM_NORMALS, body, contact
from scene_oracle import dot, space

VELOCITY = ("cone", "boxes", "lemke", "mixed", "newton-polyhedral", "dantzig")
ACCELERATION = ("baraff", "berard", "trefny")


def random_scene(rng, level):
    """Plane, of numbers that doubles hold. At accelerations nothing moves but belts, which make contacts slide."""
    some = lambda least, most: rng.randint(8 * least, 8 * most) / 8
    bodies = [body(n, mass=rng.choice([0.5, 1, 2]), inertia=rng.choice([0.125, 0.25, 1]), torque=some(-2, 2),
                   position=[some(-1, 1), some(0, 2)], force=[some(-8, 8), some(-8, 8)])
              for n in "ab"[:rng.randint(1, 2)]]
    moving = level == "velocity"
    for b in bodies if moving else ():
        b.update(velocity=[some(-1, 1), some(-1, 1)], spin=some(-2, 2))
    contacts = []
    for _ in range(rng.randint(1, 3)):
        n, belt, first = rng.choice(RANDOM_NORMALS), rng.choice([0, 0, -1, 1, 0.5]), rng.choice(bodies)["name"]
        others = ["world"] + [b["name"] for b in bodies if b["name"] != first]
        contacts.append(contact([first, rng.choice(others)], [some(-2, 2), some(-1, 1)], n,
                                mu=rng.choice([0, 0.25, 0.5, 1, 2]),
                                belt=[-belt * n[1], belt * n[0]], gap=rng.choice([0, 0, 1 / 64]) if moving else 0))
        if rng.random() < 0.3:
            contacts[-1]["mu_kinetic"] = contacts[-1]["mu"] / 2
    return {"kind": "scene", "plane": True, "gravity": [0, -9.75], "dt": 1 / 64, "bodies": bodies, "contacts": contacts}


def contact_laws(scene, rows, level, friction=True):
    """What answers() takes: the bias, mu, and the slip of each contact that slides at accelerations."""
    dt, laws = Fraction(scene["dt"]), []
    for c, axes in zip(scene["contacts"], rows.axes):
        slip = -dot(axes[1], space(c["belt"], True))
        slides = level != "velocity" and friction and abs(slip) > Fraction(9.75) * dt
        mu = c.get("mu_kinetic", c["mu"]) if slides else c["mu"]
        laws.append((Fraction(c["gap"]) / dt, Fraction(mu if friction else 0), slip if slides else None))
    return laws


class SceneCase(ProgramCase):
    examples = ""

    def solved(self, scenes, solver, *options):
        """The results of all scenes, of one call without an error."""
        paths = [self.write(f"{i}.json", s) for i, s in enumerate(scenes)]
        status, _, errors = self.call("solve", *paths, "--solver", solver, "--out", self.root / "out", *options)
        self.assertEqual((status, errors), (0, ""))
        return [json.loads((self.root / "out" / f"{i}.json").read_text()) for i in range(len(scenes))]

    def near(self, found, wanted, size=None, error=1e-12):
        size = max([1e-300, *(abs(float(x)) for x in wanted)]) if size is None else float(size)
        self.assertEqual(len(found), len(wanted))
        for x, y in zip(found, wanted):
            self.assertLessEqual(abs(x - float(y)), error * size, (found, [float(y) for y in wanted]))

    def example(self, name):
        return json.loads((pathlib.Path(self.examples) / "scenes" / f"{name}.json").read_text())


def main():
    SceneCase.program, SceneCase.examples = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
