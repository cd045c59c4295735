#!/usr/bin/env python3
"""modes_command_test.py PROGRAM EXAMPLES: tests files, options, table and drawing of `footing modes`, and small
scenes that are known on paper. Its cones against an oracle: modes_oracle_test.py.
"""

import json
import math
import pathlib
import subprocess
import xml.etree.ElementTree

from modes_bench import ModesCase, block, contact, main, planar, same_rows, scene, spatial
from modes_oracle import np



class Modes(ModesCase):
    def test_three_points_on_the_floor(self):
        found = self.modes(block(spatial(0.1, 0, -0.1), spatial(-0.1, 0.1, -0.1), spatial(-0.1, -0.1, -0.1)))
        self.assertIn("nnn", found)
        self.assertIn("d1d1d1", found)
        self.assertNotIn("d1d3d1", found)  # points 1 and 2 would move apart

    def test_a_rail_ties_two_directions_for_ever(self):
        found = self.modes({"kind": "contact", "M": [[1, 0], [0, 1]],
                            "contacts": [contact([0, 1], [[1, 0], [1, 0]])]})
        self.assertEqual(set(found), {"s", "n", "e1", "e3"})

    def test_a_point_mass_slides_between_two_directions(self):
        mass = scene(contact([0, 0, 1], [[1, 0, 0], [0, 1, 0]], 0.5), M=np.eye(3).tolist(), moments=[])
        found = self.modes(mass)
        self.assertEqual(list(found), ["s", "n", *(f"d{j}" for j in range(1, 5)), *(f"e{j}" for j in range(1, 5))])
        same_rows(self, found["e3"]["generators"], [[0.5, 0, -1], [0, 0.5, -1], [1, 1, 0]])
        same_rows(self, found["e4"]["generators"], [[-0.5, 0, -1], [0, 0.5, -1], [-1, 1, 0]])
        self.assertEqual({found[name]["dimension"] for name in found}, {3})
        # By hand: c = (10; 2.5, 2.5) against directions 3 and 4, a_t = (1.5, 1.5); further aside, 3 or 4 alone.
        for wrench, mode in (("4,4,-10", "e3"), ("7,1,-10", "d3"), ("1,7,-10", "d4"), ("-4,4,-10", "e4"), ("2,2,-10", "n")):
            self.assertEqual(self.answer(mass, "--wrench=" + wrench)["guaranteed"], mode)
        self.assertEqual(self.answer(mass, "--wrench=6,1,-10")["guaranteed"], None)  # on the face of d3 and e3
        mass["contacts"][0].update(mu=0.5, mu_kinetic=0.25)
        same_rows(self, self.modes(mass)["e3"]["generators"], [[0.25, 0, -1], [0, 0.25, -1], [1, 1, 0]])
        mass["contacts"][0].update(mu=0, mu_kinetic=0)
        found = self.modes(mass)
        self.assertEqual([found[name]["dimension"] for name in ("s", "n", "d3", "e3")], [3, 1, 3, 2])

    def test_a_slide_between_directions_contradicts_separation(self):
        # By hand: e2 with c_n = 43/3, c_t = (-37/3, 2), a = (-2/3, 1, 4/3), lambda = 2/3; s with a_n = 11/3.
        jams = scene(contact([-1, 2, -2], [[-2, 2, -2], [-2, -2, 0]], 1), M=np.diag([1, 2, 3]).tolist(), moments=[])
        answer = self.answer(jams, "--wrench=-7,2,8")
        self.assertEqual({mode["letters"] for mode in answer["modes"] if mode["place"] == "inside"}, {"s", "e2", "e3"})
        self.assertEqual(answer["guaranteed"], None)

    def test_states(self):
        floor = planar(0, -0.5, 0, 1, 0.5)
        found = self.modes(scene({**floor, "state": "sliding"}, v_minus=[1, 0, 0]))
        self.assertEqual(set(found), {"s", "r"})  # the tangent points left
        same_rows(self, found["r"]["generators"][:1], [[0.5, -1, 0.25]])
        self.assertEqual(set(self.modes(scene({**floor, "state": "open"}))), set("sa"))
        self.refused(scene({**floor, "state": "sliding"}), "contacts[0].state: \"sliding\" needs the field v_minus")
        self.refused(scene({**floor, "state": "sliding"}, v_minus=[0, 1, 0]), "v_minus has no slip here")
        self.refused(scene({**floor, "state": "flying"}), 'contacts[0].state: must be "rest", "sliding" or "open"')

    def test_a_shape_is_a_circle_or_a_polygon(self):
        floor = planar(0, -0.5, 0, 1, 0.5)
        for shape in ({}, {"square": [0, 0, 1]}, {"circle": [0, 0, 1], "polygon": [[0, 0], [1, 0]]}):
            self.refused(scene(floor, shapes=[shape]), "shapes[0]: must have either circle or polygon")
        self.assertEqual(set(self.modes(scene(floor, shapes=[{"circle": [0, 0, 1]}]))), set("snlr"))

    def test_a_misspelt_field_is_asked_for(self):
        floor = planar(0, -0.5, 0, 1, 0.5)
        odd = scene({**floor, "State": "open", "mu_kinetik": 0.1}, planar(0, 0.5, 0, -1, state="open", stat="rest"),
                    moment=[2], source="nobody's", shapes=[{"circle": [0, 0, 1], "fixd": True}])
        status, out, errors = self.run_modes(odd, "--json")
        self.assertEqual((status, {len(mode["letters"]) for mode in json.loads(out)["modes"]}), (0, {2}))
        asked = [("moment", "moments"), ("contacts[0].State", "state"), ("contacts[0].mu_kinetik", "mu_kinetic"),
                 ("shapes[0].fixd", "fixed")]
        self.assertEqual(errors.splitlines(),
                         [f"{self.root / 'scene.json'}: note: {key}: not read; is {name} meant?" for key, name in asked])

    def test_rounding_is_read_as_what_was_meant(self):
        exact = (planar(0.3, -1, 0.6, 0.8), planar(-1, 0, 1, 0), planar(0.9, 0.2, -0.6, -0.8))
        spoilt = json.loads(json.dumps(exact))
        for c in spoilt:
            for row in (c["normal_jacobian"], *c["tangent_jacobians"]):
                row[:] = [x * (1 + 2e-16) + (1e-17 if x == 0 else 0) for x in row]
        self.assertEqual(self.modes(scene(*exact)), self.modes(scene(*spoilt)))
        thirds = (planar(0.1 * 3, -1, 1 / 3, 2 / 3), planar(0.3, -1, 1 / 3, 2 / 3))
        self.assertEqual(set(self.modes(scene(*thirds))), {"ss", "nn", "ll", "rr"})

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

    def test_names_are_one_line(self):
        for name in ("a\0b", "a\nb", "\x1b[1m"):
            for key in ("body", "point", "frame"):
                self.refused({**scene(planar(0, 0, 0, 1)), key: name}, f"{key}: must be one line")

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

    def test_wrench_at_the_end_of_the_numbers(self):
        wall = {"kind": "contact", "M": [[1, 0], [0, 1]], "contacts": [contact([1, 0], [])]}
        for push in ("1.5e308", "1", "1e-320"):
            places = {m["letters"]: (m["place"], m["margin"]) for m in self.answer(wall, "--wrench", f"{push},{push}")["modes"]}
            self.assertEqual(places, {"s": ("inside", float(push)), "n": ("outside", -float(push))})
        disc = scene(planar(0, -0.05, 0, 1, 0.4), length=0.05)
        self.assertEqual({m["letters"]: m["place"] for m in self.answer(disc, "--wrench", "0,-1e307,0")["modes"]}["n"], "inside")

    def test_distance_from_a_cone_of_fewer_dimensions(self):
        # The equalities are nearly parallel; mode n allows only a push against the normal.
        rows = [[2, -1, 0, 0, 0, 0], [1, 2, -500, 0, 0, 0]]
        problem = {"kind": "contact", "M": np.eye(6).tolist(), "contacts": [{**contact([1, 2, 0.01, 0, 0, 0], rows), "mu": 0}]}
        normal = np.array([1, 2, 0.01, 0, 0, 0])
        for wrench in ([-1, -2.5, 0, 0, 0, 0], [-0.9999998, -2.0000001, -0.01, 0, 0, 0]):
            n = next(m for m in self.answer(problem, "--wrench=" + ",".join(map(str, wrench)))["modes"] if m["letters"] == "n")
            off = wrench - normal * (normal @ wrench / (normal @ normal))
            self.assertEqual(n["place"], "outside")
            self.assertAlmostEqual(n["margin"] / -np.linalg.norm(off), 1, 6)

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
                ({**good, "length": 1e-309}, "length: must be 1e-100 to 1e100"),  # its inverse overflows
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
        done = subprocess.run([self.program, "modes", "--help"], capture_output=True, text=True, check=False)
        for word in ("--json", "--svg", "--directions", "--wrench", "sliding", "mu_kinetic", "length", "e1...ek", "Exit status"):
            self.assertIn(word, done.stdout)

    def test_svg(self):
        svg = str(self.root / "modes.svg")
        problem = json.loads((pathlib.Path(self.examples) / "disc_between_discs.json").read_text())
        self.assertEqual(self.run_modes({**problem, "body": "a < b & c"}, "--svg", svg)[0], 0)
        root = xml.etree.ElementTree.parse(svg).getroot()
        panels = root.findall("{http://www.w3.org/2000/svg}svg")
        self.assertEqual(len(panels), 9)
        self.assertEqual(panels[6].find("{http://www.w3.org/2000/svg}text").text, "la")
        self.refused(block(spatial(0, 0, 0)), "only planar files are drawn", "--svg", svg)
        self.refused(problem, "cannot be written", "--svg", "/proc/none/modes.svg")


if __name__ == "__main__":
    main()
