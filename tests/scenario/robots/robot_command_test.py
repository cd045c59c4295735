#!/usr/bin/env python3
"""robot_command_test.py PROGRAM ROOT COMPILER EIGEN: `footing robot` on small robots: what it reads, what it refuses.

Figures are compared with a second reading of the URDF, urdf_reading.py, at random postures.
"""

import math
import random
import xml.etree.ElementTree as ET

from robot_bench import RobotCase, main
from small_robots import FEET, SOLES, Robot, biped, collision, inertial, quadruped


class RobotCommand(RobotCase):
    # ---- what is read ----

    def test_a_dog(self):
        robot = self.made(quadruped(), FEET)
        self.assertEqual([j["name"] for j in robot["joints"]],
                         [f"{leg}_{j}" for leg in ("FR", "FL", "RR", "RL") for j in ("roll", "pitch", "knee")])
        self.assertEqual([f["name"] for f in robot["feet"]], FEET)
        self.assertEqual(robot["feet"][0]["points"], [{"position": [0, 0, -0.2], "radius": 0.02}])
        self.assertEqual((robot["root"], robot["base"]["link"], robot["struct"]), ("floating", "base", "Toy"))
        self.assertEqual(robot["merged"], {f"{leg}_foot": f"{leg}_calf" for leg in ("FR", "FL", "RR", "RL")})
        self.assertAlmostEqual(robot["mass"], 10.4, 12)

    def test_the_order_of_the_feet_is_that_of_the_joints(self):
        robot = self.made(quadruped(), FEET[::-1])
        self.assertEqual([f["name"] for f in robot["feet"]], FEET[::-1])
        self.assertEqual(robot["joints"][0]["name"], "RL_roll")
        robot = self.made(biped(collision("sphere", radius=0.01)), SOLES)
        self.assertEqual([j["name"] for j in robot["joints"]][-2:], ["waist", "shoulder"])

    def test_turned_frames_and_both_signs(self):
        rng = random.Random(1)
        for case in range(6):
            dog = quadruped()
            for joint in dog.root.findall("joint"):
                angles = [rng.choice([0, math.pi / 2, -math.pi / 2, math.pi, rng.uniform(-3, 3)]) for _ in range(3)]
                joint.find("origin").set("rpy", " ".join(map(repr, angles)))
                if joint.find("axis") is not None:
                    joint.find("axis").set("xyz", " ".join(repr(rng.uniform(-2, 2)) for _ in range(3)))
            for link in dog.root.findall("link"):
                link.find("inertial/origin").set("rpy", " ".join(repr(rng.uniform(-3, 3)) for _ in range(3)))
            with self.subTest(case=case):
                self.made(dog, FEET)

    def test_right_angles_of_few_digits_are_exact(self):
        dog = quadruped()
        dog.find("joint", "FR_roll").find("origin").set("rpy", "0 1.57079632679 3.14159265359")
        dog.find("joint", "FR_roll").find("axis").set("xyz", "0 0 -2")
        self.assertEqual(self.made(dog, FEET, tolerance=1e-10)["joints"][0]["axis"], [1, 0, 0])

    def test_kinds_of_joints(self):
        dog = quadruped()
        dog.find("joint", "FR_pitch").set("type", "continuous")
        slider = dog.find("joint", "FL_knee")
        slider.set("type", "prismatic")
        slider.find("axis").set("xyz", "0 0.1 -1")
        slider.find("limit").set("lower", "-0.1")
        slider.find("limit").set("upper", "0.1")
        robot = self.made(dog, FEET)
        kinds = {j["name"]: j["kind"] for j in robot["joints"]}
        self.assertEqual((kinds["FR_pitch"], kinds["FL_knee"]), ("revolute", "prismatic"))
        self.assertIsNone(robot["joints"][1]["lower"])
        self.assertEqual(robot["joints"][5]["armature"], 0)

    def test_limits_that_are_not_given(self):
        dog = quadruped()
        for name, change in (("FR_roll", lambda j: j.remove(j.find("limit"))),
                             ("FL_roll", lambda j: j.find("limit").attrib.pop("effort")),
                             ("RR_roll", lambda j: j.find("limit").attrib.pop("velocity")),
                             ("RL_roll", lambda j: j.find("limit").set("effort", "0"))):
            change(dog.find("joint", name))
        robot = self.made(dog, FEET)
        joints = {j["name"]: j for j in robot["joints"]}
        said = "\n".join(robot["assumed"])
        self.assertRegex(said, r"no limit of torque, .* it goes by \S+ N m\): FR_roll, FL_roll, RL_roll")
        least, most = (f(j["armature"] for j in joints.values()) for f in (min, max))
        self.assertLess(least, most)
        self.assertIn(f"armature of 12 of 12 joints, {least:g} to {most:g} kg m2, by their torque limits", said)
        self.assertEqual([joints["FR_roll"][k] for k in ("lower", "upper", "torque", "velocity")], [None] * 4)
        self.assertIsNone(joints["FL_roll"]["torque"])
        self.assertIsNone(joints["RR_roll"]["velocity"])
        self.assertIsNone(joints["RL_roll"]["torque"])

    def test_blanks_around_numbers(self):
        dog = quadruped()
        dog.find("link", "FR_calf").find("inertial/inertia").set("izz", " 0.009\n ")
        dog.find("joint", "FR_knee").find("limit").set("lower", " -2 ")
        self.assertEqual(self.made(dog, FEET)["joints"][2]["lower"], -2)

    def test_roots(self):
        floating = quadruped()
        floating.link("odom")
        floating.joint("floats", "floating", "odom", "base", "0 0 1", "0.1 0 0")
        robot = self.made(floating, FEET)
        self.assertEqual((robot["root"], robot["base"]["link"]), ("floating", "base"))
        for name, kind, root in (("world", "fixed", "fixed"), ("base_footprint", "fixed", "floating"),
                                 ("rail", "prismatic", "fixed"), ("world", "revolute", "fixed")):
            with self.subTest(name=name, kind=kind):
                dog = quadruped()
                dog.link(name)
                dog.joint("first", kind, name, "base", "0 0 0.5", axis="0 0 1")
                self.assertEqual(self.made(dog, FEET)["root"], root)

    # ---- feet ----

    def test_soles(self):
        box = collision("box", xyz="0.05 0 -0.03", size="0.2 0.08 0.02")
        robot = self.made(biped(box), SOLES, hand={
            foot: [[0.05 + a * 0.1, b * 0.04, -0.04] for b in (1, -1) for a in (1, -1)] for foot in SOLES},
            sort_points=True)
        self.assertEqual([len(f["points"]) for f in robot["feet"]], [4, 4])
        self.assertTrue(all(p["radius"] == 0 for f in robot["feet"] for p in f["points"]))
        spheres = [collision("sphere", xyz=f"{x} {y} -0.03", radius=0.005) for x in (-0.05, 0.12) for y in (-0.03, 0.03)]
        robot = self.made(biped(*spheres), SOLES)
        self.assertEqual([len(f["points"]) for f in robot["feet"]], [4, 4])
        self.assertEqual(robot["feet"][1]["shape"], "4 spheres")

    def test_a_turned_box_has_lower_corners_too(self):
        box = collision("box", rpy="1.5707963267948966 0 0", xyz="0 0 -0.03", size="0.2 0.02 0.08")
        robot = self.made(biped(box), SOLES, compare=False)
        self.assertEqual({round(p["position"][2], 9) for p in robot["feet"][0]["points"]}, {-0.04})

    def test_cylinders(self):
        wheels = quadruped()
        for leg in ("FR", "FL", "RR", "RL"):
            wheels.link(f"{leg}_wheel", 0.2, collision("cylinder", rpy="1.5707963267948966 0 0", radius=0.06, length=0.03))
            wheels.joint(f"{leg}_drive", "continuous", f"{leg}_calf", f"{leg}_wheel", "0 0 -0.2")
        robot = self.made(wheels, [f"{leg}_wheel" for leg in ("FR", "FL", "RR", "RL")])
        self.assertEqual(robot["feet"][0]["shape"], "wheel")
        self.assertEqual(robot["feet"][0]["points"], [{"position": [0, 0, 0], "radius": 0.06}])
        for sizes, rpy, shape, points in (({"radius": 0.01, "length": 0.1}, "0 0 0", "lower end of a cylinder", 1),
                                          ({"radius": 0.03, "length": 0.02}, "0 0 0", "rim of a cylinder", 4),
                                          ({"radius": 0.01, "length": 0.1}, "1.5708 0 0", "ends of a lying cylinder", 2)):
            dog = quadruped()
            for foot in FEET:
                link = dog.find("link", foot)
                link.remove(link.find("collision"))
                link.append(collision("cylinder", rpy=rpy, **sizes))
            robot = self.made(dog, FEET, compare=False)
            self.assertEqual((robot["feet"][0]["shape"], len(robot["feet"][0]["points"])), (shape, points))

    def test_feet_without_a_shape_are_points(self):
        for shape in (None, collision("mesh", filename="package://a/foot.stl"), collision("capsule", radius=1, length=2)):
            dog = quadruped()
            for foot in FEET:
                link = dog.find("link", foot)
                link.remove(link.find("collision"))
                if shape is not None:
                    link.append(shape)
            robot = self.made(dog, FEET)
            self.assertEqual(robot["feet"][0]["points"], [{"position": [0, 0, -0.2], "radius": 0}])
            self.assertTrue(any("FR_foot" in line and line.endswith("(--points)") for line in robot["assumed"]))

    def test_a_wheel_without_a_shape_is_told_apart(self):
        wheels = quadruped()
        feet = [f"{leg}_wheel" for leg in ("FR", "FL", "RR", "RL")]
        for foot in feet:
            wheels.link(foot, 0.2)
            wheels.joint(f"{foot}_drive", "continuous", f"{foot[:2]}_calf", foot, "0 0 -0.2")
        assumed = self.made(wheels, feet, compare=False)["assumed"]
        self.assertIn("foot FR_wheel: its collision shape is missing, so it is a point at its link's origin (--points; "
                      "a wheel is a ball at its centre with its radius)", assumed)

    def test_a_foot_that_is_a_frame_takes_the_sole_of_its_body(self):
        box = collision("box", xyz="0.05 0 -0.03", size="0.2 0.08 0.02")
        robot = biped(collision("cylinder", radius=0.01, length=0.2), box)
        for side in "LR":
            robot.link(f"{side}_frame")
            robot.joint(f"{side}_fixed", "fixed", f"{side}_ankle_roll_link", f"{side}_frame", "0.05 0 -0.04")
        made = self.made(robot, ["L_frame", "R_frame"], compare=False)
        self.assertEqual([len(f["points"]) for f in made["feet"]], [4, 4])
        self.assertEqual({p["position"][2] for p in made["feet"][0]["points"]}, {-0.04})

    def test_points_by_hand(self):
        hand = {foot: [[0.1, 0.02, -0.05], [-0.1, 0.02, -0.05, 0.01]] for foot in SOLES}
        path = self.write("points.json", hand)
        robot = self.made(biped(collision("mesh", filename="a.stl")), SOLES, "--points", path,
                          hand={foot: [p[:3] for p in points] for foot, points in hand.items()})
        self.assertEqual([p["radius"] for p in robot["feet"][0]["points"]], [0, 0.01])
        for content, words in (({"FR": [[0, 0, 0]]}, '"FR" is no foot'), ({FEET[0]: []}, "FR_foot: no points"),
                               ({FEET[0]: [[0, 0]]}, "FR_foot[0]: 3 or 4 numbers"),
                               ({FEET[0]: [[0, 0, 0, -1]]}, "FR_foot[0]: the radius"), ("[", "")):
            self.refused(quadruped(), FEET, words, "--points", self.write("bad.json", content))

    # ---- drives, IMU, posture ----

    def test_drives(self):
        dog = quadruped()
        ET.SubElement(dog.find("joint", "FR_roll"), "dynamics", damping="0.3", friction="0.4")
        ET.SubElement(dog.find("joint", "FR_knee"), "dynamics", damping="0.0", friction="0.0")
        transmission = ET.SubElement(dog.root, "transmission", name="t")
        ET.SubElement(transmission, "joint", name="FR_pitch")
        actuator = ET.SubElement(transmission, "actuator", name="a")
        ET.SubElement(actuator, "mechanicalReduction").text = "9"
        ET.SubElement(actuator, "rotor_inertia").text = "1e-4"
        joints = {j["name"]: j for j in self.made(dog, FEET)["joints"]}
        self.assertEqual((joints["FR_roll"]["damping"], joints["FR_roll"]["friction"]), (0.3, 0.4))
        self.assertEqual(joints["FR_roll"]["from"]["damping"], "urdf")
        self.assertAlmostEqual(joints["FR_pitch"]["armature"], 81e-4, 15)
        self.assertEqual(joints["FR_pitch"]["from"]["armature"], "transmission")
        self.assertEqual(joints["FR_knee"]["from"]["damping"], "assumed")
        self.assertAlmostEqual(joints["FR_knee"]["armature"], 0.01 * (30 / 33.5)**1.32, delta=1e-4)

        drives = {"armature": {"*_knee": 0.02, "FR_knee": 0.03}, "damping": 0.05, "torque": {"*": 12},
                  "gear": {"*_roll": 6}, "rotor_inertia": {"*_roll": 2e-4}}
        path = self.write("drives.json", drives)
        joints = {j["name"]: j for j in self.made(dog, FEET, "--drives", path)["joints"]}
        self.assertEqual((joints["FR_knee"]["armature"], joints["FL_knee"]["armature"]), (0.03, 0.02))
        self.assertEqual({j["damping"] for j in joints.values()}, {0.05})
        self.assertEqual({j["torque"] for j in joints.values()}, {12})
        self.assertAlmostEqual(joints["FL_roll"]["armature"], 72e-4, 15)
        self.assertEqual(joints["FL_roll"]["from"]["armature"], "drives file")
        for content, words in (({"armatur": 1}, "armatur: is no figure of a drive, did you mean armature"),
                               ({"damping": -1}, "damping: must be a finite number"),
                               ({"damping": {"*_toe": 1}}, "damping.*_toe: fits no joint"), ("{", "")):
            self.refused(dog, FEET, words, "--drives", self.write("bad.json", content))
        self.write("toy.drives.json", {"friction": 0.7})  # beside toy.urdf
        self.assertEqual({j["friction"] for j in self.made(dog, FEET)["joints"]}, {0.7})

    def test_a_limit_of_torque_that_says_nothing(self):
        dog = quadruped()
        for limit in dog.root.iter("limit"):
            limit.set("effort", "1000")
        robot = self.made(dog, FEET)
        self.assertEqual(robot["joints"][0]["torque"], 1000)
        self.assertLess(robot["joints"][0]["armature"], 0.02)
        self.assertTrue(any("1000" in line for line in robot["notes"]))

    def test_the_imu(self):
        dog = quadruped()
        dog.link("imu")
        dog.joint("imu_joint", "fixed", "base", "imu", "0.1 0.02 0.03", "0 0 1.5707963267948966")
        robot = self.made(dog, FEET, "--imu", "imu")
        self.assertEqual(robot["imu"]["position"], [0.1, 0.02, 0.03])
        for found, wanted in zip(robot["imu"]["attitude"], [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]):
            self.assertAlmostEqual(found, wanted, 12)
        robot = self.made(dog, FEET)
        self.assertEqual(robot["imu"]["position"], [0, 0, 0])
        self.assertIn("the IMU has the frame of the base, base (--imu names its link, perhaps imu)", robot["assumed"])
        self.refused(dog, FEET, 'IMU "imuu": there is no such link, did you mean imu?', "--imu", "imuu")
        self.refused(dog, FEET, 'IMU "FR_thigh": is not fixed to the base "base"; --lock may fix FR_roll, FR_pitch',
                     "--imu", "FR_thigh")

    def test_it_stands(self):
        box = collision("box", xyz="0.05 0 -0.03", size="0.2 0.08 0.02")
        for robot, feet, least, most in ((quadruped(), FEET, 0.27, 0.37), (biped(box), SOLES, 0.6, 0.74)):
            made = self.made(robot, feet, compare=False)
            self.assertEqual(made["standing"]["problems"], [])
            self.assertTrue(least < made["standing"]["height"] < most, made["standing"])
            for joint in made["joints"]:
                position = made["standing"]["posture"][joint["name"]]
                self.assertTrue(joint["lower"] <= position <= joint["upper"], joint["name"])
            self.assertLess(self.unevenness(made), 2e-4)
        self.assertEqual(made["standing"]["posture"]["shoulder"], 0.2)  # its lower limit
        path = self.write("posture.json", {"FR_pitch": 0.9, "FL_pitch": 0.9})
        posture = self.made(quadruped(), FEET, "--posture", path)["standing"]["posture"]
        self.assertEqual((posture["FR_pitch"], posture["FL_pitch"]), (0.9, 0.9))
        for content, words in (({"FR_knee": 1}, 'joint "FR_knee": 1 is outside its limits'),
                               ({"FR_ankle": 0}, '"FR_ankle" is no joint that moves')):
            self.refused(quadruped(), FEET, words, "--posture", self.write("bad.json", content))

    def test_it_stands_though_its_legs_are_stretched_sideways_at_zero(self):
        dog = quadruped()
        for leg in ("FR", "FL", "RR", "RL"):
            roll = dog.find("joint", f"{leg}_roll")
            roll.find("origin").set("rpy", f"{1.2 if leg[1] == 'L' else -1.2} 0 0")
            roll.find("limit").attrib.update(lower="-2", upper="2")
        made = self.made(dog, FEET)
        self.assertEqual(made["standing"]["problems"], [])
        self.assertTrue(0.27 < made["standing"]["height"] < 0.37, made["standing"])

    # ---- what is locked and repaired ----

    def test_mimics_are_refused_or_locked(self):
        dog = quadruped()
        dog.link("gripper", 0.1)
        finger = dog.joint("finger", "revolute", "base", "gripper", "0.3 0 0")
        ET.SubElement(finger, "mimic", joint="FR_roll", multiplier="2", offset="0.25")
        self.refused(dog, FEET, 'joint "finger": follows joint "FR_roll"')
        for option in (["--lock", "finger"], ["--lock-mimic"], ["--lock", "finger=0.25"]):
            robot = self.made(dog, FEET, *option, locked={"finger": 0.25})
            self.assertEqual((robot["locked"], len(robot["joints"])), ({"finger": 0.25}, 12))
        locked = {"waist": 0.3, "shoulder": 1.0}
        robot = self.made(biped(collision("sphere", radius=0.01)), SOLES, "--lock", "waist=0.3,shoulder=1", locked=locked)
        self.assertEqual(len(robot["joints"]), 12)
        self.refused(dog, FEET, 'no joint "fingr" to lock, did you mean finger', "--lock", "fingr")
        self.refused(dog, FEET, 'joint "finger": cannot be locked at 9', "--lock", "finger=9")
        self.refused(dog, FEET, "--lock finger=x", "--lock", "finger=x", named=False)

    def test_inertias_that_no_body_has(self):
        dog = quadruped()
        dog.find("link", "FR_thigh").find("inertial/inertia").set("izz", "0.05")
        self.refused(dog, FEET, 'link "FR_thigh": no rigid body has such an inertia: principal moments 0.00')
        robot = self.made(dog, FEET, "--repair-inertia", compare=False)
        self.assertEqual(len(robot["repaired"]), 1)
        self.assertRegex(robot["repaired"][0], r'link FR_thigh: .*; raised to 0\.02\d+, 0\.02\d+, 0\.05\d* kg m2')
        xx, yy, zz, *_ = robot["joints"][1]["inertia"]["inertia"]
        self.assertGreater(xx + yy, 0.9999 * zz)
        part = quadruped()  # a part of the calf, which is a body
        part.find("link", "FR_foot").find("inertial/inertia").set("izz", "5e-5")
        self.assertEqual(len(self.made(part, FEET)["notes"]), 1)

    # ---- what is seldom meant ----

    def test_doubts_are_noted(self):
        def no_inertial(robot, link):
            element = robot.find("link", link)
            element.remove(element.find("inertial"))
            element.append(collision("box", size="0.1 0.1 0.1"))

        def trunk_of_an_imu(robot):
            no_inertial(robot, "base")
            robot.link("imu", 0.002, xyz="0 0 0", ixx="1e-6", ixy="0", ixz="0", iyy="1e-6", iyz="0", izz="1e-6")
            robot.joint("imu_joint", "fixed", "base", "imu")

        def in_millimetres(robot):
            for name in ("ixx", "iyy", "izz"):
                robot.find("link", "FR_thigh").find("inertial/inertia").set(name, "10000")

        def inertial_beside(robot):  # as many files have it
            no_inertial(robot, "base")
            robot.link("inertia", 6, ixx="0.03", iyy="0.06", izz="0.07")
            robot.joint("inertia_joint", "fixed", "base", "inertia")

        beside = quadruped()
        inertial_beside(beside)
        for robot in (quadruped(), beside):
            self.assertEqual(self.made(robot, FEET, compare=False)["notes"], [])
        for words, change in (
                ("link base: has a shape, but no mass; with all that is fixed to it 0.002 kg move", trunk_of_an_imu),
                ("link FR_calf: has a shape, but no mass; with all that is fixed to it 0.05 kg",
                 lambda r: no_inertial(r, "FR_calf")),
                ("link FR_thigh: moves with only 1e-05 kg", lambda r: r.find("link", "FR_thigh").find(
                    "inertial/mass").set("value", "1e-5")),
                ("link FR_thigh: mass and inertia are of a body with a radius of gyration of", in_millimetres),
                ("link FR_thigh: its centre of mass is 30", lambda r: r.find("link", "FR_thigh").find(
                    "inertial/origin").set("xyz", "0 0 -30"))):
            with self.subTest(words):
                dog = quadruped()
                change(dog)
                notes = self.made(dog, FEET, compare=False)["notes"]
                self.assertTrue(any(words in note for note in notes), notes)

    def test_no_axis_is_x(self):
        dog = quadruped()
        dog.find("joint", "FR_roll").remove(dog.find("joint", "FR_roll").find("axis"))
        robot = self.made(dog, FEET)
        self.assertEqual(robot["joints"][0]["axis"], [1, 0, 0])
        self.assertIn('joint "FR_roll": no axis is given, so it is x', robot["assumed"])

    def test_what_is_locked_on_a_link_without_mass_is_checked_too(self):
        dog = quadruped()
        dog.link("rail")
        dog.joint("slide", "prismatic", "rail", "base", axis="0 0 1")
        robot = self.made(dog, FEET, "--lock", "slide", locked={"slide": 0})
        self.assertEqual((robot["root"], robot["base"]["link"]), ("floating", "rail"))
        self.assertNotIn("MuJoCo refused", robot["check"].get("skipped", ""))

    # ---- what is refused ----

    def test_refusals(self):
        inertia = lambda link: (lambda r, **figures: r.find("link", link).find("inertial/inertia").attrib.update(figures))
        mass = lambda r, link, value: r.find("link", link).find("inertial/mass").set("value", value)
        limit = lambda r, joint, **figures: r.find("joint", joint).find("limit").attrib.update(figures)

        def loop(r):
            r.joint("second", "fixed", "RL_calf", "FR_calf")

        def ring(r):
            r.link("a"), r.link("b")
            r.joint("ab", "fixed", "a", "b"), r.joint("ba", "fixed", "b", "a")

        cases = [
            ('link "FR_calf": moves, but has no mass: 0 kg', lambda r: (mass(r, "FR_calf", "0"), mass(r, "FR_foot", "0"))),
            ('link "FR_calf": mass is -0.1 kg', lambda r: mass(r, "FR_calf", "-0.1")),
            ('link "FR_calf": mass value="nan"', lambda r: mass(r, "FR_calf", "nan")),
            ('link "FR_calf": inertia ixx="1e999"', lambda r: inertia("FR_calf")(r, ixx="1e999")),
            ('link "FR_calf": inertia is not positive', lambda r: inertia("FR_calf")(r, ixx="-0.01")),
            ('link "FR_foot": inertia is not positive', lambda r: inertia("FR_foot")(r, ixx="-1")),
            ('joint "FR_knee": origin xyz="0 0"', lambda r: r.find("joint", "FR_knee").find("origin").set("xyz", "0 0")),
            ('joint "FR_knee": axis has no length', lambda r: r.find("joint", "FR_knee").find("axis").set("xyz", "0 0 0")),
            ('joint "FR_knee": limits contradict: lower 1 is above upper -0.9', lambda r: limit(r, "FR_knee", lower="1")),
            ('joint "FR_knee": limit of effort is negative: -3', lambda r: limit(r, "FR_knee", effort="-3")),
            ('joint "FR_knee": limit of velocity is negative: -3', lambda r: limit(r, "FR_knee", velocity="-3")),
            ('joint "FR_knee": limit effort="inf"', lambda r: limit(r, "FR_knee", effort="inf")),
            ('joint "FR_knee": type "planar"', lambda r: r.find("joint", "FR_knee").set("type", "planar")),
            ('joint "FR_knee": floats', lambda r: r.find("joint", "FR_knee").set("type", "floating")),
            ('joint "second": closes a loop: its child link "FR_calf" already hangs on joint "FR_knee"', loop),
            ('carries itself, a closed loop', ring),
            ('no joint joins it to', lambda r: r.link("lost", 1)),
            ('link "FR_calf": there are two of this name', lambda r: r.link("FR_calf", 1)),
            ('joint "FR_knee": there are two of this name', lambda r: r.find("joint", "FL_knee").set("name", "FR_knee")),
            ('joint "FR_knee": parent link "FR_thig" does not exist, did you mean FR_thigh',
             lambda r: r.find("joint", "FR_knee").find("parent").set("link", "FR_thig")),
            ('joint "FR_knee": friction and damping', lambda r: ET.SubElement(r.find("joint", "FR_knee"), "dynamics", friction="-1")),
            ('FR_calf', lambda r: r.find("link", "FR_calf").find("inertial/inertia").attrib.pop("ixy")),
            ('FR_calf', lambda r: r.find("link", "FR_calf").find("inertial").remove(r.find("link", "FR_calf").find("inertial/mass"))),
            ('expand the file with xacro', lambda r: ET.SubElement(r.root, "xacro:include")),
            ('link "FR_calf": mass value="1e300": is beyond', lambda r: mass(r, "FR_calf", "1e300")),
            ('link "FR_calf": moves, but has no mass: 2e-300 kg',
             lambda r: (mass(r, "FR_calf", "1e-300"), mass(r, "FR_foot", "1e-300"))),
            ('joint "FR_knee": limit upper="1e31": is beyond', lambda r: limit(r, "FR_knee", upper="1e31")),
            ('link "FR_calf": has two <inertial>', lambda r: r.find("link", "FR_calf").append(inertial(1))),
            ('link "FR_calf": has two <mass>',
             lambda r: ET.SubElement(r.find("link", "FR_calf").find("inertial"), "mass", value="1")),
            ('joint "FR_knee": has two <axis>', lambda r: ET.SubElement(r.find("joint", "FR_knee"), "axis", xyz="1 0 0")),
            ('more than 2000 links', lambda r: [r.link(f"part{k}") for k in range(2000)]),
        ]
        for words, change in cases:
            with self.subTest(words):
                dog = quadruped()
                change(dog)
                self.refused(dog, FEET, words)
        for feet, words in ((["FR_fot"], 'foot "FR_fot": there is no such link, did you mean FR_foot'),
                            (["FR_foot", "FR_foot"], 'foot "FR_foot": is named twice'),
                            (["FR_foot", "FR_calf"], 'foot "FR_calf": is of one body with foot "FR_foot"'),
                            (["base"], 'foot "base": no joint moves it')):
            with self.subTest(words):
                self.refused(quadruped(), feet, words)
        self.refused(biped(collision("mesh", filename="sole.stl")), SOLES,
                     'foot "L_ankle_roll_link": its collision shape is only a mesh; give its points with --points')
        self.refused(biped(collision("cylinder", rpy="0.8 0 0", radius=0.01, length=0.1)), SOLES, "neither upright nor lying")

    def test_no_urdf_at_all(self):
        for text, words in (("<robot", "is not XML"), ("<sdf/>", "is not a URDF"), ("<robot name='a'/>", "no links"),
                            ("", "is not XML")):
            path = self.write("bad.urdf", text)
            status, _, errors = self.call("robot", path, "--feet", "a", "--out", self.root / "out")
            self.assertEqual((status, errors.count("\n")), (2, 1), errors)
            self.assertIn(words, errors)
        status, _, errors = self.call("robot", self.root / "none.urdf", "--feet", "a", "--out", self.root / "out")
        self.assertEqual(status, 2)
        self.assertTrue(errors.startswith(str(self.root / "none.urdf") + ": "), errors)

    def test_too_many_joints(self):
        worm = Robot("worm")
        worm.link("0", 1)
        for k in range(49):
            worm.link(str(k + 1), 1, *([collision("sphere", radius=0.1)] if k == 48 else []))
            worm.joint(f"j{k}", "revolute", str(k), str(k + 1), "0 0 -0.1")
        self.refused(worm, ["49"], "49 joints move, the limit is 48")
        self.assertEqual(len(self.made(worm, ["49"], "--lock", "j7", locked={"j7": 0})["joints"]), 48)

    def test_the_file_may_stand_behind_the_feet(self):
        path = self.write("toy.urdf", quadruped().text())
        for feet in (["--feet", ",".join(FEET)], [word for foot in FEET for word in ("--feet", foot)]):
            status, _, errors = self.call("robot", *feet, path, "--out", self.root / "out")
            self.assertEqual((status, errors), (0, ""))

    def test_names(self):
        self.assertEqual(self.made(biped(collision("sphere", radius=0.01)), SOLES)["struct"], "TwoLegsMk2")
        robot = self.made(quadruped(), FEET, "--name", "go-7")
        self.assertEqual((robot["name"], robot["struct"]), ("go-7", "Go7"))
        dog = quadruped()
        dog.find("link", "FR_calf").set("name", 'calf "<a>" \\')
        dog.find("joint", "FR_knee").find("child").set("link", 'calf "<a>" \\')
        dog.find("joint", "FR_end").find("parent").set("link", 'calf "<a>" \\')
        self.made(dog, FEET, tolerance=1e-12)
        ET.fromstring((self.root / "out/robot.svg").read_text())


if __name__ == "__main__":
    main()
