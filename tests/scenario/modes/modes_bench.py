"""Scenes for `footing modes`, a test case that runs it on them, and a main that takes PROGRAM and EXAMPLES."""

import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from modes_oracle import np
from program_case import ProgramCase


def contact(normal, tangents=(), mu=0.5, **more):
    return {"normal_jacobian": list(normal), "tangent_jacobians": [list(t) for t in tangents], "mu": mu, **more}


def planar(x, y, nx, ny, mu=0.5, **more):
    """A contact at (x, y); its tangent is the normal turned by a quarter counter-clockwise."""
    tx, ty = -ny, nx
    return contact([nx, ny, x * ny - y * nx], [[tx, ty, x * ty - y * tx]], mu, **more)


def scene(*contacts, M=((1, 0, 0), (0, 1, 0), (0, 0, 0.1)), **more):
    return {"kind": "contact", "M": [list(row) for row in M], "contacts": list(contacts), **more}


def spatial(x, y, z, mu=0.5, **more):
    """A contact at (x, y, z) on level ground, coordinates v, omega."""
    return contact([0, 0, 1, y, -x, 0], [[1, 0, 0, 0, z, -y], [0, 1, 0, -z, 0, x]], mu, **more)


def tilted(normal, along, point, **more):
    """A contact whose frame is `normal`, the first tangent `along`, and their cross product."""
    frame = [normal, along, np.cross(normal, along)]
    n, t, o = ([*map(float, d), *map(float, np.cross(point, d))] for d in frame)
    return contact(n, [t, o], **more)


def block(*contacts, **more):
    return scene(*contacts, M=np.diag([2, 2, 2, 0.01, 0.02, 0.03]).tolist(), **more)


def unit(vector):
    return np.array(vector, float) / np.linalg.norm(vector)


def same_rows(test, found, wanted):
    """Asserts that the rows have the same directions, in any order."""
    found = sorted(tuple(np.round(unit(r), 9) + 0.0) for r in found)
    wanted = sorted(tuple(np.round(unit(r), 9) + 0.0) for r in wanted)
    test.assertEqual(len(found), len(wanted), (found, wanted))
    np.testing.assert_allclose(found, wanted, atol=1e-8)


class ModesCase(ProgramCase):
    examples = ""

    def run_modes(self, content, *options):
        return self.call("modes", self.write("scene.json", content), *options)

    def answer(self, content, *options):
        status, out, errors = self.run_modes(content, "--json", *options)
        self.assertEqual((status, errors), (0, ""), errors)
        return json.loads(out)

    def modes(self, content, *options):
        return {mode["letters"]: mode for mode in self.answer(content, *options)["modes"]}

    def refused(self, content, words, *options):
        status, out, errors = self.run_modes(content, "--json", *options)
        self.assertEqual((status, out, errors.count("\n")), (2, "", 1), errors)
        self.assertIn(words, errors)


def main():
    ModesCase.program = sys.argv.pop(1)
    ModesCase.examples = sys.argv.pop(1)
    unittest.main()
