#!/usr/bin/env python3
"""scene_answers_test.py PROGRAM EXAMPLES: G, free parts and forces of `footing solve` on scenes, against oracles in
fractions that share nothing with the program (scene_oracle.py, answer_oracle.py).
"""

import random
from fractions import Fraction

from answer_oracle import answers, miss
from scene_bench import ACCELERATION, VELOCITY, SceneCase, contact_laws, main, random_scene
from scene_cases import B, S, S3, changed, contact, in_space, painleve_slip, spatial_cases
from scene_oracle import Rows, along, cross, dot


class SceneAnswers(SceneCase):
    def check_rows(self, kinds, which, slip=True):
        """G and free at both levels; `which` of the rows at accelerations are told by the geometry alone."""
        cases = [case for case in spatial_cases(random.Random(1)) if case[0] in kinds and (slip or not case[2])]
        for level, solver in (("velocity", "cone"), ("acceleration", "baraff")):
            for (kind, scene, slips), result in zip(cases, self.solved([c[1] for c in cases], solver)):
                with self.subTest(kind=kind, level=level, slips=slips, scene=scene):
                    rows = Rows(scene, level)
                    self.near(sum(result["G"], []), sum(rows.G, []))
                    size = max(map(abs, rows.free + [1]))
                    told = [i for i in range(len(rows.free)) if level == "velocity" or i in which]
                    self.near([result["free"][i] for i in told], [rows.free[i] for i in told], size)
                    for c, axes in zip(result["contacts"], rows.axes):
                        self.near(sum([c["normal"], *c["tangents"]], []), sum((d[:len(c["normal"])] for d in axes), []))

    def test_rows_of_faces_edges_and_points(self):
        self.check_rows(("plane", "face", "own face", "edges"), (0,))
        self.check_rows(("plane", "face", "own face", "edges"), (0, 1, 2), slip=False)
        self.check_rows(("point",), (0, 1, 2))

    def test_rows_of_round_surfaces(self):
        self.check_rows(("round", "round, own face", "both round"), (0,))

    def test_a_rolling_ball_keeps_rolling(self):
        # Without slip the tangents' free part is the slip's derivative: the touching point moves along the ball.
        self.check_rows(("round", "round, own face", "both round"), (0, 1, 2), slip=False)
        ball = {**B, "mass": 1, "inertia": [0.4] * 3, "position": [0, 0, 1], "velocity": [1, 0, 0], "spin": [0, 1, 5]}
        scene = {**S3, "bodies": [ball], "contacts": [
            contact(["b", "world"], [0, 0, 0], [0, 0, 1], first_center=[0, 0, 1])]}
        for solver in ("baraff", "berard"):
            self.near(self.solved([scene], solver)[0]["contacts"][0]["force"], [9.81, 0, 0])

    def test_a_hinge_in_space(self):
        # The rows that hold the axis are in no document; what they must bring about is.
        rng = random.Random(4)
        vector = lambda: [rng.uniform(-1, 1) for _ in range(3)]
        for _ in range(5):
            axis, at = vector(), vector()
            a, b = (in_space(n, rng) for n in "ab")
            rate = rng.uniform(1, 3)  # of the first against the second; the joint holds at the start
            a["spin"] = along(b["spin"], rate, axis)
            arm = lambda x: along(at, -1, x["position"])
            a["velocity"] = along(along(b["velocity"], 1, cross(b["spin"], arm(b))), -1, cross(a["spin"], arm(a)))
            scene = {**S3, "bodies": [a, b], "contacts": [], "joints": [
                {"type": "hinge", "bodies": ["a", "b"], "point": at, "axis": axis}]}
            for solver in ("baraff", "berard"):
                motions = [m["motion"] for m in self.solved([scene], solver)[0]["bodies"]]
                moves = [along(along(m[:3], 1, cross(m[3:], arm(x))), 1, cross(x["spin"], cross(x["spin"], arm(x))))
                         for m, x in zip(motions, (a, b))]
                self.near(moves[0], moves[1], error=1e-10)
                turn = along(along(motions[0][3:], -1, motions[1][3:]), -rate, cross(b["spin"], axis))
                self.near(cross(turn, axis), [0, 0, 0], 1, 1e-10)
                wrenches = []  # of the joint on each body, at the joint's point
                oracle = Rows({**scene, "joints": []}, "velocity").bodies
                for m, x in zip(motions, (oracle["a"], oracle["b"])):
                    f = along([y / float(x.inverse) for y in m[:3]], -1, map(float, x.force))
                    t = along([float(dot(row, m[3:])) for row in x.inertia], -1, map(float, x.torque))
                    gyro = cross(x.w, [dot(row, x.w) for row in x.inertia])
                    t = along(t, 1, map(float, gyro))
                    wrenches.append((f, along(t, -1, cross(along(at, -1, map(float, x.x)), f))))
                self.near(wrenches[0][0], [-y for y in wrenches[1][0]], error=1e-9)
                self.near(wrenches[0][1], [-y for y in wrenches[1][1]], error=1e-9)
                self.near([dot(wrenches[0][1], axis)], [0], 10, 1e-9)

    def test_answers_are_among_all_answers(self):
        rng, missed = random.Random(1), 0
        for level, solvers in (("velocity", VELOCITY), ("acceleration", ACCELERATION)):
            scenes = [random_scene(rng, level) for _ in range(60)]
            if level != "velocity":
                scenes += [painleve_slip(k) for k in range(1, 4)]
            problems = []
            for scene in scenes:
                rows = Rows(scene, level)
                A = [[Fraction(scene["dt"]) * x for x in row] for row in rows.G] if level == "velocity" else rows.G
                problems.append([(A, rows, laws, *answers(A, rows.free, laws)) for laws in
                                 (contact_laws(scene, rows, level, friction) for friction in (True, False))])
            for solver in solvers:
                for k, result in enumerate(self.solved(scenes, solver)):
                    A, rows, laws, vertices, isolated = problems[k][solver == "trefny"]
                    with self.subTest(solver=solver, scene=scenes[k]):
                        self.near(sum(result["G"], []), sum(rows.G, []))
                        if result["status"] != "solved":
                            self.assertTrue(level != "velocity" or not vertices, result["status"])
                            missed += bool(vertices)  # Lemke's method may miss forces where something slides
                            continue
                        self.assertTrue(vertices, "solved, but there is no answer")
                        forces = [Fraction(x) for c in result["contacts"] for x in c["force"]]
                        size = max(map(abs, rows.free + [bias for bias, _, _ in laws]))
                        error = 1e-7 if solver == "cone" else 1e-9  # as the page promises; the others reach more
                        self.assertLessEqual(miss(A, rows.free, forces, laws), error * size)
                        if isolated and solver != "cone":
                            off = min(max(abs(x - y) for x, y in zip(forces, v)) / max(1, *map(abs, v))
                                      for v in vertices)
                            self.assertLessEqual(off, 1e-9)
        self.assertLessEqual(missed, 5)

    def test_friction_in_space(self):
        rng = random.Random(6)
        scenes = []
        for _ in range(15):
            contacts = [contact(["a", "world"], [rng.uniform(-1, 1), rng.uniform(-1, 1), 0], [0, 0, 1],
                                mu=rng.uniform(0, 1)) for _ in range(2)]
            scenes.append({**S3, "dt": 1 / 64, "bodies": [in_space("a", rng)], "contacts": contacts})
        every = [Rows(scene, "velocity") for scene in scenes]
        for solver, friction in zip(VELOCITY, ("cone", "box", "pyramid", "pyramid", "pyramid", "box")):
            for scene, rows, result in zip(scenes, every, self.solved(scenes, solver)):
                A = [[x / 64 for x in row] for row in rows.G]
                forces = [Fraction(x) for c in result["contacts"] for x in c["force"]]
                laws = [(Fraction(0), Fraction(c["mu"]), None) for c in scene["contacts"]]
                with self.subTest(solver=solver, scene=scene):
                    self.assertEqual(result["status"], "solved")
                    self.assertLessEqual(miss(A, rows.free, forces, laws, friction), 1e-6 * max(map(abs, rows.free)))

    def test_a_point_beside_the_centre_by_rounding(self):
        scenes = [changed(S, "contacts", point=[x, 0]) for x in (0, 1e-12, 1e-16, 1e-17, 1e-30)]
        for solver in VELOCITY + ACCELERATION:
            for scene, result in zip(scenes, self.solved(scenes, solver)):
                with self.subTest(solver=solver, point=scene["contacts"][0]["point"]):
                    self.assertEqual(result["status"], "solved")
                    self.near(result["contacts"][0]["force"], [19.62, 0], 19.62, 1e-9)

    def test_painleve(self):
        scene = self.example("painleve_rod")
        result = self.solved([scene], "baraff")[0]
        (gnn, gnt), (_, gtt) = result["G"]
        # Slip is along +t1, so f_t = -mu f_n: a force would push the end down.
        self.assertLess(gnn - 1.5 * gnt, 0)
        self.assertEqual(result["status"], "not found (ray)")
        n, t = result["contacts"][0]["impulse"]
        self.near([gnt * n + gtt * t], [-3], error=1e-9)
        self.assertGreaterEqual(gnn * n + gnt * t, -1e-12)
        self.assertLessEqual(abs(t), 1.5 * n)
        self.assertNotEqual(self.solved([scene], "berard")[0]["status"], "solved")


if __name__ == "__main__":
    main()
