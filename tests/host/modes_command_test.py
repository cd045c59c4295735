#!/usr/bin/env python3
"""modes_command_test.py PROGRAM EXAMPLES: `footing modes` against closed forms and against scipy's linear programs.

The oracle knows tables I and II and eq. 1 of Berard, Egan, Trinkle; it asks, for a wrench and a combination of
letters, whether accelerations and contact forces exist that they allow, and never builds a cone.
"""

import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

try:
    import numpy as np
    from scipy.optimize import linprog
except ImportError:  # another interpreter may come first in PATH than Debian's, which has the package
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)
    print("skipped: python3-scipy is not installed")
    sys.exit(77)

PROGRAM = ""
EXAMPLES = ""
NEAR = 1e-6
LARGE = 1e5  # wrenches are this much larger where scipy sees them, whose tolerance of 1e-7 is absolute


def rows(vectors, m):
    return np.array(vectors, float).reshape(-1, m)


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
    """A contact whose frame is that normal, the first tangent along, and their product."""
    frame = [normal, along, np.cross(normal, along)]
    n, t, o = ([*map(float, d), *map(float, np.cross(point, d))] for d in frame)
    return contact(n, [t, o], **more)


def block(*contacts, **more):
    return scene(*contacts, M=np.diag([2, 2, 2, 0.01, 0.02, 0.03]).tolist(), **more)


# --- the oracle ---------------------------------------------------------------------------------------------

def directions(c, k):
    if len(c["tangent_jacobians"]) == 1:
        return [[-1.0], [1.0]]
    return [[math.cos(2 * math.pi * j / k), math.sin(2 * math.pi * j / k)] for j in range(k)]


def letter_rules(c, k, v_minus=None):
    """letter -> (rows r.a = 0, rows r.a > 0, forces, rows r.a > 0 or always 0): what tables I and II allow."""
    n = np.array(c["normal_jacobian"], float)
    T = rows(c["tangent_jacobians"], len(n))
    mu, kinetic = c["mu"], c.get("mu_kinetic", c["mu"])
    if c.get("state") == "open":
        return {"s": ([], [n], [], []), "a": ([], [-n], [], [])}
    rules = {"s": ([], [n], [], [])}
    if len(T) == 0:
        return {**rules, "n": ([n], [], [n], [])}
    D = [np.array(d) for d in directions(c, k)]
    names = ["l", "r"] if len(T) == 1 else [f"d{j + 1}" for j in range(k)]
    if c.get("state") == "sliding":
        slip = T @ np.array(v_minus, float)
        slip /= np.linalg.norm(slip)
        nearest = max(range(len(D)), key=lambda j: (round(-slip @ D[j], 9), -j))
        return {**rules, names[nearest]: ([n], [], [n - kinetic * (slip @ T)], [])}
    rules["n"] = ([n, *T], [], [n + mu * (d @ T) for d in D], [])
    for j, d in enumerate(D):
        nearest = [(D[i] - d) @ T for i in range(k) if i != j] if len(T) == 2 else []
        rules[names[j]] = ([n], [-(d @ T)], [n + kinetic * (d @ T)], nearest)
    return rules


def combinations(problem, k=4):
    """letters -> rules joined, for every combination, feasible or not."""
    each = [letter_rules(c, k, problem.get("v_minus")) for c in problem["contacts"]]
    for names in itertools.product(*each):
        parts = [rules[name] for rules, name in zip(each, names)]
        yield "".join(names), tuple(sum((list(p[i]) for p in parts), []) for i in range(4))


def solve(*args, **kwargs):
    result = linprog(*args, method="highs", **kwargs)
    assert result.status in (0, 2), result.message
    return result


def margin(equal, strict, m):
    """The largest e with r.a = 0, r.a >= e |r|, |a| <= 1; infinite without strict rows."""
    if not strict:
        return math.inf
    strict = np.array([r / np.linalg.norm(r) for r in strict])
    result = solve([0] * m + [-1], A_ub=np.hstack([-strict, np.ones((len(strict), 1))]), b_ub=np.zeros(len(strict)),
                   A_eq=np.hstack([rows(equal, m), np.zeros((len(equal), 1))]) if equal else None,
                   b_eq=np.zeros(len(equal)) if equal else None, bounds=[(-1, 1)] * m + [(None, 1)])
    return -result.fun


