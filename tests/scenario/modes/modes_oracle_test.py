#!/usr/bin/env python3
"""modes_oracle_test.py PROGRAM EXAMPLES [--sample]: tests the cones of `footing modes` against closed forms. It also
tests all output for a scene against the oracle of scipy's linear programs, for degenerate scenes too. With --sample
every scene and kind of question remains, but the oracle answers one question of twelve.
"""

import itertools
import json
import math
import pathlib
import random
import sys

from modes_bench import ModesCase, block, contact, main, planar, same_rows, scene, spatial, tilted, unit
from modes_oracle import combinations, holds, is_feasible, meet, np, outside, rows, spanned

NEAR = 1e-6


class Modes(ModesCase):
    one_of = 1  # questions that the oracle answers
    sampler = random.Random(7)

    def sample(self, questions):
        """All questions, or a sample of them with at least one."""
        questions = list(questions)
        if self.one_of == 1 or not questions:
            return questions
        return self.sampler.sample(questions, -(-len(questions) // self.one_of))

    def check(self, problem, k=4, wrenches=30, seed=1, pairs=None):
        """Compares all output for a scene with the oracle; for `pairs` pairs of modes, or for all."""
        rng = random.Random(seed)
        found = self.modes(problem, "--directions", str(k))
        M = np.array(problem["M"], float)
        m = len(M)
        rules = dict(combinations(problem, k))
        self.assertLessEqual(set(found), set(rules))
        for name in self.sample(rules):
            self.assertEqual(name in found, is_feasible(rules[name], m), name)
        for name, mode in found.items():
            F, G = rows(mode["faces"], m), rows(mode["generators"], m)
            self.assertLess(np.max(F @ G.T, initial=-1), 1e-12)
            for i in self.sample(range(len(G))):
                self.assertFalse(spanned(np.delete(G, i, 0), G[i]) and abs(G[i]).max() > 0, (name, "generator", i))
            for i in self.sample(range(len(F))):
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
            for w in self.sample(picks):
                far = outside(mode, w)
                if abs(far) < 1e-8 and not twins:
                    continue
                within = far < 1e-10
                self.assertEqual(holds(M, rules[name], w), within, (name, "by letters", w, far))
                self.assertEqual(spanned(G, w), within, (name, "by generators", w, far))
        every = list(itertools.combinations(found, 2))
        for one, other in self.sample(every if pairs is None else rng.sample(every, min(pairs, len(every)))):
            overlap = meet(found[one], found[other], m)
            self.assertEqual(other in found[one]["overlaps"], overlap, (one, other))
            self.assertEqual(one in found[other]["overlaps"], overlap, (other, one))
        return found

    def test_figure_2(self):
        problem = json.loads((pathlib.Path(self.examples) / "disc_between_discs.json").read_text())
        found = self.check(problem)
        self.assertEqual(sorted(found), sorted(a + b for a in "snlr" for b in "sa"))
        # Edge of the friction cone; rolling toward disc 2; turning left on the spot while contact 1 slides left.
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
        # Mode l: w_y < 0, and the pull exceeds what friction can hold: t M^-1 w > mu (t M^-1 t) (-w_y).
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
        slides = {f"{letter}{j}" for letter in "de" for j in range(1, 5)}
        self.assertEqual(set(self.check(block(spatial(0, 0, 0)))), {"s", "n", *slides})
        self.assertEqual(len(self.check(block(spatial(0.1, 0.2, -0.3)), k=6)), 14)
        self.assertEqual(len(self.check(block(spatial(0, 0, -0.3, 0)), k=5)), 12)
        self.check(block(spatial(0.1, 0, -0.1), spatial(-0.1, 0, -0.1, state="open")))
        found = self.check(block(spatial(0.1, 0, -0.1, mu_kinetic=0.3, state="sliding"), v_minus=[3, 1, 0, 0, 0, 0]))
        self.assertEqual(set(found), {"s", "d3"})

    def test_directions_that_agree_by_a_square_root(self):
        """Contacts on a floor, coordinates x, y, z, yaw: two or three contacts meet exactly in one motion."""
        for k, scenes in {6: (((0, 0), (2, 2)), ((0, 2), (-1, 0), (-2, -1))), 8: (((0, 0), (2, 2)), ((2, -1), (-1, -2))),
                          12: (((-2, 0), (-3, 1)),)}.items():
            for points in scenes:
                floor = [contact([0, 0, 1, 0], [[1, 0, 0, -y / 10], [0, 1, 0, x / 10]]) for x, y in points]
                with self.subTest(k=k, points=points):
                    self.check(scene(*floor, M=np.diag([2, 2, 2, 0.05]).tolist()), k=k, wrenches=0, pairs=300)
        # A slip along the second of eight directions is opposed by the sixth, and lies exactly on its edge.
        slide = [spatial(x, 0, -0.1, state="sliding") for x in (0.1, -0.1)] + [spatial(0, 0.2, -0.1)]
        found = self.check(block(*slide, v_minus=[1, 1, 0, 0, 0, 0]), k=8, wrenches=0, pairs=300)
        self.assertIn("d6d6n", found)

    def check_rank(self, problem):
        """Checks that the printed generators and faces span spaces of the right rank, and agree with each other."""
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
        # Velocities of the turns about the point: their determinant is 0 up to rounding.
        M = np.diag([2, 2, 2, 0.02, 0.03, 0.04]).tolist()
        self.check_rank(scene(contact([0.6, 0, 0.8, 0.04, -0.1167654312, -0.03],
                                      [[0.8, 0, -0.6, -0.03, 0.0500740734, -0.04], [0, 1, 0, 0.03, 0, 0.123456789]]),
                              M=M))
        s, c = math.sin(math.radians(20)), math.cos(math.radians(20))
        slope = tilted([s, 0, c], [c, 0, -s], [0.1, 0.05, -0.03])
        self.check(scene(slope, M=M))
        for mu in (0.5, 0):
            found = self.check_rank(scene({**slope, "mu": mu}, {**slope, "mu": mu}, M=M))
            self.assertEqual(set(found), {"ss", "nn", *(2 * f"{letter}{j}" for letter in "de" for j in range(1, 5))})
        self.assertEqual(found["nn"]["dimension"], 4)  # without friction two equalities
        rng = np.random.default_rng(1)
        for digits in (2, 6, 9, 17):
            frame = np.linalg.qr(rng.normal(size=(3, 3)))[0]
            point = np.round(rng.uniform(-0.2, 0.2, 3), digits)
            self.check_rank(scene(tilted(frame[0], frame[1], point), M=M))

    def test_a_block_on_a_slope(self):
        corners = [(0.1, 0.05, -0.03), (0.1, -0.05, -0.03), (-0.1, 0.05, -0.03)]
        level = self.modes(block(*(spatial(*corner) for corner in corners)))
        s, c = math.sin(math.radians(20)), math.cos(math.radians(20))
        lean = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        any_way = np.linalg.qr(np.random.default_rng(4).normal(size=(3, 3)))[0]
        for turn in (np.array([[0.8, 0, 0.6], [0, 1, 0], [-0.6, 0, 0.8]]), lean, any_way * np.linalg.det(any_way)):
            slope = [tilted(turn[:, 2], turn[:, 0], turn @ corner) for corner in corners]
            self.assertEqual(set(self.check_rank(block(*slope))), set(level))
            both = np.kron(np.eye(2), turn)
            found = self.modes(scene(*slope, M=(both @ np.diag([2, 2, 2, 0.01, 0.02, 0.03]) @ both.T).tolist()))
            for name, mode in level.items():
                same_rows(self, found[name]["generators"], np.array(mode["generators"]) @ both.T)
                same_rows(self, found[name]["faces"], np.array(mode["faces"]) @ both.T)
                self.assertEqual(set(found[name]["overlaps"]), set(mode["overlaps"]), name)
        off = tilted(turn @ [1e-10, 0, 1], turn @ [1, 0, -1e-10], turn @ corners[2])
        self.refused(block(*slope[:2], off), "degenerate within rounding")

    def test_a_groove(self):
        """Two planes, three contacts: exact in the axes midway between the normals, for any position of the groove."""
        M = np.diag([1, 1, 1, 0.2, 0.1, 0.15])
        sizes = set()
        for angle in (0.3, np.radians(17)):
            c, s = np.cos(angle), np.sin(angle)
            for turn in (np.eye(3), np.linalg.qr(np.random.default_rng(3).uniform(-1, 1, (3, 3)))[0]):
                turn = turn * np.linalg.det(turn)
                contacts = []
                for side, y in ((1, 0.5), (1, -0.5), (-1, 0.5)):
                    normal, point = np.array([-side * s, 0, c]), np.array([side * 0.3 * c, y, 0.3 * s])
                    contacts.append(tilted(turn @ normal, turn @ np.array([0, 1, 0]), turn @ point))
                both = np.kron(np.eye(2), turn)
                sizes.add(len(self.modes(scene(*contacts, M=(both @ M @ both.T).tolist()))))
        self.assertEqual(sizes, {280})

    def test_contacts_that_lean_each_its_own_way(self):
        rng = np.random.default_rng(5)
        for seed in range(2):
            frames = [np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(2)]
            self.check(block(*(tilted(f[0], f[1], rng.uniform(-0.2, 0.2, 3), mu=rng.uniform(0, 1)) for f in frames)),
                       seed=seed)
        longer = [{**c, "tangent_jacobians": (2 * np.array(c["tangent_jacobians"])).tolist()}
                  for c in (tilted(f[0], f[1], rng.uniform(-0.2, 0.2, 3)) for f in frames)]
        self.refused(block(*longer), "degenerate within rounding")  # no frame, so the point is unknown

    def test_near_degenerate_is_refused(self):
        for off in (1e-10, 1e-12, 3e-15):
            self.refused(scene(planar(0, -1, 0, 1), planar(0, -1, off, 1)), "degenerate within rounding")
            self.refused(scene(planar(0, -1, 0, 1), planar(off, -1, 0, 1)), "degenerate within rounding")
            lever = {"state": "sliding", "mu": 0.25}
            self.refused(scene(planar(0.6, 0.8, -0.6, -0.8, **lever), planar(-1, off, 1, 0, **lever),
                               planar(0.6, -0.8, -0.6, 0.8, **lever), v_minus=[1, 2, 3]), "degenerate within rounding")
        self.refused(scene(planar(0, -1, 0, 1, 1e-12)), "degenerate within rounding")
        self.check(scene(planar(0, -1, 0, 1), planar(1e-5, -1, 0, 1)), wrenches=0)


if __name__ == "__main__":
    if "--sample" in sys.argv:
        sys.argv.remove("--sample")
        Modes.one_of = 12
    main()
