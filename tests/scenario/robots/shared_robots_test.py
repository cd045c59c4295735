#!/usr/bin/env python3
"""shared_robots_test.py PROGRAM ROOT COMPILER EIGEN MODELS: `footing robot` on the descriptions of public robots.

Each header compiles, each figure agrees with a second reading and with MuJoCo, and each robot stands. Exit code 77
where the folder MODELS is not there.
"""

import pathlib
import sys

from robot_bench import RobotCase, main

LEGS = ["FR_foot", "FL_foot", "RR_foot", "RL_foot"]
# file → feet, mass in kg, points
ROBOTS = {
    "unitree_a1/a1.urdf": (LEGS, 13.741, 4),
    "go2/go2.urdf": (LEGS, 16.09, 4),
    "solo12/solo12.urdf": (["FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"], 2.50, 4),
    "anymal_c/anymal_c.urdf": (["LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"], 52.13, 4),
    "hyq/hyq.urdf": (["lf_foot", "rf_foot", "lh_foot", "rh_foot"], 86.77, 4),
    "bolt/bolt.urdf": (["FL_FOOT", "FR_FOOT"], 1.25, 2),
    "g1/g1_29dof.urdf": (["left_ankle_roll_link", "right_ankle_roll_link"], 33.34, 8),
    "icub_genova04/iCubGenova04.urdf": (["l_sole", "r_sole"], 33.08, 2),
    "leg_rig/teststand.urdf": (["contact"], 0.67, 1),
    "cassie/cassie_v2.urdf": (["toe_left", "toe_right"], 33.01, 4),
}


class SharedRobots(RobotCase):
    models = pathlib.Path()

    def test_each(self):
        for name, (feet, mass, points) in ROBOTS.items():
            with self.subTest(name):
                path = self.models / name
                if not path.exists():
                    print(f"{path} is not there", file=sys.stderr)
                    continue
                made = self.made_of(str(path), feet, tolerance=1e-9)
                self.assertAlmostEqual(made["mass"], mass, delta=0.006)
                self.assertEqual(sum(len(f["points"]) for f in made["feet"]), points)
                self.assertEqual(made["standing"]["problems"], [])
                self.assertLess(self.unevenness(made), 1e-3)
                self.check_header(made)


if __name__ == "__main__":
    SharedRobots.models = pathlib.Path(sys.argv.pop(5))
    if not SharedRobots.models.is_dir():
        print(f"skipped: {SharedRobots.models} is not there")
        sys.exit(77)
    main()