def is_feasible(rule, m):
    equal, strict, _, nearest = rule
    rank = np.linalg.matrix_rank(rows(equal, m), tol=1e-9) if equal else 0
    untied = [r for r in nearest if np.linalg.matrix_rank(np.vstack([rows(equal, m), r]), tol=1e-9) > rank]
    return margin(equal, strict + untied, m) > 1e-8


def holds(M, rule, w):
    """Is M a - sum c_i f_i = w with the letters' closed conditions on a, c >= 0?"""
    equal, strict, forces, nearest = rule
    at_least = strict + nearest
    m = len(M)
    F = rows(forces, m).T
    A_eq = np.vstack([np.hstack([M, -F]), np.hstack([rows(equal, m), np.zeros((len(equal), F.shape[1]))])])
    b_eq = np.concatenate([LARGE * w, np.zeros(len(equal))])
    A_ub = np.hstack([-rows(at_least, m), np.zeros((len(at_least), F.shape[1]))]) if at_least else None
    result = solve(np.zeros(m + F.shape[1]), A_ub=A_ub, b_ub=np.zeros(len(at_least)) if at_least else None, A_eq=A_eq,
                   b_eq=b_eq, bounds=[(None, None)] * m + [(0, None)] * F.shape[1])
    return result.status == 0


def spanned(G, w):
    """Is w a nonnegative sum of the rows of G?"""
    if len(G) == 0:
        return not np.any(w)
    return solve(np.zeros(len(G)), A_eq=G.T, b_eq=LARGE * w, bounds=[(0, None)] * len(G)).status == 0


def meet(one, other, m):
    """Do the relative interiors of two cones in face form meet?"""
    equal, strict = [], []
    for mode in (one, other):
        F = [np.array(f) for f in mode["faces"]]
        for f in F:
            twin = any(np.allclose(f, -g, atol=1e-12) for g in F)
            (equal if twin else strict).append(f if twin else -f)
    return margin(equal, strict, m) > 1e-8


def outside(mode, w):
    return max((np.dot(f, w) for f in mode["faces"]), default=-math.inf)


# --- the program --------------------------------------------------------------------------------------------

def unit(vector):
    return np.array(vector, float) / np.linalg.norm(vector)


def same_rows(test, found, wanted):
    """The same directions, in any order."""
    found = sorted(tuple(np.round(unit(r), 9) + 0.0) for r in found)
    wanted = sorted(tuple(np.round(unit(r), 9) + 0.0) for r in wanted)
    test.assertEqual(len(found), len(wanted), (found, wanted))
    np.testing.assert_allclose(found, wanted, atol=1e-8)


