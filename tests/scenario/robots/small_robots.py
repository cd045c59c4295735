"""URDFs of the tests' own, as trees of XML that a test may change before it writes them."""

import xml.etree.ElementTree as ET

INERTIA = {"ixx": "0.01", "ixy": "0.0001", "ixz": "0.0002", "iyy": "0.012", "iyz": "-0.0003", "izz": "0.009"}


def inertial(mass, xyz="0 0 0", rpy="0 0 0", **inertia):
    element = ET.Element("inertial")
    ET.SubElement(element, "origin", xyz=xyz, rpy=rpy)
    ET.SubElement(element, "mass", value=str(mass))
    ET.SubElement(element, "inertia", {**INERTIA, **inertia})
    return element


def collision(kind, xyz="0 0 0", rpy="0 0 0", **sizes):
    element = ET.Element("collision")
    ET.SubElement(element, "origin", xyz=xyz, rpy=rpy)
    ET.SubElement(ET.SubElement(element, "geometry"), kind, {k: str(v) for k, v in sizes.items()})
    return element


class Robot:
    def __init__(self, name="toy"):
        self.root = ET.Element("robot", name=name)

    def link(self, name, mass=None, *shapes, xyz="0.01 0.002 -0.03", rpy="0 0 0", **inertia):
        link = ET.SubElement(self.root, "link", name=name)
        if mass is not None:
            link.append(inertial(mass, xyz, rpy, **inertia))
        link.extend(shapes)
        return link

    def joint(self, name, kind, parent, child, xyz="0 0 0", rpy="0 0 0", axis="0 1 0", limit=(-2.5, 2.5, 30, 20)):
        joint = ET.SubElement(self.root, "joint", name=name, type=kind)
        ET.SubElement(joint, "origin", xyz=xyz, rpy=rpy)
        ET.SubElement(joint, "parent", link=parent)
        ET.SubElement(joint, "child", link=child)
        if kind not in ("fixed", "floating"):
            ET.SubElement(joint, "axis", xyz=axis)
        if kind in ("revolute", "prismatic"):
            lower, upper, effort, velocity = limit
            ET.SubElement(joint, "limit", lower=str(lower), upper=str(upper), effort=str(effort),
                          velocity=str(velocity))
        return joint

    def find(self, kind, name):
        return self.root.find(f"{kind}[@name='{name}']")

    def text(self):
        return ET.tostring(self.root, encoding="unicode")


FEET = ["FR_foot", "FL_foot", "RR_foot", "RL_foot"]


def quadruped():
    """A dog of 10.4 kg: base, and of each leg hip (about x), thigh and calf (about y), and a ball fixed to the calf."""
    robot = Robot()
    robot.link("base", 6, ixx="0.03", iyy="0.06", izz="0.07")
    for leg in ("FR", "FL", "RR", "RL"):
        front, left = (1 if leg[0] == "F" else -1), (1 if leg[1] == "L" else -1)
        robot.link(f"{leg}_hip", 0.4)
        robot.link(f"{leg}_thigh", 0.5)
        robot.link(f"{leg}_calf", 0.15)
        robot.link(f"{leg}_foot", 0.05, collision("sphere", radius=0.02), xyz="0 0 0", ixx="1e-5", ixy="0", ixz="0",
                   iyy="1e-5", iyz="0", izz="1e-5")
        robot.joint(f"{leg}_roll", "revolute", "base", f"{leg}_hip", f"{0.2 * front} {0.05 * left} 0", axis="1 0 0",
                    limit=(-0.8, 0.8, 30, 20))
        robot.joint(f"{leg}_pitch", "revolute", f"{leg}_hip", f"{leg}_thigh", f"0 {0.08 * left} 0")
        robot.joint(f"{leg}_knee", "revolute", f"{leg}_thigh", f"{leg}_calf", "0 0 -0.2",
                    limit=(-2.7, -0.9, 30, 20))
        robot.joint(f"{leg}_end", "fixed", f"{leg}_calf", f"{leg}_foot", "0 0 -0.2")
    return robot


def biped(*sole):
    """Two legs of six joints with this collision on each sole, and an arm on a waist."""
    robot = Robot("two-legs mk 2")
    robot.link("pelvis", 8, ixx="0.05", iyy="0.05", izz="0.05")
    robot.link("chest", 10, ixx="0.2", iyy="0.2", izz="0.2")
    robot.link("arm", 1)
    robot.joint("waist", "revolute", "pelvis", "chest", "0 0 0.1", axis="0 0 1")
    robot.joint("shoulder", "revolute", "chest", "arm", "0 0.2 0.3", limit=(0.2, 2, 10, 5))
    for leg, left in (("L", 1), ("R", -1)):
        last, at = "pelvis", f"0 {0.1 * left} -0.1"
        for part, axis, limit in (("hip_pitch", "0 1 0", (-2, 2, 80, 20)), ("hip_roll", "1 0 0", (-0.5, 0.5, 80, 20)),
                                  ("hip_yaw", "0 0 1", (-1, 1, 80, 20)), ("knee", "0 1 0", (0, 2.6, 80, 20)),
                                  ("ankle_pitch", "0 1 0", (-0.9, 0.6, 40, 20)),
                                  ("ankle_roll", "1 0 0", (-0.3, 0.3, 40, 20))):
            robot.link(f"{leg}_{part}_link", 1, *(sole if part == "ankle_roll" else ()))
            robot.joint(f"{leg}_{part}", "revolute", last, f"{leg}_{part}_link", at, axis=axis, limit=limit)
            last, at = f"{leg}_{part}_link", {"hip_yaw": "0 0 -0.3", "knee": "0 0 -0.3"}.get(part, "0 0 0")
    return robot


SOLES = ["L_ankle_roll_link", "R_ankle_roll_link"]