class Modes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "scene.json"

    def tearDown(self):
        self.folder.cleanup()

    def run_modes(self, content, *options):
        self.path.write_text(content if isinstance(content, str) else json.dumps(content))
        done = subprocess.run([PROGRAM, "modes", str(self.path), *options], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

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

    def check(self, problem, k=4, wrenches=30, seed=1):
        """Everything that is printed of a scene, against the oracle."""
        rng = random.Random(seed)
        found = self.modes(problem, "--directions", str(k))
        M = np.array(problem["M"], float)
        m = len(M)
        rules = dict(combinations(problem, k))
        feasible = {name for name, rule in rules.items() if is_feasible(rule, m)}
        self.assertEqual(set(found), feasible)
        for name, mode in found.items():
            F, G = rows(mode["faces"], m), rows(mode["generators"], m)
            self.assertLess(np.max(F @ G.T, initial=-1), 1e-12)
            for i in range(len(G)):
                self.assertFalse(spanned(np.delete(G, i, 0), G[i]) and abs(G[i]).max() > 0, (name, "generator", i))
            for i in range(len(F)):
                self.assertFalse(spanned(np.delete(F, i, 0), F[i]), (name, "face", i))
            picks = [np.array([rng.gauss(0, 1) for _ in range(m)]) for _ in range(max(1, wrenches // len(found)))]
            inside = G.T @ np.array([rng.uniform(0.2, 1) for _ in G])
            picks.append(inside)
            twins = {i for i, f in enumerate(F) for g in F if np.allclose(f, -g, atol=1e-12)}
            for i, f in enumerate(F):
                on_face = G.T @ np.array([rng.uniform(0.2, 1) if abs(f @ g) < 1e-12 else 0.0 for g in G])
                picks.append(on_face + NEAR * f / (f @ f))
                if i not in twins:
                    step = unit(inside) if np.linalg.norm(inside) > 0 else 0
                    picks.append(on_face + NEAR * step / max(-(f @ step), 1e-3))
            for w in picks:
                far = outside(mode, w)
                if abs(far) < 1e-8 and not twins:
                    continue
                within = far < 1e-10
                self.assertEqual(holds(M, rules[name], w), within, (name, "by letters", w, far))
                self.assertEqual(spanned(G, w), within, (name, "by generators", w, far))
        for one, other in itertools.combinations(found, 2):
            overlap = meet(found[one], found[other], m)
            self.assertEqual(other in found[one]["overlaps"], overlap, (one, other))
            self.assertEqual(one in found[other]["overlaps"], overlap, (other, one))
        return found

    def test_figure_2(self):
        problem = json.loads((pathlib.Path(EXAMPLES) / "disc_between_discs.json").read_text())
        found = self.check(problem)
        self.assertEqual(sorted(found), sorted(a + b for a in "snlr" for b in "sa"))
        # The edge of the friction cone; rolling toward disc 2; turning left on the spot, as contact 1 slides left.
        n1, t1 = np.array([-0.6, 0.8, 0]), np.array([-0.8, -0.6, -0.05])
        edge = -(n1 - 0.4 * t1)
        rolling = np.array([-0.8, -0.6, 0.00125 / 0.05])  # M a with a_t1 = 0: a turn of 1 / R
        turning = np.array([0, 0, -1])
        same_rows(self, found["la"]["generators"], [edge, rolling, turning])
        for w, letters in ((edge + 1e-6 * rolling, "la"), (edge + 1e-6 * turning + 1e-6 * rolling, "la")):
            self.assertLess(outside(found[letters], w), 1e-12)
        self.assertGreater(outside(found["la"], edge + 1e-6 * np.array([0.8, 0.6, 0])), 1e-7)

    def test_one_contact_has_the_modes_of_table_1(self):
        mass, inertia, mu = 2.0, 0.1, 0.5
        problem = scene(planar(0, -0.5, 0, 1, mu), M=np.diag([mass, mass, inertia]).tolist())
        found = self.check(problem)  # t = (-1, 0, r x t), r x t = -(-0.5)(-1)
        n, t = np.array([0, 1, 0]), np.array([-1, 0, -0.5])
        self.assertEqual(set(found), set("snlr"))
        same_rows(self, found["s"]["faces"], [-n])
        same_rows(self, found["n"]["generators"], [-(n + mu * t), -(n - mu * t), [mass, 0, -2 * inertia],
                                                   [-mass, 0, 2 * inertia]])
        # l: w_y < 0, and A_tt-weighed pull beyond friction: t M^-1 w > (n - mu t) part of -w_y.
        Mi = np.diag([1 / mass, 1 / mass, 1 / inertia])
        slide = t @ Mi  # t.a without contact forces
        for sign, letters in ((1, "l"), (-1, "r")):
            held = -mu * (t @ Mi @ t)  # by c_n = -w_y, along t: a_t = t M^-1 w - sign mu (t M^-1 t) c_n
            same_rows(self, found[letters]["faces"], [n, -(sign * slide + np.array([0, -held, 0]))])

    def test_block_on_the_floor(self):
        problem = scene(planar(-1, -0.5, 0, 1, 0.4), planar(1, -0.5, 0, 1, 0.4))
        found = self.check(problem)
        self.assertEqual(set(found), {"ss", "sn", "sl", "sr", "ns", "ls", "rs", "nn", "ll", "rr"})

    def test_degenerate_planar_sets(self):
        cases = {
            "parallel normals": (planar(-1, 0, 0, 1), planar(0, 0, 0, 1), planar(1, 0, 0, 1)),
            "opposed normals": (planar(0, -1, 0, 1), planar(0, 1, 0, -1)),
            "opposed, with a lever": (planar(-1, -1, 0, 1), planar(1, 1, 0, -1)),
            "coincident": (planar(0.3, -1, 0, 1), planar(0.3, -1, 0, 1)),
            "coincident, two frictions": (planar(0.3, -1, 0, 1, 0.2), planar(0.3, -1, 0, 1, 0.7)),
            "no friction": (planar(-1, -0.5, 0, 1, 0), planar(1, -0.5, 0, 1, 0)),
            "no tangents": (contact([0, 1, -1], mu=0), contact([0, 1, 1], mu=0)),
            "concurrent": (planar(0.6, 0.8, -0.6, -0.8, 0), planar(-1, 0, 1, 0, 0), planar(0.6, -0.8, -0.6, 0.8, 0)),
            "wedged": (planar(-0.1 * 3, 0, 1, 0), planar(0.3, 0, -1, 0), planar(0, -0.3, 0, 1)),
            "corner": (planar(0, -0.5, 0.6, 0.8, 0.75), planar(0.5, 0, -0.8, 0.6, 4 / 3)),
        }
        for name, contacts in cases.items():
            with self.subTest(name):
                self.check(scene(*contacts, M=((2, 0.25, 0.1), (0.25, 2, -0.2), (0.1, -0.2, 0.5))))

    def test_closed_hand_cannot_separate(self):
        found = self.check(scene(planar(-1, 0, 1, 0), planar(1, 0, -1, 0), planar(0, -1, 0, 1), planar(0.25, 1, 0, -1)),
                           wrenches=10)
        self.assertNotIn("ssss", found)
        self.assertEqual(found["nnnn"]["faces"], [])  # holds every wrench
        self.assertEqual(len(found["nnnn"]["generators"]), 6)

    def test_random_fixtures(self):
        for seed in range(6):
            rng = random.Random(seed)
            contacts = []
            for i in range(3 if seed % 2 else 2):
                angle = rng.uniform(0, 2 * math.pi)
                state = {} if rng.random() < 0.6 else {"state": rng.choice(["open", "sliding"])}
                contacts.append(planar(rng.uniform(-1, 1), rng.uniform(-1, 1), math.cos(angle), math.sin(angle),
                                       rng.uniform(0, 1), mu_kinetic=rng.uniform(0, 1), **state))
            with self.subTest(seed):
                self.check(scene(*contacts, v_minus=[rng.gauss(0, 1) for _ in range(3)]), wrenches=10, seed=seed)

    def test_space(self):
        self.assertEqual(set(self.check(block(spatial(0, 0, 0)))), {"s", "n", "d1", "d2", "d3", "d4"})
        self.assertEqual(len(self.check(block(spatial(0.1, 0.2, -0.3)), k=6)), 8)
        self.assertEqual(len(self.check(block(spatial(0, 0, -0.3, 0)), k=5)), 7)
        self.check(block(spatial(0.1, 0, -0.1), spatial(-0.1, 0, -0.1, state="open")))
        found = self.check(block(spatial(0.1, 0, -0.1, mu_kinetic=0.3, state="sliding"), v_minus=[3, 1, 0, 0, 0, 0]))
        self.assertEqual(set(found), {"s", "d3"})

    def check_rank(self, problem):
        """Generators and faces span what they should as they are printed, and agree with each other."""
        found = self.modes(problem)
        m = len(problem["M"])
        for name, mode in found.items():
            F, G = rows(mode["faces"], m), rows(mode["generators"], m)
            rank = lambda A: np.linalg.matrix_rank(A, tol=1e-6) if len(A) > 0 else 0
            self.assertLess(np.max(F @ G.T, initial=-1), 1e-9, name)
            self.assertEqual(rank(G), mode["dimension"], name)
            lines = G[np.max(abs(F @ G.T), axis=0, initial=0) < 1e-9]
            self.assertEqual((len(lines), rank(lines)), (2 * (m - rank(F)), m - rank(F)), name)
            equalities = F[np.max(abs(F @ G.T), axis=1, initial=0) < 1e-9]
            off = m - mode["dimension"]
            self.assertEqual((len(equalities), rank(equalities)), (2 * off, off), name)
        return found

    def test_tilted_contacts_keep_their_rank(self):
        # Velocities of the turns about the point: a determinant of 0, but for rounding.
        M = np.diag([2, 2, 2, 0.02, 0.03, 0.04]).tolist()
        self.check_rank(scene(contact([0.6, 0, 0.8, 0.04, -0.1167654312, -0.03],
                                      [[0.8, 0, -0.6, -0.03, 0.0500740734, -0.04], [0, 1, 0, 0.03, 0, 0.123456789]]),
                              M=M))
        s, c = math.sin(math.radians(20)), math.cos(math.radians(20))
        slope = tilted([s, 0, c], [c, 0, -s], [0.1, 0.05, -0.03])
        self.check(scene(slope, M=M))
        for mu in (0.5, 0):
            found = self.check_rank(scene({**slope, "mu": mu}, {**slope, "mu": mu}, M=M))
            self.assertEqual(set(found), {"ss", "nn", "d1d1", "d2d2", "d3d3", "d4d4"})
        self.assertEqual(found["nn"]["dimension"], 4)  # without friction two equalities
        rng = np.random.default_rng(1)
        for digits in (2, 6, 9, 17):
            frame = np.linalg.qr(rng.normal(size=(3, 3)))[0]
            point = np.round(rng.uniform(-0.2, 0.2, 3), digits)
            self.check_rank(scene(tilted(frame[0], frame[1], point), M=M))

    def test_corners_of_a_tilted_block(self):
        s, c = math.sin(math.radians(20)), math.cos(math.radians(20))
        corners = [(0.1, 0.05, -0.03), (0.1, -0.05, -0.03), (-0.1, 0.05, -0.03)]
        for sine, cosine, answered in ((0, 1, True), (0.6, 0.8, True), (s, c, False)):
            turn = np.array([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]])
            problem = block(*(tilted(turn[:, 2], turn[:, 0], turn @ corner) for corner in corners))
            if answered:
                self.assertEqual(len(self.check_rank(problem)), 108)
            else:
                self.refused(problem, "degenerate within rounding")

    def test_three_points_on_the_floor(self):
        found = self.modes(block(spatial(0.1, 0, -0.1), spatial(-0.1, 0.1, -0.1), spatial(-0.1, -0.1, -0.1)))
        self.assertIn("nnn", found)
        self.assertIn("d1d1d1", found)
        self.assertNotIn("d1d3d1", found)  # two points that move apart, the third beside one of them

    def test_a_rail_ties_two_directions_for_ever(self):
        found = self.modes({"kind": "contact", "M": [[1, 0], [0, 1]],
                            "contacts": [contact([0, 1], [[1, 0], [1, 0]])]})
        self.assertEqual(set(found), {"s", "n", "d1", "d2", "d3", "d4"})

    def test_states(self):
        floor = planar(0, -0.5, 0, 1, 0.5)
        found = self.modes(scene({**floor, "state": "sliding"}, v_minus=[1, 0, 0]))
        self.assertEqual(set(found), {"s", "r"})  # the tangent points left
        same_rows(self, found["r"]["generators"][:1], [[0.5, -1, 0.25]])
        self.assertEqual(set(self.modes(scene({**floor, "state": "open"}))), set("sa"))
        self.refused(scene({**floor, "state": "sliding"}), "contacts[0].state: \"sliding\" needs the field v_minus")
        self.refused(scene({**floor, "state": "sliding"}, v_minus=[0, 1, 0]), "v_minus has no slip here")
        self.refused(scene({**floor, "state": "flying"}), 'contacts[0].state: must be "rest", "sliding" or "open"')

    def test_rounding_is_read_as_what_was_meant(self):
        exact = (planar(0.3, -1, 0.6, 0.8), planar(-1, 0, 1, 0), planar(0.9, 0.2, -0.6, -0.8))
        spoilt = json.loads(json.dumps(exact))
        for c in spoilt:
            for row in (c["normal_jacobian"], *c["tangent_jacobians"]):
                row[:] = [x * (1 + 2e-16) + (1e-17 if x == 0 else 0) for x in row]
        self.assertEqual(self.modes(scene(*exact)), self.modes(scene(*spoilt)))
        thirds = (planar(0.1 * 3, -1, 1 / 3, 2 / 3), planar(0.3, -1, 1 / 3, 2 / 3))
        self.assertEqual(set(self.modes(scene(*thirds))), {"ss", "nn", "ll", "rr"})

    def test_near_degenerate_is_refused(self):
        for off in (1e-10, 1e-12, 3e-15):
            self.refused(scene(planar(0, -1, 0, 1), planar(0, -1, off, 1)), "degenerate within rounding")
            self.refused(scene(planar(0, -1, 0, 1), planar(off, -1, 0, 1)), "degenerate within rounding")
            lever = {"state": "sliding", "mu": 0.25}
            self.refused(scene(planar(0.6, 0.8, -0.6, -0.8, **lever), planar(-1, off, 1, 0, **lever),
                               planar(0.6, -0.8, -0.6, 0.8, **lever), v_minus=[1, 2, 3]), "degenerate within rounding")
        self.refused(scene(planar(0, -1, 0, 1, 1e-12)), "degenerate within rounding")
        self.check(scene(planar(0, -1, 0, 1), planar(1e-5, -1, 0, 1)), wrenches=0)

    def test_scale_of_units_does_not_matter(self):
        for mass in (1e-6, 1, 1e9):
            M = np.diag([mass, mass, 0.1 * mass]).tolist()
            found = self.modes(scene(planar(-1, -0.5, 0, 1, 0.4), planar(1, -0.5, 0, 1, 0.4), M=M))
            self.assertEqual(len(found), 10)

    def test_length_normalizes(self):
        problem = scene(planar(0.3, -0.5, 0.6, 0.8), length=0.05)
        for mode in self.modes(problem).values():
            for g in mode["generators"]:
                self.assertAlmostEqual(math.hypot(g[0], g[1], g[2] / 0.05), 1, 14)
            for f in mode["faces"]:
                self.assertAlmostEqual(math.hypot(f[0], f[1], f[2] * 0.05), 1, 14)
        answer = self.answer({**problem, "body": "part", "point": "centre", "frame": "world"})
        self.assertEqual([answer[key] for key in ("body", "point", "frame", "length")], ["part", "centre", "world", 0.05])
        self.assertEqual(self.answer(scene(planar(0, 0, 0, 1)))["body"], "the file's coordinates")

    def test_wrench(self):
        problem = scene(planar(-1, -0.5, 0, 1, 0.4), planar(1, -0.5, 0, 1, 0.4))
        answer = self.answer(problem, "--wrench", "0,-9.81,0")
        self.assertEqual(answer["guaranteed"], "nn")
        for push, place, mode in ((0.4 * 9.81, "on a face", None), (0.4 * 9.81 - 1e-6, "inside", "nn"),
                                  (0.4 * 9.81 + 1e-6, "outside", "rr")):
            answer = self.answer(problem, "--wrench", f"{push!r},-9.81,0")
            places = {mode["letters"]: mode["place"] for mode in answer["modes"]}
            self.assertEqual((places["nn"], answer["guaranteed"]), (place, mode))
        self.assertEqual({mode["place"] for mode in self.answer(problem, "--wrench", "0,0,0")["modes"]}, {"on a face"})
        self.assertIn("guaranteed mode nn", self.run_modes(problem, "--wrench", " 0, -9.81 ,0")[1])
        for bad in ("", "1,2", "1,2,x", "1,2,nan", "1,2,3,", "1;2;3", "1,2,3,4"):
            self.assertEqual(self.run_modes(problem, "--wrench", bad)[0], 2, bad)

    def test_bad_files(self):
        good = scene(planar(0, 0, 0, 1))
        one = good["contacts"][0]
        for content, words in (
                ("", "the file is empty"), ("{", "line 1, column 2"), ({**good, "kind": "lcp"}, 'kind: must be "contact"'),
                ({**good, "level": "acceleration"}, 'level: must be "velocity"'),
                ({**good, "M": [[1, 2], [2, 1]]}, "M: must be positive definite"),
                ({**good, "M": [[1, 2], [0, 1]]}, "M[1][0]: must be symmetric"),
                ({**good, "M": [[1]]}, "contacts[0].normal_jacobian: 3 entries, 1 expected"),
                ({**good, "contacts": []}, "contacts: no contacts"),
                ({**good, "contacts": [one] * 13}, "contacts: 13 contacts, the limit is 12"),
                ({**good, "contacts": [{**one, "mu": -1}]}, "contacts[0].mu: must be 0 or more"),
                ({**good, "contacts": [{**one, "normal_jacobian": [0, 0, 0]}]}, "normal_jacobian: must not be zero"),
                ({**good, "contacts": [{**one, "tangent_jacobians": [[0, 0, 0]]}]}, "tangent_jacobians[0]: must not be"),
                ({**good, "length": 0}, "length: must be 1e-100 to 1e100, is 0"),
                ({**good, "length": 1e-309}, "length: must be 1e-100 to 1e100"),  # whose inverse is no number
                ({**good, "moments": [3]}, "moments[0]: must be a coordinate, 0 to 2"),
                ({**good, "moments": [1, 2, 1]}, "moments[2]: names coordinate 1 again"),
                (json.dumps(good).replace('"mu": 0.5', '"mu": 0.5, "mu": 0.7'), "mu: given twice in one object"),
                (json.dumps(good)[:-1] + ', "kind": "contact"}', "kind: given twice in one object"),
                (scene(*[contact(np.eye(12)[i].tolist(), [np.eye(12)[6 + i].tolist()]) for i in range(6)],
                       M=np.eye(12).tolist()), "contacts: more than 1000 feasible modes of the first 5")):
            with self.subTest(words):
                self.refused(content, words)

    def test_table_and_options(self):
        status, out, errors = self.run_modes(scene(planar(0, -1, 0, 1)))
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("n             3           4      2", out)
        for options in (["--directions", "2"], ["--directions", "17"], ["--svg"], ["--nonsense"]):
            self.assertEqual(self.run_modes(scene(planar(0, -1, 0, 1)), *options)[0], 2, options)
        done = subprocess.run([PROGRAM, "modes", "--help"], capture_output=True, text=True, check=False)
        for word in ("--json", "--svg", "--directions", "--wrench", "sliding", "mu_kinetic", "length", "Exit status"):
            self.assertIn(word, done.stdout)

    def test_svg(self):
        svg = str(self.path.parent / "modes.svg")
        problem = json.loads((pathlib.Path(EXAMPLES) / "disc_between_discs.json").read_text())
        self.assertEqual(self.run_modes({**problem, "body": "a < b & c"}, "--svg", svg)[0], 0)
        root = xml.etree.ElementTree.parse(svg).getroot()
        panels = root.findall("{http://www.w3.org/2000/svg}svg")
        self.assertEqual(len(panels), 9)
        self.assertEqual(panels[6].find("{http://www.w3.org/2000/svg}text").text, "la")
        self.refused(block(spatial(0, 0, 0)), "only planar files are drawn", "--svg", svg)
        self.refused(problem, "cannot be written", "--svg", "/proc/none/modes.svg")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    EXAMPLES = sys.argv.pop(1)
    unittest.main()
